"""The quiz of module 17, counted by hand."""

from __future__ import annotations

import re
from itertools import product
from typing import cast

from grader.quiz.key import Blanks, Quantity
from grader.quiz.variants import DrawnItem
from tests.quiz.by_hand.reading import (
    assert_in_order,
    check_term,
    numbers,
    parts,
    right_steps,
    right_texts,
    rows,
    value_of,
)
from tests.quiz.checking import Check, Expected


def check_places_and_count(item: DrawnItem) -> None:
    listed, above = parts(r"`in` is ([-\d, ]+), and what is greater than (\d)", item.prompt.en)
    values = [int(value) for value in listed.split(", ")]
    kept, place = [], {}
    for i, value in enumerate(values):
        place[f"`places[{i}]`"] = len(kept)
        if value > int(above):
            kept.append(value)
    for label, cells in rows(item):
        assert cells == (place.get(label, len(kept)),)


def check_place_prices(item: DrawnItem) -> None:
    warps, step = numbers(r"block of (\d+) warps.*multiple of (\d+)", item.prompt.en)
    out: list[int] = []
    packed = in_place = 0
    for warp in range(warps):
        kept = [t for t in range(32 * warp, 32 * warp + 32) if t % step == 0]
        assert kept
        packed += len({word // 8 for word in range(len(out), len(out) + len(kept))})
        in_place += len({t // 8 for t in kept})
        out += kept
    found = [cells for _, cells in rows(item)]
    assert found == [(len(out),), (warps,), (packed,), (in_place,)]


def check_place_in_round(item: DrawnItem) -> None:
    first, lane = numbers(r"begins at place (\d+)(?:.|\n)*element of lane (\d)", item.prompt.en)
    one, two = (f"{int(mask, 16):08b}"[::-1] for mask in re.findall(r"`0x([0-9A-F]{2})`", item.prompt.en))
    assert two[lane] == "1", "a lane that stores something"
    assert cast(Quantity, item.key).value == first + one.count("1") + two[:lane].count("1")


def check_lucky_order(item: DrawnItem) -> None:
    (right,) = right_texts(item)
    assert "is luck and not promised" in right and "within a block is kept" in right
    size, small, runs = numbers(
        r"Blocks of (\d+) threads(?:.|\n)*With ([\d,]+) elements.*, in (\d+) runs", item.prompt.en
    )
    assert small >= 8 * size and any(f"in {runs} runs" in option.text.en for option in item.options)


def check_stable_ways(item: DrawnItem) -> None:
    right = right_texts(item)
    for option in item.options:
        assert (option.text.en in right) == ("atomicAdd" not in option.text.en)
    ways, bits = (
        numbers(r"splits keys (\d+) ways", item.prompt.en)[0],
        numbers(r"each bit \((\d) of", " ".join(right))[0],
    )
    assert ways == 2**bits


def check_look_back_sum(item: DrawnItem) -> None:
    listed, number = parts(
        r"nearest first, tell ([\d, ]+)\. .* number (\d) and number 6", item.prompt.en.replace("\n", " ")
    )
    told = [int(value) for value in listed.split(", ")]
    total = 0
    for i, value in enumerate(told, 1):
        total += value
        if i == int(number):
            break
    assert len(told) == 6 and cast(Quantity, item.key).value == total


def check_split_places_table(item: DrawnItem) -> None:
    listed, bit = parts(r"keys ([\d, ]+) are split by bit (\d)", item.prompt.en)
    keys = [int(key) for key in listed.split(", ")]
    zeros = [key for key in keys if key // 2 ** int(bit) % 2 == 0]
    out = zeros + [key for key in keys if key not in zeros]
    assert len(set(keys)) == 8
    for label, cells in rows(item):
        (i,) = numbers(r"`keys\[(\d)\]`", label)
        assert cells == (out.index(keys[i]),)


def check_bytes_of_a_sort(item: DrawnItem) -> None:
    million, bits, digit = numbers(r"(\d+),000,000 keys of (\d+) bits.*digits of (\d) bits", item.prompt.en)
    total, left = 0, bits
    while left > 0:
        total += 3 * million * bits // 8
        left -= digit
    assert cast(Quantity, item.key).value == total


def check_gathered_already(item: DrawnItem) -> None:
    (right,) = right_texts(item)
    assert right.startswith("Count the passes") and "the compiler had gathered them" in right
    assert numbers(r"\((\d+), say\)", right)[0] > 1


def check_tile_in_order(item: DrawnItem) -> None:
    wanted = ["Draw the number", "Load the elements", "count kept elements by ballots", "as OWN",
              "until one says PREFIX", "as PREFIX", "store all kept elements"]  # fmt: skip
    assert_in_order(wanted, right_steps(item))


def check_tails(item: DrawnItem) -> None:
    """Every accepted form finds the lengths of the runs of some rows."""
    array, count = parts(r"`(\w+)` has `(\w+)` elements", item.prompt.en)
    last, behind, first = cast(Blanks, item.key).accepted
    rows_tried = ([5, 5, 5, 2, 2, 9], [1], [3, 3], [7, 8, 8])
    wanted = ([3, 2, 1], [1], [2], [1, 2])
    for (ends_at, follows, length), (row, lengths) in product(
        product(last, behind, first), zip(rows_tried, wanted, strict=True)
    ):
        ends = []
        for i in range(len(row)):
            names = {"i": i, count: len(row), array: row}
            if value_of(ends_at, **names) or row[i] != value_of(follows, **names):
                ends.append(i)
        found = [value_of(length, ends=ends, r=0)] + [ends[r] - ends[r - 1] for r in range(1, len(ends))]
        assert found == lengths


CHECKS: dict[str, Check] = {
    "term": check_term,
    "places_and_count": check_places_and_count,
    "place_prices": check_place_prices,
    "place_in_round": check_place_in_round,
    "lucky_order": check_lucky_order,
    "stable_ways": check_stable_ways,
    "look_back_sum": check_look_back_sum,
    "split_places_table": check_split_places_table,
    "bytes_of_a_sort": check_bytes_of_a_sort,
    "gathered_already": check_gathered_already,
    "tile_in_order": check_tile_in_order,
    "tails": check_tails,
}
EXPECTED = Expected(items=12)
