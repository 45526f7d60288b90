"""The quiz of module 13, counted by hand: lane by lane, and bit by bit."""

from __future__ import annotations

import re
from typing import cast

import pytest

from grader.quiz.key import Blanks, Letters, Quantity
from grader.quiz.variants import DrawnItem
from tests.quiz.by_hand.reading import (
    assert_in_order,
    check_term,
    decimals,
    numbers,
    option_with,
    parts,
    right_steps,
    right_texts,
    rows,
    value_of,
)
from tests.quiz.checking import Check, Expected

LANES = range(32)


def answers_in_warps(condition: str, threads: int) -> list[set[bool]]:
    """What the lanes of each warp say to a C condition on t."""
    said = [bool(value_of(condition, t=t)) for t in range(threads)]
    return [set(said[first : first + 32]) for first in range(0, threads, 32)]


def check_warps_parted(item: DrawnItem) -> None:
    (threads,) = numbers(r"block of (\d+) threads", item.prompt.en)
    (condition,) = parts(r"`if \((.+?)\)`", item.prompt.en)
    warps = answers_in_warps(condition, threads)
    parted = sum(len(warp) == 2 for warp in warps)
    assert cast(Quantity, item.key).value == parted
    (walked,) = numbers(r"(\d+) sides are executed", item.explanation.en)
    assert walked == len(warps) + parted


def check_no_parting(item: DrawnItem) -> None:
    for option in item.options:
        (condition,) = parts(r"^`if \((.+)\)`$", option.text.en)
        if "t " in condition:
            parts_nobody = all(len(warp) == 1 for warp in answers_in_warps(condition, 128))
        else:
            assert condition.startswith(("blockIdx.x", "n >"))
            parts_nobody = True
        assert (option.letter in cast(Letters, item.key).right) == parts_nobody


def check_three_warps(item: DrawnItem) -> None:
    common, first, second = numbers(
        r"executes (\d+) instructions of a warp around the branch, (\d+) on the first side and (\d+)", item.prompt.en
    )
    (all_first,), (both,), (all_second,) = (cells for _, cells in rows(item))
    assert (all_first, both, all_second) == (common + first, common + first + second, common + second)


def check_loop_lengths(item: DrawnItem) -> None:
    for label, cells in rows(item):
        code = label.strip("`")
        if chosen := re.fullmatch(r"l == 31 \? (\d+) : 1", code):
            trips = [int(chosen[1]) if lane == 31 else 1 for lane in LANES]
        else:
            trips = [value_of(code, l=lane, __popc=lambda value: bin(value).count("1")) for lane in LANES]
        left = [sum(trip > done for trip in trips) for done in range(max(trips) + 1)]  # lanes that go on after each
        leaves = sum(0 < now < before for before, now in zip([32, *left], left, strict=False))
        assert cells == (max(trips), leaves, sum(left)) and leaves == len(set(trips)) - 1


def check_ended_lanes(item: DrawnItem) -> None:
    (last,) = numbers(r"only lanes 0 to (\d+)", item.prompt.en)
    (apart,) = numbers(r"v, (\d+)\);", item.prompt.en)
    defined = [lane for lane in range(last + 1) if lane + apart <= last]
    (right,) = right_texts(item)
    assert numbers(r"is defined: (\d+)\. The rest", right) == [len(defined)] and 0 < len(defined) < last + 1
    assert numbers(r"is defined: (\d+)\. A lane", option_with("gives 0", item)) == [last + 1]
    assert numbers(r"lanes (\d+) to (\d+) read", item.explanation.en) == [len(defined), last]


def check_exchange_round(item: DrawnItem) -> None:
    (last,) = numbers(r"`apart` = (\d) is just over", item.prompt.en)
    held = [[(row, col) for col in range(8)] for row in range(8)]
    for apart in (4, 2, 1)[: {4: 1, 2: 2}[last]]:
        for lower in (lane for lane in range(8) if not lane & apart):
            for k in (k for k in range(8) if not k & apart):
                upper = lower + apart
                held[lower][k + apart], held[upper][k] = held[upper][k], held[lower][k + apart]
    for label, cells in rows(item):
        lane, register = numbers(r"lane (\d), `v\[(\d)\]`", label)
        assert held[lane][register] == cells


def check_leader(item: DrawnItem) -> None:
    speaker, places, source = cast(Blanks, item.key).accepted
    (name,) = parts(r"unsigned (\w+) = __ballot_sync", item.prompt.en)
    (which,) = parts(r"the one with the (\w+) number", item.prompt.en)
    functions = {
        "__ffs": lambda value: (value & -value).bit_length(),
        "__clz": lambda value: 32 - (value & 0xFFFFFFFF).bit_length(),
        "__popc": lambda value: bin(value).count("1"),
    }
    for votes in (0x1, 0x80000000, 0x00F0_1230, 0xFFFFFFFF, 0x40000002):
        lanes = [lane for lane in LANES if votes >> lane & 1]
        wanted = min(lanes) if which == "lowest" else max(lanes)
        for form in speaker:
            plain = form.replace("(int)", "")
            assert eval(plain, {**functions, name: votes, "int": int}) == wanted, (form, hex(votes))
        assert [eval(form, {**functions, name: votes}) for form in places] == [len(lanes)]
    assert source == ("speaker",)


def check_honest_number(item: DrawnItem) -> None:
    slow, fast = numbers(r"\| A \| 100 % \| 0 \| ([\d,]+) \|\n\| B \| \d+ % \| 144 \| ([\d,]+) \|", item.prompt.en)
    (right,) = right_texts(item)
    assert right.startswith("B costs less") and numbers(r"less: ([\d,]+) warp", right) == [slow - fast] and fast < slow
    assert 0.5 < fast / slow < 0.8


def check_branch_or_both(item: DrawnItem) -> None:
    (side,) = numbers(r"has (\d+) instructions on each side", item.prompt.en)
    (jumps,) = numbers(r"takes (\d+) instructions more", item.prompt.en)
    mixed, warps = numbers(r"disagree in ([\d,]+) of ([\d,]+) warps", item.prompt.en)
    branch = sum(jumps + side * (2 if warp < mixed else 1) for warp in range(warps))
    both = sum(2 * side for _ in range(warps))
    assert branch != both
    (right,) = right_texts(item)
    wanted = [branch, both] if branch < both else [both, branch]
    assert right.startswith("The branch" if branch < both else "Computing both")
    assert numbers(r"with ([\d,]+) against ([\d,]+):", right) == wanted
    assert decimals(r"others, \d+ more in all of them, ([\d,]+)\. Both(?:.|\n)*, ([\d,]+)\.", item.explanation.en) == (
        pytest.approx([branch, both])
    )


def check_diagnosis(item: DrawnItem) -> None:
    wanted = ["limit, and not memory", "where warps part", "hangs on the lane", "Choose the cure", "count the", "time"]
    assert_in_order(wanted, right_steps(item))


CHECKS: dict[str, Check] = {
    "term": check_term,
    "warps_parted": check_warps_parted,
    "no_parting": check_no_parting,
    "three_warps": check_three_warps,
    "loop_lengths": check_loop_lengths,
    "ended_lanes": check_ended_lanes,
    "exchange_round": check_exchange_round,
    "leader": check_leader,
    "honest_number": check_honest_number,
    "branch_or_both": check_branch_or_both,
    "diagnosis": check_diagnosis,
}
EXPECTED = Expected(items=11, same_words=3)
