"""The counts that the lessons of module 16 print are those of the course's models, its compiler and its profiler."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from itertools import accumulate
from math import log2
from pathlib import Path

import numpy as np
import pytest
import yaml

from docs import measured
from grader.course.composed import kernel_of_course
from grader.occupancy import occupancy
from grader.quiz.truth.global_memory import warp_sectors
from grader.quiz.truth.scans import (
    after_steps,
    exclusive,
    scan_cost,
    segmented,
    sweep_access,
    sweeps_cost,
    swept_down,
    swept_up,
    totals_read,
)
from grader.quiz.truth.shared_memory import strided_wavefronts
from grader.toolchain import compile_source
from tests.modules.lesson_tables import lesson_of, table_rows
from tests.modules.profiled import Profiled, profiled, run_profile

pytestmark = pytest.mark.share(3, guard="lessons")

ROOT = Path(__file__).resolve().parents[2]
MODULE = "16_scan"
TEXT = lesson_of(MODULE)
KERNELS = ROOT / "benchmarks" / "kernels"
PEOPLE = [3, 1, 7, 0, 4, 1, 6, 3]
SEGMENTS = ("scan_one_array", "scan_two_arrays", "scan_sweeps", "scan_sweeps_padded", "scan_shuffles")
TIMED = (measured.RESULTS / f"scans_{measured.GPU}.json").exists() and "scan_two_arrays" in measured.data()["kernels"]
timed = pytest.mark.skipif(not TIMED, reason="benchmarks/scans.py has not been run yet")


def rows(first_cell: str) -> list[list[str]]:
    """Cells of the body rows of a table, measured numbers without their marks."""
    return table_rows(re.sub(r"<!--.*?-->", "", TEXT), first_cell)


SAID = " ".join(re.sub(r"<!--.*?-->", "", TEXT).split())


def counts(run: Profiled) -> tuple[int, int, int, int]:
    """Warp instructions, requests and wavefronts in shared memory, arrivals at barriers."""
    found = run.profile["totals"]
    assert found["shared"]["exact"] and found["instructions"]["exact"] and run.profile["hazards"] == []
    return (found["instructions"]["warp"], found["shared"]["requests"], found["shared"]["wavefronts"],
            found["barriers"])  # fmt: skip


def counted(
    path: Path, kernel: str, block: int, elements: int, *defines: str, totals: bool = False
) -> tuple[int, int, int, int]:
    """The same of one block over so many integers."""
    arrays = [f"i32[{elements}]=iota", f"i32[{elements}]=zeros", *(["i32[1]=zeros"] if totals else [])]
    options = ["--kernel", kernel, "--grid", "1", "--block", str(block)]
    options += [word for array in (*arrays, f"i32:{elements}") for word in ("--arg", array)]
    options += [word for define in defines for word in ("--define", define)]
    return counts(run_profile(path.read_text("utf-8"), tuple(options)))


def test_before_the_start() -> None:
    assert strided_wavefronts(8) == 8 and "1. Eight: eight words in each of 4 banks." in SAID
    assert warp_sectors(4) == 16 and "2. 16 sectors, one request." in SAID


def test_the_row_of_families() -> None:
    for name, values in (("people", PEOPLE), ("exclusive", exclusive(PEOPLE)), ("inclusive", accumulate(PEOPLE))):
        line = re.search(rf"^{name} +([\d ]+)$", TEXT, re.M)
        assert line and [int(v) for v in line[1].split()] == list(values), name
    assert after_steps(PEOPLE, [1, 2, 4]) == tuple(accumulate(PEOPLE)) and swept_down(PEOPLE, 3) == exclusive(PEOPLE)
    words = (ROOT / "docs" / "figures" / "words_16.toml").read_text("utf-8")
    assert ", ".join(map(str, accumulate(PEOPLE))) in words and ", ".join(map(str, exclusive(PEOPLE))) in words
    assert "7, 6 and 4 additions, 17 in all" in words and 7 + 6 + 4 == 17 and swept_up(PEOPLE, 3)[-1] == 25


def test_work_and_steps() -> None:
    for n in (64, 256, 1024):
        steps, sweeps = scan_cost("one array", n), scan_cost("sweeps", n)
        assert steps.additions == n * log2(n) - n + 1 and sweeps.additions == 2 * (n - 1)
        assert (steps.steps, sweeps.steps) == (log2(n), 2 * log2(n))
    by_way = rows("n elements")
    assert [row[3] for row in by_way] == ["9,217", "2,046"] and round(9217 / 2046, 1) == 4.5
    assert [row[0] for row in by_way] == ["Hillis and Steele", "two sweeps"]


@pytest.mark.slow
def test_what_the_core_says_of_both_ways_is_what_its_commands_print() -> None:
    steps, sweeps, small = profiled(MODULE)
    for run, name, way, row in zip(
        (steps, sweeps), ("steps", "sweeps"), ("two arrays", "sweeps"), rows("256 elements"), strict=True
    ):
        instructions, requests, wavefronts, arrivals = counts(run)
        assert run.option("--kernel") == name == row[0]
        told = [int(cell.replace(",", "")) for cell in row[1:]]
        assert told == [scan_cost(way, 256).additions, requests, wavefronts, arrivals, instructions]
    cost = sweeps_cost(256)
    assert counts(sweeps)[1:3] == (cost.ideal, cost.wavefronts) == (101, 346)
    assert "Less than a third of the additions" in SAID and 510 / 1793 < 1 / 3
    assert "about half of the requests" in SAID and pytest.approx(0.5, abs=0.03) == 101 / 193
    assert "Why 346 wavefronts for 101 requests?" in SAID
    assert counts(small)[1:3] == (47, 82)


def test_the_example_of_128_elements() -> None:
    one, sweeps = scan_cost("one array", 128), scan_cost("sweeps", 128)
    assert "15 × 4 = 60 arrivals" in SAID and one.arrivals == 15 * 4 == 60
    assert "3 and 2, together 25" in SAID and one.stores == 5 * 4 + 3 + 2 == 25
    assert "in 2 + 6 × 1 = 8 warps" in SAID and sweeps.stores == 2 * 8


def test_where_words_of_a_sweep_meet() -> None:
    banks = [len({distance * lane % 32 for lane in range(32)}) for distance in (2, 4, 8, 16, 32)]
    assert banks == [16, 8, 4, 2, 1] and "lanes meet in 16, 8, 4, 2 banks and 1" in SAID
    assert max(sweep_access(256, 1 << k).wavefronts // max(1, 128 // (1 << k) // 32) for k in range(8)) <= 8
    assert "no access takes more than 8" in SAID and max(sweep_access(256, 1 << k).wavefronts for k in range(8)) == 8
    assert [sweeps_cost(n, 32).excess for n in (64, 128, 256, 512, 1024)] == [0] * 5
    assert "Up to 1,024 elements no conflict is left" in SAID


@pytest.mark.slow
def test_what_padding_saves_and_costs_in_the_exercise() -> None:
    before, after = (
        counted(ROOT / folder / MODULE / "sweep_padding.cu", "sweep_padding", 128, 256)
        for folder in ("exercises", "solutions")
    )
    wavefronts, instructions = ((before[k], after[k]) for k in (2, 0))
    said = "goes from {:,} wavefronts to {:,}, and from {:,} instructions to {:,}"
    assert said.format(*wavefronts, *instructions) in SAID


@pytest.mark.slow
def test_instructions_of_a_warps_scan() -> None:
    source = (ROOT / "solutions" / MODULE / "scan_warp.cu").read_text("utf-8")
    arrays = [word for array in ("iota", "zeros", "zeros") for word in ("--arg", f"i32[256]={array}")]
    run = run_profile(source, ("--kernel", "scan_warp", "--grid", "1", "--block", "256", *arrays, "--arg", "i32:256"))
    assert counts(run) == (8 * 42, 0, 0, 0) and "(42 instructions a warp.)" in SAID


@pytest.mark.slow
def test_the_counts_of_segments_are_those_of_their_kernels() -> None:
    steps, sweeps = KERNELS / "scan_hillis_steele.cu", KERNELS / "scan_sweeps.cu"
    found = {
        "scan_one_array": counted(steps, "scan_one_array", 1024, 1024),
        "scan_two_arrays": counted(steps, "scan_two_arrays", 1024, 1024),
        "scan_sweeps": counted(sweeps, "scan_sweeps", 512, 1024, "PAD=0"),
        "scan_sweeps_padded": counted(sweeps, "scan_sweeps", 512, 1024, "PAD=1"),
        "scan_shuffles": counted(ROOT / "solutions" / MODULE / "scan_block.cu", "scan_block", 256, 1024, totals=True),
    }
    for kernel, row in zip(SEGMENTS, rows("segments of 1,024"), strict=True):
        instructions, _, wavefronts, arrivals = found[kernel]
        assert row[1:4] == [f"{instructions:,}", f"{wavefronts:,}", str(arrivals)], kernel
    padded, two, shuffles = (found[name] for name in ("scan_sweeps_padded", "scan_two_arrays", "scan_shuffles"))
    assert f"[{shuffles[0]} instructions and {shuffles[2]} wavefronts](#measured) for 1,024 elements" in SAID
    assert f"*more* instructions are executed: {padded[0]:,} to {two[0]:,}" in SAID
    assert (padded[3] // 16, two[3] // 32) == (21, 11) and "waits at 21 barriers, not 11" in SAID
    plain = found["scan_sweeps"]
    assert f"{plain[2]:,} wavefronts for {plain[1]} requests" in SAID
    assert f"*more* instructions: {plain[0]:,}, padded {padded[0]:,}, for {two[0]:,}" in SAID
    assert f"from {plain[2]:,} wavefronts to {padded[2]}, and from {plain[0]:,} instructions to {padded[0]:,}" in SAID
    assert round(32 * shuffles[0] / 1024) == 18 and "18 thread instructions an element" in SAID


def test_a_sweep_of_1024_words_soon_has_one_warp() -> None:
    warps = [-(-(512 >> k) // 32) for k in range(10)]
    assert warps == [16, 8, 4, 2, 1, 1, 1, 1, 1, 1] and "From the fifth step of a sweep on a single warp works" in SAID
    assert 2 * warps.count(1) == 12 and "in twelve of their twenty steps a single warp works while 31 wait" in SAID


def test_the_simulation_of_one_warp() -> None:
    for half, lanes, apart, wavefronts in rows("half"):
        if half == "1" and apart not in ("2", "–"):
            continue
        step = int(half)
        assert int(lanes) == 32 // step and (apart == "–" or int(apart) == 2 * step)
        assert int(wavefronts) == sweep_access(64, step).wavefronts
    cost = sweeps_cost(64)
    assert f"6 × 3 + 6 × 4 + 5 = {cost.ideal}" in SAID and f"11 × 3 + 11 × 4 + 5 = {cost.wavefronts}" in SAID
    assert sum(sweep_access(64, 1 << k).wavefronts for k in range(6)) == 11


def test_pairs_are_joined_as_the_segmented_scan_wants_it() -> None:
    told = re.findall(r"\((yes|no), (\d)\) +and \((yes|no), (\d)\) +make \((yes|no), (\d)\)", TEXT)
    assert len(told) == 3
    for left, a, right, b, both, total in told:
        assert segmented([int(a), int(b)], [1, int(right == "yes")])[1] == int(total)
        assert (both == "yes") == ("yes" in (left, right))


def test_tiles_and_points() -> None:
    spec = yaml.safe_load((ROOT / "exercises" / MODULE / "scan_single_pass.yaml").read_text("utf-8"))
    speed = spec["checks"]["speed"]
    tile = int(spec["launch"]["block"][0]) * 16
    source = (ROOT / "solutions" / MODULE / "scan_single_pass.cu").read_text("utf-8")
    assert "Blocks draw tiles of 4,096 elements" in source
    assert tile == 4096 and 2**26 // tile == 16_384
    assert "2^26 elements are 16,384 tiles" in SAID and 2**26 // spec["launch"]["tile"]["n"] == 2048
    assert f"all points from {speed['full']:.2f} of the copy, none up to {speed['zero']:.2f}" in SAID
    for row in rows("kernel"):
        assert row[-2:] == [f"{speed['full']:.2f}", f"{speed['zero']:.2f}"]
    assert speed["size"] == {"n": 2**26} and speed["points"] == 20


def test_four_blocks_at_once() -> None:
    source = (ROOT / "solutions" / MODULE / "scan_single_pass.cu").read_text("utf-8")
    used = compile_source(source).kernels["scan_single_pass"]
    assert occupancy("sm_90", 256, used.registers, used.shared_bytes).blocks == 4
    assert 132 * 4 == 528 and "132 × 4 = 528 places" in SAID


@pytest.mark.slow
def test_the_standstill_without_a_ticket(tmp_path: Path) -> None:
    path = ROOT / "tests" / "submissions" / MODULE / "scan_single_pass" / "wrong" / "no_ticket.cu"
    (tmp_path / "no_ticket.cu").write_bytes(kernel_of_course(path))
    command = ["check", "16/scan_single_pass", "--file", str(tmp_path / "no_ticket.cu"), "--json", "-", "--lang", "en"]
    done = subprocess.run([sys.executable, "-m", "grader", *command], capture_output=True, text=True, check=False)
    checks = {each["id"]: each for each in json.loads(done.stdout)["checks"]}
    assert [name for name, each in checks.items() if each["status"] == "fail"] == ["forward_progress"]
    message = " ".join(checks["forward_progress"]["message"].split())
    for said in ("With one block at a time, the kernel does not come to an end (case n=40001, grid=4, large=True):",
                 "block (0, 0, 0)", "This thread reads status[3] there.", "3 blocks have not begun"):  # fmt: skip
        assert said in message and said in SAID
    assert re.search(r"32 wait in line \d+ for memory that nobody will write any more\.", message)
    assert re.search(r"224 wait at the barrier in line \d+\.", message)


def test_what_warps_make_of_work() -> None:
    for row in rows("n"):
        n, *told = (int(cell.replace(",", "")) for cell in row)
        one, sweeps = scan_cost("one array", n), scan_cost("sweeps", n)
        assert told == [one.additions, one.stores, one.arrivals, sweeps.additions, sweeps.stores, sweeps.arrivals]
    assert scan_cost("one array", 64).stores < scan_cost("sweeps", 64).stores
    assert "two and a half times the additions" in SAID and round(321 / 126, 1) == 2.5
    assert "the sweeps need a quarter of the warps" in SAID and pytest.approx(0.25, abs=0.01) == 72 / 289


def test_where_sweeps_conflict() -> None:
    table = table_rows(TEXT, "half | 1 | 2 | 4 | 8 | 16 | 32 | 64 | 128 | 256 | 512")
    assert len(table) == 3
    for name, *told in table:
        n = int(name.removesuffix(" words").replace(",", ""))
        found = [sweep_access(n, 1 << k).wavefronts for k in range(int(log2(n)))]
        assert [int(cell) for cell in told if cell] == found
    cost = sweeps_cost(1024)
    assert f"{cost.wavefronts:,} wavefronts for {cost.ideal} requests" in SAID


def test_when_gaps_run_out() -> None:
    assert (sweeps_cost(2048, 32).excess, sweeps_cost(2048).excess) == (35, 2205)
    assert "at 2,048 both sweeps have 35 excess wavefronts (2,205 without gaps)" in SAID
    for distance in (2, 4, 8, 16, 32, 64, 128, 256, 512, 1024):
        words = [distance * (lane + 1) - 1 for lane in range(min(32, 2048 // distance))]
        placed = {(w + w // 32 + w // 1024) % 32 for w in words}
        assert len(placed) == len(words), distance


def test_bounds_and_totals_of_many_blocks() -> None:
    for elements, segments, read, share in rows("elements"):
        n = 2 ** int(elements[2:]) if elements.startswith("2^") else int(elements.replace(",", ""))
        count = -(-n // 1024)
        assert (f"{count:,}", f"{totals_read(count):,}") == (segments, read)
        ratio = totals_read(count) / n
        assert share in (f"{100 * ratio:.1f} %", f"{100 * ratio:.0f} %", f"{ratio:.1f} times")


def test_a_recurrence_by_pairs() -> None:
    steps, x, chain = [(2, 1), (3, 0), (1, 5)], 0, []
    for a, b in steps:
        x = a * x + b
        chain.append(x)
    assert chain == [1, 3, 8] and "Chain from 0: 1, 3, 8" in SAID
    two = (2 * 3, 3 * 1 + 0)
    assert two == (6, 3) and (two[0] * 1, 1 * two[1] + 5) == (6, 8)
    assert "(2, 1) and (3, 0) make (6, 3); with (1, 5) that is (6, 8)" in SAID


def test_floats_that_meet_another_prefix() -> None:
    p0, s = np.float32(1e8), np.float32(3)
    assert p0 + (s + s) == 100_000_008 and (p0 + s) + s == 100_000_000
    assert np.nextafter(p0, np.float32(2e8)) - p0 == 8
    assert "the first is 100,000,008 and the second 100,000,000" in SAID


def test_the_tables_of_times_name_every_way() -> None:
    ways = [row[0] for row in rows("the whole vector")]
    look_back = ["look-back, simple", "look-back, told first"]
    assert ways == ["three launches", "a chain", *look_back, "CUB", "the device's own copy"]
    variants = re.findall(r"look_back_ms\('(scan_look_back_\w+)'\)", TEXT)
    listed = yaml.safe_load((ROOT / "benchmarks" / "kernels.yaml").read_text("utf-8"))
    assert {name for name in listed if name.startswith("scan_look_back")} == set(variants)
    assert len(rows("the claim")) == 8


@timed
def test_what_the_lesson_says_of_times() -> None:
    """Additions do not decide; shuffles do. Three launches stay behind one, a chain far behind."""
    assert measured.segments_ms("scan_two_arrays") / measured.segments_ms("scan_sweeps_padded") < 2
    assert min(map(measured.segments_ms, SEGMENTS)) == measured.segments_ms("scan_shuffles")
    assert measured.scan_ms("a chain") > 5 * measured.scan_ms("look-back")
    assert measured.scan_ms("three launches") > measured.scan_ms("look-back") > measured.scan_ms("copy")
