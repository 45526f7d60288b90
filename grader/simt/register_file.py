"""Slots for registers between basic blocks, shared by registers that are never live at the same time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from grader.dataclass import dataclass
from grader.simt.kernel import End, Kernel

# Content of an unset register: NaN as a half, a float or a double, and a large integer. With zeros, a sum without an
# initial value would always be right here, but only by luck on a GPU.
UNDEFINED = b"\xfd\x7f" * 4


@dataclass(frozen=True)
class RegisterFile:
    """slots: of the registers that are live across blocks. initial: for every slot, the register whose value it has
    when the kernel starts, and the NumPy type of its registers."""

    slots: dict[str, int]
    initial: list[tuple[str | None, str]]


def assign_slots(kernel: Kernel, type_of: Callable[[str], str]) -> RegisterFile:
    """Registers of one type share a slot if no program point needs both.

    That holds for diverged lanes too: at any point a lane needs only one of them, and each lane has its own element. In
    a kernel with recursive functions nothing is shared, because registers that a caller needs after a call are not live
    in the callee.
    """
    points: dict[str, int] = defaultdict(int)  # program points at which it is live, as bits
    for block in kernel.blocks:
        for bit, live in ((2 * block.index, block.live_in), (2 * block.index + 1, block.live_out)):
            for register in live:
                points[register] |= 1 << bit
    if any(b.end in (End.CALL, End.RETURN) for b in kernel.blocks):
        points = defaultdict(int, dict.fromkeys([*points, *sorted(kernel.results)], 1))
    at_start = kernel.blocks[0].live_in
    slots: dict[str, int] = {}
    initial: list[tuple[str | None, str]] = []
    taken: list[int] = []  # by slot, the points at which it is in use
    of_type: dict[str, list[int]] = defaultdict(list)
    for register in sorted(points):
        kind, where = type_of(register), points[register]
        slot = next((s for s in of_type[kind] if not taken[s] & where), None)
        if slot is None:
            slot = len(taken)
            taken.append(0)
            initial.append((None, kind))
            of_type[kind].append(slot)
        slots[register] = slot
        taken[slot] |= where
        if register in at_start:
            initial[slot] = (register, kind)
    return RegisterFile(slots, initial)
