"""What one shared-memory instruction of one warp costs on an H200, lane by lane in plain Python.

These rules were fitted to the probes of this folder, which they reproduce without exception but for 8-byte
read-modify-write loops. They are the yardstick for faster code. An element of `addresses` is a byte address, None for
a lane that takes no part.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

Addresses = Sequence[int | None]
HALVES = (range(16), range(16, 32))


@dataclass(frozen=True, slots=True)
class Cost:
    """Executions of the instruction, wavefronts and ideal wavefronts, summed over executions."""

    executions: int
    wavefronts: int
    ideal: int


def busiest_bank(addresses: Addresses, lanes: Iterable[int], width: int) -> int:
    """Largest number of distinct 4-byte words that these lanes ask of one bank."""
    words: dict[int, set[int]] = defaultdict(set)
    for lane in lanes:
        address = addresses[lane]
        if address is not None:
            for word in range(address // 4, (address + width - 1) // 4 + 1):
                words[word % 32].add(word)
    return max(map(len, words.values()), default=0)


def apart(addresses: Addresses, lanes: range, width: int) -> int:
    """Sum over groups that move 128 bytes at most: the warp, half-warps (8 bytes) or quarter-warps (16 bytes)."""
    size = min(128 // width, 32)
    return sum(busiest_bank(addresses, lanes[i : i + size], width) for i in range(0, len(lanes), size))


def paired(addresses: Addresses, lanes: range, *, strict: bool) -> bool:
    """Has every active lane the address of lane ^ 1, or every one that of lane ^ 2?

    A partner that takes no part does not matter, unless `strict`.
    """

    def agrees(lane: int, partner: int) -> bool:
        return addresses[lane] == addresses[partner] or (addresses[partner] is None and not strict)

    active = [lane for lane in lanes if addresses[lane] is not None]
    return any(all(agrees(lane, lane ^ distance) for lane in active) for distance in (1, 2))


def load(addresses: Addresses, width: int) -> int:
    """Wavefronts of a load of `width` bytes a lane."""
    everyone = range(32)
    if width < 8:
        return apart(addresses, everyone, width)
    if width == 8:
        merge = busiest_bank(addresses, everyone, 8) == 1 and paired(addresses, everyone, strict=False)
        return 1 if merge else apart(addresses, everyone, 8)
    active = [address for address in addresses if address is not None]
    if len(set(active)) == 1:
        return ceil(len(active) / 16)
    return sum(half_of_wide_load(addresses, half) for half in HALVES)


def half_of_wide_load(addresses: Addresses, half: range) -> int:
    """One half-warp of a 16-byte load: one wavefront if it may be served at once, else a sum over quarters.

    The first half-warp is judged by another rule than the second, and the rule hangs on lane 31. That is how the
    counter behaves when some lanes take no part; with all 32 lanes both halves follow the same rule.
    """
    if half[0] == 0:
        allowed = addresses[31] is None or paired(addresses, half, strict=True)
    else:
        allowed = paired(addresses, half, strict=False)
    return 1 if allowed and busiest_bank(addresses, half, 16) == 1 else apart(addresses, half, 16)


def store(addresses: Addresses, width: int) -> int:
    """Wavefronts of a store: groups are never merged."""
    return apart(addresses, range(32), width)


def ideal(wavefronts: int, addresses: Addresses, width: int, factor: int = 1) -> int:
    """min(actual, wavefronts that the bytes of the active lanes fill)."""
    lanes = sum(address is not None for address in addresses)
    return min(wavefronts, factor * ceil(lanes * width / 128))


def lanes_on_busiest_bank(addresses: Addresses, lanes: Iterable[int], width: int) -> int:
    """Largest number of lanes whose first word lies on one bank."""
    banks = Counter(address // 4 % 32 for lane in lanes if (address := addresses[lane]) is not None)
    return max(banks.values(), default=0)


def atomic(addresses: Addresses) -> int:
    """Native 4-byte atomics (add, min, max, and, or, xor, exchange): lanes of one bank go one after another."""
    return lanes_on_busiest_bank(addresses, range(32), 4)


def increment(addresses: Addresses) -> int:
    """`atomicAdd(p, 1)` whose result is not used: lanes on one word count once."""
    return busiest_bank(addresses, range(32), 4)


def compare_and_swap(addresses: Addresses, width: int) -> int:
    """Every lane twice; at 8 bytes half-warp by half-warp."""
    groups = HALVES if width == 8 else (range(32),)
    return sum(2 * lanes_on_busiest_bank(addresses, group, width) for group in groups)


def float_add(addresses: Addresses) -> tuple[Cost, Cost]:
    """Loads and atomics of `atomicAdd` on float, when no other warp is in its way.

    It is a loop: load, add, try to store. In every round one lane of each bank succeeds, the lowest.
    """
    waiting = list(addresses)
    rounds = loads = 0
    while any(address is not None for address in waiting):
        rounds += 1
        loads += busiest_bank(waiting, range(32), 4)
        served: set[int] = set()
        for lane, address in enumerate(waiting):
            if address is not None and address // 4 % 32 not in served:
                served.add(address // 4 % 32)
                waiting[lane] = None
    return Cost(rounds, loads, rounds), Cost(rounds, 2 * rounds, 2 * rounds)
