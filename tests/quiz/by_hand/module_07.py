"""The quiz of module 07, counted by hand."""

from __future__ import annotations

import re
from typing import cast

import pytest

from grader.quiz.key import Blanks, Cells, Quantity
from grader.quiz.variants import DrawnItem
from tests.quiz.by_hand.counting import registers_of_a_warp, wavefronts
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
from tests.quiz.checking import Check


def eight_lanes(apart: int) -> int:
    """Wavefronts of the first eight lanes, four words each."""
    return wavefronts(tx * apart + word for tx in range(8) for word in range(4))


def check_fragment_of_a(item: DrawnItem) -> None:
    (right,) = right_texts(item)
    addresses = {lane // 16 for lane in range(32)}
    assert right.startswith(f"{len(addresses)}. ")


def check_shapes(item: DrawnItem) -> None:
    (sums,) = numbers(r"computes (\d+) sums", item.prompt.en)
    for label, cells in rows(item):
        tm, tn = numbers(r"(\d+) x (\d+)", label)
        assert tm * tn == sums
        assert cells == pytest.approx((tm + tn, 2 * sums / (4 * (tm + tn))))
    skewed, square = cast(Cells, item.key).rows
    assert square[0] < skewed[0] and square[1] > skewed[1]


def check_whole_blocks(item: DrawnItem) -> None:
    warps, threads = numbers(r"room for (\d+) warps(?:.|\n)*blocks of (\d+) threads", item.prompt.en)
    for label, cells in rows(item):
        (registers,) = numbers(r"(\d+) registers", label)
        per_warp = registers_of_a_warp(registers)
        per_block = threads // 32
        blocks = min(65536 // per_warp // per_block, warps // per_block)
        assert cells == pytest.approx((per_warp, blocks, 100 * blocks * per_block / warps))


def check_launch_bounds(item: DrawnItem) -> None:
    threads, blocks = numbers(r"blocks of (\d+) threads.* (\d+) such blocks", item.prompt.en)
    most = min(255, 65536 // (threads * blocks) // 8 * 8)
    assert cast(Blanks, item.key).accepted == ((str(threads),), (str(blocks),), (str(most),))


def check_fragment_cost(item: DrawnItem) -> None:
    (apart,) = numbers(r"`tx \* (\d+)`", item.prompt.en)
    assert cast(Quantity, item.key).value == 4 * eight_lanes(apart)


def check_local_or_spill(item: DrawnItem) -> None:
    spilled = numbers(r"and (\d+) bytes of spills", item.prompt.en)[0] > 0
    right = " ".join(right_texts(item))
    assert ("does not know the index" in right) == (not spilled)
    assert ("With a higher cap" in right) == spilled
    assert ("Fully unrolled" in right) == (not spilled)
    assert "occupancy is higher" in right
    assert "as fast as registers" not in right and "Where nothing is spilled" not in right


def check_ownership(item: DrawnItem) -> None:
    clean = "bank conflicts" in item.prompt.en
    (threads,) = numbers(r"The (\d+) threads", item.prompt.en)
    right = set(right_texts(item))
    for option in item.options:
        formula = option.text.en.strip("`")
        columns = [[value_of(formula, tx=tx, n=n) for n in range(8)] for tx in range(threads)]
        once = sorted(column for owned in columns for column in owned) == list(range(8 * threads))
        quiet = wavefronts(column for owned in columns[:8] for column in owned[:4]) == 1
        assert (option.text.en in right) == (once and (quiet or not clean)), option.text.en


def check_verdict(item: DrawnItem) -> None:
    many, ffma = numbers(r"\| tiled \d+ x \d+ \| (\d+) \| (\d+) \|", item.prompt.en)
    (few,) = numbers(r"\| register-blocked 8 x 8 \| (\d+) \| 512 \| 25 % \|", item.prompt.en)
    assert (many, ffma) in ((26, 16), (50, 32))
    assert few in (8 + 16 * 2 + 16 * 8, 8 + 16 * 2 + 16 * 4)
    (right,) = right_texts(item)
    shares = [100 * f / 4 / max(f / 4, w) for f, w in ((ffma, many), (512, few))]
    said = [float(share) for share in re.findall(r"([\d.]+) %", right)]
    assert said == pytest.approx(shares, abs=0.06)


def check_kernel_order(item: DrawnItem) -> None:
    """The steps, who owns what by them, and the distance of (1, 5, 2) from (4, 3, 2)."""
    steps = right_steps(item)
    wanted = ["] = {}", "d0 < length", "fills", "are full", "d = 0", "s[d][", "s[d]["]
    wanted += ["dist[i][j]", "loop over d", "have been read", "loop over tiles", "are written"]
    assert_in_order(wanted, steps)
    side, again, depth = numbers(r"owns (\d+) x (\d+) elements.* (\d+) deep", item.prompt.en)
    assert side == again and f"dist[{side}][{side}]" in steps[0] and f"the {side * side} distances" in steps[11]
    assert numbers(r"d0 \+= (\d+)", steps[1]) == numbers(r"d < (\d+)", steps[4]) == [depth]
    load = r"for \((\w) < (\d)\) (\w)\[\1\] = (\w+)\[d\]\[(\w+) \+ (.*)\];"
    fragments = sorted(parts(load, step) for step in steps[5:7])
    for (counter, count, *names, apart), wanted_names in zip(fragments, ("u xs ty", "v ys tx"), strict=True):
        assert (int(count), " ".join(names)) == (side, wanted_names)
        owned = [thread + value_of(apart, **{counter: n}) for thread in range(16) for n in range(side)]
        assert sorted(owned) == list(range(16 * side))

    (line,) = parts(rf"for \(i < {side}\) for \(j < {side}\) (.*);", steps[7])
    dist = [[0]]
    for u, v in ((1, 4), (5, 3), (2, 2)):
        exec(line, {"dist": dist, "u": [u], "v": [v], "i": 0, "j": 0, "fabsf": abs, "fmaxf": max})
    how = {"the sum of |x − y|": 3 + 2, "the sum of (x − y)²": 9 + 4, "the largest |x − y|": 3}
    assert dist == [[how[parts(r"long: (.*?)\.", item.prompt.en)[0]]]]


CHECKS: dict[str, Check] = {
    "term": check_term,
    "fragment_of_a": check_fragment_of_a,
    "shapes": check_shapes,
    "whole_blocks": check_whole_blocks,
    "launch_bounds": check_launch_bounds,
    "fragment_cost": check_fragment_cost,
    "local_or_spill": check_local_or_spill,
    "ownership": check_ownership,
    "verdict": check_verdict,
    "kernel_order": check_kernel_order,
}
