"""Places of what is kept, what they cost, and what splits, digits and runs make of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from grader.dataclass import dataclass
from grader.quiz.truth.costs import WARP
from grader.quiz.truth.geometry import tiles
from grader.simt.sectors import SECTOR
from grader.simt.wavefronts import WORD


@dataclass(frozen=True, slots=True)
class PlaceCost:
    """Passes of the atomics that give places, and sectors of the stores."""

    by_element: int
    by_warp: int
    by_block: int
    packed: int
    in_place: int


@dataclass(frozen=True, slots=True)
class Runs:
    """What run-length encoding leaves."""

    values: tuple[int, ...]
    starts: tuple[int, ...]
    lengths: tuple[int, ...]


def place_cost(warps: int, step: int) -> PlaceCost:
    """A block of whole warps keeps every step-th of its elements, thread 0's among them; a thread has one.

    An atomic for each kept element (not gathered), for each warp that keeps something, or for the block; stores side by
    side from place 0 on, in the order of the elements, or each where it was.
    """
    kept = [[t for t in range(w * WARP, (w + 1) * WARP) if t % step == 0] for w in range(warps)]
    place, packed = 0, 0
    for lanes in kept:
        packed += _sectors(range(place, place + len(lanes)))
        place += len(lanes)
    return PlaceCost(place, sum(1 for lanes in kept if lanes), 1, packed, sum(map(_sectors, kept)))


def _sectors(words: Sequence[int]) -> int:
    return len({word * WORD // SECTOR for word in words})


def kept_places(flags: Sequence[int]) -> tuple[int, ...]:
    """How many are kept before each."""
    return tuple(sum(flags[:i]) for i in range(len(flags)))


def flags_above(values: Sequence[int], above: int) -> tuple[int, ...]:
    """1 for each value above a bound, 0 for the others."""
    return tuple(int(value > above) for value in values)


def vote_rank(votes: int, lane: int) -> int:
    """How many lanes below this one have voted."""
    return (votes & (1 << lane) - 1).bit_count()


def place_in_rounds(first: int, votes: Sequence[int], number: int, lane: int) -> int:
    """Where a lane of a warp stores its element of round `number`, if the warp's room begins at `first`."""
    return first + sum(mask.bit_count() for mask in votes[:number]) + vote_rank(votes[number], lane)


def room_starts(arrival: Sequence[int], kept: Sequence[int]) -> tuple[int, ...]:
    """Where each block's room begins, if the blocks take it in this order; kept: by block."""
    starts, place = [0] * len(kept), 0
    for block in arrival:
        starts[block], place = place, place + kept[block]
    return tuple(starts)


def kept_before(kept: Sequence[int], up_to: int) -> int:
    """What a tile finds that looks back: kept has what the tiles before it told, the nearest first.

    All of them tell their OWN numbers, but `up_to`, the first one with a PREFIX.
    """
    return sum(kept[: up_to + 1])


def split_by_bit(keys: Sequence[int], bit: int) -> tuple[int, ...]:
    """Keys with 0 in that bit, then those with 1, both in their order."""
    return tuple(sorted(keys, key=lambda key: key >> bit & 1))


def split_places(keys: Sequence[int], bit: int) -> tuple[int, ...]:
    """Where each key goes in such a split."""
    zero = [1 - (key >> bit & 1) for key in keys]
    before, zeros = kept_places(zero), sum(zero)
    return tuple(before[i] if zero[i] else zeros + i - before[i] for i in range(len(keys)))


def digit_offsets(counts: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The exclusive scan of counts by digit, then by block; counts: of each block, by digit."""
    return kept_places([block[digit] for digit in range(len(counts[0])) for block in counts])


def same_digit(digits: Sequence[int], lane: int) -> int:
    """The mask of the lanes that have this lane's digit."""
    return sum(1 << other for other, digit in enumerate(digits) if digit == digits[lane])


def radix_passes(bits: int, digit: int) -> int:
    """How many passes sort keys of so many bits by digits of so many."""
    return tiles(bits, digit)


def radix_bytes(keys: int, bits: int, digit: int) -> int:
    """Bytes that the passes move, with keys of whole words: each reads all keys to count and again to move, and writes
    them once."""
    return radix_passes(bits, digit) * 3 * keys * (bits // 8)


def run_lengths(values: Sequence[int]) -> Runs:
    """Stretches of equal neighbours."""
    starts = [i for i, value in enumerate(values) if i == 0 or value != values[i - 1]]
    bounds = [*starts, len(values)]
    lengths = tuple(end - start for start, end in pairwise(bounds))
    return Runs(tuple(values[i] for i in starts), tuple(starts), lengths)
