"""Memory instructions of a kernel, grouped: adjacent ones with the same address register share address computation."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.simt.kernel import Block, definitions_and_uses
from grader.simt.locations import Location
from grader.simt.ptx import TYPE_BYTES, Instruction, Unsupported, integer

ASYNC_COPY = "async_copy"  # pattern of cp.async in shared memory, counted when both of its addresses are known
SPACES = ("shared", "global", "local", "const", "param")
SHARED_START = 0x400  # start of a block's own shared memory on sm_80 and later; the first KiB is reserved
_STRONG = frozenset({"volatile", "relaxed", "acquire", "release", "mmio"})
_ADDRESS = re.compile(r"\[\s*(%?[$\w]+)?\s*(?:\+?\s*(-?\w+))?\s*\]")
_FARTHEST = 1 << 31  # offsets of PTX are 32-bit integers


@dataclass(frozen=True, slots=True)
class Access:
    """One PTX memory instruction. position: index in its block; elements times element_bytes are moved per lane."""

    position: int
    operation: str  # "load", "store" or "atomic"
    base: str  # register or symbol, "" for an absolute address
    offset: int
    element: str  # PTX type
    elements: int
    location: Location | None
    text_line: int  # of the PTX text
    reads: bool = True  # whether it reads the old contents
    unused: frozenset[int] = frozenset()  # elements of a load that are never used, such as padding of a structure
    tentative: bool = False  # a load whose value may be discarded: only `selp` uses it
    past_l1: bool = False  # a cp.async that bypasses L1
    scope: int = 0  # in which the same access by others is no race: 0 none, 1 the block, 2 the grid
    acquires: bool = False
    releases: bool = False

    @property
    def element_bytes(self) -> int:
        """Bytes of one element."""
        return TYPE_BYTES[self.element]

    @property
    def width(self) -> int:
        """Bytes per lane."""
        return self.element_bytes * self.elements

    @property
    def line(self) -> int | None:
        """The student's line."""
        return self.location.student_line if self.location else None


@dataclass(frozen=True, slots=True)
class Request:
    """One memory instruction as the machine issues it; covers one or more accesses."""

    operation: str
    width: int
    offset: int
    location: Location | None
    members: tuple[Access, ...]
    pattern: str  # the counting rule, see wavefronts.shared_wavefronts
    exact: bool = True
    bounded: bool = True  # if not exact: whether the count is an upper bound
    machine_line: int | None = None  # its line in the machine code's line table; None: in another file
    past_l1: bool = False  # a cp.async that does not go through L1
    site: int = 0  # see Counter

    @property
    def line(self) -> int | None:
        """The student's line."""
        return self.machine_line or (self.location.student_line if self.location else None)


@dataclass
class Group:
    """Accesses of one block to one space with the same value of one register, and no conflicting access in between."""

    index: int
    block: int
    space: str
    base: str
    accesses: list[Access] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    alternatives: list[list[Request]] = field(default_factory=list)  # other ways to cover the accesses, see choose
    windows: list[Request] = field(default_factory=list)  # each serves several iterations of a loop, see choose
    copied: bool = False  # whether the machine code has several copies of an access, as from an unrolled loop
    apart: bool = True  # whether diverged lanes of one warp may be here without waiting for each other
    for_one: bool = False  # whether other counts depend on the order of lanes here, unless only one lane comes
    unrolled: bool = False  # whether the copies are of a form that `unrolling` knows
    counted_at: int | None = None  # the block in which the machine does the accesses, if that is certainly another one
    moved_to: frozenset[int] = frozenset()  # blocks to which the machine moved the accesses
    twins: list[Group] = field(default_factory=list)  # groups whose cost is uncertain once this one has run

    def choose(self, base: NDArray[np.int64]) -> list[Request]:
        """The requests for these base addresses.

        Of several ways to cover the accesses, the aligned one; of windows that serve several iterations, those that
        begin in this one.
        """
        if self.windows:
            begins = [(base + r.offset) & (r.width - 1) == 0 for r in self.windows]
            if any(b.any() and not b.all() for b in begins):
                return self.requests
            return [r for r, b in zip(self.windows, begins, strict=True) if b.all()]
        fitting = [way for way in self.alternatives if not any(((base + r.offset) & (r.width - 1)).any() for r in way)]
        return fitting[0] if len(fitting) == 1 else self.requests

    # Computed once: a group is complete before it is first used.

    @cached_property
    def writes(self) -> bool:
        """Whether they change memory. A group has only loads or only stores."""
        return self.accesses[0].operation in ("store", "atomic")

    @cached_property
    def lowest(self) -> int:
        """Smallest byte offset touched."""
        return min(a.offset for a in self.accesses)

    @cached_property
    def end(self) -> int:
        """One past the largest byte offset touched."""
        return max(a.offset + a.width for a in self.accesses)

    @cached_property
    def phases(self) -> list[Access]:
        """Accesses that need different alignments of the base address."""
        return list({(a.width, a.offset % a.width): a for a in reversed(self.accesses) if a.width > 1}.values())

    @property
    def line(self) -> int | None:
        """Line of the first access."""
        return self.accesses[0].line


def space_of(instruction: Instruction) -> str:
    """State space of a memory instruction; "generic" if the opcode names none."""
    for part in instruction.opcode[1:]:
        if part in SPACES:
            return part
    return "generic"


def address(operand: str, line: int | None) -> tuple[str, int]:
    """Base register or symbol, and byte offset, of an address operand."""
    match = _ADDRESS.fullmatch(operand)
    if not match:
        raise Unsupported(f"the address {operand}", line)
    base, offset = match.groups()
    absolute = base is not None and base[0].isdigit()
    try:
        number = integer((base if absolute else offset) or "0")
    except ValueError:
        number = _FARTHEST
    if not -_FARTHEST <= number < _FARTHEST:
        raise Unsupported(f"the address {operand}", line)
    return "" if absolute else base or "", number


def access(position: int, instruction: Instruction) -> Access | None:
    """The access of a memory instruction; None for other instructions and for parameters."""
    opcode = instruction.opcode
    if opcode[0] not in ("ld", "st", "atom", "red", "ldu") or space_of(instruction) == "param":
        return None
    operation = {"ld": "load", "ldu": "load", "st": "store"}.get(opcode[0], "atomic")
    element = next((p for p in reversed(opcode) if p in TYPE_BYTES), None)
    if element is None:
        raise Unsupported(f"the instruction `{instruction.text}`", instruction.line)
    elements = next((int(p[1]) for p in opcode if p in ("v2", "v4", "v8")), 1)
    where = {"ld": 1, "ldu": 1, "st": 0, "atom": 1, "red": 0}[opcode[0]]
    base, offset = address(instruction.operands[where], instruction.line)
    reads = operation != "store" and "exch" not in opcode
    strong = operation == "atomic" or not _STRONG.isdisjoint(opcode)
    return Access(position, operation, base, offset, element, elements, instruction.location,
                  instruction.text_line, reads, scope=strong and (1 if "cta" in opcode else 2),
                  acquires=operation == "atomic" or "acquire" in opcode,
                  releases=not {"release", "acq_rel", "sc"}.isdisjoint(opcode))  # fmt: skip


def is_copy(instruction: Instruction) -> bool:
    """Whether it is a cp.async that moves data."""
    opcode = instruction.opcode
    return opcode[:2] == ("cp", "async") and "global" in opcode and "bulk" not in opcode


def copy_accesses(position: int, instruction: Instruction) -> tuple[Access, Access]:
    """(access of the shared destination, access of the global source) of a cp.async."""
    width = integer(instruction.operands[2])
    made = []
    for operand in instruction.operands[:2]:
        base, offset = address(operand, instruction.line)
        made.append(Access(position, "async_copy", base, offset, "b32", width // 4, instruction.location,
                           instruction.text_line, reads=False, past_l1="cg" in instruction.opcode))  # fmt: skip
    return made[0], made[1]


def group_accesses(
    blocks: list[Block], shared: Mapping[str, tuple[int, int]]
) -> tuple[list[Group], dict[tuple[int, int], Group]]:
    """All groups of a kernel, and the group of every memory instruction by (block, position).

    shared: place and size of the shared variables. Accesses by their names have the base "".
    """
    groups: list[Group] = []
    of: dict[tuple[int, int], Group] = {}
    users = _users(blocks)
    named = {name: SHARED_START + place for name, (place, _) in shared.items()}
    fixed = named | _fixed_registers(blocks, named)
    for block in blocks:
        _group_block(block, groups, of, users, fixed)
    return groups, of


def _fixed_registers(blocks: list[Block], shared: Mapping[str, int]) -> dict[str, int]:
    """Registers that are set once, to the address of a shared variable."""
    written: dict[str, list[Instruction]] = defaultdict(list)
    for block in blocks:
        for instruction in [*block.instructions, *([block.last] if block.last else [])]:
            for register in definitions_and_uses(instruction)[0]:
                written[register].append(instruction)
    found = {}
    for register, (first, *others) in written.items():
        if not others and first.opcode[0] == "mov" and first.guard is None:
            name, _, offset = first.operands[1].partition("+")
            if name in shared:
                found[register] = shared[name] + int(offset or "0", 0)
    return found


def _users(blocks: list[Block]) -> dict[str, set[str]]:
    """The opcodes that read each register."""
    users: dict[str, set[str]] = defaultdict(set)
    for block in blocks:
        for instruction in [*block.instructions, *([block.last] if block.last else [])]:
            for register in definitions_and_uses(instruction)[1]:
                users[register].add(instruction.opcode[0])
    return users


def _use_of(instruction: Instruction, users: dict[str, set[str]]) -> dict[str, Any]:
    """How the values of a load are used: unused elements, and whether only `selp` uses them."""
    targets = [t.strip() for t in instruction.operands[0].strip("{}").split(",")]
    read_by = [users.get(t, set()) for t in targets]
    unused = frozenset(i for i, opcodes in enumerate(read_by) if not opcodes)
    return {"unused": unused, "tentative": all(opcodes <= {"selp"} for opcodes in read_by)}


def _group_block(
    block: Block, groups: list[Group], of: dict[tuple[int, int], Group], users: dict[str, set[str]],
    fixed: Mapping[str, int],
) -> None:  # fmt: skip
    """A store closes the other groups of its space, a load those with stores, which keeps the order between groups."""
    open_groups: dict[tuple[str, str], Group] = {}
    for position, instruction in enumerate(block.instructions):
        if is_copy(instruction):  # two groups in a row: the destination's, then the source's
            open_groups.clear()
            for space, part in zip(("shared", "global"), copy_accesses(position, instruction), strict=True):
                groups.append(Group(len(groups), block.index, space, part.base, [part]))
            of[block.index, position] = groups[-2]
        found = access(position, instruction)
        if found is not None:
            if found.operation == "load":
                found = replace(found, **_use_of(instruction, users))
            space = space_of(instruction)
            if space == "shared" and found.base in fixed:
                found = replace(found, base="", offset=found.offset + fixed[found.base])
            key = (space, found.base)
            for other in [k for k, g in open_groups.items() if k != key and _conflict(g, space, found)]:
                del open_groups[other]
            group = open_groups.get(key)
            if group is None or found.operation == "atomic" or _mixes(group, found):
                group = Group(len(groups), block.index, space, found.base)
                groups.append(group)
                open_groups[key] = group
            group.accesses.append(found)
            of[block.index, position] = group
            if found.operation == "atomic":
                del open_groups[key]
        if instruction.opcode[0] in ("bar", "barrier", "membar", "fence", "call"):
            open_groups.clear()
        for register in definitions_and_uses(instruction)[0]:
            for key in [k for k in open_groups if k[1] == register]:
                del open_groups[key]


def _conflict(group: Group, space: str, new: Access) -> bool:
    if "generic" not in (group.space, space) and group.space != space:
        return False
    return new.operation != "load" or any(a.operation != "load" for a in group.accesses)


def _mixes(group: Group, new: Access) -> bool:
    """Whether loads and stores with one register would share a group: a group has only loads or only stores."""
    return group.accesses[0].operation != new.operation
