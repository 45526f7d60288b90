"""The counts that the lessons of module 03 print are those of definitions, of the sector rule and of the commands."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
import yaml

from grader import occupancy
from grader.quiz.truth import global_memory, roofline
from grader.toolchain import compile_source
from tests.modules.lesson_tables import lesson_of, table_rows
from tests.modules.profiled import Profiled, profiled

pytestmark = pytest.mark.share(3, guard="lessons")

ROOT = Path(__file__).resolve().parents[2]
SOLUTION = ROOT / "solutions" / "03_matmul_and_roofline" / "matvec.cu"
TEXT = lesson_of("03_matmul_and_roofline")
rows = partial(table_rows, TEXT)
PROSE = re.sub(r"<!--.*?-->", "", TEXT)  # as a reader sees it, numbers without their marks

sys.path.insert(0, str(ROOT / "docs"))
import measured  # noqa: E402

RUNS = {"product_direct": 65_536, "product_shared": 65_536, "row_per_thread": 4_096}  # kernel: FLOP


def number(cell: str) -> float:
    """The last number of a cell, marks and commas left out."""
    return float(re.findall(r"[\d,]*\.?\d+", re.sub(r"<!--.*?-->", "", cell))[-1].replace(",", ""))


def run(kernel: str) -> Profiled:
    (found,) = [p for p in profiled("03_matmul_and_roofline") if p.option("--kernel") == kernel]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("kernel", RUNS)
def test_the_profiler_finds_what_the_table_says(kernel: str) -> None:
    table = {row[0].strip("`"): row[1:] for row in rows("kernel | FLOP")}
    assert table.keys() == RUNS.keys()
    flop, loads, stores, intensity = table[kernel]
    found = run(kernel)
    shown = [" / ".join(f"{n:,}" for n in found.cost("global", kind)) for kind in ("load", "store")]
    assert [loads, stores] == shown
    sectors = found.profile["totals"]["global"]["sectors"]
    assert number(flop) == RUNS[kernel]
    assert number(intensity) == round(RUNS[kernel] / (32 * sectors), 2)


@pytest.mark.slow
def test_the_by_hand_counts_of_the_products() -> None:
    assert roofline.sgemm_flop(32, 32, 32) == 65_536 and roofline.sgemm_bytes(32, 32, 32) == 12_288
    direct = global_memory.naive_traffic(32, 32)
    assert (direct.requests, direct.sectors) == run("product_direct").cost("global", "load")[:2]
    assert run("product_shared").profile["totals"]["global"]["sectors"] * 32 == roofline.sgemm_bytes(32, 32, 32)
    assert "2,080 requests and 5,248 sectors, 167,936 bytes" in TEXT
    assert (direct.requests + 32, direct.sectors + 128, 32 * (direct.sectors + 128)) == (2_080, 5_248, 167_936)


def test_the_two_ways_to_own_a_row() -> None:
    by_thread, by_warp = (global_memory.matvec_traffic(32, 64, owner) for owner in ("thread", "warp"))
    assert (by_thread.requests, by_thread.sectors) == run("row_per_thread").cost("global", "load")[:2]
    assert (by_thread.requests + 1, by_thread.sectors + 4) == (129, 2_116)
    assert (by_warp.requests + 32, by_warp.sectors + 32) == (160, 544)
    for words in (
        "129 requests and 2,116 sectors",
        "= 160 requests",
        "= 544 sectors",
        "160 requests, 544 sectors. (It counts no FLOP: the 0.24 you work out.)",
    ):
        assert words in TEXT
    assert round(4_096 / (32 * 544), 2) == 0.24


def test_the_intensities_that_the_traffic_exercise_leads_to() -> None:
    """What its header and hints say, and the lesson's 0.5 of a matrix times a vector as their limit."""
    file = ROOT / "exercises" / "03_matmul_and_roofline" / "count_traffic.yaml"
    told = file.read_text(encoding="utf-8")
    for together, shown in ((1, "0.25"), (2, "0.33"), (4, "0.40"), (8, "0.44")):
        sectors = 16 * 3 * 4 + 16 // together * 3 * 4
        assert f"{2 * 16 * 96 / (32 * sectors):.2f}" == shown
        assert re.search(rf"ROWS {together} +192 \+ +{192 // together} = {sectors} .*{32 * sectors:,} .*{shown}", told)
    assert 2 * 16 * 96 / (32 * 192) == 0.5


def test_the_exercise_counts_what_the_lesson_sends_its_reader_to_count() -> None:
    arguments = ["f32[32,64]=random", "f32[64]=random", "f32[32]=zeros", "i32:32", "i32:64", "i32:64"]
    command = ["profile", str(SOLUTION), "--kernel", "matvec", "--grid", "4", "--block", "256"]
    command += [word for argument in arguments for word in ("--arg", argument)]
    done = subprocess.run(
        [sys.executable, "-m", "grader", *command, "--json", "-"], capture_output=True, text=True, check=True, cwd=ROOT
    )
    total = json.loads(done.stdout)["totals"]["global"]
    assert (total["requests"], total["sectors"], total["excess"]) == (160, 544, 0)


def test_where_rows_begin(tmp_path: Path) -> None:
    code = re.search(r"^```cuda\n([^`]*void place\([^`]*)^```$", TEXT, re.M)
    command = re.search(r"^grader (profile place\.cu .*)$", TEXT, re.M)
    assert code and command
    (tmp_path / "place.cu").write_text(code[1], "utf-8")
    whole = [sys.executable, "-m", "grader", *shlex.split(command[1])]
    done = subprocess.run(whole, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert re.findall(r"row (\d) begins with (\d+)", done.stdout) == [("0", "0"), ("1", "8"), ("2", "16")]
    assert "so it prints 0, 8 and 16" in TEXT


def test_what_the_core_says_of_one_thread_a_row() -> None:
    requests, sectors, _ = run("row_per_thread").cost("global", "load")
    assert f"{requests} loads, 64 × 33 = {sectors:,} sectors" in TEXT and sectors == 64 * 33
    assert [global_memory.warp_sectors(ld) for ld in (7, 8, 9)] == [28, 32, 32]
    assert "each has a sector of its own from ld = 8 on" in TEXT


def test_the_table_of_who_owns_what_at_512_columns() -> None:
    expected = {
        "one warp a row, lanes side by side": (global_memory.warp_sectors(1), global_memory.warp_sectors(1)),
        "one warp a row, a stretch of 16 columns to each lane": (
            global_memory.warp_sectors(16),
            global_memory.warp_sectors(16),
        ),
        "one thread a row": (global_memory.warp_sectors(512), global_memory.warp_sectors(0)),
    }
    table = {row[0]: (number(row[2]), number(row[3])) for row in rows("who owns what")}
    assert table == expected
    warp, thread = (global_memory.matvec_traffic(64, 512, owner).sectors for owner in ("warp", "thread"))
    stretches = 64 * 16 * 2 * global_memory.warp_sectors(16)
    assert (warp + 64, stretches + 64, thread + 8) == (8_256, 65_600, 33_800)
    assert "**8,256**" in TEXT and "65,600 and 33,800" in TEXT


def test_which_columns_a_lane_visits() -> None:
    for lane, first, second, _, visits in rows("lane"):
        columns = list(range(int(lane), 70, 32))
        assert columns[:2] == [int(first), int(second)] and len(columns) == int(visits)
    assert sum(len(range(lane, 70, 32)) for lane in range(32)) == 70
    assert list(range(3, 47, 32)) == [3, 35] and 2 * 50 + 35 == 135


def test_intensities_are_those_of_the_definitions() -> None:
    table = {row[0]: number(row[3]) for row in rows("work") if "=" in row[3]}
    n = 10**6
    assert table["`c[i] = a[i] + b[i]`"] == round(n / (12 * n), 3)
    assert table["sums of the rows of a matrix"] == 1 / 4
    assert table["matrix times vector"] == pytest.approx(
        roofline.matvec_flop(n, n) / roofline.matvec_bytes(n, n), rel=1e-5
    )
    assert roofline.sgemm_flop(n, n, n) / roofline.sgemm_bytes(n, n, n) == pytest.approx(n / 6)
    assert round(roofline.sgemm_flop(4096, 4096, 4096) / roofline.sgemm_bytes(4096, 4096, 4096)) == 683
    assert roofline.sgemm_flop(4096, 4096, 4096) == 137_438_953_472
    assert roofline.sgemm_flop(4096, 4096, 4096, epilogue=True) - 137_438_953_472 == 50_331_648
    assert round(100 * 50_331_648 / 137_438_953_472, 2) == 0.04
    assert round(137.4 / 0.045) == 3053 and "= 3,053 GFLOP/s" in TEXT


def test_balance_points() -> None:
    for name, peak, bandwidth, balance in rows("GPU (vendor's figures)"):
        assert number(balance) == round(roofline.balance(number(peak), number(bandwidth)), 1), name
    peak = roofline.peak(132, 128, 1.98)
    assert round(peak, 1) == 66.9 and round(roofline.balance(peak, 4.8), 1) == 13.9
    assert round(roofline.balance(156, 1.555)) == 100
    assert roofline.attainable(1 / 12, 82.6, 1.008) == pytest.approx(0.084)
    assert round(100 * roofline.attainable(0.5, peak, 4.8) / peak, 1) == 3.6
    assert round(roofline.matvec_bytes(16384, 16384) / 4.8e6) == 224


def test_requested_bytes_of_two_kernels() -> None:
    table = {row[0]: row[1:] for row in rows("level | naive, GB")}
    naive, naive_intensity, tiled, tiled_intensity = map(number, table["requested by threads"])
    assert (naive, tiled) == (round(8 * 4096**3 / 1e9, 1), round(0.5 * 4096**3 / 1e9, 1))
    assert (naive_intensity, tiled_intensity) == (0.25, roofline.intensity(16, 16))
    assert number(table["compulsory"][0]) == round(roofline.sgemm_bytes(4096, 4096, 4096) / 1e9, 1)
    sectors = global_memory.naive_traffic(4096, 16).sectors + 4 * 4096**2 // 32  # and C is stored
    assert number(table["sectors asked of L1"][0]) == round(32 * sectors / 1e9, 1)


def test_eight_loads_of_a_are_under_way_before_the_first_multiply_add() -> None:
    """In the unrolled loop, the longest run of loads that stands before an FFMA: those of A and of x."""
    program = compile_source(SOLUTION.read_text(encoding="utf-8"))
    assert occupancy.occupancy("sm_90", 256, program.kernels["matvec"].registers, 0).warps == 64
    code = program.machine_code["matvec"]
    names = [i.name.split(".")[0] for i in code if i.name.split(".")[0] in ("LDG", "FFMA", "BRA")]
    runs = [
        len(part) for part in re.findall("l+(?=f)", "".join({"LDG": "l", "FFMA": "f", "BRA": "b"}[n] for n in names))
    ]
    assert max(runs) == 16
    least = measured.contest_gb("device_copy", who="baseline") * measured.latency_ns("device_memory") / 132
    assert f"for each of 132 SMs {least:,.0f} bytes" in PROSE
    assert 64 * 128 < least < 64 * 8 * 128  # one load a warp is too little, eight are enough
    assert "64 × 128 = 8,192 bytes" in TEXT and "64 × 8 × 128 = 65,536 bytes" in TEXT
    assert f"{64 * 8 * 128 / least:.1f} times the least" in PROSE


def test_matvec_is_predicted_and_measured_with_the_bytes_of_the_definition() -> None:
    copy = measured.contest_gb("device_copy", who="baseline")
    rate, slow = measured.contest_gb("matvec"), measured.contest_gb("matvec", "slow")
    moved = roofline.matvec_bytes(16384, 16384)
    assert f"1.07 GB / {copy:,.0f} GB/s = {moved / copy / 1e3:.0f} µs" in PROSE and round(moved / 1e9, 2) == 1.07
    assert f"{copy:,.0f} GB/s = {roofline.attainable(0.5, 66.9, copy / 1e3):.2f} TFLOP/s" in PROSE
    table = rows("16,384 × 16,384")
    for cells, gb in zip(table, (rate, measured.contest_gb("matvec", who="library"), slow), strict=True):
        assert number(cells[1]) == round(moved / gb / 1e3)
        assert number(cells[2]) == round(gb) and number(re.sub(" %", "", cells[3])) == round(100 * gb / copy, 1)
    assert 95 < 100 * rate / copy <= 100  # "it touches its roof", and is not above it
    assert f"{roofline.matvec_flop(16384, 16384) / moved * rate / 1e3:.2f} TFLOP/s: it touches" in PROSE
    assert measured.contest_share("matvec") > 100  # of cuBLAS
    blocks = 16384 // 256
    assert f"only {blocks} blocks of 256: at least {132 - blocks} of the 132 SMs" in TEXT


def test_what_is_said_of_the_speed_check() -> None:
    file = ROOT / "exercises" / "03_matmul_and_roofline" / "matvec.yaml"
    speed = yaml.safe_load(file.read_text(encoding="utf-8"))["checks"]["speed"]
    assert (speed["size"], speed["baseline"]) == ({"M": 16384, "N": 16384}, "reference")
    assert f"`speed` check, {speed['points']} points" in TEXT
    full, zero = 100 * speed["full"], 100 * speed["zero"]
    assert f"At {full:.0f} % of its speed you have all points, at {zero:.0f} % none" in TEXT


@pytest.mark.parametrize("claim", ["more* bytes than the naive one", "highest intensity of all"])
def test_what_the_measured_table_is_said_to_show(claim: str) -> None:
    table = {row[0]: [number(cell) for cell in row[1:]] for row in rows("kernel | device memory, GB")}
    assert claim in TEXT
    for side in ("16 × 16", "32 × 32"):
        assert table[f"tiled {side}, no padding"][0] > table[f"naive, {side} block"][0]
    last = list(table.values())[-3:]  # register-blocked and the two rows below it
    assert max(table.values(), key=lambda cells: cells[1]) == last[0]
    assert [cells[1] for cells in last] == sorted((cells[1] for cells in last), reverse=True)
    assert [cells[3] for cells in last] == sorted(cells[3] for cells in last)
    flat = max(cells[2] for cells in table.values())
    assert all(cells[4] < 50 for cells in table.values() if cells[2] < flat)  # none touches the roof of device memory


def test_what_tiling_saves_at_each_level() -> None:
    naive, tiled = ({row[0]: number(row[at]) for row in rows("level | naive, GB")} for at in (1, 3))
    saved = {level: naive[level] / tiled[level] for level in naive}
    assert round(saved["requested by threads"]) == 16 and round(saved["sectors asked of L1"]) == 8
    assert saved["device memory"] < 1
    more = measured.memory_gb("tiled_16") / measured.memory_gb("naive_16")
    assert f"there it moves {more:.1f} times as much" in PROSE
