"""The cost of a warp's cp.async, as far as measurements on an H200 determine it.

A copy moves data from one place of the L1 memory to another, so both places count. Through L1 (`.ca`), a lane needs a
bank on each side: if no two lanes of a group conflict on one side, the other side's conflicts are the cost; if lanes
conflict on both, the hardware's order is unknown. Bypassing L1 (`.cg`), data moves by sectors: one is read for each
pair of a source and a destination sector, and one wavefront carries sectors from one 128-byte line to one line, with
halves of sectors in one order and under one mask. How sectors may be permuted is known only within bounds.

Source: tests/hardware, probe_async.cu; see docs/emulator.md.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from grader.simt.patterns import WARP

LINE = 128
_SECTOR, _HALF = 32, 16
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]


class Bounds(NamedTuple):
    """lower <= wavefronts <= upper, summed over warps, and the ideal for the lower one; sectors and their ideal for
    copies past L1, else 0."""

    lower: int
    upper: int
    ideal: int
    sectors: int
    sectors_ideal: int


def copy_wavefronts(to: Ints, source: Ints, active: Mask | None, width: int, past_l1: bool) -> Bounds:
    """Bounds on the wavefronts of all warps.

    to, source: byte addresses in shared and in global memory, shape [warps, 32]; width: bytes a lane (4, 8, 16).
    """
    mask = np.ones(to.shape, np.bool_) if active is None else active
    rows = np.where(mask[:, None, :], np.stack((to - (to[:, :1] & -LINE), source - (source[:, :1] & -LINE)), axis=1), 0)
    distinct = np.concatenate((rows.reshape(len(rows), -1), mask), axis=1)
    _, first, counts = np.unique(distinct, axis=0, return_index=True, return_counts=True)
    total = np.zeros(5, np.int64)
    for row, count in zip(first.tolist(), counts.tolist(), strict=True):
        lanes = np.flatnonzero(mask[row])
        places = list(zip(to[row, lanes].tolist(), source[row, lanes].tolist(), lanes.tolist(), strict=True))
        moves = set(moves_of(places)) if past_l1 else set()
        low, high = _past_l1(moves) if past_l1 else _through_l1(places, width)
        bytes_moved = len(lanes) * width
        total += np.array([low, high, min(low, -(-bytes_moved // LINE)), len(moves),
                           min(len(moves), -(-bytes_moved // _SECTOR))]) * count  # fmt: skip
    return Bounds(*total.tolist())


Places = Sequence[tuple[int, int, int]]  # for each active lane: shared address, global address, lane


def slot(address: int, width: int) -> int:
    """The banks that a copy of `width` bytes needs, as a number below LINE / width."""
    return address // width % (LINE // width)


def _through_l1(places: Places, width: int) -> tuple[int, int]:
    """Groups of lanes that move at most 128 bytes; in each, the lanes that conflict on either side."""
    size = min(LINE // width, WARP)
    lower = upper = 0
    for start in range(0, WARP, size):
        group = [(to, source) for to, source, lane in places if start <= lane < start + size]
        if group:
            sides = zip(*group, strict=True)
            meeting = [max(Counter(slot(a, width) for a in side).values()) for side in sides]
            lower, upper = lower + max(meeting), upper + sum(meeting) - 1
    return lower, upper


Move = tuple[int, int, int, frozenset[int]]  # source sector, destination sector, whether halves are swapped, which


def moves_of(places: Places) -> dict[Move, list[int]]:
    """The pairs of sectors between which a warp moves data, 16 bytes per lane, and the lanes of each."""
    lanes: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    halves: dict[tuple[int, int, int], set[int]] = defaultdict(set)
    for to, source, lane in places:
        pair = source // _SECTOR, to // _SECTOR, (to // _HALF ^ source // _HALF) & 1
        lanes[pair].append(lane)
        halves[pair].add(to // _HALF & 1)
    return {(*pair, frozenset(halves[pair])): those for pair, those in lanes.items()}


def lines_of(move: Move) -> tuple[int, int, int, frozenset[int]]:
    """What the moves of one wavefront must have in common, if sectors may be permuted freely."""
    source, to, crossed, moved = move
    return source // 4, to // 4, crossed, moved


def _past_l1(moves: set[Move]) -> tuple[int, int]:
    lines = set(map(lines_of, moves))
    mirrored = {(a // 4, b // 4, (a ^ b) % 4, crossed, moved) for a, b, crossed, moved in moves}
    rotated = {(a // 4, b // 4, (a - b) % 4, crossed, moved) for a, b, crossed, moved in moves}
    return len(lines), min(len(mirrored), len(rotated))
