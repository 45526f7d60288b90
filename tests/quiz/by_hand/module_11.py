"""The quiz of module 11, counted by hand."""

from __future__ import annotations

from math import gcd
from typing import cast

import pytest

from grader.quiz.key import Blanks, Cells, Letters, Quantity
from grader.quiz.variants import DrawnItem
from tests.quiz.by_hand.counting import wavefronts
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


def check_stride_cost(item: DrawnItem) -> None:
    bytes_each, stride = numbers(r"\((\d+) bytes\)(?:.|\n)*lane \* (\d+)\]", item.prompt.en)
    words = bytes_each // 4
    lanes = 32 // words
    groups = [range(first, first + lanes) for first in range(0, 32, lanes)]
    cost = sum(wavefronts(i * stride * words + k for i in group for k in range(words)) for group in groups)
    assert cast(Quantity, item.key).value == cost == words * gcd(stride, lanes)


def check_free_accesses(item: DrawnItem) -> None:
    (width,) = numbers(r"tile\[32\]\[(\d+)\]", item.prompt.en)
    (k,) = numbers(r"k = (\d+)", item.prompt.en)
    for option in item.options:
        row, col = parts(r"^`tile\[(.+)\]\[(.+)\]`$", option.text.en)
        names = [{"tx": tx, "ty": 0, "k": k} for tx in range(32)]
        places = [(value_of(row, **at), value_of(col, **at)) for at in names]
        assert all(0 <= c < width and 0 <= r < 32 for r, c in places)
        free = wavefronts(r * width + c for r, c in places) == 1
        assert (option.letter in cast(Letters, item.key).right) == free


def check_swizzle_table(item: DrawnItem) -> None:
    (col,) = numbers(r"column c = (\d+)", item.prompt.en)
    for label, cells in rows(item):
        (row,) = numbers(r"row (\d+)", label)
        assert cells == (32 * row + (col ^ row), col ^ row)


def check_reduction_step(item: DrawnItem) -> None:
    threads, d = numbers(r"block of (\d+) threads(?:.|\n)*with d = (\d+)", item.prompt.en)
    for name, cells in zip(("interleaved", "sequential"), cast(Cells, item.key).rows, strict=True):
        total = requests = 0
        for warp in range(threads // 32):
            lanes = range(32 * warp, 32 * warp + 32)
            if name == "interleaved":
                words = [2 * d * tid for tid in lanes if 2 * d * tid < threads]
            else:
                words = [tid for tid in lanes if tid < d]
            if words:
                requests += 3
                total += 2 * wavefronts(words) + wavefronts(word + d for word in words)
        assert cells == (total, total - requests)


def check_xor_fix(item: DrawnItem) -> None:
    (right,) = right_texts(item)
    assert right.startswith("`tile[lane][k ^ lane]`")
    costs = []
    for option in item.options:
        (mixed,) = parts(r"^`tile\[lane\]\[k \^ (.+?)\]`", option.text.en)
        mixed = mixed.replace("threadIdx.x / 32", "3")
        words = [32 * lane + (5 ^ value_of(mixed, lane=lane)) for lane in range(32)]
        costs.append(wavefronts(words))
    assert sorted(costs)[0] == 1 and sorted(costs)[1] > 1
    partial = [cost for cost in costs if 1 < cost < 32]
    assert f"leaves {partial[0]} ways" in item.explanation.en


def check_which_counter(item: DrawnItem) -> None:
    requests, actual, ideal = numbers(
        r"makes ([\d,]+) shared(?:.|\n)*fronts: ([\d,]+), ideal: ([\d,]+)", item.prompt.en
    )
    assert requests == ideal
    (right,) = right_texts(item)
    assert numbers(r"(\d+)-way conflict with an excess of ([\d,]+)\.", right) == [actual / requests, actual - ideal]
    assert "memory_l1_wavefronts_shared" in right


def check_quads(item: DrawnItem) -> None:
    (row,), forms = cast(Blanks, item.key).accepted
    quad = "quad" if row == "row" else "q"
    for form in forms:
        columns = [[value_of(f"{quad} ^ {form}", **{row: r, quad: q}) for q in range(8)] for r in range(32)]
        assert all(sorted(columns[r]) == list(range(8)) for r in range(32))
        for first in range(0, 32, 8):
            words = [32 * r + 4 * columns[r][3] + k for r in range(first, first + 8) for k in range(4)]
            assert wavefronts(words) == 1


def check_worth_it(item: DrawnItem) -> None:
    n, ways = numbers(r"transpose of ([\d,]+) ×(?:.|\n)*with (\d+)-way", item.prompt.en)
    sms, ghz, rate = decimals(r"GPU with (\d+) SMs at ([\d.]+) GHz whose own copy reaches ([\d,]+)", item.prompt.en)
    tiles = (n // 32) ** 2
    now, clean = (tiles * (32 + 32 * each) / sms / ghz / 1000 for each in (ways, 1))
    moved = 8 * n * n / rate / 1000
    shown = numbers(r"as it is \| ([\d,]+) \|\n.* \| ([\d,]+) \|\n\| bytes \| ([\d,]+) \|", item.prompt.en)
    assert shown == pytest.approx([now, clean, moved], abs=0.51)
    assert abs(shown[0] - shown[2]) >= 2, "the verdict must not hang on rounding"
    (right,) = right_texts(item)
    assert right.startswith("The conflict is worth" if now > moved else "Removing the conflict will gain next to")
    assert clean < moved


def check_diagnosis(item: DrawnItem) -> None:
    wanted = ["global sectors", "lines with excess", "each lane", "all accesses", "count again", "Measure the time"]
    assert_in_order(wanted, right_steps(item))


CHECKS: dict[str, Check] = {
    "term": check_term,
    "stride_cost": check_stride_cost,
    "free_accesses": check_free_accesses,
    "swizzle_table": check_swizzle_table,
    "reduction_step": check_reduction_step,
    "xor_fix": check_xor_fix,
    "which_counter": check_which_counter,
    "quads": check_quads,
    "worth_it": check_worth_it,
    "diagnosis": check_diagnosis,
}

