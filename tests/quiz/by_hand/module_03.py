"""The quiz of module 03, counted by hand."""

from __future__ import annotations

import math
from typing import cast

import pytest

from grader.quiz.key import Blanks, Cells, Quantity, Sequence
from grader.quiz.variants import DrawnItem
from tests.quiz.by_hand.reading import assert_in_order, check_term, decimals, numbers, parts, right_texts, value_of
from tests.quiz.checking import Check


def square_intensity(n: float) -> float:
    return 2 * n**3 / (4 * 3 * n**2)


def check_place_of_a_row(item: DrawnItem) -> None:
    width, column = parts(r"(?s)with `(\w+)` floats.*column (\w+)\n", item.prompt.en)
    rows, lanes, places = cast(Blanks, item.key).accepted
    known = {"thread": 75, "threadIdx": type("ThreadIdx", (), {"x": 11}), "warpSize": 32, "WARP": 32}
    assert {value_of(form, **known) for form in rows} == {2}
    assert {value_of(form, **known) for form in lanes} == {11}
    assert {value_of(form, **{"row": 7, width: 50, column: 31}) for form in places} == {381}


def check_work_and_bytes(item: DrawnItem) -> None:
    m, k, _, n = decimals(r"A is (\d+) x (\d+) and B is (\d+) x (\d+)", item.prompt.en)
    sgemm, vector = cast(Cells, item.key).rows
    moved = 4 * (m * k + k * n + m * n)
    assert sgemm == pytest.approx((2 * m * n * k / 1e6, moved / 1e6, 2 * m * n * k / moved))
    moved = 4 * (m * k + k + m)
    assert vector == pytest.approx((2 * m * k / 1e6, moved / 1e6, 2 * m * k / moved))


def check_balance_point(item: DrawnItem) -> None:
    sms, lanes, clock, bandwidth = decimals(
        r"(\d+) SMs with (\d+) FP32 lanes each, ([\d.]+) GHz, ([\d.]+) TB/s", item.prompt.en
    )
    key = cast(Quantity, item.key)
    assert key.value == pytest.approx(sms * lanes * 2 * clock * 1e9 / (bandwidth * 1e12))
    assert key.tolerance < key.value / 2, "an FMA counted as one operation must not pass"


def check_least_time(item: DrawnItem) -> None:
    m, n, bandwidth, top = decimals(
        r"(?s)A has (\d+) x (\d+) floats.*delivers ([\d.]+) TB/s.*at ([\d.]+) TFLOP", item.prompt.en
    )
    by_bytes, by_work = 4 * (m * n + m + n) / bandwidth / 1e6, 2 * m * n / top / 1e6
    assert cast(Quantity, item.key).value == pytest.approx(max(by_bytes, by_work))


def check_side_of_the_ridge(item: DrawnItem) -> None:
    (ridge,) = decimals(r"for FP32 is ([\d.]+) FLOP/byte", item.prompt.en)
    right = " ".join(right_texts(item))
    assert "vector addition" in right and "times a vector" in right
    for option in item.options:
        if "SGEMM" in option.text.en:
            (n,) = decimals(r"K = (\d+)", option.text.en)
            assert (option.text.en in right) == (square_intensity(n) < ridge)
            assert abs(square_intensity(n) - ridge) > 0.1, "too close to tell by the rounded balance point"


def check_one_request(item: DrawnItem) -> None:
    lda, row = numbers(r"(?s)lda = (\d+).*of row (\d+) in the first", item.prompt.en)
    together, apart = cast(Cells, item.key).rows
    assert lda >= 32, "a row in which 32 lanes stand side by side has at least 32 columns"
    sectors = len({(row * lda + lane) // 8 for lane in range(32)})
    assert (together, apart) == ((sectors, 4), (32, 1))


def check_above_the_roof(item: DrawnItem) -> None:
    bandwidth, allowed, timed = decimals(
        r"(?s)([\d.]+) TB/s from.*limit it to ([\d.]+) TFLOP/s.*timed at ([\d.]+) TFLOP/s", item.prompt.en
    )
    assert allowed == pytest.approx(0.25 * bandwidth, abs=0.005)
    assert timed > 2 * allowed, "counting an FMA as one operation must not explain it"
    (right,) = right_texts(item)
    assert "levels must not be multiplied" in right


def check_a_claim(item: DrawnItem) -> None:
    top, bandwidth, ms, flop, moved = decimals(
        r"(?s)peak ([\d.]+) TFLOP/s, ([\d.]+) TB/s.*took ([\d.]+) ms"
        r".*It is ([\d,]+) FLOP, and at least ([\d,]+) bytes",
        item.prompt.en,
    )
    least = max(flop / (top * 1e12), moved / (bandwidth * 1e12))
    (right,) = right_texts(item)
    assert right.startswith("It cannot be true" if ms / 1e3 < least else "It can be true")
    assert not 0.9 < ms / 1e3 / least < 1.1, "too close to tell by rounded figures"


def check_extreme_of_a_piece(item: DrawnItem) -> None:
    """Visit the piece of warp 5 as the steps say, and look for the extreme of three numbers."""
    size, what = parts(r"owns (\d+) neighbouring.* finds the (\w+(?: absolute)?) value", item.prompt.en)
    by_letter = {option.letter: option.text.en for option in item.options}
    groups = [sorted(by_letter[letter] for letter in group) for group in cast(Sequence, item.key).groups]
    start, leave = sorted(groups[0], key=lambda text: "return" in text)
    assert f"if ({size} * warp >= n) return;" in leave and "return" not in start
    steps = [step for (step,) in groups[1:]]
    assert_in_order(("step = 0", "in[", "offset = 16", "__shfl_down_sync", "lane == 0"), steps)

    (times,) = numbers(r"step < (\d+); \+\+step", steps[0])
    pick, load = parts(r"= (\w+)\(\w+, (.*\])", steps[1])
    of, index = parts(r"(fabsf\()?in\[(.*)\]", load)
    places = [value_of(index, warp=5, step=step, lane=lane) for step in range(times) for lane in range(32)]
    assert places == list(range(5 * int(size), 6 * int(size))), "each element once, neighbours by neighbours"
    best = {"-INFINITY": -math.inf, "INFINITY": math.inf, "0.0f": 0.0}[parts(r"= (.*);", start)[0]]
    for value in (-3.0, -1.0, -2.0):
        best = (max if pick == "fmaxf" else min)(best, abs(value) if of else value)
    assert best == {"largest": -1.0, "smallest": -3.0, "largest absolute": 3.0}[what]
    assert f" {pick}(" in steps[3]


CHECKS: dict[str, Check] = {
    "term": check_term,
    "place_of_a_row": check_place_of_a_row,
    "work_and_bytes": check_work_and_bytes,
    "balance_point": check_balance_point,
    "least_time": check_least_time,
    "side_of_the_ridge": check_side_of_the_ridge,
    "one_request": check_one_request,
    "above_the_roof": check_above_the_roof,
    "a_claim": check_a_claim,
    "extreme_of_a_piece": check_extreme_of_a_piece,
}
