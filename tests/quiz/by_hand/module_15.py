"""The quiz of module 15, counted by hand."""

from __future__ import annotations

import re
from typing import cast

import numpy as np
import pytest

from grader.quiz.key import Blanks, Quantity
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


def check_tree_table(item: DrawnItem) -> None:
    (threads,) = numbers(r"block of (\d+) threads", item.prompt.en)
    for label, cells in rows(item):
        requests = found = threads // 32 + 1
        d = 1
        while d < threads:
            for warp in range(threads // 32):
                lanes = range(32 * warp, 32 * warp + 32)
                if label == "remainder":
                    words = [t for t in lanes if t % (2 * d) == 0]
                elif label == "strided":
                    words = [2 * d * t for t in lanes if 2 * d * t < threads]
                else:
                    words = [t for t in lanes if t < d]
                if words:
                    requests += 3
                    found += 2 * wavefronts(words) + wavefronts(word + d for word in words)
            d *= 2
        assert cells == (requests, found)


def check_no_divergence(item: DrawnItem) -> None:
    threads, d = numbers(r"block of (\d+) threads(?:.|\n)*step d = (\d+)\?", item.prompt.en)
    (right,) = right_texts(item)
    warps, lanes = numbers(r"all warps, (\d+), walk through it; lanes switched on in each: (\d+)", right)
    adds = [t for t in range(threads) if t % (2 * d) == 0]
    assert {t // 32 for t in adds} == set(range(warps)) and len(adds) == warps * lanes
    assert warps == threads // 32


def check_warp_races(item: DrawnItem) -> None:
    """Free of races: a barrier of the warp on both sides of what is written, or registers."""
    right = right_texts(item)
    assert len(right) == 2 and len(item.options) == 5
    for option in item.options:
        code = option.text.en.partition("`,")[0]
        read, _, written = code.partition("__syncwarp();")
        both = "[lane + d];" in read and "] +=" not in read and written.count("__syncwarp();") == 1
        assert (option.text.en in right) == (both or "__shfl_down_sync(0xffffffff" in code), code


def check_shuffle_values(item: DrawnItem) -> None:
    values = [int(v) for v in parts(r"x is ([\d, ]+)\.", item.prompt.en)[0].split(",")]
    steps = [int(d) for d in re.findall(r"mask, x, (\d)\);", item.prompt.en)]
    seen = []
    for distance in steps:
        after = []
        for lane in range(8):
            other = values[lane + distance] if lane + distance < 8 else values[lane]
            after.append(values[lane] + other)
        values = after
        seen.append(values)
    assert len(seen) == 2
    for label, cells in rows(item):
        (lane,) = numbers(r"lane (\d)", label)
        assert cells == tuple(each[lane] for each in seen)


def check_which_fence(item: DrawnItem) -> None:
    (right,) = right_texts(item)
    of_writer = "but none between the store" in item.prompt.en
    assert of_writer != ("but none between the ticket and the loads" in item.prompt.en)
    assert ("not yet visible" in right) == of_writer and ("find old values" in right) != of_writer
    blocks, last = numbers(r"there are (\d+) of them.*gets ticket (\d+)", item.prompt.en.replace("\n", " "))
    assert last == blocks - 1


def check_rounded(item: DrawnItem) -> None:
    listed, apart = parts(r"eight floats ([\d, ]+) are(?:.|\n)*floats are (\d) apart", item.prompt.en)
    values = [np.float32(value.replace(",", "")) for value in listed.split(", ")]
    big = values[0]
    assert len(values) == 8 and float(np.nextafter(big, np.float32(np.inf))) - float(big) == int(apart)
    if "of a chain" in item.prompt.en:
        total = np.float32(0)
        for value in values:
            total = total + value
    else:
        first = [values[k] + values[k + 4] for k in range(4)]
        second = [first[0] + first[2], first[1] + first[3]]
        total = second[0] + second[1]
    assert cast(Quantity, item.key).value == float(total)


def check_last_block(item: DrawnItem) -> None:
    wanted = ["[blockIdx.x] = best", "is seen first", "atomicAdd(&count, 1)", "whole block knows",
              "only the last block", "reading side", "b < gridDim.x", "count = 0"]  # fmt: skip
    steps = right_steps(item)
    assert_in_order(wanted, steps)
    (size,) = numbers(r"Blocks have (\d+) threads", item.prompt.en)
    name, function = ("least", "fminf") if "minimum" in item.prompt.en else ("most", "fmaxf")
    start = "INFINITY" if name == "least" else "-INFINITY"
    assert (
        f"best = {start}; for (int b = t; b < gridDim.x; b += {size}) best = {function}(best, {name}[b]);" in steps[6]
    )


def check_pairs(item: DrawnItem) -> None:
    """In whatever order seven states are merged, and for every accepted form."""
    sums, choices = cast(Blanks, item.key).accepted
    (name,) = parts(r"\(`value`, `(\w+)`\)", item.prompt.en)
    largest = "largest value" in item.prompt.en
    values = [5, 7, 2, 7, 2, 5, 2]
    best = max(values) if largest else min(values)
    for total in sums:
        for choice in choices:

            def merged(
                a: tuple[int, int], b: tuple[int, int], total: str = total, choice: str = choice
            ) -> tuple[int, int]:
                at = {"a_value": a[0], "b_value": b[0], f"a_{name}": a[1], f"b_{name}": b[1]}
                if a[0] == b[0]:
                    return a[0], value_of(total.replace(".", "_"), **at)
                return a if value_of(choice.replace(".", "_"), **at) else b

            states = [(value, 1) for value in values]
            for order in (states, states[::-1]):
                state = order[0]
                for other in order[1:]:
                    state = merged(state, other)
                assert state == (best, values.count(best))
            assert merged(merged(states[0], states[1]), merged(states[2], states[3])) == (
                7 if largest else 2,
                2 if largest else 1,
            )


def check_verdict(item: DrawnItem) -> None:
    sms, ghz, rate = decimals(r"\((\d+) SMs, ([\d.]+) GHz, device copy ([\d,]+) GB/s\)", item.prompt.en)
    (power,) = numbers(r"2\^(\d+) floats", item.prompt.en)
    elements, instructions, each = numbers(
        r"takes (\d+) elements, ([\d,]+) warp instructions and (\d+) wavefronts", item.prompt.en
    )
    blocks = 2**power / elements
    bounds = [4 * 2**power / rate / 1e3, blocks * instructions / 4 / sms / ghz / 1e3, blocks * each / sms / ghz / 1e3]
    cells = r" \| ([\d.]+) \|(?:.|\n)*".join(("by bytes", "by issue", "by wavefronts", "of the kernel"))
    *shown, time = decimals(rf"{cells} \| ([\d.]+) \|", item.prompt.en)
    assert shown == pytest.approx(bounds, abs=0.051)
    (right,) = right_texts(item)
    near = [bound for bound in bounds if bound > 0.75 * time]
    assert not near or (near == [bounds[1]] and bounds[1] > 2 * bounds[0])
    assert right.startswith("Save instructions." if near else "Let each thread load more")
    assert max(bounds) < time


CHECKS: dict[str, Check] = {
    "term": check_term,
    "tree_table": check_tree_table,
    "no_divergence": check_no_divergence,
    "warp_races": check_warp_races,
    "shuffle_values": check_shuffle_values,
    "which_fence": check_which_fence,
    "rounded": check_rounded,
    "last_block": check_last_block,
    "pairs": check_pairs,
    "verdict": check_verdict,
}
