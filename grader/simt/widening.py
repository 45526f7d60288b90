"""Which machine instructions a kernel's PTX accesses become, read from the machine code itself.

ptxas merges neighbouring shared accesses into 8- and 16-byte ones (a load may even fetch words that nobody asked for,
to be wider), drops dead ones, and has its own instructions for atomics. The cubin's line table names, for every
machine instruction, the PTX line it was made from; a merged instruction has the line of one of its members. Which
others it covers follows from its offset. What cannot be told for certain is marked as not exact.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from grader.simt.accesses import Access, Group, Request
from grader.toolchain.program import MachineInstruction

_MOST_SOLUTIONS = 256  # combinations tried per group of accesses
_PLAIN = {
    ("shared", "load"): ("LDS",), ("shared", "store"): ("STS",), ("global", "load"): ("LDG",),
    ("global", "store"): ("STG",), ("generic", "load"): ("LD",), ("generic", "store"): ("ST",),
}  # fmt: skip
_SHARED_ATOMICS = {
    "ATOMS.POPC.INC": "atomic_increment", "ATOMS.CAS": "atomic_cas", "ATOMS.ADD": "atomic", "ATOMS.MIN": "atomic",
    "ATOMS.MAX": "atomic", "ATOMS.AND": "atomic", "ATOMS.OR": "atomic", "ATOMS.XOR": "atomic", "ATOMS.INC": "atomic",
    "ATOMS.DEC": "atomic", "ATOMS.EXCH": "atomic",
}  # fmt: skip

Made = Mapping[int, Sequence[MachineInstruction]]
Own = Mapping[Access, Sequence[MachineInstruction]]


def made_from(code: Iterable[MachineInstruction], ptx_line: Mapping[int, int]) -> dict[int, list[MachineInstruction]]:
    """Memory instructions by the PTX line they were made from. ptx_line: by instruction address."""
    made: dict[int, list[MachineInstruction]] = defaultdict(list)
    for instruction in code:
        if instruction.width is not None and instruction.opcode != "LDC" and instruction.address in ptx_line:
            made[ptx_line[instruction.address]].append(instruction)
    return made


def plan_requests(groups: Iterable[Group], made: Made | None) -> None:
    """Give every group the requests that the machine issues for it. made: None when there is no machine code."""
    for group in groups:
        if group.accesses[0].operation == "async_copy":
            group.requests = [_copy(group, group.accesses[0], made)]
        elif group.accesses[0].operation == "atomic":
            group.requests = [_atomic(group, group.accesses[0], made)]
        elif made is None or group.space not in ("shared", "global"):
            group.requests = [_alone(a, exact=False) for a in group.accesses]
        else:
            group.requests = _requests(group, made)


def _alone(access: Access, exact: bool) -> Request:
    operation = access.operation
    return Request(operation, access.width, access.offset, access.location, (access,), operation, exact)


def _atomic(group: Group, access: Access, made: Made | None) -> Request:
    instructions = made.get(access.text_line, ()) if made else ()
    opcodes = {i.opcode for i in instructions}
    pattern, exact = "atomic", False
    if group.space == "global":
        exact = bool(opcodes) and all(o.startswith(("ATOM", "RED")) and o not in _SHARED_ATOMICS for o in opcodes)
    elif len(opcodes) == 1:
        pattern = _SHARED_ATOMICS.get(opcodes.pop(), "")
        # An address in a uniform register: one lane may do the work of its whole warp.
        one_by_one = bool(pattern) and all(i.base is not None for i in instructions)
        exact = pattern == "atomic_increment" or (one_by_one and (access.width <= 4 or pattern == "atomic_cas"))
        pattern = pattern or "atomic"
    return Request("atomic", access.width, access.offset, access.location, (access,), pattern, exact, bounded=False)


def _copy(group: Group, access: Access, made: Made | None) -> Request:
    """cp.async: in shared memory it costs what a store costs, in global memory what a load does."""
    widths = {i.width for i in made.get(access.text_line, ()) if i.opcode == "LDGSTS"} if made else set()
    pattern = "store" if group.space == "shared" else "load"
    return Request("async_copy", access.width, access.offset, access.location, (access,), pattern,
                   exact=widths == {access.width})  # fmt: skip


def _requests(group: Group, made: Made) -> list[Request]:
    """The machine's requests for a group of loads or of stores."""
    opcodes = _PLAIN[group.space, group.accesses[0].operation]
    own = {a: [i for i in made.get(a.text_line, ()) if i.opcode in opcodes] for a in group.accesses}
    if all(own[a] and {i.width for i in own[a]} == {a.width} for a in group.accesses):
        return [_alone(a, exact=True) for a in group.accesses]
    solutions = list(_solutions(group, own))
    gapless = [s for s in solutions if not any(w.gap for w in s)]
    chosen = gapless if len(gapless) == 1 else solutions
    if len(chosen) == 1:
        return [w.request() for w in chosen[0]]
    group.alternatives = [[w.request() for w in s] for s in chosen]
    return [_alone(a, exact={i.width for i in own[a]} == {a.width}) for a in group.accesses]


@dataclass(frozen=True, slots=True)
class _Window:
    """One machine instruction in PTX offsets: [start, start + width), made from `leader`, covering `members`."""

    start: int
    width: int
    leader: Access
    members: tuple[Access, ...]

    @property
    def gap(self) -> bool:
        """Does it fetch bytes that no access asked for?"""
        return sum(m.width for m in self.members) < self.width

    def request(self) -> Request:
        """The request it stands for."""
        return Request(self.leader.operation, self.width, self.start, self.leader.location, self.members,
                       self.leader.operation)  # fmt: skip


def _solutions(group: Group, own: Own) -> Iterator[list[_Window]]:
    """Ways to place the machine's instructions over the accesses so that each access is covered exactly once.

    Instructions off one machine register share one distance between machine offsets and PTX offsets. Where ptxas
    unrolled a loop, every copy has the same shape, and only a cover without gaps is believed.
    """
    placed = [(a, instructions[0]) for a, instructions in own.items() if instructions]
    unrolled = any(len(i) > 1 for i in own.values())
    if not placed or any(len({(i.opcode, i.width, i.offset is None) for i in made}) > 1 for made in own.values()):
        return
    by_base: dict[int | None, list[tuple[Access, MachineInstruction]]] = defaultdict(list)
    for access, instruction in placed:
        by_base[instruction.base].append((access, instruction))
    choices = [sorted(set.intersection(*(_distances(a, i) for a, i in pairs))) for pairs in by_base.values()]
    for number, distances in enumerate(product(*choices)):
        if number >= _MOST_SOLUTIONS:
            return
        windows = [
            window for pairs, distance in zip(by_base.values(), distances, strict=True)
            for window in (_window(a, i, distance, group, own) for a, i in pairs)
        ]  # fmt: skip
        if _is_cover(windows, group) and not (unrolled and any(w.gap for w in windows)):
            yield windows


def _distances(access: Access, instruction: MachineInstruction) -> set[int]:
    """Possible (machine offset - PTX offset): the access lies somewhere in its instruction."""
    offset, width = instruction.offset or 0, instruction.width or 0
    return {offset - (access.offset - at) for at in range(0, max(width - access.width, 0) + 1, access.width)}


def _window(
    leader: Access, instruction: MachineInstruction, distance: int, group: Group, own: Own
) -> _Window:  # fmt: skip
    start, width = (instruction.offset or 0) - distance, instruction.width or 0
    inside = (a for a in group.accesses if start <= a.offset and a.offset + a.width <= start + width)
    return _Window(start, width, leader, tuple(a for a in inside if a is leader or not own[a]))


def _is_cover(windows: list[_Window], group: Group) -> bool:
    members = [m for w in windows for m in w.members]
    if len(members) != len(group.accesses) or set(members) != set(group.accesses):
        return False
    return group.accesses[0].operation == "load" or not any(w.gap for w in windows)
