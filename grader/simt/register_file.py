"""Where registers are kept between basic blocks: those that are never needed at the same time share a place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from grader.simt.kernel import End, Kernel

# What a register holds before it is set: NaN as a half, a float or a double, and no small integer. With zeros a sum
# without an initial value would be right here and luck on a GPU.
UNDEFINED = b"\xfd\x7f" * 4


@dataclass(frozen=True)
class RegisterFile:
    """slots: place of each register that lives beyond a block. initial: for every place, the register whose value it
    holds when the kernel starts, and the NumPy type of its registers."""

    slots: dict[str, int]
    initial: list[tuple[str | None, str]]


def assign_slots(kernel: Kernel, type_of: Callable[[str], str]) -> RegisterFile:
    """Registers of one type share a slot where no program point needs both.

    Diverged lanes do not disturb that: at one point of the program a lane needs only one of them, and each lane has
    its own element. In a kernel that really calls functions nothing is shared, because what a caller needs after a
    call is not among what its callee needs.
    """
    points: dict[str, int] = defaultdict(int)  # where a register is live, as a set of bits
    for block in kernel.blocks:
        for bit, live in ((2 * block.index, block.live_in), (2 * block.index + 1, block.live_out)):
            for register in live:
                points[register] |= 1 << bit
    if any(b.end in (End.CALL, End.RETURN) for b in kernel.blocks):
        points = defaultdict(int, dict.fromkeys([*points, *sorted(kernel.results)], 1))
    at_start = kernel.blocks[0].live_in
    slots: dict[str, int] = {}
    initial: list[tuple[str | None, str]] = []
    taken: list[int] = []  # by slot, where it is in use
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
