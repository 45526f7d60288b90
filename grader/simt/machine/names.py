"""What the PTX of a kernel says of its machine code: the statement of each instruction, and the names of variables."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from functools import cached_property

from grader.dataclass import dataclass
from grader.toolchain.ptx import TYPE_BYTES
from grader.toolchain.ptx_statements import HEADER

_VARIABLE = re.compile(
    r"(?:\.\w+\s+)*?\.shared\s+(?:\.align\s+(\d+)\s+)?\.[bsuf](\d+)\s+([$%\w]+)((?:\s*\[\d*\])*)\s*;"
)
_NAME = re.compile(r"[A-Za-z_$%][\w$]*")
_STATEMENT = re.compile(r"\s*(?:@!?%\w+\s+)?([a-z][\w.:]*)\s*([^;]*);")
_LABEL = re.compile(r"\s*([$\w]+):")
_JUMP = re.compile(r"\s*(?:@!?%\w+\s+)?bra(?:\.uni)?\s+([$\w]+)\s*;")
_ARRAY_ALIGNMENT = 16  # ptxas gives arrays at least this
_SYNCWARP = "bar.warp.sync"
_WARP_WIDE = ("shfl.sync", "vote.sync", "match.", "redux.sync", _SYNCWARP)
_RELEASING = frozenset({"acquire", "release", "acq_rel", "sc"})
_STRONG = frozenset({"volatile", "relaxed", "mmio", *_RELEASING})
_MASK_BITS = (1 << 32) - 1


@dataclass(frozen=True, slots=True)
class Statement:
    """An instruction of the PTX. opcode: its parts, as in ("ld", "shared", "u32")."""

    opcode: tuple[str, ...]
    operands: tuple[str, ...]

    @property
    def text(self) -> str:
        """The opcode as it is written."""
        return ".".join(self.opcode)


class Names:
    """Of one kernel. lines: the line of the PTX, from 1, by the address of a machine instruction; shared_bytes: static
    shared memory of a block, as the machine code has it."""

    def __init__(self, ptx: str, kernel: str, lines: Mapping[int, int], shared_bytes: int) -> None:
        self._text, self._kernel, self._lines, self._bytes = ptx.split("\n"), kernel, lines, shared_bytes
        self._statements: dict[int, Statement | None] = {}

    def line(self, address: int) -> int:
        """The line of the PTX of a machine instruction; 0 for none."""
        return self._lines.get(address, 0)

    def statement(self, address: int) -> Statement | None:
        """The PTX instruction that a machine instruction belongs to."""
        return self.statement_in(self._lines.get(address, 0))

    def statement_in(self, line: int) -> Statement | None:
        """The PTX instruction in a line."""
        if line not in self._statements:
            self._statements[line] = self._read(line)
        return self._statements[line]

    def _read(self, line: int) -> Statement | None:
        found = _STATEMENT.match(self._text[line - 1]) if 0 < line <= len(self._text) else None
        if found is None:
            return None
        operands = tuple(o.strip() for o in found[2].split(","))
        return Statement(tuple(found[1].replace("::", ".").split(".")), operands)

    def is_of_16_bits(self, address: int) -> bool:
        """Whether it belongs to an atomic operation on 16 bits, of which a compiler makes one on the word around them:
        often its instructions belong to no line."""
        said = self.statement(address)
        return said is None or (said.opcode[0] in ("atom", "red") and TYPE_BYTES.get(said.opcode[-1]) == 2)

    def bytes_asked_for(self, address: int) -> int:
        """Of the PTX instruction that a load belongs to, one of them if it is of several; 16 if unknown."""
        said = self.statement(address)
        if said is None or said.opcode[0] not in ("ld", "ldu"):
            return 16
        elements = next((int(part[1:]) for part in said.opcode if part in ("v2", "v4", "v8")), 1)
        return elements * TYPE_BYTES.get(said.opcode[-1], 16)

    def mask(self, address: int) -> int | None:
        """The lanes that a warp-wide instruction names, as a mask; None where that is known at run time only."""
        said = self.statement(address)
        if said is None or not said.text.startswith(_WARP_WIDE):
            return None
        return self._constant(said.operands[-1], self._lines[address])

    def syncs_warp(self, address: int) -> bool:
        """Whether it belongs to a __syncwarp()."""
        said = self.statement(address)
        return said is not None and said.text == _SYNCWARP

    def is_strong(self, address: int) -> bool:
        """Whether it belongs to a volatile, relaxed, acquiring or releasing access."""
        said = self.statement(address)
        return said is not None and not _STRONG.isdisjoint(said.opcode)

    def acquires(self, address: int) -> bool:
        """Whether it belongs to a read that acquires."""
        said = self.statement(address)
        return said is not None and not _RELEASING.difference({"release"}).isdisjoint(said.opcode)

    def releases(self, address: int) -> bool:
        """Whether it belongs to a write that releases."""
        said = self.statement(address)
        return said is not None and not _RELEASING.difference({"acquire"}).isdisjoint(said.opcode)

    def orders(self, address: int) -> bool:
        """Whether it belongs to an access that acquires or releases."""
        said = self.statement(address)
        return said is not None and not _RELEASING.isdisjoint(said.opcode)

    def _constant(self, operand: str, line: int) -> int | None:
        """The value of an operand, if that is a number, or a register that is set to one."""
        if not operand.startswith("%"):
            return int(operand, 0) & _MASK_BITS if re.fullmatch(r"-?(0[xX][\da-fA-F]+|\d+)", operand) else None
        start, end = next(((s, e) for s, e in self._bodies.values() if s < line <= e), (0, 0))
        sets = re.compile(rf"\s*(?:@\S+\s+)?[a-z][\w.]*\s+{re.escape(operand)}\s*[,|]\s*([^;]*);")
        found = [m for text in self._text[start:end] if operand in text and (m := sets.match(text))]
        if len(found) != 1 or not found[0].group().lstrip().startswith("mov."):
            return None
        value = found[0][1].strip()
        return None if value.startswith("%") else self._constant(value, line)

    def line_with(self, words: re.Pattern[str]) -> int:
        """The first line of the kernel, and of what it calls, with such words; 0: none."""
        lines = (n for start, end in self._inside for n in range(start, end) if words.search(self._text[n]))
        return next(lines, -1) + 1

    @property
    def grid_counts_clusters(self) -> bool:
        """Whether the extent of a grid is in clusters."""
        start, end = self._bodies.get(self._kernel, (0, 0))
        header = "\n".join(self._text[start:end]).partition("{")[0]
        extents = re.search(r"\.reqnctapercluster((?:\s*,?\s*\d{1,9})*)", header)
        return ".blocksareclusters" in header and extents is not None and {*re.findall(r"\d+", extents[1])} != {"1"}

    @cached_property
    def loops(self) -> tuple[tuple[int, int], ...]:
        """(first line, line of the jump back) of each loop in the PTX, of the kernel and of what it may call."""
        found, labels = [], dict[str, int]()
        for number, text in enumerate(self._text, 1):
            if label := _LABEL.match(text):
                labels[label[1]] = number
            elif (jump := _JUMP.match(text)) and jump[1] in labels:
                found.append((labels[jump[1]], number))
        executed = sorted(set(self._lines.values()))
        return tuple(loop for loop in found if bisect_left(executed, loop[0]) < bisect_right(executed, loop[1]))

    # ---- variables

    @cached_property
    def _bodies(self) -> dict[str, tuple[int, int]]:
        """For each function, where its lines begin and end."""
        found: dict[str, tuple[int, int]] = {}
        name, start = "", 0
        for number, line in enumerate(self._text):
            header = HEADER.match(line)
            if header:
                rest = re.sub(r"\([^()]*\)", " ", header[2])
                name, start = next(iter(_NAME.findall(rest)), ""), number
            elif line.startswith("}") and name:
                found[name], name = (start, number + 1), ""
        return found

    @cached_property
    def _inside(self) -> list[tuple[int, int]]:
        """The bodies of the kernel and of the functions that it calls."""
        found: dict[str, tuple[int, int]] = {}
        pending = [self._kernel]
        while pending:
            name = pending.pop()
            if name in self._bodies and name not in found:
                start, end = found[name] = self._bodies[name]
                pending += [n for line in self._text[start:end] for n in _NAME.findall(line) if n in self._bodies]
        return list(found.values())

    @cached_property
    def shared(self) -> Mapping[str, tuple[int, int]]:
        """Variables in shared memory: (offset, bytes) by name; 0 bytes: what the launch gives. Empty where the layout
        is not the one that ptxas is known to make."""
        table, end = {}, 0
        dynamic = []
        for name, size, align in self._variables():
            if not size:
                dynamic.append(name)
                continue
            end = -(-end // align) * align
            table[name] = (end, size)
            end += size
        if _rounded(end) != _rounded(self._bytes):
            return {}
        return table | {name: (_rounded(end), 0) for name in dynamic}

    def _variables(self) -> Iterator[tuple[str, int, int]]:
        """(name, bytes, alignment) of those that the kernel and the functions that it calls use, in their order."""
        inside = self._inside
        lines = [line for start, end in inside for line in self._text[start:end]]
        mentioned = {n for line in lines if _VARIABLE.match(line.strip()) is None for n in _NAME.findall(line)}
        for number, line in enumerate(self._text):
            found = _VARIABLE.match(line.strip())
            if found is None:
                continue
            align, bits, name, extents = found.groups()
            own = any(start <= number < end for start, end in inside)
            if not own and (name not in mentioned or any(s <= number < e for s, e in self._bodies.values())):
                continue
            size = int(bits) // 8
            for extent in re.findall(r"\[(\d*)\]", extents):
                size *= int(extent or 0)
            natural = int(align or int(bits) // 8)
            yield name, size, max(natural, _ARRAY_ALIGNMENT) if extents else natural


def _rounded(size: int) -> int:
    return -(-size // _ARRAY_ALIGNMENT) * _ARRAY_ALIGNMENT
