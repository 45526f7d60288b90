"""Where warps part, what a warp executes then, and what votes, shuffles and exchanges give a lane."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grader.dataclass import dataclass
from grader.quiz.truth.costs import WARP

_CONDITIONS: dict[str, Callable[[int, int], bool]] = {
    "below": lambda thread, number: thread < number,
    "multiples": lambda thread, number: thread % number == 0,
    "groups": lambda thread, number: thread // number % 2 == 1,
    "one": lambda thread, number: thread == number,
}
_TRIPS: dict[str, Callable[[int, int], int]] = {
    "steps": lambda lane, number: lane // number,
    "modulo": lambda lane, number: lane % number,
    "ones": lambda lane, number: lane.bit_count() * number,
    "one": lambda lane, number: number if lane == WARP - 1 else 1,
}


@dataclass(frozen=True, slots=True)
class Sides:
    """A branch, over the warps of a block. parted: warps with lanes on both sides; walked: sides that warps execute."""

    parted: int
    walked: int


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop of one warp. rounds: how often it goes round; parted: how often only some lanes leave; lane_rounds: the
    rounds of all lanes together."""

    rounds: int
    parted: int
    lane_rounds: int


def branch_sides(threads: int, condition: str, number: int) -> Sides:
    """An if of a block of so many threads, t the thread: "below" (t < number), "multiples" (t % number == 0), "groups"
    (t / number is odd), "one" (t == number)."""
    holds = [_CONDITIONS[condition](thread, number) for thread in range(threads)]
    warps = [set(holds[first : first + WARP]) for first in range(0, threads, WARP)]
    return Sides(sum(len(warp) == 2 for warp in warps), sum(map(len, warps)))


def trip_counts(pattern: str, number: int) -> Loop:
    """A loop that lane l goes round so often: "steps" (l / number), "modulo" (l % number), "ones" (number times the
    ones of l), or "one" (number in the last lane, 1 in the others)."""
    trips = [_TRIPS[pattern](lane, number) for lane in range(WARP)]
    return Loop(max(trips), len(set(trips)) - 1, sum(trips))


def warp_instructions(common: int, sides: Sequence[int], lanes: Sequence[int]) -> int:
    """What a warp executes: `common` instructions, and each side (its instructions) that some lane takes."""
    return common + sum(side for side, some in zip(sides, lanes, strict=True) if some)


def branch_or_both(sides: Sequence[int], jumps: int, warps: int, mixed: int) -> dict[str, int]:
    """Instructions of so many warps, of which `mixed` take both sides and the others one, half of them each.

    "branch": with `jumps` instructions more in each warp; "both": both sides without a branch, in every warp.
    """
    agreeing = warps - mixed
    walked = mixed * sum(sides) + agreeing // 2 * sides[0] + (agreeing - agreeing // 2) * sides[1]
    return {"branch": walked + warps * jumps, "both": warps * sum(sides)}


def shuffle_down_defined(present: int, apart: int) -> int:
    """Of the first `present` lanes of a warp, which are left, how many get a defined value from the lane `apart` above.

    Where no such lane exists in a whole warp, a lane gets its own value.
    """
    return sum(lane + apart < present or lane + apart >= WARP for lane in range(present))


def exchanged(side: int, lane: int, register: int, last: int) -> tuple[int, int]:
    """(row, column) of what a lane holds after the rounds of a transpose by exchanges, down to the distance `last`."""
    row, column = lane, register
    apart = side // 2
    while apart >= last:
        if bool(lane & apart) != bool(register & apart):
            row, column = row ^ apart, column ^ apart
        apart //= 2
    return row, column
