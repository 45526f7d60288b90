"""Scans of a block in steps and in sweeps, what they cost, and what a tile finds when it looks back."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.quiz.truth.costs import WARP, SharedCost, shared_cost
from grader.quiz.truth.geometry import tiles
from grader.simt.wavefronts import WORD

Words = NDArray[np.int64]
_WAYS = ("one array", "two arrays", "sweeps")


@dataclass(frozen=True, slots=True)
class ScanCost:
    """A scan of n words by a block: steps and additions of threads, and what its warps do for them."""

    steps: int
    additions: int
    arrivals: int  # of warps at barriers
    stores: int  # requests, of the words that steps change
    wavefronts: int  # of those stores


def scan_cost(way: str, n: int) -> ScanCost:
    """A block of n threads, which scans n words; the words are there, and a barrier stands before the first step.

    way: "one array", word t += word t - d for t >= d, two barriers a step; "two arrays", every thread stores, one
    barrier a step; "sweeps", up and down with a barrier each and one at the end, where thread t < n / (2 d) stores word
    2 d (t + 1) - 1. Raises ValueError for another way, or if n is no power of two of whole warps.
    """
    _check(n, WARP)
    if way not in _WAYS:
        raise ValueError(f"a way is one of {_WAYS}, not {way!r}")
    warps, thread = n // WARP, np.arange(n)
    distances = [1 << k for k in range(n.bit_length() - 1)]
    cost, additions = SharedCost(0, 0), 0
    for distance in distances:
        adds = 2 * distance * (thread + 1) <= n if way == "sweeps" else thread >= distance
        works = np.ones(n, bool) if way == "two arrays" else adds
        words = 2 * distance * (thread + 1) - 1 if way == "sweeps" else thread
        additions += int(adds.sum())
        cost += _of_warps(words, works, "store")
    turns = 2 if way == "sweeps" else 1
    barriers = {"one array": 2 * len(distances), "two arrays": len(distances), "sweeps": 2 * len(distances) + 1}[way]
    steps = turns * len(distances)
    return ScanCost(steps, turns * additions, (1 + barriers) * warps, turns * cost.ideal, turns * cost.wavefronts)


def sweep_access(n: int, half: int, gap: int = 0) -> SharedCost:
    """One access by all threads of one step of a sweep over n words: thread t at word 2 half (t + 1) - 1.

    gap: one word is left empty behind every `gap` words, 0 for none.
    """
    _check(n, 2)
    thread = np.arange(n // 2)
    words = 2 * half * (thread + 1) - 1
    return _of_warps(_placed(words, gap), words < n, "load")


def sweeps_cost(n: int, gap: int = 0) -> SharedCost:
    """Both sweeps over n words by n / 2 threads, as in the lesson's sweeps.cu; gap as in `sweep_access`.

    A step up is two loads and a store, one down two loads and two stores. Before them each thread stores two words, in
    between one thread stores the 0, and at the end each loads two.
    """
    _check(n, 2)
    thread = np.arange(n // 2)
    around = 4 * tiles(n // 2, WARP) + 1
    cost = SharedCost(around, around)
    for step in range(n.bit_length() - 1):
        half = 1 << step
        right = 2 * half * (thread + 1) - 1
        for words, accesses in ((right, 4), (right - half, 3)):
            each = _of_warps(_placed(words, gap), right < n, "load")
            for _ in range(accesses):
                cost += each
    return cost


def _placed(words: Words, gap: int) -> Words:
    return words + words // gap if gap else words


def _of_warps(words: Words, works: NDArray[np.bool_], operation: str) -> SharedCost:
    rest = -len(words) % WARP
    words, works = np.pad(words, (0, rest)), np.pad(works, (0, rest))
    cost = SharedCost(0, 0)
    for first in range(0, len(words), WARP):
        lanes = slice(first, first + WARP)
        if works[lanes].any():
            cost += shared_cost(words[lanes] * WORD, works[lanes], WORD, operation)
    return cost


def _check(n: int, least: int) -> None:
    if n < least or n & (n - 1):
        raise ValueError(f"{n} words: a scan in steps or sweeps takes a power of two, of at least {least}")


def exclusive(values: Sequence[int]) -> tuple[int, ...]:
    """What comes before each value."""
    return tuple(sum(values[:i]) for i in range(len(values)))


def after_steps(values: Sequence[int], distances: Sequence[int]) -> tuple[int, ...]:
    """What Hillis and Steele's way holds after steps with these distances."""
    held = list(values)
    for d in distances:
        held = [mine + (held[i - d] if i >= d else 0) for i, mine in enumerate(held)]
    return tuple(held)


def swept_up(values: Sequence[int], steps: int) -> tuple[int, ...]:
    """What words hold after so many steps of the sweep up."""
    held = list(values)
    for half in (1 << k for k in range(steps)):
        for right in range(2 * half - 1, len(held), 2 * half):
            held[right] += held[right - half]
    return tuple(held)


def swept_down(values: Sequence[int], steps: int) -> tuple[int, ...]:
    """What words hold after the whole sweep up, the 0, and so many steps of the sweep down."""
    held = list(swept_up(values, len(values).bit_length() - 1))
    held[-1] = 0
    for half in (len(values) >> k + 1 for k in range(steps)):
        for right in range(2 * half - 1, len(held), 2 * half):
            held[right - half], held[right] = held[right], held[right - half] + held[right]
    return tuple(held)


def segmented(values: Sequence[int], heads: Sequence[int]) -> tuple[int, ...]:
    """The inclusive scan that begins anew wherever heads is not 0."""
    found: list[int] = []
    for value, head in zip(values, heads, strict=True):
        found.append(value if head or not found else found[-1] + value)
    return tuple(found)


def looked_back(flags: Sequence[str], sums: Sequence[int]) -> int:
    """What comes before a tile, if the tiles before it, the nearest first, have told flags and sums; -1 if it waits.

    flags: "own" or "prefix", or "nothing" for a tile that has told nothing yet.
    """
    found = 0
    for flag, value in zip(flags, sums, strict=True):
        if flag == "nothing":
            return -1
        found += value
        if flag == "prefix":
            return found
    return -1


def told_flags(first: int, tiles_seen: int) -> tuple[str, ...]:
    """Flags of so many tiles, the nearest first: own sums up to the `first`-th, from there on prefixes."""
    return tuple("own" if back < first else "prefix" for back in range(tiles_seen))


def told_sums(own: Sequence[int], before: int, first: int) -> tuple[int, ...]:
    """What those tiles have told, the nearest first. own: their sums; before: that of all tiles further back."""
    return tuple(value if back < first else before + sum(own[back:]) for back, value in enumerate(own))


def totals_read(segments: int) -> int:
    """Totals that all blocks read together, if block b adds up those of the b segments before its own."""
    return segments * (segments - 1) // 2
