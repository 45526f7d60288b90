"""Room on a multiprocessor: how many blocks of a kernel fit, what limits them, and what would let another fit."""

from __future__ import annotations

from bisect import bisect_left

from grader.dataclass import dataclass
from grader.occupancy import BARRIERS_PER_BLOCK_SLOT, Need, Occupancy, limits, needs, occupancy


@dataclass(frozen=True)
class Room:
    """now: the kernel as it is. most_warps: per multiprocessor. registers, shared_bytes: the most of either that
    lets another block fit, with the occupancy then; None where less of it does not help. needs: of one block; of
    barriers only where they are so many that they could limit something.
    """

    now: Occupancy
    most_warps: int
    registers: tuple[int, Occupancy] | None
    shared_bytes: tuple[int, Occupancy] | None
    needs: tuple[Need, ...]

    def keeps_out(self, need: Need) -> bool:
        """Whether this is what keeps the next block out."""
        return need.name in self.now.limited_by

    def percent(self, need: Need) -> float:
        """Of what can be handed out, the share that one block takes."""
        return 100 * need.per_block / need.usable if need.usable else 100.0


def room(arch: str, threads: int, registers: int, shared_bytes: int, barriers: int = 0) -> Room:
    """threads, barriers, shared_bytes (static and dynamic): of a block; registers: of a thread.

    Raises ValueError as `occupancy` does.
    """
    now = occupancy(arch, threads, registers, shared_bytes, barriers)
    return Room(
        now=now,
        most_warps=limits(arch).warps,
        registers=next(
            ((fewer, found) for fewer in range(registers - 1, 0, -1)
             if (found := occupancy(arch, threads, fewer, shared_bytes, barriers)).blocks > now.blocks), None),
        shared_bytes=_less_shared(arch, threads, registers, shared_bytes, barriers, now),
        needs=tuple(need for need in needs(arch, threads, registers, shared_bytes, barriers)
                    if need.name != "barriers" or need.per_block > BARRIERS_PER_BLOCK_SLOT),
    )  # fmt: skip


def _less_shared(
    arch: str, threads: int, registers: int, shared_bytes: int, barriers: int, now: Occupancy
) -> tuple[int, Occupancy] | None:
    """By bisection: less shared memory never fits fewer blocks."""

    def is_too_much(size: int) -> bool:
        return occupancy(arch, threads, registers, size, barriers).blocks <= now.blocks

    most = bisect_left(range(shared_bytes), True, key=is_too_much) - 1
    return (most, occupancy(arch, threads, registers, most, barriers)) if most >= 0 else None
