"""Room on a multiprocessor: how many blocks of a kernel fit, what keeps more from fitting, and how far that is away."""

from __future__ import annotations

from dataclasses import dataclass

from grader.simt.occupancy import Occupancy, limits, occupancy


@dataclass(frozen=True)
class Room:
    """now: as the kernel is. most_warps: that one multiprocessor holds. better: with the most registers, or the most
    shared memory in bytes, with which another block fits; None where no smaller number helps by itself.
    """

    now: Occupancy
    most_warps: int
    registers: tuple[int, Occupancy] | None
    shared_bytes: tuple[int, Occupancy] | None


def room(arch: str, threads: int, registers: int, shared_bytes: int) -> Room:
    """threads: of a block; registers: of a thread; shared_bytes: of a block, static and dynamic.

    Raises ValueError as `occupancy` does.
    """
    now = occupancy(arch, threads, registers, shared_bytes)
    return Room(
        now=now,
        most_warps=limits(arch).warps,
        registers=next(
            ((fewer, found) for fewer in range(registers - 1, 0, -1)
             if (found := occupancy(arch, threads, fewer, shared_bytes)).blocks > now.blocks), None),
        shared_bytes=_less_shared(arch, threads, registers, shared_bytes, now),
    )  # fmt: skip


def _less_shared(
    arch: str, threads: int, registers: int, shared_bytes: int, now: Occupancy
) -> tuple[int, Occupancy] | None:
    """By bisection: with less shared memory never fewer blocks fit."""
    if occupancy(arch, threads, registers, 0).blocks <= now.blocks:
        return None
    fits, fails = 0, shared_bytes
    while fails - fits > 1:
        half = (fits + fails) // 2
        if occupancy(arch, threads, registers, half).blocks > now.blocks:
            fits = half
        else:
            fails = half
    return fits, occupancy(arch, threads, registers, fits)
