"""Which machine instructions a kernel's PTX accesses become, read from the machine code itself.

ptxas merges neighbouring 4-byte shared loads and stores into 8- and 16-byte ones, drops dead ones, and has its own
instructions for atomics. The cubin's line table names, for every machine instruction, the PTX line it was made from;
a merged instruction has the line of one of its members. What cannot be told for certain is marked as not exact.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from grader.simt.accesses import Access, Group, Request
from grader.toolchain.program import MachineInstruction

_WIDE = (16, 8, 4, 2)
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


def made_from(code: Iterable[MachineInstruction], ptx_line: Mapping[int, int]) -> dict[int, list[MachineInstruction]]:
    """Machine instructions by the PTX line they were made from. ptx_line: by instruction address."""
    made: dict[int, list[MachineInstruction]] = defaultdict(list)
    for instruction in code:
        if instruction.width is not None and instruction.address in ptx_line:
            made[ptx_line[instruction.address]].append(instruction)
    return made


def plan_requests(groups: Iterable[Group], made: Made | None) -> None:
    """Give every group the requests that the machine issues for it. made: None when there is no machine code."""
    for group in groups:
        if group.accesses[0].operation == "atomic":
            group.requests = [_atomic(group, group.accesses[0], made)]
        elif made is None or group.space not in ("shared", "global"):
            group.requests = [_alone(a, exact=False) for a in group.accesses]
        else:
            group.requests = _merged(group, made)


def _alone(access: Access, exact: bool) -> Request:
    operation = access.operation
    return Request(operation, access.width, access.offset, access.location, (access,), operation, exact)


def _atomic(group: Group, access: Access, made: Made | None) -> Request:
    opcodes = {i.opcode for i in made.get(access.text_line, ())} if made else set()
    pattern, exact = "atomic", False
    if group.space == "global":
        exact = bool(opcodes) and all(o.startswith(("ATOM", "RED")) and not o.startswith("ATOMS") for o in opcodes)
    elif len(opcodes) == 1:
        pattern = _SHARED_ATOMICS.get(opcodes.pop(), "")
        exact, pattern = bool(pattern), pattern or "atomic"
    return Request("atomic", access.width, access.offset, access.location, (access,), pattern, exact, bounded=False)


def _merged(group: Group, made: Made) -> list[Request]:
    """Cover the group's accesses, from the lowest offset on, by the machine's instructions."""
    opcodes = _PLAIN[group.space, group.accesses[0].operation]
    widths = {
        a: {i.width for i in made.get(a.text_line, ()) if i.opcode in opcodes and i.width} for a in group.accesses
    }
    requests: list[Request] = []
    left = sorted(group.accesses, key=lambda a: (a.offset, a.position))
    while left:
        access = left[0]
        window = _window(left, widths)
        if window:
            width = sum(m.width for m in window)
            leader = next(m for m in window if widths[m])
            requests.append(Request(access.operation, width, access.offset, leader.location, tuple(window),
                                    access.operation))  # fmt: skip
            left = [a for a in left if a not in window]
            continue
        requests.append(_alone(access, exact=widths[access] == {access.width}))
        left.pop(0)
    return requests


def _window(left: list[Access], widths: Mapping[Access, set[int]]) -> list[Access]:
    """Accesses from the lowest on that one wider instruction covers without gaps; empty if there is none."""
    first = left[0]
    for width in _WIDE:
        if width <= first.width:
            break
        members, end = [first], first.offset + first.width
        for access in left[1:]:
            if access.offset == end and end < first.offset + width:
                members.append(access)
                end += access.width
        leaders = [m for m in members if widths[m]]
        if end == first.offset + width and len(leaders) == 1 and widths[leaders[0]] == {width}:
            return members
    return []
