"""The machine instructions of a kernel's PTX accesses, determined from the machine code.

ptxas merges adjacent shared accesses into 8- and 16-byte ones (a load may even fetch unrequested words to be wider),
drops dead and repeated ones, and has its own instructions for atomics. The cubin's line table has the PTX line of every
machine instruction; a merged instruction has the line of one of its members. Which others it covers follows from its
offset. Uncertain results are marked as not exact.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, product

from grader.dataclass import dataclass
from grader.simt.accesses import ASYNC_COPY, Access, Group, Request
from grader.simt.code_motion import CodeMotion
from grader.simt.flow import loops
from grader.simt.kernel import Block
from grader.simt.machine_code_flow import MachineCodeFlow
from grader.simt.redundant_loads import absorb
from grader.simt.unrolling import is_unrolled
from grader.toolchain.program import MachineInstruction

_MOST_SOLUTIONS = 256  # combinations tried per group of accesses
_PLAIN = {
    ("shared", "load"): ("LDS",), ("shared", "store"): ("STS",), ("global", "load"): ("LDG",),
    ("global", "store"): ("STG",),
}  # fmt: skip
_GENERIC = {"load": "LD", "store": "ST"}
_SHARED_ATOMICS = {
    "ATOMS.POPC.INC": "atomic_increment", "ATOMS.CAS": "atomic_cas", "ATOMS.ADD": "atomic", "ATOMS.MIN": "atomic",
    "ATOMS.MAX": "atomic", "ATOMS.AND": "atomic", "ATOMS.OR": "atomic", "ATOMS.XOR": "atomic", "ATOMS.INC": "atomic",
    "ATOMS.DEC": "atomic", "ATOMS.EXCH": "atomic",
}  # fmt: skip

Own = Mapping[Access, Sequence[MachineInstruction]]


@dataclass(frozen=True)
class Made:
    """The machine code of each PTX line: memory instructions, and the opcodes of all decoded instructions.

    file: the student's file in the line table; lines of other files are left out. origin: PTX line and opcode of every
    machine instruction, by address.
    """

    memory: Mapping[int, Sequence[MachineInstruction]]
    opcodes: Mapping[int, frozenset[str]]
    flow: MachineCodeFlow
    file: str
    origin: Mapping[int, tuple[int, str]]

    def line(self, instructions: Iterable[MachineInstruction]) -> int | None:
        """The common source line of instructions in the student's file, if there is one."""
        places = {(i.file, i.line) for i in instructions}
        file, line = places.pop() if len(places) == 1 else (None, None)
        return line if file == self.file else None


def made_from(code: Iterable[MachineInstruction], ptx_line: Mapping[int, int], file: str) -> Made:
    """Machine instructions by their PTX line. ptx_line: by instruction address."""
    memory: dict[int, list[MachineInstruction]] = defaultdict(list)
    opcodes: dict[int, set[str]] = defaultdict(set)
    instructions = list(code)
    for instruction in instructions:
        if instruction.address in ptx_line:
            line = ptx_line[instruction.address]
            opcodes[line].add(instruction.opcode)
            if instruction.width is not None and instruction.opcode != "LDC":
                memory[line].append(instruction)
    flow = MachineCodeFlow(instructions)
    origin = {i.address: (ptx_line[i.address], i.opcode) for i in instructions if i.address in ptx_line}
    return Made(memory, {line: frozenset(found) for line, found in opcodes.items()}, flow, file, origin)


def plan_requests(groups: Sequence[Group], made: Made | None, blocks: list[Block]) -> None:
    """Set every group's machine requests. made: None without machine code."""
    orphans: list[tuple[Group, Access]] = []
    looping = set().union(*loops(blocks))
    for group in groups:
        if group.accesses[0].operation == "async_copy":
            group.requests = [_copy(group, group.accesses[0], made)]
        elif group.accesses[0].operation == "atomic":
            group.requests = [_atomic(group, group.accesses[0], made)]
        elif made is None or group.space not in ("shared", "global"):
            group.requests = [_alone(a, made is not None and _is_as_written(a, made)) for a in group.accesses]
        else:
            orphans += [(group, access) for access in _plan(group, made, blocks, looping)]
    absorb(orphans, groups, blocks)
    motion = CodeMotion(blocks, made.origin, made.flow) if made else None
    for group in groups:
        own = [i for access in group.accesses for i in made.memory.get(access.text_line, ())] if made else []
        group.apart = made is None or not own or any(made.flow.may_be_apart(i.address) for i in own)
        if made and any(made.flow.may_be_skipped(i.address) for i in own):
            group.requests, group.windows = ([replace(r, exact=False) for r in requests]
                                             for requests in (group.requests, group.windows))  # fmt: skip
            group.alternatives = []
        if made:
            group.requests = [replace(r, exact=False) if _may_be_for_some(r, made) else r for r in group.requests]
        if motion and group.accesses[0].operation == "load":
            _note_moved(group, own, motion)


def _note_moved(group: Group, own: Sequence[MachineInstruction], motion: CodeMotion) -> None:
    alone = len(own) <= len(group.accesses)
    plain = [i.address for i in own if not i.predicated]  # a predicated instruction stays in its block
    places = {at: motion.moved(group.block, at, alone) for at in plain}
    group.moved_to = frozenset().union(*places.values())
    if not group.moved_to or len(plain) < len(own) or not all(r.exact for r in group.requests):
        return
    found = {motion.destination(group.block, at, place) for at, place in places.items()}
    if len(found) == 1 and not group.alternatives and not group.windows:
        group.counted_at = found.pop()


def _may_be_for_some(request: Request, made: Made) -> bool:
    """Whether ptxas loads only for the lanes that will select the value."""
    own = [i for access in request.members if access.tentative for i in made.memory.get(access.text_line, ())]
    return any(i.predicated for i in own)


def _alone(access: Access, exact: bool, line: int | None = None) -> Request:
    operation = access.operation
    return Request(operation, access.width, access.offset, access.location, (access,), operation, exact,
                   machine_line=line)  # fmt: skip


def _is_as_written(access: Access, made: Made) -> bool:
    """Whether an access by a generic pointer became one of the same width."""
    own = made.memory.get(access.text_line, ())
    return bool(own) and all((i.opcode, i.width) == (_GENERIC[access.operation], access.width) for i in own)


def _atomic(group: Group, access: Access, made: Made | None) -> Request:
    instructions = made.memory.get(access.text_line, ()) if made else ()
    opcodes = {i.opcode for i in instructions}
    pattern, exact = "atomic", False
    if group.space == "global":
        exact = bool(opcodes) and all(o.startswith(("ATOM", "RED")) and o not in _SHARED_ATOMICS for o in opcodes)
        exact = exact and access.elements == 1  # the cost of vectors has not been measured
    elif len(opcodes) == 1:
        pattern = _SHARED_ATOMICS.get(opcodes.pop(), "")
        exact = pattern in ("atomic_increment", "atomic_cas") or (pattern == "atomic" and access.width <= 4)
        if exact and pattern == "atomic" and any(i.predicated for i in instructions):
            pattern, exact = _by_one_lane(access, instructions, made)
        pattern = pattern or "atomic"
    line = made.line(instructions) if made else None
    return Request("atomic", access.width, access.offset, access.location, (access,), pattern, exact, bounded=False,
                   machine_line=line)  # fmt: skip


def _by_one_lane(
    access: Access, instructions: Sequence[MachineInstruction], made: Made | None
) -> tuple[str, bool]:  # fmt: skip
    """(pattern, exact) of a predicated atomic. If all lanes have one address, one lane may work for its warp: it first
    combines the values (REDUX, or a count of lanes) and distributes the result (SHFL)."""
    opcodes = made.opcodes.get(access.text_line, frozenset()) if made else frozenset()
    if not opcodes.isdisjoint(("REDUX", "SHFL", "POPC")):
        return "atomic_leader", True
    return "atomic", all(i.base is not None for i in instructions)


def _copy(group: Group, access: Access, made: Made | None) -> Request:
    """cp.async: through L1 its cost in global memory is that of a load. If it bypasses L1 or is predicated, no counter
    covers it."""
    copies = [i for i in made.memory.get(access.text_line, ()) if i.opcode == "LDGSTS"] if made else []
    unseen = access.past_l1 and any(i.predicated for i in copies)
    return Request("async_copy", access.width, access.offset, access.location, (access,),
                   ASYNC_COPY if group.space == "shared" or access.past_l1 else "load",
                   exact={i.width for i in copies} == {access.width} and not unseen,
                   machine_line=made.line(copies) if made else None, past_l1=access.past_l1)  # fmt: skip


def _is_one_place(instructions: Sequence[MachineInstruction]) -> bool:
    """Whether an access's instructions, outside of loops, have one address; else one belongs to another access."""
    return len({(i.base, i.offset) for i in instructions}) == len({i.base for i in instructions})


def _plan(group: Group, made: Made, blocks: list[Block], looping: set[int]) -> list[Access]:
    """Set the machine's requests for a group of loads or stores; returns the unexplained accesses."""
    opcodes = _PLAIN[group.space, group.accesses[0].operation]
    own = {a: [i for i in made.memory.get(a.text_line, ()) if i.opcode in opcodes] for a in group.accesses}
    group.copied = any(len(instructions) > 1 for instructions in own.values())
    is_loop = group.block in blocks[group.block].next
    if all(own[a] and {i.width for i in own[a]} == {a.width} for a in group.accesses):
        in_loop = group.block in looping
        group.requests = [_alone(a, in_loop or _is_one_place(own[a]), made.line(own[a])) for a in group.accesses]
        group.unrolled = is_loop and all(is_unrolled(own[a], made.flow.branches) for a in group.accesses)
        return []
    narrow = [_narrowed(a, own[a]) for a in group.accesses]
    if all(narrow):
        group.requests = [w.request(made) for windows in narrow for w in windows]
        return []
    chosen = _chosen(group, own)
    solutions = [[w.request(made) for w in s] for s in chosen]
    if len(solutions) == 1:
        group.unrolled = is_loop and all(is_unrolled(w.made, made.flow.branches) for w in chosen[0])
        group.requests = solutions[0]
        return []
    group.alternatives = solutions
    group.windows = [] if solutions else [w.request(made) for w in _windows_of_rounds(group, own)]
    group.requests = [_alone(a, {i.width for i in own[a]} == {a.width}, made.line(own[a])) for a in group.accesses]
    return [] if group.windows else [a for a in group.accesses if not own[a]]


def _chosen(group: Group, own: Own) -> list[list[_Window]]:
    solutions = list(_solutions(group, own)) or list(_by_offset(group, own))
    gapless = [s for s in solutions if not any(w.gap for w in s)]
    return gapless if len(gapless) == 1 else solutions


def _by_offset(group: Group, own: Own) -> Iterator[list[_Window]]:
    """If the line table attributes one access's instruction to another: as many instructions as accesses, with one
    base register, at the same distances."""
    found = [i for instructions in own.values() for i in instructions]
    if len(found) != len(group.accesses) or len({i.base for i in found}) != 1:
        return
    places = sorted(found, key=lambda i: i.offset or 0)
    accesses = sorted(group.accesses, key=lambda a: a.offset)
    distances = {(i.offset or 0) - a.offset for i, a in zip(places, accesses, strict=True)}
    if len(distances) == 1 and all(i.width == a.width for i, a in zip(places, accesses, strict=True)):
        yield [_Window(a.offset, a.width, a, (a,), (i,)) for i, a in zip(places, accesses, strict=True)]


def _narrowed(access: Access, own: Sequence[MachineInstruction]) -> list[_Window]:
    """An access with its own instructions: one of the same width, or narrower ones for the used elements."""
    if len(own) == 1 and own[0].width == access.width:
        return [_Window(access.offset, access.width, access, (access,), tuple(own))]
    if not own or len({i.base for i in own}) != 1 or not access.unused:
        return []
    size, used = access.element_bytes, [e for e in range(access.elements) if e not in access.unused]
    distance = min(i.offset or 0 for i in own) - (access.offset + used[0] * size)
    windows = [_Window((i.offset or 0) - distance, i.width or 0, access, (access,), (i,)) for i in own]
    found = [(w.start - access.offset + at) // size for w in windows for at in range(0, w.width, size)]
    return windows if sorted(found) == used else []


def _windows_of_rounds(group: Group, own: Own) -> list[_Window]:
    """An unrolled loop that walks through memory: one wide load serves several iterations.

    Its copies are then adjacent in the machine code, each as wide as several iterations of the PTX loop.
    """
    windows: list[_Window] = []
    explained: set[Access] = set()
    for leader, instructions in own.items():
        if not instructions:
            continue
        width = instructions[0].width or 0
        offsets = sorted(i.offset or 0 for i in instructions)
        steps = {b - a for a, b in pairwise(offsets)}
        run = _run(leader, group, own)
        size = sum(a.width for a in run)
        if len({(i.base, i.width) for i in instructions}) != 1 or steps != {width} or size >= width or width % size:
            return []
        windows.append(_Window(leader.offset, width, leader, run, tuple(instructions)))
        explained |= set(run)
    rounds = {w.width // sum(m.width for m in w.members) for w in windows}
    return windows if explained == set(group.accesses) and len(rounds) == 1 else []


def _run(leader: Access, group: Group, own: Own) -> tuple[Access, ...]:
    """The access and those directly after it that have no instruction."""
    at = {a.offset: a for a in group.accesses}
    run = [leader]
    while (following := at.get(run[-1].offset + run[-1].width)) is not None and not own[following]:
        run.append(following)
    return tuple(run)


@dataclass(frozen=True, slots=True)
class _Window:
    """One machine instruction in PTX offsets: [start, start + width), made from `leader`, covering `members`."""

    start: int
    width: int
    leader: Access
    members: tuple[Access, ...]
    made: tuple[MachineInstruction, ...]

    @property
    def gap(self) -> bool:
        """Whether it fetches unrequested bytes."""
        return sum(m.width for m in self.members) < self.width

    def request(self, made: Made) -> Request:
        """The corresponding request."""
        return Request(self.leader.operation, self.width, self.start, self.leader.location, self.members,
                       self.leader.operation, machine_line=made.line(self.made))  # fmt: skip


def _solutions(group: Group, own: Own) -> Iterator[list[_Window]]:
    """Ways to map the machine's instructions to the accesses so that each access is covered exactly once.

    Instructions with one base register share one distance between machine and PTX offsets. If ptxas unrolled a loop,
    every copy has the same shape, and only a cover without gaps is accepted.
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
    """Possible (machine offset - PTX offset): the access is somewhere in its instruction."""
    offset, width = instruction.offset or 0, instruction.width or 0
    return {offset - (access.offset - at) for at in range(0, max(width - access.width, 0) + 1, access.width)}


def _window(
    leader: Access, instruction: MachineInstruction, distance: int, group: Group, own: Own
) -> _Window:  # fmt: skip
    start, width = (instruction.offset or 0) - distance, instruction.width or 0
    inside = (a for a in group.accesses if start <= a.offset and a.offset + a.width <= start + width)
    return _Window(start, width, leader, tuple(a for a in inside if a is leader or not own[a]), tuple(own[leader]))


def _is_cover(windows: list[_Window], group: Group) -> bool:
    members = [m for w in windows for m in w.members]
    if len(members) != len(group.accesses) or set(members) != set(group.accesses):
        return False
    return group.accesses[0].operation == "load" or not any(w.gap for w in windows)
