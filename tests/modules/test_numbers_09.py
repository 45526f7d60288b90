"""The counts that the lessons of module 09 print are those of the course's models, its compiler and its profiler."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from grader.occupancy import occupancy
from grader.quiz.truth import warp_tiles
from grader.quiz.truth.processor import most_registers, peak_share
from grader.toolchain.compile import compile_source
from grader.toolchain.disassembly import nvdisasm
from tests.modules.lesson_tables import lesson_of, table_rows
from tests.modules.machine_loops import multiplying_loops
from tests.modules.profiled import Profiled, profiled, run_profile

pytestmark = pytest.mark.share(3, guard="lessons")

ROOT = Path(__file__).resolve().parents[2]
MODULE = "09_warp_tiling"
TEXT = lesson_of(MODULE)
SOLUTION = (ROOT / "solutions" / MODULE / "sgemm_warp_tiled.cu").read_text(encoding="utf-8")
TUNED = (ROOT / "solutions" / MODULE / "tune_tiles.cu").read_text(encoding="utf-8")
SIZES = ("BM", "BN", "BK", "WM", "WN", "TM", "TN")
BOUND = "__launch_bounds__(256, 2)"
WARPS = {(4, 4): (16, 32), (8, 8): (32, 64), (8, 16): (64, 64), (12, 16): (96, 64), (16, 16): (128, 64)}


def number(cell: str) -> int:
    return int(cell.replace(",", ""))


def sizes_of(cell: str) -> tuple[int, ...]:
    """(128, 128, 8) of "128 × 128 × 8"."""
    return tuple(map(int, cell.split(" × ")))


def pair_of(results: tuple[int, ...]) -> tuple[int, int]:
    tm, tn = results
    return tm, tn


def cell(cost: tuple[int, int, int]) -> str:
    return " / ".join(map(str, cost))


@cache
def tuned(tile: tuple[int, ...], results: tuple[int, ...]) -> Any:
    """What the compiler gives tune_tiles at other sizes."""
    chosen = zip(SIZES, (*tile, *WARPS[results], *results), strict=True)
    return compile_source("".join(f"#define {name} {size}\n" for name, size in chosen) + TUNED).kernels["tune_tiles"]


def fragment_cells(run: Profiled) -> tuple[str, str]:
    """Requests, wavefronts and excess of the reads of A and of B."""
    return cell(run.cost("shared", "load", "float4 a =")), cell(run.cost("shared", "load", "float4 b ="))


@pytest.mark.slow
def test_the_runs_of_warp_tile_print_what_its_table_says() -> None:
    table = {row[0]: (row[1], row[2]) for row in table_rows(TEXT, "lanes, in rows")}
    runs = [run for run in profiled(MODULE) if run.option("--kernel") == "warp_tile"]
    assert len(runs) == len(table) == 3
    for run in runs:
        down = int(run.defined("DOWN") or 4)
        assert table[f"{down} × {32 // down}"] == fragment_cells(run)
        for operand, found in zip("ab", fragment_cells(run), strict=True):
            cost = warp_tiles.fragment_cost("rows", down, operand)
            assert found == cell((1, cost.wavefronts, cost.excess))


@pytest.mark.slow
def test_the_runs_of_lane_mask_print_what_its_table_says() -> None:
    table = {row[0]: row[1:] for row in table_rows(TEXT, "ROW_BITS")}
    runs = [run for run in profiled(MODULE) if run.option("--kernel") == "lane_mask"]
    assert len(runs) == len(table) == 5
    for run in runs:
        mask = run.defined("ROW_BITS") or "24"
        bits = tuple(bit for bit in range(5) if int(mask) >> bit & 1)
        assert table[mask] == [", ".join(map(str, bits)), *fragment_cells(run)]
        merges = warp_tiles.bits_merge(bits)
        assert [found.split(" / ")[1] for found in fragment_cells(run)] == ["2" if each else "4" for each in merges]


def test_half_of_all_masks_merge_on_both_sides() -> None:
    masks = [tuple(bit for bit in range(5) if mask >> bit & 1) for mask in range(32)]
    assert sum(warp_tiles.bits_merge(bits) == (True, True) for bits in masks) == 16
    assert "2 × 8 = 16, half of them" in TEXT


def test_the_table_of_prices() -> None:
    table = table_rows(TEXT, "results of a thread")
    assert len(table) == 5
    for results, pieces, wavefronts, work, each in table:
        tm, tn = sizes_of(results)
        assert int(pieces) == tm // 4 + tn // 4
        assert int(wavefronts) == warp_tiles.thread_tile_wavefronts(tm, tn)
        assert int(work) == tm * tn
        assert float(each) == int(wavefronts) / int(work) == (1 / tm + 1 / tn) / 2
    assert peak_share(16, 4) == 1 and peak_share(16, 5) < 1, "reading keeps pace up to 0.25 wavefronts each"
    assert 8 / (64 / 4) == 0.5, "the pipe is busy half of the time"


def test_the_three_tiles_of_the_lesson() -> None:
    assert "256 of them for 16,384 multiply-adds" in TEXT and (128 + 128, 128 * 128) == (256, 16384)
    assert "32 × 64 wants 96 different values a k, 16 × 128 wants 144" in TEXT and (32 + 64, 16 + 128) == (96, 144)
    warp, lane = divmod(109, 32)
    assert (warp, lane) == (3, 13)
    row, col = divmod(warp, 2)[0] * 32 + lane // 8 * 4, warp % 2 * 64 + lane % 8 * 4
    assert f"at ({row}, {col})" in TEXT
    assert f"at ({row}, {col + 32}), ({row + 16}, {col}) and ({row + 16}, {col + 32})" in TEXT
    for lanes, tile, warps, values in table_rows(TEXT, "lanes"):
        down, across = sizes_of(lanes)
        assert sizes_of(tile) == (8 * down, 8 * across)
        assert sizes_of(warps) == (128 // (8 * down), 128 // (8 * across))
        assert int(values) == 8 * (down + across)


def test_strips_of_the_first_blocks() -> None:
    table = table_rows(TEXT, "tiles a side (N)")
    assert len(table) == 4
    for side, *cells in table:
        tiles, size = map(number, re.findall(r"[\d,]+", side))
        assert size == 128 * tiles
        assert [int(each) for each in cells] == [warp_tiles.strips_at_once(tiles, tiles, g, 264) for g in (1, 4, 8, 16)]
    assert "5 strips of A and all 64 of B, **69**" in TEXT and "8 + 33 = **41** strips" in TEXT
    assert "row by row 9 + 32 = 41 strips" in TEXT and "16 + 32 = 48" in TEXT
    cycles = 16 * 512 // 4
    assert f"16 × 512 / 4 = {cycles:,} cycles" in TEXT
    assert [pieces * 4096 // cycles for pieces in (69, 41)] == [138, 82]
    assert "are 138 bytes a cycle for the whole GPU, and 41 are 82" in TEXT
    assert (2 * 264 - 69, 2 * 264 - 41) == (459, 487) and "the other 459 and 487 come from L2" in TEXT
    assert 128 * 8192 * 4 == 4 * 2**20


@pytest.mark.slow
def test_the_table_of_choices() -> None:
    table = table_rows(TEXT, "BM × BN × BK")
    assert len(table) == 3
    for tile_cell, results_cell, registers, shared, wavefronts in table:
        tile, results = sizes_of(tile_cell), sizes_of(results_cell)
        kernel = tuned(tile, results)
        assert (kernel.registers, kernel.shared_bytes) == (number(registers), number(shared))
        bm, bn, bk = tile
        assert number(shared) == warp_tiles.tile_bytes(bm, bn, bk)
        assert number(wavefronts) == warp_tiles.warp_tiled_wavefronts((bm, bn, bk), pair_of(results), (256, 256, 32))
    assert warp_tiles.tile_bytes(128, 256, 16) == 49664 > 49152


@pytest.mark.slow
def test_the_table_of_limits() -> None:
    (table,) = re.findall(r"^\| BM × BN × BK \| TM × TN \| sums .*\n\|[-|]+\|\n((?:\|.*\|\n)+)", TEXT, re.M)
    rows = [[each.strip() for each in line.strip("|").split("|")] for line in table.splitlines()]
    assert len(rows) == 5
    for tile_cell, results_cell, sums, registers, local, share in rows:
        tile, results = sizes_of(tile_cell), sizes_of(results_cell)
        kernel = tuned(tile, results)
        assert int(sums) == results[0] * results[1]
        assert (kernel.registers, kernel.local_bytes) == (int(registers), int(local))
        room = occupancy("sm_90", 256, kernel.registers, kernel.shared_bytes)
        assert f"{100 * room.share:g} %" == share
    assert tuned((256, 256, 8), (16, 16)).spill_bytes == 1212


@pytest.mark.slow
def test_what_a_change_costs_in_registers() -> None:
    assert most_registers("sm_90", 256, 2) == 128 and most_registers("sm_90", 256, 1) == 255
    changes = {
        "nothing": (),
        "no `__launch_bounds__` for two blocks: `(256, 1)`": ((BOUND, "__launch_bounds__(256, 1)"),),
        "both tiles stored at k = 7, right before the barrier": (("k == 4 && more", "k == 7 && more"),
                                                                  ("k == 6 && more", "k == 7 && more")),
    }  # fmt: skip
    table = {row[0]: row[1:] for row in table_rows(TEXT, "what is changed")}
    assert table.keys() == changes.keys()
    for name, pieces in changes.items():
        source = SOLUTION
        for old, new in pieces:
            assert source.count(old) == 1
            source = source.replace(old, new)
        kernel = compile_source(source).kernels["sgemm_warp_tiled"]
        assert table[name] == [str(kernel.registers), str(kernel.local_bytes)]
    assert 64 + 2 * 16 + 8 == 104 and "are 104 of 128" in TEXT and 104 + 16 == 120


@pytest.mark.slow
@pytest.mark.skipif(nvdisasm() is None, reason="nvdisasm is not installed")
def test_the_order_of_multiply_adds_decides_what_is_reused() -> None:
    back = "int m = n % 2 == 0 ? i : TM - 1 - i;"
    loops = f"for (int n = 0; n < TN; ++n)\n#pragma unroll\n        for (int i = 0; i < TM; ++i) {{\n            {back}"
    rows = "for (int m = 0; m < TM; ++m)\n#pragma unroll\n        for (int n = 0; n < TN; ++n) {"
    assert SOLUTION.count(loops) == 1
    orders = {
        "down one column, up the next (yours)": SOLUTION,
        "down every column": SOLUTION.replace(back, "int m = i;"),
        "along every row": SOLUTION.replace(loops, rows),
    }
    table = {row[0]: row[1] for row in table_rows(TEXT, "order of the results")}
    assert table.keys() == orders.keys()
    for name, source in orders.items():
        inside = multiplying_loops(source)[-1]
        multiplied = [line for line in inside.code if "FFMA" in line]
        assert len(multiplied) == 1024
        assert int(table[name]) == sum(".reuse" in line for line in multiplied), name


def test_how_many_choices_each_question_leaves() -> None:
    sides, depths, warp_sides, results = (64, 128, 256), (8, 16), (16, 32, 64, 128, 256), (4, 8, 16)
    every = list(product(sides, sides, depths, warp_sides, warp_sides, results, results))
    fitting = [each for each in every if _covers(*each)]
    within = [each for each in fitting if warp_tiles.tile_bytes(*each[:3]) <= 49152]
    unspilled = [each for each in within if each[5:] != (16, 16)]
    cost = {
        each: warp_tiles.warp_tiled_wavefronts((each[0], each[1], each[2]), (each[5], each[6]), (256, 256, 32))
        for each in unspilled
    }
    best = [each for each in unspilled if cost[each] == min(cost.values())]
    told = [number(row[1]) for row in table_rows(TEXT, "what is asked")]
    assert told == [len(each) for each in (every, fitting, within, unspilled, best)]
    assert min(cost.values()) == 6912
    assert {(each[:2], each[5:]) for each in best} == set(product([(128, 256), (256, 128)], [(8, 16), (16, 8)]))


def _covers(bm: int, bn: int, bk: int, wm: int, wn: int, tm: int, tn: int) -> bool:
    """32 lanes in pairs cover the warp's tile, 8 warps the block's."""
    if wm % tm or wn % tn or bm % wm or bn % wn:
        return False
    down, across = wm // tm, wn // tn
    return down * across == 32 and down % 2 == across % 2 == 0 and (bm // wm) * (bn // wn) == 8


def test_deep_tiles_are_stored_with_conflicts() -> None:
    said = [(int(depth), int(cost)) for depth, cost in re.findall(r"^- BK = (\d+): .*\*\*(\d)\*\*", TEXT, re.M)]
    assert said == [(depth, warp_tiles.transposed_store_wavefronts(depth, 132)) for depth in (8, 16, 32)]


def test_the_simulation() -> None:
    for lane, row, col in table_rows(TEXT, "lane, in rows"):
        assert warp_tiles.lane_place("rows", 4, int(lane)) == (int(row) // 4, int(col) // 4)
    cost = {}
    for order in ("rows", "pairs"):
        read = [2 * warp_tiles.fragment_cost(order, 4, operand).wavefronts for operand in "ab"]
        cost[order] = 8 + 8 * sum(read)
    assert cost == {"rows": 104, "pairs": 72} and "That makes 104 and 72." in TEXT


@pytest.mark.slow
def test_the_kernel_pays_what_that_of_module_08_paid() -> None:
    m, n, k = 128, 128, 24
    arguments = [f"f32[{m},{k}]=random", f"f32[{k},{n}]=random", f"f32[{m},{n}]=zeros"]
    arguments += [f"i32:{size}" for size in (m, n, k, k, n, n)] + ["f32:1", "f32:0"]
    options = ["--kernel", "sgemm_warp_tiled", "--grid", "1", "--block", "256"]
    options += [word for each in arguments for word in ("--arg", each)]
    found = run_profile(SOLUTION, tuple(options)).profile
    assert found["hazards"] == [] and found["totals"]["shared"]["excess"] == 0
    assert found["totals"]["shared"]["wavefronts"] == 24 * 72 and found["totals"]["barriers"] == 32
    assert found["resources"]["registers"] == 128 and found["resources"]["spill_bytes"] == 0
    assert "72 wavefronts for 512 multiply-adds, 128 registers" in TEXT


def test_small_matrices_leave_multiprocessors_idle() -> None:
    assert "At N = 512 there are 4 × 4 = 16 tiles of 128 × 128 for 132 SMs: 116 of them look on" in TEXT
    assert (512 // 128) ** 2 == 16 and 132 - 16 == 116
    assert "8 × 4 = 32 blocks for 132 SMs; those of 64 × 64 are 256" in TEXT and (1024 // 64) ** 2 == 256
