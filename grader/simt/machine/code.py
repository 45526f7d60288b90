"""A kernel's machine code, ready to be lowered: instructions, where basic blocks begin, constants, variables."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from functools import cached_property

from grader.dataclass import dataclass
from grader.launch import Dim3
from grader.sass.decode import decode
from grader.sass.fields import INSTRUCTION_BYTES
from grader.sass.instruction import Constant, Instruction, Target, UnknownInstruction
from grader.simt.accesses import SHARED_START
from grader.simt.unsupported import Unsupported
from grader.toolchain.elf import Cubin, Section, Symbol, reading

PARAMETERS = 0x210  # where they begin in constant bank 0
_ENDS = frozenset({"BRA", "BRX", "EXIT", "BSYNC", "BAR", "CALL", "RET", "WARPSYNC", "BPT", "YIELD", "UCGABAR_WAIT"})
_JUMPS = frozenset({"BRA", "BSSY", "CALL", "WARPSYNC"})
_PARAMETER_INFO, _FRAME_SIZE, _STACK_SIZE, _MAX_THREADS, _REQUIRED, _CLUSTER = 0x17, 0x11, 0x12, 0x05, 0x10, 0x3D
_HAS_DATA = 4  # of an attribute: a size and so many bytes follow
_FUNCTION = 2  # type of a symbol


@dataclass(frozen=True, slots=True)
class Parameter:
    """offset: from the first parameter; size: in bytes."""

    offset: int
    size: int


@dataclass(frozen=True, slots=True)
class Variable:
    """A __device__ or __constant__ variable. data: its first bytes, the others are zero. pointers: offsets at which it
    holds the address of (variable, bytes further)."""

    name: str
    size: int
    data: bytes
    pointers: tuple[tuple[int, str, int], ...]
    constant: bool
    offset: int  # in its section


class Code:
    """The machine code of one kernel. Raises NotACubin for a damaged cubin, Unsupported for an unknown instruction.

    addresses: in bank 4, (offset, variable or function, bytes further); variables: all of the module in global and
    constant memory.
    """

    def __init__(self, cubin: bytes, kernel: str) -> None:
        self.name, self._elf = kernel, Cubin(cubin)
        found = self._numbered(f".text.{kernel}")
        if found is None:
            raise Unsupported(f"a program without the kernel `{kernel}`")
        self._number, section = found
        self.text = section.data
        self._decoded: dict[int, Instruction] = {}
        self.length = len(self.text) // INSTRUCTION_BYTES * INSTRUCTION_BYTES
        self.leaders = self._leaders()
        with reading():  # all that a damaged cubin may not have
            self.addresses, self.variables = tuple(self._pointers(".nv.constant4")), tuple(self._variables())

    def at(self, address: int) -> Instruction:
        """The instruction at an address. Raises Unsupported."""
        known = self._decoded.get(address)
        if known is None:
            word = int.from_bytes(self.text[address : address + INSTRUCTION_BYTES], "little")
            if not 0 <= address < self.length:
                raise Unsupported(f"code at {address:#x}, outside of the kernel")
            try:
                known = self._decoded[address] = decode(word, address)
            except UnknownInstruction as reason:
                raise Unsupported(f"the machine instruction {word:#034x}: {reason}") from None
        return known

    def instructions(self) -> Iterator[Instruction]:
        """All that are known, in the order of their addresses."""
        for address in range(0, self.length, INSTRUCTION_BYTES):
            try:
                yield self.at(address)
            except Unsupported:
                continue

    @cached_property
    def calls(self) -> bool:
        """Whether it calls functions."""
        return any(i.opcode == "CALL" for i in self.instructions())

    def _leaders(self) -> frozenset[int]:
        """Addresses at which a basic block begins."""
        found = {0}
        for each in self.instructions():
            if each.opcode in _ENDS or "TRYWAIT" in each.modifiers:
                found.add(each.address + INSTRUCTION_BYTES)
            if each.opcode in _JUMPS:
                found |= {o.address for o in each.operands if isinstance(o, Target)}
        return frozenset(found)

    # ---- data

    def _numbered(self, name: str) -> tuple[int, Section] | None:
        return next(((n, s) for n, s in enumerate(self._elf.sections) if s.name == name), None)

    def bank(self, number: int) -> bytes:
        """Content of a constant bank: 2 belongs to the kernel, 3 and 4 to the module."""
        names = (f".nv.constant{number}.{self.name}", f".nv.constant{number}")
        return next((s.data for name in names if (s := self._elf.section(name)) is not None), b"")

    @cached_property
    def called(self) -> frozenset[str]:
        """The functions and variables whose addresses in bank 4 the kernel reads."""
        reads = [o for i in self.instructions() for o in i.operands if isinstance(o, Constant) and o.bank == 4]
        anywhere = any(o.index is not None for o in reads)
        offsets = {o.offset for o in reads}
        return frozenset(name for offset, name, _ in self.addresses if anywhere or offset in offsets)

    def _pointers(self, section: str) -> Iterator[tuple[int, str, int]]:
        for offset, symbol, addend in self._elf.relocations(section):
            name, further = self._variable_of(symbol, addend)
            yield offset, name, further

    def _variable_of(self, symbol: Symbol, addend: int) -> tuple[str, int]:
        """A symbol may be a whole section: then the variable that lies there."""
        where = symbol.value + addend
        if symbol.type in (1, _FUNCTION) or symbol.section == 0:
            return symbol.name, addend
        for each in self._elf.symbols:
            if each.section == symbol.section and each.type == 1 and each.value <= where < each.value + each.size:
                return each.name, where - each.value
        return symbol.name, addend

    @cached_property
    def functions(self) -> Mapping[str, int]:
        """Addresses of the functions in the kernel's section, by name without the kernel's."""
        own = [s for s in self._elf.symbols if s.section == self._number and s.type == _FUNCTION]
        return {s.name.removeprefix(f"${self.name}$"): s.value for s in own}

    def _variables(self) -> Iterator[Variable]:
        return (v for name in (".nv.global", ".nv.global.init", ".nv.constant3") for v in self._of_section(name))

    def _of_section(self, name: str) -> Iterator[Variable]:
        found = self._numbered(name)
        if found is None:
            return
        number, section = found
        pointers = list(self._pointers(name))
        for symbol in self._elf.symbols:
            if symbol.section != number or symbol.type != 1:
                continue
            start, end = symbol.value, symbol.value + symbol.size
            own = tuple((at - start, to, more) for at, to, more in pointers if start <= at < end)
            yield Variable(symbol.name, max(symbol.size, 1), section.data[start:end], own,
                           name == ".nv.constant3", start)  # fmt: skip

    # ---- attributes

    def _attributes(self, section: str) -> Iterator[tuple[int, bytes]]:
        data = found.data if (found := self._elf.section(section)) else b""
        at = 0
        while at + 4 <= len(data):
            form, attribute, size = data[at], data[at + 1], struct.unpack_from("<H", data, at + 2)[0]
            at += 4
            yield attribute, data[at : at + size] if form == _HAS_DATA else struct.pack("<H", size)
            at += size if form == _HAS_DATA else 0

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """In their order."""
        found = {}
        for attribute, data in self._attributes(f".nv.info.{self.name}"):
            if attribute == _PARAMETER_INFO and len(data) >= 12:
                _, ordinal, offset, flags = struct.unpack_from("<IHHI", data)
                found[ordinal] = Parameter(offset, flags >> 18)
        return tuple(found[n] for n in sorted(found))

    @cached_property
    def launch_bounds(self) -> Mapping[str, tuple[int, ...]]:
        """maxntid, reqntid, reqnctapercluster, where the kernel has them."""
        names = {_MAX_THREADS: "maxntid", _REQUIRED: "reqntid", _CLUSTER: "reqnctapercluster"}
        return {names[attribute]: struct.unpack_from("<3I", data)
                for attribute, data in self._attributes(f".nv.info.{self.name}")
                if attribute in names and len(data) >= 12}  # fmt: skip

    @cached_property
    def cluster(self) -> Dim3 | None:
        """The blocks of a cluster, if the kernel asks for clusters."""
        x, y, z = self.launch_bounds.get("reqnctapercluster", (0, 0, 0))
        return (x, y, z) if x * y * z else None

    @cached_property
    def stack_bytes(self) -> int:
        """Local memory of a thread that the compiler knows of, through all calls."""
        index = next((n for n, s in enumerate(self._elf.symbols) if s.name == self.name), -1)
        sizes = [0]
        for attribute, data in self._attributes(".nv.info"):
            if attribute in (_FRAME_SIZE, _STACK_SIZE) and len(data) >= 8:
                symbol, size = struct.unpack_from("<II", data)
                sizes += [size] if symbol == index else []
        return max(sizes)

    @cached_property
    def shared_bytes(self) -> int:
        """Static shared memory of a block, without the first KiB, which the system has."""
        found = self._elf.section(f".nv.shared.{self.name}")
        return max(found.size - SHARED_START, 0) if found else 0
