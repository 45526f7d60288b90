"""The quiz of module 06, counted by hand."""

from __future__ import annotations

import math
from typing import cast

import pytest

from grader.quiz.key import Blanks, Cells, Quantity
from grader.quiz.variants import DrawnItem
from tests.quiz.by_hand.counting import registers_of_a_warp, threads, wavefronts
from tests.quiz.by_hand.reading import (
    assert_claims_differ,
    assert_in_order,
    check_term,
    numbers,
    option_with,
    parts,
    right_steps,
    right_texts,
    rows,
    value_of,
)
from tests.quiz.checking import Check


def check_read_along_a_row(item: DrawnItem) -> None:
    x, y, width = numbers(r"has \((\d+), (\d+)\) threads.*tile\[32\]\[(\d+)\]", item.prompt.en)
    cost = wavefronts(ty * width + 3 for _, ty in threads(x, y)[:32])
    (right,) = right_texts(item)
    assert right.startswith(f"{cost}. ")
    assert_claims_differ(r"^(\d+)\. ", item)


def check_missing_barrier(item: DrawnItem) -> None:
    (missing,) = numbers(r"deletes barrier (\d)", item.prompt.en)
    (tile,) = numbers(r"block (\d+)x", item.prompt.en)
    right = " ".join(right_texts(item))
    assert ("has not written yet" in right) == (missing == 1)
    assert ("is still reading" in right) == (missing == 2)
    assert "right" in right
    assert "race is on `tile_a`" not in right
    assert "edges" not in right
    claim = option_with("K =", item)
    depth, times = numbers(r"K = (\d+), each thread passes a barrier (\d+) times", claim)
    passed = sum(2 for _ in range(0, depth, tile))
    assert (claim in right) == (times == passed)


def check_column_walk(item: DrawnItem) -> None:
    width, k = numbers(r"tile\[32\]\[(\d+)\](?:.|\n)*k = (\d+)", item.prompt.en)
    assert cast(Quantity, item.key).value == wavefronts(lane * width + k for lane in range(32))


def check_guarded_load(item: DrawnItem) -> None:
    operand, name = parts(r"of (A|B) into(?:.|\n)*tile is `(\w+)` wide", item.prompt.en)
    (step,) = parts(r"numbered by `(\w+)`", item.prompt.en)
    rows, columns, *positions = cast(Blanks, item.key).accepted
    assert (rows[0], columns[0]) == ("ty", "tx")
    for form in (form for forms in positions for form in forms):
        source = form.replace("threadIdx.x", "tx").replace("threadIdx.y", "ty")
        size = 16 if name == "16" else 24
        value = value_of(source, **{"tx": 3, "ty": 5, step: 7, name: size})
        assert value == 7 * size + (3 if operand == "A" else 5), form


def check_bank_table(item: DrawnItem) -> None:
    width, k = numbers(r"tile\[16\]\[(\d+)\](?:.|\n)*k = (\d+)", item.prompt.en)
    along = 0 if "`tile[tx][k]`" in item.prompt.en else 1
    for label, cells in rows(item):
        (lane,) = numbers(r"lane (\d+)", label)
        word = threads(16, 16)[lane][along] * width + k
        assert cells == (word, word % 32)


def check_tile_size(item: DrawnItem) -> None:
    """By the rules that the prompt states, and by nothing else."""
    registers, warps, blocks = numbers(r"takes (\d+) registers(?:.|\n)* (\d+) warps and (\d+) blocks", item.prompt.en)
    per_warp = registers_of_a_warp(registers)
    for tile, cells in zip((16, 32), cast(Cells, item.key).rows, strict=True):
        warps_per_block = tile * tile // 32
        resident = min(warps // warps_per_block, 65536 // per_warp // warps_per_block, blocks)
        expected = (
            tile,
            2 * tile**3 / (2 * tile * tile * 4),
            resident,
            100 * resident * warps_per_block / warps,
        )
        assert cells == pytest.approx(expected)


def check_traffic(item: DrawnItem) -> None:
    _, tile = numbers(r"N = (\d+),(?:.|\n)*use (\d+)x", item.prompt.en)
    lanes, n = threads(tile, tile)[:32], 4096
    naive = tile * (len({ty * n // 8 for _, ty in lanes}) + len({tx // 8 for tx, _ in lanes}))
    tiled = 2 * len({(ty * n + tx) // 8 for tx, ty in lanes})
    (right,) = right_texts(item)
    assert f"requests fall {2 * tile // 2} times, sectors {naive // tiled} times" in right
    assert naive % tiled == 0
    assert "depends on the caches" in right


def check_padding_verdict(item: DrawnItem) -> None:
    plain, _ = numbers(r"no padding \| (\d+) \| (\d+)", item.prompt.en)
    padding, padded, _ = numbers(r"padding \+(\d+) \| (\d+) \| (\d+)", item.prompt.en)
    if "transpose" in item.prompt.en:
        assert (plain, padded) == (33, 1 + wavefronts(lane * (32 + padding) for lane in range(32)))
    else:
        assert (plain, padded) in ((26, 36), (50, 66))
    (right,) = right_texts(item)
    assert right.startswith("Do not pad. The cost is the total" if plain < padded else "Pad. The cost is the total")


def check_tile_loop(item: DrawnItem) -> None:
    """The steps, and what they find among three points and a slot without one."""
    steps = right_steps(item)
    wanted = [" = ", "first < n", "[tx] =", "[tx] =", "is full", "j = 0", "has been read", "`}`", "out[i]"]
    assert_in_order(wanted, steps)
    assert sum("__syncthreads" in step for step in steps) == 2
    (size,) = numbers(r"a block of (\d+) threads", item.prompt.en)
    assert numbers(r"shares tiles of (\d+) points", item.prompt.en) == [size]
    assert numbers(r"first \+= (\d+)", steps[1]) == numbers(r"j < (\d+)", steps[5]) == [size]
    for axis in "xy":
        load = f"`p{axis}[tx] = first + tx < n ? points_{axis}[first + tx] : INFINITY;`"
        assert load in steps[2:4]

    name, start = parts(r"`\w+ (\w+) = (.*);`", steps[0])
    assert f"if (i < m) out[i] = {name};" in steps[8]
    (line,) = parts(r"\+\+j\) (.*);`", steps[5])
    line = line.replace("fminf", "min").replace("1.0f", "1.0")
    points = [(4.0, 6.0), (1.0, 5.0), (13.0, 7.0), (math.inf, math.inf)]  # the last is a slot without a point
    names = {"x": 1.0, "y": 2.0, "px": [x for x, _ in points], "py": [y for _, y in points], "hypotf": math.hypot,
             "reach": 4.5, name: {"INFINITY": math.inf, "0": 0, "0.0f": 0.0}[start]}  # fmt: skip
    for j in range(len(points)):
        exec(line, names | {"j": j}, names)
    distances = [5.0, 3.0, 13.0]
    if "to the nearest" in item.prompt.en:
        assert names[name] == min(distances)
    elif "`reach`" in item.prompt.en:
        assert names[name] == 1
    else:
        assert names[name] == pytest.approx(sum(1 / (1 + distance) for distance in distances))


CHECKS: dict[str, Check] = {
    "term": check_term,
    "read_along_a_row": check_read_along_a_row,
    "missing_barrier": check_missing_barrier,
    "column_walk": check_column_walk,
    "guarded_load": check_guarded_load,
    "bank_table": check_bank_table,
    "tile_size": check_tile_size,
    "traffic": check_traffic,
    "padding_verdict": check_padding_verdict,
    "tile_loop": check_tile_loop,
}
