"""DWARF line programs of a cubin: the source line and the PTX line of each instruction."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import field

from grader.dataclass import dataclass
from grader.toolchain.elf import Cubin, reading

# NVIDIA's extended opcodes (0x90 inlined call, 0x91 function name) describe inlined calls. They are skipped: the rows
# themselves have the innermost position.
_END_SEQUENCE, _SET_ADDRESS = 1, 2
_LONGEST_NUMBER = 70  # bits: seven in each byte
_COPY, _ADVANCE_PC, _ADVANCE_LINE, _SET_FILE, _CONST_ADD_PC, _FIXED_ADVANCE_PC = 1, 2, 3, 4, 8, 9


@dataclass(slots=True)
class LineTable:
    """Rows of one code section in address order. A position is (file path, line), None for code without a line."""

    addresses: list[int] = field(default_factory=list)
    positions: list[tuple[str, int] | None] = field(default_factory=list)

    def at(self, address: int) -> tuple[str, int] | None:
        """Position of the instruction at a byte offset into the section."""
        index = bisect_right(self.addresses, address) - 1
        return self.positions[index] if index >= 0 else None


@reading()
def read_line_tables(cubin: Cubin, section: str = ".debug_line") -> dict[int, LineTable]:
    """Line tables by number of the code section. Raises NotACubin where they are damaged.

    section: ".debug_line" for source lines, ".nv_debug_line_sass" for lines of the PTX.
    """
    found = cubin.section(section)
    if found is None or not found.data:
        return {}
    targets = {offset: (s.section, s.value + addend) for offset, s, addend in cubin.relocations(section)}
    rows: dict[int, dict[int, tuple[str, int] | None]] = defaultdict(dict)
    offset = 0
    while offset + 4 <= len(found.data):
        unit = _Unit(found.data, offset, targets)
        for code_section, address, position in unit.rows():
            rows[code_section][address] = position  # the last row at an address counts
        offset = unit.end
    return {s: LineTable(sorted(by), [by[a] for a in sorted(by)]) for s, by in rows.items()}


class _Unit:
    """One line program: its header, then its state machine."""

    def __init__(self, data: bytes, offset: int, targets: dict[int, tuple[int, int]]) -> None:
        self.data = data
        self.targets = targets
        self.end = offset + 4 + self._unsigned(offset, 4)
        self.program = offset + 10 + self._unsigned(offset + 6, 4)
        self.minimum, _, base, self.line_range, self.opcode_base = data[offset + 10 : offset + 15]
        self.line_base = base - 256 if base > 127 else base
        self.lengths = data[offset + 15 : offset + 14 + self.opcode_base]
        self.files = self._file_names(offset + 14 + self.opcode_base)

    def rows(self) -> Iterator[tuple[int, int, tuple[str, int] | None]]:
        """(code section number, address, position) of every row; None as position ends a sequence."""
        at = self.program
        section = address = 0
        file = line = 1
        while at < self.end:
            opcode = self.data[at]
            at += 1
            if opcode >= self.opcode_base:
                step = opcode - self.opcode_base
                address += step // self.line_range * self.minimum
                line += self.line_base + step % self.line_range
                yield section, address, self._position(file, line)
            elif opcode == 0:
                length, at = self._uleb(at)
                kind = self.data[at]
                if kind == _SET_ADDRESS:
                    section, address = self.targets.get(at + 1, (0, self._unsigned(at + 1, 8)))
                elif kind == _END_SEQUENCE:
                    yield section, address, None
                    section = address = 0
                    file = line = 1
                at += length
            elif opcode == _COPY:
                yield section, address, self._position(file, line)
            elif opcode == _ADVANCE_PC:
                step, at = self._uleb(at)
                address += step * self.minimum
            elif opcode == _ADVANCE_LINE:
                step, at = self._sleb(at)
                line += step
            elif opcode == _SET_FILE:
                file, at = self._uleb(at)
            elif opcode == _CONST_ADD_PC:
                address += (255 - self.opcode_base) // self.line_range * self.minimum
            elif opcode == _FIXED_ADVANCE_PC:
                address += self._unsigned(at, 2)
                at += 2
            else:
                for _ in range(self.lengths[opcode - 1]):
                    _, at = self._uleb(at)

    def _position(self, file: int, line: int) -> tuple[str, int] | None:
        if line < 1:
            return None
        return (self.files[file - 1] if 0 < file <= len(self.files) else ""), line

    def _file_names(self, at: int) -> list[str]:
        folders = []
        while self.data[at]:
            name, at = self._text(at)
            folders.append(name)
        at += 1
        files = []
        while self.data[at]:
            name, at = self._text(at)
            folder, at = self._uleb(at)
            _, at = self._uleb(at)
            _, at = self._uleb(at)
            files.append(f"{folders[folder - 1]}/{name}" if 0 < folder <= len(folders) else name)
        return files

    def _text(self, at: int) -> tuple[str, int]:
        end = self.data.index(b"\0", at)
        return self.data[at:end].decode("utf-8", "replace"), end + 1

    def _unsigned(self, at: int, size: int) -> int:
        return int.from_bytes(self.data[at : at + size], "little")

    def _uleb(self, at: int) -> tuple[int, int]:
        value = shift = 0
        while shift < _LONGEST_NUMBER:
            byte = self.data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value, at
        raise ValueError("a number of more than 64 bits")

    def _sleb(self, at: int) -> tuple[int, int]:
        start = at
        value, at = self._uleb(at)
        bits = 7 * (at - start)
        return (value - (1 << bits) if value >> (bits - 1) else value), at
