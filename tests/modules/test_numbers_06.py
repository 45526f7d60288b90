"""The counts that the lessons of module 06 print are those of the course's own bank model."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from grader.simt.wavefronts import shared_cost
from tests.modules.profiled import profiled

LESSON = Path(__file__).resolve().parents[2] / "modules" / "06_shared_memory_tiling" / "lesson.en.md"
TEXT = LESSON.read_text(encoding="utf-8")


def cost(word: Callable[[int], int], operation: str = "load", width: int = 4, lanes: int = 32) -> tuple[int, int]:
    """Wavefronts and ideal of one warp whose lane i accesses width bytes at word(i)."""
    addresses = np.array([[4 * word(lane) if lane < lanes else 0 for lane in range(32)]], np.int64)
    active = np.arange(32)[None, :] < lanes
    actual, ideal = shared_cost(addresses, active, width, operation)
    return int(actual), int(ideal)


def along_rows(width: int, side: int) -> Callable[[int], int]:
    """Lanes in rows of side threads, each at its own column of an array width words wide."""
    return lambda lane: lane // side * width + lane % side


def one_word_a_row(width: int, side: int) -> Callable[[int], int]:
    """Lanes in rows of side threads, all of a row at the same word."""
    return lambda lane: lane // side * width


def down_column(width: int, column: int = 0) -> Callable[[int], int]:
    """Lane i at row i of one column."""
    return lambda lane: lane * width + column


def down_columns(width: int, side: int) -> Callable[[int], int]:
    """Lanes in rows of side threads, read with their two indices exchanged."""
    return lambda lane: lane % side * width + lane // side


def rows(first_cell: str) -> list[list[str]]:
    """Cells of the body rows of the table whose header starts with first_cell."""
    table = re.search(rf"^\| {re.escape(first_cell)} \|.*\n\|[-|]+\|\n((?:\|.*\|\n)+)", TEXT, flags=re.M)
    assert table, first_cell
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[1].strip().splitlines()]


def per_warp_and_tile(side: int, pad: int) -> tuple[int, int]:
    """Wavefronts and ideal of one warp and one tile of the tiled SGEMM with a side x side block."""
    width, merged = side + pad, (side + pad) % 4 == 0
    store = cost(along_rows(width, side), "store")
    read_b = cost(lambda i: i % side)
    read_a = cost(one_word_a_row(width, side), width=16 if merged else 4)
    times_a = side // 4 if merged else side
    total = [2 * store[k] + side * read_b[k] + times_a * read_a[k] for k in (0, 1)]
    return total[0], total[1]


@pytest.mark.parametrize(
    ("side", "pad", "wavefronts"), [(16, 0, 26), (16, 1, 36), (16, 4, 28), (32, 0, 50), (32, 1, 66)]
)
def test_wavefronts_per_warp_and_tile(side: int, pad: int, wavefronts: int) -> None:
    assert per_warp_and_tile(side, pad)[0] == wavefronts


def test_the_padding_table_of_the_tiled_sgemm() -> None:
    table = {row[0].strip("*"): row[1:] for row in rows("one warp and one 16 × 16 tile")}
    totals = [per_warp_and_tile(16, pad) for pad in (0, 1, 4)]
    assert table["wavefronts"] == [f"**{actual}**" for actual, _ in totals]
    assert table["of these excess"] == [str(actual - ideal) for actual, ideal in totals]


def test_the_totals_at_256_cubed() -> None:
    for side, pad, warp_tiles in ((16, 0, 32768), (16, 1, 32768), (32, 0, 16384), (32, 1, 16384)):
        wavefronts, ideal = (warp_tiles * each for each in per_warp_and_tile(side, pad))
        name = f"tiled {side} × {side}, " + ("+ 1" if pad else "no padding")
        assert f"= {wavefronts:,} | {ideal:,} | {wavefronts - ideal:,} |" in TEXT, name


def test_the_bank_table_of_the_simulation() -> None:
    table = rows("tx")
    assert len(table) == 16
    for tx, row in enumerate(table):
        words = [tx * width + 5 for width in (16, 17)]
        assert [int(cell) for cell in row] == [tx] + [n for word in words for n in (word, word * 4, word % 32)]


def test_what_the_profiler_is_said_to_find() -> None:
    table = {(row[0], int(row[1])): row[2:] for row in rows("kernel | WIDTH")}
    assert len(table) == 4
    for width in (16, 17):
        fill = cost(lambda i: i, "store", lanes=16)
        walk = cost(down_column(width, 5), lanes=16)
        assert table["`column_walk`", width] == [
            *_counts(16, fill),
            *_counts(1, walk),
            str(16 * fill[0] + walk[0]),
        ]
        store = cost(along_rows(width, 16), "store")
        load = cost(one_word_a_row(width, 16))
        assert table["`row_pair`", width] == [
            *_counts(8, store),
            *_counts(8, load),
            str(8 * (store[0] + load[0])),
        ]


def test_the_profiler_finds_it() -> None:
    table = {(row[0].strip("`"), row[1]): row[2:] for row in rows("kernel | WIDTH")}
    runs = profiled("06_shared_memory_tiling")
    assert len(runs) == len(table)
    for run in runs:
        store, load, total = table[run.option("--kernel") or "", run.defined("WIDTH") or "16"]
        assert [store, load] == [" / ".join(map(str, run.cost("shared", kind))) for kind in ("store", "load")]
        assert total == str(run.profile["totals"]["shared"]["wavefronts"])


def _counts(requests: int, each: tuple[int, int]) -> list[str]:
    """The cell of the lesson for so many requests that cost (wavefronts, ideal) each."""
    wavefronts, ideal = each
    return [f"{requests} / {requests * wavefronts} / {requests * (wavefronts - ideal)}"]


def test_which_width_the_student_is_sent_to_find() -> None:
    cheap = [w for w in range(17, 49) if cost(along_rows(w, 16), "store")[0] == 1]
    assert cheap == [48]


def test_the_worked_example_of_choosing_a_padding() -> None:
    for row in rows("width W"):
        width = int(row[0])
        store = cost(along_rows(width, 8), "store")[0]
        load = cost(down_columns(width, 8))[0]
        assert [int(cell) for cell in row[1:]] == [store, load, store + load]


@pytest.mark.parametrize("width", range(28, 44))
def test_the_rules_for_walking_down_a_column(width: int) -> None:
    """What the table of layouts calls conflict-free is exactly what has no excess."""
    assert (cost(down_column(width))[0] == 1) == (width % 2 == 1)
    if width % 2 == 0:
        assert (cost(down_column(width), width=8)[0] == 2) == (width // 2 % 2 == 1)
    if width % 4 == 0:
        assert (cost(down_column(width), width=16)[0] == 4) == (width // 4 % 2 == 1)


@pytest.mark.parametrize(("width", "loads"), [(32, 16384), (33, 512)])
def test_the_transpose_table(width: int, loads: int) -> None:
    assert 512 * cost(down_column(width))[0] == loads
    assert f"| tile [32][{width}] | 512 | {loads:,} | {512 + loads:,} | 4,096 |" in TEXT
