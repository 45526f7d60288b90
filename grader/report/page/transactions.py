"""How a warp's memory access is served, for figures.

Shared memory: the wavefronts that `wavefronts.shared_wavefronts` counts, each with its lanes and words. Their number is
measured on hardware, the order of the lanes is not. Global memory: the sectors that `sectors.global_sectors` counts,
each with its requested bytes. cp.async: what `copy_wavefronts` counts, if its bounds are equal.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from grader.dataclass import dataclass
from grader.simt.copy_wavefronts import LINE, lines_of, moves_of, slot
from grader.simt.patterns import WARP
from grader.simt.sectors import SECTOR
from grader.simt.wavefronts import (
    BANKS,
    BYTES_PER_WAVEFRONT,
    LANES_AT_ONE_ADDRESS,
    WORD,
    at_one_address,
    served_in_pairs,
)


@dataclass(frozen=True)
class Wavefront:
    """lanes: served ones, ascending; a lane with a wide access may be in several wavefronts. words: of each bank, as
    (bank, byte address / 4)."""

    lanes: tuple[int, ...]
    words: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class TouchedSector:
    """number: the byte address / 32. used: bit i for byte i. lanes: those that access it, ascending."""

    number: int
    used: int
    lanes: tuple[int, ...]


def sectors_of(addresses: Sequence[int], active: Sequence[bool], width: int) -> list[TouchedSector]:
    """The sectors of one warp access, ascending. Byte addresses of the 32 lanes, and which are active; width: bytes per
    lane, naturally aligned.
    """
    used: dict[int, int] = defaultdict(int)
    lanes: dict[int, list[int]] = defaultdict(list)
    for lane in range(WARP):
        if active[lane]:
            number, offset = divmod(addresses[lane], SECTOR)
            used[number] |= ((1 << width) - 1) << offset
            lanes[number].append(lane)
    return [TouchedSector(number, used[number], tuple(lanes[number])) for number in sorted(used)]


def wavefronts_of(addresses: Sequence[int], active: Sequence[bool], width: int, operation: str) -> list[Wavefront]:
    """The wavefronts of one warp access: byte addresses of the 32 lanes, which are active, and the rest as for
    `shared_wavefronts`. A compare-and-swap counts twice: it reads and writes.
    """
    lanes = [lane for lane in range(WARP) if active[lane]]
    size = min(BYTES_PER_WAVEFRONT // width, WARP)
    if operation == "atomic_leader":
        return [_wavefront(lanes, addresses, width)] if lanes else []
    if operation == "atomic":
        return _one_lane_a_bank(lanes, addresses, width)
    if operation == "atomic_cas":
        return [one for group in _groups(lanes, size) for one in _one_lane_a_bank(group, addresses, width) * 2]
    groups = _groups(lanes, size)
    if operation == "load" and size < WARP:
        rows, mask = np.array([addresses], np.int64), np.array([active], np.bool_)
        if width == 16 and at_one_address(rows, mask)[0]:
            most = LANES_AT_ONE_ADDRESS
            shares = [lanes[at : at + most] for at in range(0, len(lanes), most)]
            return [_wavefront(share, addresses, width) for share in shares]
        pairs = zip(served_in_pairs(rows, mask, width)[0].tolist(), groups[::2], groups[1::2], strict=True)
        groups = [group for at_once, a, b in pairs for group in ([a + b] if at_once else [a, b])]
    return [one for group in groups for one in _one_word_a_bank(group, addresses, width)]


def copy_wavefronts_of(
    to: Sequence[int], source: Sequence[int], active: Sequence[bool], width: int, past_l1: bool
) -> list[Wavefront]:
    """The wavefronts of one warp's cp.async, whose number is known: byte addresses in shared and in global memory of
    the 32 lanes, and which are active; width: bytes per lane. The words are those of shared memory.
    """
    places = [(to[lane], source[lane], lane) for lane in range(WARP) if active[lane]]
    if past_l1:
        together: dict[object, list[int]] = defaultdict(list)
        for move, lanes in moves_of(places).items():
            together[lines_of(move)] += lanes
        return [_wavefront(sorted(lanes), to, width) for lanes in together.values()]
    found = []
    for group in _groups([lane for *_, lane in places], min(LINE // width, WARP)):
        queues = [_queues(group, side, width) for side in (to, source)]
        crowded = max(queues, key=lambda queue: max(map(len, queue), default=0))
        turns = range(max(map(len, crowded), default=0))
        found += [_wavefront([lanes[turn] for lanes in crowded if turn < len(lanes)], to, width) for turn in turns]
    return found


def _queues(group: list[int], addresses: Sequence[int], width: int) -> list[list[int]]:
    """The lanes of a group that conflict on the same banks, first come first served."""
    waiting: dict[int, list[int]] = defaultdict(list)
    for lane in group:
        waiting[slot(addresses[lane], width)].append(lane)
    return list(waiting.values())


def copied_sectors_of(
    to: Sequence[int], source: Sequence[int], active: Sequence[bool], width: int
) -> list[TouchedSector]:
    """The sectors read by one warp's cp.async that bypasses L1: one for each pair of a source and a destination, so
    that a sector may occur twice. Arguments as for `copy_wavefronts_of`.
    """
    moves = moves_of([(to[lane], source[lane], lane) for lane in range(WARP) if active[lane]])
    found = []
    for (number, *_), lanes in sorted(moves.items(), key=lambda move: move[0][:2]):
        (touched,) = sectors_of(source, [lane in lanes for lane in range(WARP)], width)
        found.append(TouchedSector(number, touched.used, tuple(sorted(lanes))))
    return found


def _groups(lanes: list[int], size: int) -> list[list[int]]:
    """The lanes in groups of `size` adjacent ones, some of which may be empty."""
    return [[lane for lane in lanes if lane // size == number] for number in range(WARP // size)]


def _one_word_a_bank(group: list[int], addresses: Sequence[int], width: int) -> list[Wavefront]:
    """Wavefronts in which each bank serves one word, to all lanes that access it."""
    waiting: dict[int, dict[int, list[int]]] = defaultdict(dict)  # bank -> word -> lanes, first come first served
    for lane in group:
        for word in _words(addresses[lane], width):
            waiting[word % BANKS].setdefault(word, []).append(lane)
    found = []
    for turn in range(max(map(len, waiting.values()), default=0)):
        served = {bank: list(words.items())[turn] for bank, words in waiting.items() if turn < len(words)}
        lanes = sorted({lane for _, those in served.values() for lane in those})
        found.append(Wavefront(tuple(lanes), tuple(sorted((bank, word) for bank, (word, _) in served.items()))))
    return found


def _one_lane_a_bank(group: list[int], addresses: Sequence[int], width: int) -> list[Wavefront]:
    """Wavefronts in which each bank serves one lane, even if others access the same word."""
    waiting: dict[int, list[int]] = defaultdict(list)
    for lane in group:
        waiting[addresses[lane] // WORD % BANKS].append(lane)
    most = max(map(len, waiting.values()), default=0)
    turns = ([lanes[turn] for lanes in waiting.values() if turn < len(lanes)] for turn in range(most))
    return [_wavefront(turn, addresses, width) for turn in turns]


def _wavefront(lanes: list[int], addresses: Sequence[int], width: int) -> Wavefront:
    words = {word for lane in lanes for word in _words(addresses[lane], width)}
    return Wavefront(tuple(sorted(lanes)), tuple(sorted((word % BANKS, word) for word in words)))


def _words(address: int, width: int) -> range:
    return range(address // WORD, address // WORD + max(width // WORD, 1))
