"""Atomics of a warp whose lanes meet, copies of bins, counters that lose, and barriers that two sides share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from grader.dataclass import dataclass
from grader.quiz.truth.costs import WARP
from grader.simt import contention as model
from grader.simt.wavefronts import WORD, shared_wavefronts

_WORDS = {"divided": lambda lane, number: lane // number, "modulo": lambda lane, number: lane % number,
          "times": lambda lane, number: lane * number}  # fmt: skip


@dataclass(frozen=True, slots=True)
class AtomicCost:
    """An atomic addition of a whole warp: lanes at its busiest word, and passes.

    far: in global memory, the first word at the beginning of a sector; near: in shared memory; ones: in shared memory,
    an addition of 1 whose result nobody uses.
    """

    most: int
    far: int
    near: int
    ones: int


def atomic_cost(pattern: str, number: int) -> AtomicCost:
    """pattern: lane l adds to word "divided" (l / number), "modulo" (l % number) or "times" (l * number)."""
    return _cost([_WORDS[pattern](lane, number) for lane in range(WARP)])


def copies_cost(copies: int, distance: int) -> AtomicCost:
    """All lanes want one bin, of which lane l has copy l % copies; copies begin `distance` words apart."""
    return _cost([lane % copies * distance for lane in range(WARP)])


def counter_after(start: int, events: str) -> int:
    """What a counter holds after loads and stores of threads that each add 1: "A" and "B" load, "a" and "b" store."""
    word, held = start, {}
    for event in events:
        if event.isupper():
            held[event] = word
        else:
            word = held[event.upper()] + 1
    return word


def histogram_requests(pixels: int, blocks: int, bins: int) -> dict[str, int]:
    """Atomic requests to global memory: "each" pixel there, or a copy of the bins for each block, added "once"."""
    return {"each": pixels // WARP, "once": blocks * bins // WARP}


def free_waits(tiles: int, buffers: int) -> int:
    """How often a producer waits until a buffer is free, where all are free at the start."""
    return max(0, tiles - buffers)


def appended(votes: Sequence[int], lane: int) -> int:
    """How many elements of a warp stand in front of this lane's last one: votes are masks of the lanes that keep one,
    the first in front of the second."""
    *before, own = votes
    return sum(mask.bit_count() for mask in before) + (own & ((1 << lane) - 1)).bit_count()


def _cost(words: list[int]) -> AtomicCost:
    addresses, active = np.array([words], np.int64) * WORD, np.ones((1, WARP), np.bool_)
    near, ones = (int(shared_wavefronts(addresses, active, WORD, kind)[0]) for kind in ("atomic", "atomic_increment"))
    return AtomicCost(max(Counter(words).values()), model.contention(addresses, active).passes, near, ones)
