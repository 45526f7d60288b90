"""The counts that the lessons of module 08 print are those of the course's models, its compiler and its profiler."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
import yaml
from numpy.typing import NDArray

from docs import measured
from grader.occupancy import occupancy
from grader.simt.copy_wavefronts import copy_wavefronts
from grader.simt.wavefronts import shared_cost
from grader.toolchain.compile import compile_source
from grader.toolchain.disassembly import disassemble, nvdisasm
from tests.modules.lesson_tables import lesson_of
from tests.modules.machine_loops import multiplying_loops
from tests.modules.profiled import profiled
from tests.modules.timed_in_turns import timed, timed_program

pytestmark = pytest.mark.share(3, guard="lessons")

ROOT = Path(__file__).resolve().parents[2]
MODULE = "08_double_buffering"
TEXT = lesson_of(MODULE)
SOLUTION = ROOT / "solutions" / MODULE / "sgemm_double_buffered.cu"
SKELETON = ROOT / "exercises" / MODULE / "sgemm_double_buffered.cu"
LIMIT = " __launch_bounds__(256, 2)"
WARP_TILES = 24  # of a block at 128 x 128 x 24: eight warps, three tiles


def rows(first_cell: str, which: int = 0) -> list[list[str]]:
    """Cells of the body rows of a table whose header starts with first_cell; which: the first such table or a later."""
    tables = re.findall(rf"^\| {re.escape(first_cell)} \|.*\n\|[-|]+\|\n((?:\|.*\|\n)+)", TEXT, flags=re.M)
    return [[cell.strip().strip("*`") for cell in line.strip("|").split("|")] for line in tables[which].splitlines()]


def cost(word: Callable[[int], int], operation: str = "load", width: int = 4) -> tuple[int, int]:
    """Wavefronts and ideal of a full warp whose lane i accesses width bytes at word(i)."""
    addresses = np.array([[4 * word(lane) for lane in range(32)]], np.int64)
    actual, ideal = shared_cost(addresses, np.ones((1, 32), np.bool_), width, operation)
    return int(actual), int(ideal)


PLACES: dict[str, tuple[Callable[[int], int], Callable[[int], int]]] = {  # (row, column) of a lane of warp 0
    "rows": (lambda lane: lane // 16 * 4, lambda lane: lane % 16 * 4),
    "pairs": (lambda lane: lane % 2 * 4, lambda lane: lane // 2 % 16 * 4),
}


def transposed_store(width: int) -> tuple[int, int]:
    """One of the four stores that transpose A: two lanes a row, four k apart, rows of the tile `width` words wide."""
    return cost(lambda lane: lane % 2 * 4 * width + lane // 2, "store")


def step(width: int, lanes: str) -> tuple[int, int]:
    """Wavefronts and excess of one warp for one tile, with rows of A `width` words wide, a multiple of four."""
    row, column = PLACES[lanes]
    parts = [4 * [transposed_store(width)], [cost(lambda lane: 4 * lane, "store", 16)]]
    parts += [16 * [cost(row, width=16)], 16 * [cost(column, width=16)]]
    each = [access for part in parts for access in part]
    return sum(actual for actual, _ in each), sum(actual - ideal for actual, ideal in each)


@pytest.mark.parametrize("lanes", ["rows", "pairs"])
def test_the_table_of_lanes_in_rows_and_in_pairs(lanes: str) -> None:
    column = 1 + ("rows", "pairs").index(lanes)
    table = {row[0]: row[column].strip("*") for row in rows("per warp and tile")}
    row, col = PLACES[lanes]
    assert table["read A: 16 `LDS.128"] == f"16 × {cost(row, width=16)[0]} = {16 * cost(row, width=16)[0]}"
    assert table["read B: 16 `LDS.128"] == f"16 × {cost(col, width=16)[0]} = {16 * cost(col, width=16)[0]}"
    assert (int(table["wavefronts"]), int(table["of these excess"])) == step(132, lanes)


def test_what_pairing_the_lanes_saves() -> None:
    in_rows, in_pairs = step(132, "rows")[0], step(132, "pairs")[0]
    assert f"{round(100 * (1 - in_pairs / in_rows))} % fewer wavefronts" in TEXT
    busy = [round(100 * each / 128) for each in (in_rows, in_pairs)]
    said = f"in {in_rows} or in {in_pairs} of these 128 cycles, {busy[0]} or {busy[1]} % of the time, and less where"
    assert f"By the model the shared-memory pipe is busy {said} the `FFMA` have to wait" in TEXT
    assert measured.busy("double_buffered", "fma") < 80 and measured.busy("double_buffered", "shared") < busy[1] - 10


def test_the_table_of_widths_for_the_transposed_store() -> None:
    table = rows("W")
    assert len(table) == 5
    for width, offset, even, odd, wavefronts in table:
        begins = 4 * int(width) % 32
        assert int(offset) == begins
        assert (even, odd) == ("0 – 15", f"{begins} – {begins + 15}")
        assert int(wavefronts) == transposed_store(int(width))[0]
    assert [width for width in range(128, 160) if transposed_store(width)[0] == 1] == [132, 140, 148, 156]


@pytest.mark.slow
def test_the_shared_memory_of_two_buffers() -> None:
    one = 8 * 132 + 8 * 128
    assert f"2 × (1,056 + 1,024) × 4 = **{2 * one * 4:,} bytes**" in TEXT
    assert compiled(SOLUTION.read_text(encoding="utf-8")).shared_bytes == 2 * one * 4


def test_the_cycles_a_load_can_hide_behind() -> None:
    cycles = 8 * 512 // 4
    assert f"8 × 512 / 4 = **{cycles:,} cycles**" in TEXT
    assert f"at work for {cycles:,} of <!--= {cycles} + latency(" in TEXT


IN_ROWS = (
    ("int row = (thread / 32 * 2 + thread % 2) * 4;", "int row = threadIdx.y * 4;"),
    ("int col = thread / 2 % 16 * 4;", "int col = threadIdx.x * 4;"),
)
AS_LOADED = (
    ("tile_a[2][BK][BM + PAD];", "tile_a[2][BM][BK];"),
    ("tile_a[now][a_col + 0][a_row] = a_in.x;", "*reinterpret_cast<float4*>(&tile_a[now][a_row][a_col]) = a_in;"),
    ("        tile_a[now][a_col + 1][a_row] = a_in.y;\n", ""),
    ("        tile_a[now][a_col + 2][a_row] = a_in.z;\n", ""),
    ("        tile_a[now][a_col + 3][a_row] = a_in.w;\n", ""),
    ("tile_a[now][k][row + i]", "tile_a[now][row + i][k]"),
    ("tile_a[now][k][row + HALF + i]", "tile_a[now][row + HALF + i][k]"),
)
MOVED = "            from_a += BK;\n            from_b += BK * ldb;\n"
SENT_A, SENT_B = "load4<INSIDE>(from_a, left_a - next)", "load4<INSIDE>(from_b, next + b_row < K ? left_b : 0)"
UNROLLED = re.compile(r"^#pragma unroll \(INSIDE .*\n", re.M)


def changed(*changes: tuple[str, str]) -> str:
    """The solution with pieces of its source exchanged."""
    source = SOLUTION.read_text(encoding="utf-8")
    for old, new in changes:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    return source


def variant(width: int, lanes: str, transposed: bool = True) -> str:
    """The solution with other rows of A's tile, other places of the lanes, or A's tile as it is loaded."""
    changes = (IN_ROWS if lanes == "rows" else ()) + (() if transposed else AS_LOADED)
    return changed(("PAD = 4;", f"PAD = {width - 128};"), *changes)


def compiled(source: str) -> Any:
    """What the compiler gave the kernel."""
    return compile_source(source).kernels["sgemm_double_buffered"]


@cache
def profile(source: str, depth: int = 24) -> dict[str, Any]:
    """The profile of a kernel for one block, 128 x 128 x depth."""
    sizes = ["i32:128", "i32:128", f"i32:{depth}", f"i32:{depth}", "i32:128", "i32:128", "f32:1", "f32:0"]
    arguments = [f"f32[128,{depth}]=random", f"f32[{depth},128]=random", "f32[128,128]=zeros", *sizes]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "kernel.cu"
        file.write_text(source, encoding="utf-8")
        command = [sys.executable, "-m", "grader", "profile", str(file), "--kernel", "sgemm_double_buffered"]
        command += ["--grid", "1", "--block", "16,16", "--json", "-"]
        command += [word for argument in arguments for word in ("--arg", argument)]
        done = subprocess.run(command, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    assert done.returncode == (1 if found["faults"] else 0), done.stderr
    return found


STEPS = {
    "A as `[row][k]`, lanes in rows": (128, "rows", False),
    "A transposed, rows of 128, lanes in rows": (128, "rows", True),
    "rows of 132": (132, "rows", True),
    "rows of 132, lanes in pairs (yours)": (132, "pairs", True),
    "rows of 129, lanes in pairs": (129, "pairs", True),
    "rows of 128, lanes in pairs": (128, "pairs", True),
}


@pytest.mark.slow
def test_the_steps_to_the_kernel_are_counted_one_by_one() -> None:
    table = {row[0]: [int(cell.replace(",", "")) for cell in row[1:]] for row in rows("double-buffered kernel")}
    assert list(table) == list(STEPS)
    for name, how in STEPS.items():
        found = profile(variant(*how))
        assert found["hazards"] == []
        assert found["totals"]["barriers"] == WARP_TILES
        total, resources = found["totals"]["shared"], found["resources"]
        counted = [resources["registers"], resources["spill_bytes"], total["wavefronts"], total["excess"]]
        assert table[name] == counted, name
        width, lanes, transposed = how
        if transposed and width % 4 == 0:
            assert tuple(table[name][2:]) == tuple(WARP_TILES * each for each in step(width, lanes))


@pytest.mark.slow
def test_what_transposing_a_saves() -> None:
    table = rows("double-buffered kernel", 1)
    for row, (lanes, transposed) in zip(table, [(x, y) for x in ("rows", "pairs") for y in (False, True)], strict=True):
        assert lanes in row[0] and ("transposed" in row[0]) == transposed
        source = variant(132, lanes, transposed)
        assert LIMIT in source
        free, limited = compiled(source.replace(LIMIT, "")), compiled(source)
        assert limited.registers == 128
        assert [int(cell) for cell in row[1:4]] == [free.registers, limited.local_bytes, limited.spill_bytes]
        wavefronts = profile(source)["totals"]["shared"]["wavefronts"] // WARP_TILES
        assert row[4] == str(wavefronts)
    assert f"From {table[3][1]} to 128 is a small step. From {table[2][1]} the compiler finds a way too" in TEXT
    assert f"That makes {table[2][4]} wavefronts of {table[3][4]}." in TEXT
    saved = f"takes {table[3][1]} registers, not {table[2][1]}, and the limit"
    assert saved in TEXT and f"({table[3][1]} instead of {table[2][1]} without a limit)" in TEXT


@pytest.mark.slow
def test_ways_to_write_the_same_addresses_differ_in_registers_and_instructions() -> None:
    spelled = {
        ("from_a + next", "from_b + next * ldb"): "takes {} registers without a limit, not {}, and two rounds are {:,}",
        ("from_a + k0 + BK", "from_b + (k0 + BK) * ldb"): "it takes {0}, and they are {2:,}.",
    }
    moved = SOLUTION.read_text(encoding="utf-8")
    before = compiled(moved.replace(LIMIT, "")).registers
    for (a, b), said in spelled.items():
        anew = (SENT_A, SENT_A.replace("from_a", a)), (SENT_B, SENT_B.replace("from_b", b))
        source = changed((MOVED, ""), *anew)
        limited = compiled(source)
        assert (limited.registers, limited.local_bytes, limited.spill_bytes) == (128, 0, 0)
        free, turn = compiled(source.replace(LIMIT, "")).registers, len(multiplying_loops(source)[-1].code)
        assert f"`{a}` and `{b}`" in TEXT and said.format(free, before, turn) in TEXT
    assert f"Moved pointers make {len(multiplying_loops(moved)[-1].code):,}." in TEXT


@pytest.mark.slow
def test_loads_that_nobody_needs_are_left_out_by_the_compiler_after_the_first_round_of_two_only() -> None:
    """Without the `if` the loads of the last round go beyond both matrices: in odd numbers of tiles unseen."""
    unguarded, own = changed(("if (next < K) {", "{")), SOLUTION.read_text(encoding="utf-8")
    odd = profile(unguarded, 24)
    assert odd["faults"] == odd["hazards"] == []
    assert odd["totals"]["global"]["requests"] == profile(own, 24)["totals"]["global"]["requests"]
    even = profile(unguarded, 16)
    assert {fault["kind"] for fault in even["faults"]} == {"out_of_bounds"}
    assert profile(own, 16)["faults"] == []
    assert "as with K = 24" in TEXT and "as with K = 16" in TEXT


def test_the_frame_in_the_lesson_is_that_of_the_file() -> None:
    given = SKELETON.read_text(encoding="utf-8")
    section = TEXT.partition('<a id="double-buffered-frame"></a>')[2].partition("<a id=")[0]
    listings = re.findall(r"^```cuda\n(.*?)^```$", section, flags=re.M | re.S)
    lines = [line for code in listings for line in code.splitlines() if not re.match(r" +// (blank|given):", line)]
    assert len(lines) > 20
    assert [line for line in lines if line not in given.splitlines()] == []
    told = re.findall(r"^```cuda\n(    int row = .*?)^```$", TEXT, flags=re.M | re.S)
    assert told and all(code in given for code in told)


@pytest.mark.slow
@pytest.mark.skipif(nvdisasm() is None, reason="nvdisasm is not installed")
def test_the_machine_code_of_the_loop_for_blocks_inside() -> None:
    source = SOLUTION.read_text(encoding="utf-8")
    inside = multiplying_loops(source)[-1]
    turn, ffma = len(inside.code), inside.count("FFMA")
    assert (inside.count("LDG"), inside.guarded, ffma) == (4, 0, 2 * 512)
    assert f"{ffma:,} of the {turn:,} machine instructions of two rounds are `FFMA`" in TEXT
    assert f"that would be {ffma:,} / {turn:,} = {round(100 * ffma / turn)} % of the peak" in TEXT
    assert TEXT.count(f"peak_tflops() * {ffma} / {turn}") == 2
    rolled = multiplying_loops(UNROLLED.sub("", source))[-1]
    assert rolled.count("FFMA") == 512
    said = f"has {len(rolled.code)} machine instructions without the pragma, and with it {turn:,} / 2 = {turn / 2:.1f}."
    assert said in TEXT
    before = (ROOT / "solutions" / "07_register_blocking" / "conflict_free_fragments.cu").read_text(encoding="utf-8")
    left = 512 - multiplying_loops(before)[-1].after("LDG")[-1]
    assert f"and {left} multiply-adds were left to hide behind" in TEXT
    promised = multiplying_loops(timed("restrict", "conflict_free_restrict")["text"])[-1]
    between = [store - load for load, store in zip(promised.after("LDG"), promised.after("STS"), strict=True)][2:]
    assert f"then {between[0]} and {between[1]} multiply-adds stand between the loads and the stores" in TEXT
    first, second = inside.after("BAR")
    one, other, third, fourth = inside.after("LDG")
    between = f"{one - first} and {other - first} multiply-adds stand between the barrier and the two loads"
    assert f"{between} in the first of two rounds, {third - second} and {fourth - second} in the second." in TEXT


@pytest.mark.slow
@pytest.mark.skipif(nvdisasm() is None, reason="nvdisasm is not installed")
def test_the_second_buffer_lies_a_constant_behind_the_first() -> None:
    inside = multiplying_loops(SOLUTION.read_text(encoding="utf-8"))[-1]
    words = [re.fullmatch(r"STS \[(R\d+)(?:\+0x([0-9a-f]+))?\], R\d+", line) for line in inside.code]
    found = [(store[1], int(store[2] or "0", 16)) for store in words if store]
    assert len(found) == 8 and len({register for register, _ in found}) == 1
    assert {found[i + 4][1] - found[i][1] for i in range(4)} == {8 * 132 * 4}
    assert f"8 × 132 × 4 = {8 * 132 * 4:,} bytes behind buffer 0" in TEXT


def test_what_the_hardware_counted_is_what_the_models_say() -> None:
    warp_tiles = 32 * 32 * 8 * 512
    for kernel, lanes in (("conflict_free", "rows"), ("double_buffered", "pairs")):
        wavefronts, excess = step(132, lanes)
        cost, ideal = measured.counted(kernel, "shared_cost"), measured.counted(kernel, "shared_ideal")
        assert (cost, cost - ideal) == (warp_tiles * wavefronts, warp_tiles * excess)
        assert f"= {warp_tiles:,} × {wavefronts} |" in TEXT


def test_the_points_for_speed_are_those_of_the_exercise() -> None:
    spec = yaml.safe_load((ROOT / "exercises" / MODULE / "sgemm_double_buffered.yaml").read_text(encoding="utf-8"))
    speed = spec["checks"]["speed"]
    full, zero = f"{speed['full']:.2f}", f"{speed['zero']:.2f}"
    assert set(speed["size"].values()) == {4096} and speed["slow"].endswith("/conflict_free_fragments")
    assert f"a check `speed` as well, {speed['points']} of the 100 points" in TEXT
    assert f"From {full} on all points are yours, up to {zero} none" in TEXT
    assert f"{speed['points']} * (contest_ratio('sgemm_double_buffered', 'slow') - {zero}) / ({full} - {zero})" in TEXT


def test_the_blocks_of_the_asynchronous_kernel_that_fit_on_an_sm() -> None:
    source = SOLUTION.with_name("async_copy_tiles.cu").read_text(encoding="utf-8")
    used = compile_source(source).kernels["async_copy_tiles"]
    assert occupancy("sm_90", 256, used.registers, used.shared_bytes).blocks == 8
    assert "there are 8 blocks on an SM" in TEXT


def test_the_wavefronts_of_asynchronous_copies() -> None:
    """Two copies, four wide reads of A and sixteen rows of B, of a warp of a 16 x 16 block, at lda = 64."""
    copies, wide = 2 * copied(64)[1] // 8, 4 * cost(lambda lane: lane // 16 * 16, width=16)[0]
    narrow = 16 * cost(lambda lane: lane % 16)[0]
    total = copies + wide + narrow
    assert f"{copies}\n" in TEXT and f"{total}\n```" in TEXT
    assert f"4 / {total} = {400 / total:.1f} % of the peak" in TEXT
    assert f"4 / {2 + wide + narrow} = {400 / (2 + wide + narrow):.1f} %" in TEXT


@pytest.mark.slow
def test_the_barriers_of_one_buffer_and_of_two() -> None:
    two = profile(SOLUTION.read_text(encoding="utf-8"))["totals"]["barriers"]
    single = profile(changed(("tile_a[2]", "tile_a[1]"), ("tile_b[2]", "tile_b[1]"), ("now ^= 1;", "__syncthreads();")))
    assert single["hazards"] == []
    one = single["totals"]["barriers"]
    assert f"at K = 24, **{two}** and {one}." in TEXT


def test_the_rounds_of_the_simulation() -> None:
    tiles = 5
    table = rows("round")
    assert len(table) == tiles
    for t, row in enumerate(table):
        ahead = str(t + 1) if t + 1 < tiles else "–"
        assert row == [str(t), f"{t} → {t % 2}", ahead, str(t), str(t - 1) if t else "–"]


def test_the_lanes_of_the_simulation() -> None:
    for cells in rows("lane"):
        lane, *places = map(int, cells)
        in_rows, in_pairs = PLACES["rows"], PLACES["pairs"]
        assert places == [in_rows[1](lane), in_pairs[1](lane), in_rows[0](lane), in_pairs[0](lane)]


def copied(ld: int) -> tuple[int, int, int]:
    """Requests, wavefronts and excess of a 16 x 16 tile copied from rows ld floats apart, by the course's model."""
    lane = np.arange(32)[None, :]
    bounds = copy_wavefronts(4 * lane, 4 * (lane // 16 * ld + lane % 16), None, 4, past_l1=False)
    assert bounds.lower == bounds.upper
    return 8, 8 * bounds.lower, 8 * (bounds.lower - bounds.ideal)


def test_the_price_of_copies_depends_on_the_distance_of_rows() -> None:
    cheap = [ld for ld in range(16, 129) if copied(ld)[1] == 8]
    assert cheap == [ld for ld in range(16, 129) if ld % 32 == 16]
    assert "only if lda mod 32 = 16" in TEXT


def copied_wide(ld: int) -> tuple[int, int, int]:
    """Requests, wavefronts and excess of the same tile in copies of 16 bytes, which pass L1."""
    lane = np.arange(32)[None, :]
    bounds = copy_wavefronts(16 * lane, 4 * (lane // 4 * ld + lane % 4 * 4), None, 16, past_l1=True)
    assert bounds.lower == bounds.upper
    return 2, 2 * bounds.lower, 2 * (bounds.lower - bounds.ideal)


@pytest.mark.slow
def test_copies_of_16_bytes_pass_l1_and_cost_what_an_h200_counted() -> None:
    results = json.loads((measured.RESULTS / "tile_copies_nvidia_h200.json").read_text(encoding="utf-8"))
    for name, found in results.items():
        kernel, _, ld = name.partition(" ld=")
        (row,) = (r for r in found["cuda"]["lines"] if (r["space"], r["operation"]) == ("shared", "async_copy"))
        model = copied_wide(int(ld)) if kernel == "copy_four" else copied(int(ld))
        assert model == (row["requests"], row["wavefronts"], row["excess"]), name
    assert [copied_wide(ld)[1] for ld in (16, 64, 80)] == [8, 16, 16]
    assert "costs 8 wavefronts where its rows are neighbours (ld = 16) and 16 at ld = 64 *and* at ld = 80" in TEXT
    if nvdisasm() is not None:
        source = (ROOT / "benchmarks" / "kernels" / "tile_copies.cu").read_text(encoding="utf-8")
        own = one_copy("&tile[threadIdx.y][4 * threadIdx.x], &in[threadIdx.y * ld + 4 * threadIdx.x], 16")
        assert all("LDGSTS.E.BYPASS.128 " in disassemble(compile_source(each)) for each in (source, own))
        assert "`LDGSTS.E.BYPASS.128`" in TEXT
        assert "BYPASS" not in disassemble(compile_source(one_copy("&tile[0][threadIdx.x], &in[threadIdx.x], 4")))
        through = 'asm("cp.async.ca.shared.global [%0], [%1], 16;" :: "r"(to), "l"(in))'
        asked = f"unsigned to = __cvta_generic_to_shared(tile); {through}"
        listing = disassemble(compile_source(re.sub(r"__pipeline_memcpy_async\(.*\)", lambda _: asked, own)))
        assert "LDGSTS.E.128 " in listing and "BYPASS" not in listing
        assert "`cp.async.ca` in inline PTX: that goes through L1 with 16 bytes, too" in TEXT


def one_copy(arguments: str) -> str:
    """A kernel with one `__pipeline_memcpy_async`."""
    return f"""#include <cuda_pipeline.h>
extern "C" __global__ void copy(const float* in, float* out, int ld)
{{
    __shared__ __align__(16) float tile[16][16];
    __pipeline_memcpy_async({arguments});
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = tile[15 - threadIdx.y][threadIdx.x];
}}
"""


@pytest.mark.slow
def test_transposing_and_pairing_are_told_apart() -> None:
    """Each on its own and both, timed in turns, with the buffers and the late loads of one kernel."""
    steps = ("conflict_free", "rows_as_loaded", "rows_transposed", "no_prefetch", "single_buffer")
    times = [measured.turn_ms("one_decision", name) for name in steps]
    assert times == sorted(times, reverse=True)
    assert "without the transposition it costs time" in TEXT
    assert measured.turn_ms("one_decision", "pairs_as_loaded") > measured.turn_ms("one_decision", "rows_as_loaded")
    assert "% *more*" in TEXT
    assert measured.turn_ms("one_decision", "double_buffered") > measured.turn_ms("one_decision", "single_buffer")
    same = timed_program("one_decision", "double_buffered").kernels, compile_source(SOLUTION.read_text("utf-8")).kernels
    assert same[0] == same[1]


def cell(found: tuple[int, int, int]) -> str:
    """How the lesson writes requests, wavefronts and excess."""
    return " / ".join(map(str, found))


@pytest.mark.slow
def test_the_profiler_finds_what_the_tables_say() -> None:
    buffers = {(row[0], row[1]): row[2:] for row in rows("BUFFERS")}
    lanes = {row[0]: row[1:] for row in rows("lanes")}
    widths = {row[0]: row[1] for row in rows("WIDTH")}
    distances = {row[0]: row[1] for row in rows("ld")}
    wide = {row[0]: row[1] for row in rows("ld, in copies of 16 bytes")}
    runs = profiled(MODULE)
    assert len(runs) == 1 + len(buffers) + len(lanes) + len(widths) + len(distances) + len(wide)
    for run in runs:
        kernel, last = run.option("--kernel"), (run.option("--arg") or "").removeprefix("i32:")
        if kernel == "distances":
            count = [str(run.profile["totals"]["barriers"]), str(len(run.profile["hazards"]))]
            assert buffers[run.defined("BUFFERS") or "2", last] == count
        elif kernel == "column_roots":
            requests, sectors, _ = run.cost("global", "load")
            assert f"Two warps, five rows: {requests} requests, {sectors} sectors." in TEXT
        elif kernel == "read_fragments":
            found = [cell(run.cost("shared", "load", f"&row_{name}")) for name in "ab"]
            assert lanes["in pairs" if run.defined("PAIRS") else "in rows"] == found
        elif kernel == "store_transposed":
            width = run.defined("WIDTH") or "128"
            actual, ideal = transposed_store(int(width))
            assert widths[width] == cell(run.cost("shared", "store")) == cell((8, 8 * actual, 8 * (actual - ideal)))
        elif kernel == "copy_wide":
            assert wide[last] == cell(run.cost("shared", "async_copy")) == cell(copied_wide(int(last)))
        else:
            assert distances[last] == cell(run.cost("shared", "async_copy")) == cell(copied(int(last)))


def worked_example(kernel: str, folder: Path, launch: list[str], arguments: list[str]) -> NDArray[np.float32]:
    """What a kernel of the lesson's code walk writes to its second argument; it must have no hazard."""
    code = next(code for code in re.findall(r"^```cuda\n(.*?)^```$", TEXT, re.M | re.S) if f"void {kernel}(" in code)
    (folder / "example.cu").write_text(code, encoding="utf-8")
    command = [sys.executable, "-m", "grader", "profile", str(folder / "example.cu"), "--kernel", kernel, *launch]
    command += [word for argument in arguments for word in ("--arg", argument)]
    command += ["--json", "-", "--save-outputs", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["hazards"] == []
    written: NDArray[np.float32] = np.load(folder / "1.npy")
    return written


@pytest.mark.parametrize("rows", [0, 1, 2, 7])
def test_the_example_of_prefetching_adds_every_value_once(rows: int, tmp_path: Path) -> None:
    arguments = [f"f32[{max(rows, 1)},300]=iota", "f32[300]=zeros", f"i32:{rows}", "i32:300"]
    found = worked_example("column_roots", tmp_path, ["--grid", "2", "--block", "256"], arguments)
    wanted = np.sqrt(np.arange(rows * 300, dtype=np.float64).reshape(rows, 300)).sum(axis=0)
    assert np.allclose(found, wanted, rtol=1e-5)


def test_the_example_of_groups_adds_mirror_images(tmp_path: Path) -> None:
    arguments = ["f32[512]=iota", "f32[512]=zeros"]
    found = worked_example("add_mirrored", tmp_path, ["--grid", "1", "--block", "256"], arguments)
    halves = np.arange(512, dtype=np.float32).reshape(2, 256)
    assert (found.reshape(2, 256) == halves + halves[:, ::-1]).all()


@pytest.mark.skipif(nvdisasm() is None, reason="nvdisasm is not installed")
def test_the_machine_code_of_copies_groups_and_waits() -> None:
    solution = SOLUTION.with_name("async_copy_tiles.cu").read_text(encoding="utf-8")
    listing = disassemble(compile_source(solution))
    for instruction in ("LDGSTS", "LDGDEPBAR", "DEPBAR.LE SB0, 0x0"):
        assert instruction in listing
        assert instruction.removesuffix("0x0") in TEXT


@pytest.mark.parametrize(("values", "hazards"), [(64, []), (320, ["WAR"])])
def test_one_buffer_races_as_soon_as_there_is_a_second_tile(values: int, hazards: list[str], tmp_path: Path) -> None:
    code = re.search(r"`distances\.cu`[^\n]*\n\n```cuda\n(.*?)^```$", TEXT, re.M | re.S)
    assert code
    (tmp_path / "distances.cu").write_text(code[1], encoding="utf-8")
    command = [sys.executable, "-m", "grader", "profile", str(tmp_path / "distances.cu"), "--kernel", "distances"]
    command += ["--grid", "1", "--block", "64", "--define", "BUFFERS=1", "--json", "-"]
    for argument in ("f32[64]=random", f"f32[{values}]=random", "f32[64]=zeros", f"i32:{values}"):
        command += ["--arg", argument]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert [found["kind"] for found in json.loads(done.stdout)["hazards"]] == hazards
