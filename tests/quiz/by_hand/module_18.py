"""The quiz of module 18, counted by hand."""

from __future__ import annotations

import re
from typing import cast

import pytest

from grader.quiz.key import Blanks, Quantity
from grader.quiz.variants import DrawnItem
from tests.quiz.by_hand.reading import (
    assert_in_order,
    check_term,
    decimals,
    numbers,
    parts,
    right_steps,
    right_texts,
    rows,
    value_of,
)
from tests.quiz.checking import Check


def check_passes_table(item: DrawnItem) -> None:
    (last,) = numbers(r"only the first (\d+) make the last", item.prompt.en)
    for place, (label, cells) in enumerate(rows(item)):
        (index,) = parts(r"table\[(.+)\]", label)
        entries = {value_of(index, lane=lane) for lane in range(last if place == 2 else 32)}
        assert cells == (len(entries), len({entry // 8 for entry in entries}))


def check_which_memory(item: DrawnItem) -> None:
    (right,) = right_texts(item)
    agree = "all lanes read `table[k]`" in item.prompt.en
    assert agree != ("each lane reads `table[lane]`" in item.prompt.en)
    assert right.startswith("Yes. Lanes agree" if agree else "No. A request would be 32 passes.")


def check_mended_index(item: DrawnItem) -> None:
    """Every accepted form reads the letter that the drawing in the prompt shows."""
    names = parts(r"It has `(\w+)` elements, and `(\w+)` is", item.prompt.en)
    count, index = names
    (before, after) = parts(r"\(`([a-z ]+) \| ([a-z ]+)`\)", item.prompt.en)
    assert "abc".startswith(after.replace(" ", ""))
    signal = "abcdefghijklmnopqrstuvwxyz"
    below, above = cast(Blanks, item.key).accepted
    for form in below:
        read = [signal[value_of(form, **{index: k, count: 26})] for k in (-2, -1)]
        assert " ".join(read) == before, form
    turned = signal[::-1]  # the far end is the near end of the signal backwards
    for form in above:
        read = [signal[value_of(form, **{index: k, count: 26})] for k in (27, 26)]
        wanted = [turned[signal.index(letter)] for letter in before.split()]
        assert read == wanted, form


def check_halo_table(item: DrawnItem) -> None:
    (high,) = numbers(r"32 × (\d+) results", item.prompt.en)
    for label, cells in rows(item):
        (r,) = numbers(r"radius (\d+)", label)
        columns = range(-r, 32 + r)
        loads = [columns[:32], columns[32:]]
        of_row = sum(len({column // 8 for column in load}) for load in loads)
        assert cells == ((high + 2 * r) * len(columns), (high + 2 * r) * 2, (high + 2 * r) * of_row)


def check_missing_part(item: DrawnItem) -> None:
    wide, high, r = numbers(r"makes (\d+) × (\d+) results with a square filter of radius (\d)", item.prompt.en)
    lost = {
        (x, y) for x in range(-r, wide + r) for y in range(-r, high + r)
        if _part(x, y, wide, high) in item.prompt.en
    }  # fmt: skip
    wrong = sum(
        any((x + dx, y + dy) in lost for dx in range(-r, r + 1) for dy in range(-r, r + 1))
        for x in range(wide) for y in range(high)
    )  # fmt: skip
    right = right_texts(item)
    (claimed,) = (option.text.en for option in item.options if "this many results" in option.text.en)
    (count,) = numbers(r"wrong term: (\d+)", claimed)
    assert (claimed in right) == (count == wrong)
    assert len(right) == 2 + (count == wrong)
    assert any("fits into one block" in text for text in right) and any("no race" in text for text in right)


def _part(x: int, y: int, wide: int, high: int) -> str:
    """What the prompt calls a cell of the halo; what is no part that it names it never says."""
    beside, around = not 0 <= x < wide, not 0 <= y < high
    if beside and around:
        return "into the four corners"
    if x < 0:
        return "into the left side"
    return "into the upper side" if y < 0 else "into no side"


def check_rank_products(item: DrawnItem) -> None:
    (radius,) = numbers(r"of radius (\d)", item.prompt.en)
    found = re.search(r"the sum of (\d) products", item.prompt.en)
    rank = int(found[1]) if found else 1
    products = 0
    for _ in range(rank):
        products += len(range(-radius, radius + 1))  # along a row
        products += len(range(-radius, radius + 1))  # down a column
    assert cast(Quantity, item.key).value == products


def check_march_down(item: DrawnItem) -> None:
    wanted = ["load(row + 1, col)", "line[t + 1] = mid", "the row is complete", "line[t], right = line[t + 2]",
              "have read the row", "store(row, col", "upper = mid", "mid = lower"]  # fmt: skip
    steps = right_steps(item)
    assert_in_order(wanted, steps)
    (want,) = parts(r"the (sum|maximum|minimum) over", item.prompt.en)
    assert {"sum": "upper + left", "maximum": "fmaxf", "minimum": "fminf"}[want] in steps[5]
    assert all(steps[5].count(name) == 1 for name in ("upper", "left", "mid", "right", "lower"))


def check_texel(item: DrawnItem) -> None:
    (listed,) = parts(r"texture are ([\d, ]+), in this order", item.prompt.en)
    values = [int(value) for value in listed.split(", ")]
    (x,) = decimals(r"image, ([\d.]+)f\)", item.prompt.en)
    nearest = [max(0.0, 1 - abs(x - (i + 0.5))) for i in range(len(values))]  # a tent over each centre
    assert sum(nearest) == pytest.approx(1)
    assert cast(Quantity, item.key).value == pytest.approx(
        sum(share * value for share, value in zip(nearest, values, strict=True))
    )


def check_verdict(item: DrawnItem) -> None:
    (radius,) = numbers(r"filter of radius (\d+)", item.prompt.en)
    whole, parted = numbers(r"products a result: ([\d,]+);(?:.|\n)*it would take ([\d,]+), and", item.prompt.en)
    side = 2 * radius + 1
    rank = 5 if "of rank 5" in item.prompt.en else 1
    assert (whole, parted) == (side * side, rank * (side + side))
    (right,) = right_texts(item)
    if "all weights 1" in item.prompt.en:
        assert right.startswith("Differences of prefix sums") and radius >= 40
    else:
        assert right.startswith("Two passes" if parted < whole else "One pass")


CHECKS: dict[str, Check] = {
    "term": check_term,
    "passes_table": check_passes_table,
    "which_memory": check_which_memory,
    "mended_index": check_mended_index,
    "halo_table": check_halo_table,
    "missing_part": check_missing_part,
    "rank_products": check_rank_products,
    "march_down": check_march_down,
    "texel": check_texel,
    "verdict": check_verdict,
}
