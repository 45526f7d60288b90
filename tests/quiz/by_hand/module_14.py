"""The quiz of module 14, counted by hand: warp by warp, block by block, byte by byte."""

from __future__ import annotations

from typing import cast

from grader.quiz.key import Blanks, Letters, Quantity
from grader.quiz.variants import DrawnItem
from tests.quiz.by_hand.reading import (
    assert_in_order,
    check_term,
    numbers,
    parts,
    right_steps,
    right_texts,
    rows,
)
from tests.quiz.checking import Check, Expected


def taken(room: int, each: int) -> int:
    """How often something fits, by putting it in."""
    count = 0
    while (count + 1) * each <= room:
        count += 1
    return count


def check_what_it_says(item: DrawnItem) -> None:
    (right,) = right_texts(item)
    (warps,) = numbers(r"There are (\d+) warps", right)
    assert f"an occupancy of {100 * warps / 64:g} %" in item.prompt.en


def check_four_limits(item: DrawnItem) -> None:
    registers, threads, kilobytes = numbers(
        r"takes (\d+) registers a thread, (\d+) threads a block and (\d+) KB", item.prompt.en
    )
    warps = len(range(0, threads, 32))
    steps = len(range(0, registers * 32, 256))
    quarter = taken(16_384, 256 * steps)
    by_warps, by_registers = taken(64, warps), taken(4 * quarter, warps)
    by_shared = taken(228, kilobytes + 1)
    assert [cells for _, cells in rows(item)] == [
        (by_warps,), (by_registers,), (by_shared,), (min(by_warps, by_registers, by_shared, 32),)
    ]  # fmt: skip


def check_waves(item: DrawnItem) -> None:
    (held,) = numbers(r"132 SMs holds (\d+) blocks", item.prompt.en)
    for label, cells in rows(item):
        (left,) = numbers(r"^([\d,]+) blocks", label)
        count = 0
        while left > 0:
            count, last, left = count + 1, min(left, held * 132), left - held * 132
        assert cells == (count, last)


def check_in_flight(item: DrawnItem) -> None:
    warps, width, loads = numbers(r"(\d+) warps on an SM, and each thread sends for (\d+) bytes (\d+)", item.prompt.en)
    assert cast(Quantity, item.key).value == sum(32 * width for _ in range(warps) for _ in range(loads))


def check_enough_loads(item: DrawnItem) -> None:
    (rate,) = numbers(r"read ([\d,]+) GB a second", item.prompt.en)
    (answered,) = numbers(r"answered after (\d+) ns", item.prompt.en)
    (warps,) = numbers(r"has (\d+) warps", item.prompt.en)
    wanted, loads = rate * answered / 132, 0
    while loads * warps * 32 * 8 < wanted:
        loads += 1
    assert cast(Quantity, item.key).value == loads
    assert wanted % (warps * 32 * 8) > 2  # no answer hangs on a rounded byte


def check_aligned(item: DrawnItem) -> None:
    size = {"double": 8, "int": 4, "char": 1}
    for option in item.options:
        count, first, second = parts(r"^(\d+) (\w+)s, then (\w+)s$", option.text.en)
        fits = not int(count) * size[first] % size[second]
        assert (option.letter in cast(Letters, item.key).right) == fits


def check_layout(item: DrawnItem) -> None:
    begin, whole = cast(Blanks, item.key).accepted
    (wide, narrow) = parts(r"`(\w+)` and `(\w+)` are arguments", item.prompt.en)
    (size,) = numbers(r"of them with (\d+) bytes each", item.prompt.en)
    for first, second in ((3, 5), (10, 1), (7, 64)):
        known = {wide: first, narrow: second}
        assert {eval(form, known.copy()) for form in begin} == {first * size}
        assert {eval(form, known.copy()) for form in whole} == {first * size + second * 4}


def check_verdict(item: DrawnItem) -> None:
    (many,) = numbers(r"\| A \| (\d+) \|", item.prompt.en)
    few, loads = numbers(r"\| B \| (\d+) \| (\d+) of 16 bytes", item.prompt.en)
    (right,) = right_texts(item)
    in_a, in_b = many * 32 * 4, few * 32 * loads * 16
    assert in_b > in_a and numbers(r"B: it has ([\d,]+) bytes in flight, A ([\d,]+)", right) == [in_b, in_a]


def check_diagnosis(item: DrawnItem) -> None:
    wanted = ["how far it is", "each limit lets in", "one more block fits", "Ask for", "spilled", "Measure again"]
    assert_in_order(wanted, right_steps(item))


CHECKS: dict[str, Check] = {
    "term": check_term,
    "what_it_says": check_what_it_says,
    "four_limits": check_four_limits,
    "waves": check_waves,
    "in_flight": check_in_flight,
    "enough_loads": check_enough_loads,
    "aligned": check_aligned,
    "layout": check_layout,
    "verdict": check_verdict,
    "diagnosis": check_diagnosis,
}
EXPECTED = Expected()
