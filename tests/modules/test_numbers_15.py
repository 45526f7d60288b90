"""The counts that the lessons of module 15 print are those of the course's models, its compiler and its profiler."""

from __future__ import annotations

import itertools
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import yaml
from numpy.typing import NDArray

from docs import measured
from grader.occupancy import occupancy
from grader.quiz.truth.global_memory import strided_access
from grader.quiz.truth.reductions import arrivals, shuffled_down, tree_cost, tree_step
from grader.quiz.truth.shared_memory import strided_wavefronts
from grader.toolchain import compile_source, disassemble
from tests.modules.lesson_tables import lesson_of, table_rows
from tests.modules.profiled import Profiled, profiled, run_profile

pytestmark = pytest.mark.share(3, guard="lessons")

ROOT = Path(__file__).resolve().parents[2]
MODULE = "15_reduction"
TEXT = lesson_of(MODULE)
KERNELS = ROOT / "benchmarks" / "kernels"
SOLUTION = (ROOT / "solutions" / MODULE / "reduce_grid.cu").read_text("utf-8")
BLOCKS = 132 * 8
Floats = NDArray[np.float32]


def rows(first_cell: str) -> list[list[str]]:
    """Cells of the body rows of a table, measured numbers without their marks."""
    return table_rows(re.sub(r"<!--.*?-->", "", TEXT), first_cell)


def plain(text: str) -> str:
    """A text in one line, measured numbers without their marks."""
    return " ".join(re.sub(r"<!--.*?-->", "", text).split())


SAID = plain(TEXT)


def test_a_tree_saves_steps_and_not_work() -> None:
    left, additions, steps = 256, 0, 0
    while left > 1:
        additions, left, steps = additions + left // 2, left // 2, steps + 1
    assert (additions, steps) == (255, 8)
    assert "255 additions, each of which waits" in SAID and "After eight rounds one pupil" in SAID


@pytest.mark.slow
def test_what_the_core_says_of_each_form_is_what_its_commands_print() -> None:
    spread, together, *small = profiled(MODULE)
    assert [run.defined("AT") for run in (spread, together, *small)] == ["t", "2*d*t", "t", "2*d*t"]
    for run in (spread, together, *small):
        assert run.profile["totals"]["divergent_branches"] == 0
    assert "**0 divergent branches**" in SAID
    assert totals(spread) == (150, 150) and "**150 requests**" in SAID
    assert totals(together) == (45, 150) and "And still **150 wavefronts**" in SAID
    assert (
        spread.cost("shared", "load", "v[AT]")[0] == 94 == 2 * 47 and spread.cost("shared", "store", "v[AT]")[0] == 47
    )
    condition = sum(
        each["inst_executed"] for each in spread.profile["machine_code"] if each["line"] == line_of("if (ADDS)")
    )
    whole = spread.profile["totals"]["instructions"]["warp"]
    assert f"takes {condition:,} of {whole:,} warp instructions" in SAID
    assert 20 <= condition / 64 <= 26  # of each step and warp, some of them the comparison
    assert f"{together.profile['totals']['instructions']['warp']:,} instructions, for the remainder is gone" in SAID
    assert [totals(run) for run in small] == [(74, 74), (29, 74)]


def line_of(text: str) -> int:
    """Where the kernel of the lesson says that."""
    code = re.search(r"`tree\.cu`:\n\n```cuda\n(.*?)```", TEXT, re.S)
    assert code
    return next(n for n, line in enumerate(code[1].splitlines(), 1) if text in line)


def totals(run: Profiled) -> tuple[int, int]:
    shared = run.profile["totals"]["shared"]
    assert shared["exact"]
    return shared["requests"], shared["wavefronts"]


def test_the_counts_of_a_block_of_256() -> None:
    spread, strided, sequential = (tree_cost(order, 256) for order in ("remainder", "strided", "sequential"))
    assert spread.steps == (8, 8, 8, 8, 8, 4, 2, 1) and spread.busy == 47
    assert (spread.requests, strided.requests, sequential.requests) == (150, 45, 45)
    assert (spread.wavefronts, strided.wavefronts, sequential.wavefronts) == (150, 150, 45)
    assert sequential.busy == 12 and "12 busy warps, 45 requests, 45 wavefronts" in SAID
    assert strided.excess == 105 and "it has 105 excess wavefronts a block" in SAID
    assert "105 more requests" in SAID and spread.requests - sequential.requests == 105


def test_the_simulation_of_a_block_of_128() -> None:
    for (form, busy, requests, wavefronts), order in zip(
        rows("form | busy warps"), ("remainder", "strided"), strict=True
    ):
        found = tree_cost(order, 128)
        assert form == {"remainder": "remainder", "strided": "side by side"}[order]
        assert busy == f"{' '.join(map(str, found.steps))} = {found.busy}"
        assert requests == f"4 + 3 × {found.busy} + 1 = {found.requests}" and wavefronts == str(found.wavefronts)
    ways = [tree_step("strided", 128, 1 << k).wavefronts // 3 for k in range(7)]
    assert ways == [4, 4, 4, 4, 4, 2, 1] and strided_wavefronts(2) == 2  # the first: two warps
    assert "one warp has 4, 4, 4, 4, 2, 1 wavefronts an access" in SAID


def test_two_steps_of_a_block_of_64() -> None:
    assert arrivals(64, 8) == 4 and "two steps, four arrivals of warps" in SAID
    assert (2 * 8, 2 * 1) == (16, 2) and "16 loads and 2 stores" in SAID


def test_which_two_elements_a_thread_loads() -> None:
    assert "all 8 sectors of the warp's 64 elements" in SAID and strided_access(2).sectors == 8
    assert "4 sectors a load" in SAID and strided_access(1).sectors == 4


COUNTED = (
    ("modulo", "modulo", 256), ("strided", "strided", 256), ("sequential", "sequential", 256),
    ("first_add", "first_add", 512), ("last_warp", "last_warp", 512), ("shuffle", "shuffle", 512),
    ("modulo_unrolled", "modulo", 256),
)  # fmt: skip


@cache
def counted(kernel: str, elements: int, source: str) -> tuple[int, int, int]:
    """Warp instructions, wavefronts and arrivals of one block that adds up so many elements."""
    options = ("--kernel", kernel, "--grid", "1", "--block", "256", "--arg", f"f32[{elements}]=iota")
    run = run_profile(source, (*options, "--arg", "f32[1]=zeros", "--arg", f"i32:{elements}"))
    found = run.profile["totals"]
    assert found["shared"]["exact"] and found["instructions"]["exact"] and run.profile["hazards"] == []
    return found["instructions"]["warp"], found["shared"]["wavefronts"], found["barriers"]


@pytest.mark.slow
def test_the_counts_of_the_ladder_are_those_of_its_kernels() -> None:
    names = ("modulo", "strided", "sequential", "first_add", "last_warp", "shuffle", "grid")
    told = dict(
        zip(names, ([cell.replace(",", "") for cell in row[1:4]] for row in rows("step | instructions")), strict=False)
    )
    found = {name: counted(f"reduction_{name}", size, source(file)) for name, file, size in COUNTED}
    for name, _, size in COUNTED[:-1]:
        assert told[name] == [str(512 // size * count) for count in found[name]], name
    assert told["grid"] == [f"{count / 128:.1f}" for count in counted("reduce_grid", 65536, SOLUTION)]
    assert f"{found['modulo_unrolled'][0]} instructions a block instead of {found['modulo'][0]:,}" in SAID
    assert f"the sequential tree has {found['sequential'][0]}" in SAID
    assert f"Shuffles need {found['shuffle'][1]} wavefronts instead of {found['last_warp'][1]}" in SAID
    assert (found["first_add"][2] // 8, found["last_warp"][2] // 8) == (9, 3)
    assert "From nine barriers of the block to three" in SAID
    for name, row in zip(
        (n for n, _, _ in (COUNTED[0], COUNTED[-1], *COUNTED[1:-1])), rows("step | elements a block"), strict=True
    ):
        instructions, wavefronts, _ = found[name]
        assert (row[3], row[5]) == (f"{2 * instructions:,}", f"{8 * wavefronts:,}"), name
        assert row[4] == f"{100 * 2 * instructions / measured.block_life(f'reduction_{name}', int(row[1])):.0f} %"
        assert row[6] == f"{100 * 8 * wavefronts / measured.block_life(f'reduction_{name}', int(row[1])):.0f} %"
    more = found["strided"][0] / found["modulo_unrolled"][0] - 1
    assert f"It has {100 * more:.0f} % more instructions" in SAID


@pytest.mark.slow
def test_what_mending_a_tree_saves() -> None:
    folder = ROOT / "exercises" / MODULE
    skeleton, solution = (
        counted("reduce_mend", 256, (path / "reduce_mend.cu").read_text("utf-8"))
        for path in (folder, ROOT / "solutions" / MODULE)
    )
    assert f"{skeleton[0]:,} instructions a block become {solution[0]:,}" in SAID
    asked = yaml.safe_load((folder / "reduce_mend.yaml").read_text("utf-8"))
    assert asked["starter"]["work"] == 4 * skeleton[0] > asked["checks"]["work"]["at_most"] > 4 * solution[0]
    assert (skeleton[1], solution[1]) == (150, 45)


def source(file: str) -> str:
    return (KERNELS / f"reduction_{file}.cu").read_text("utf-8")


def test_eight_blocks_of_each_step_fill_an_sm() -> None:
    assert "132 × 8 = 1,056 blocks" in SAID and BLOCKS == 1056
    for text in (*map(source, ("modulo", "strided", "sequential", "first_add", "last_warp", "shuffle")), SOLUTION):
        for used in compile_source(text).kernels.values():
            assert occupancy("sm_90", 256, used.registers, used.shared_bytes).blocks == 8


def test_what_is_said_of_how_long_blocks_live() -> None:
    life = {name: measured.block_life(f"reduction_{name}", size) for name, _, size in COUNTED}
    issue = 2 * 2312 / life["modulo"]
    assert "Step 0 is the only one that is near a limit" in SAID and issue > 0.7
    assert "Step 3 lives hardly longer than step 2" in SAID and 1 < life["first_add"] / life["sequential"] < 1.1
    assert "That shortens the life by a quarter" in SAID
    assert 1 - life["last_warp"] / life["first_add"] == pytest.approx(0.25, abs=0.02)
    assert "a quarter of the wavefronts of step 4 and lives as long" in SAID and pytest.approx(0.25, abs=0.03) == 9 / 39
    assert life["shuffle"] / life["last_warp"] == pytest.approx(1, abs=0.03)
    shares = [measured.reduction_share(f"reduction_{name}") for name, _, _ in COUNTED]
    assert "In all others no limit is near" in SAID and max(shares) < 60


def test_elements_of_a_thread_and_of_a_block() -> None:
    assert 2**26 // 512 == 131_072 and "2^26 floats leave 131,072 sums" in SAID
    assert round(2**26 / BLOCKS / 256) == 248 and "Each adds about 248 elements" in SAID
    assert round(2**26 / BLOCKS) == 63_550 and "beside 63,550 elements a block" in SAID
    assert BLOCKS * 8 == 8448 and "1,056 × 8 = 8,448 additions" in SAID


def test_the_goal_is_met_and_cub_is_not_faster() -> None:
    assert "The goal was 90 % of it, and no more than 5 % behind CUB" in SAID
    assert measured.reduction_share("reduction_grid") >= 90 and measured.reduction_cub_share("reduction_grid") >= 95
    lines = rows("step | instructions")
    assert [row[0] for row in lines][-1] == "CUB" and len(lines) == 8
    shares = [float(row[-1].removesuffix(" %")) for row in lines[:-1]]
    assert shares == sorted(shares)


def test_the_factors_of_the_slide_multiply_to_what_it_claims() -> None:
    table = rows("step | factor on the slide")
    factors = [float(row[1]) for row in table]
    slide = [8.0, 4.0, 2.0, 1.5, 1.0, 0.3]
    assert factors[:-1] == [round(one / other, 1) for one, other in itertools.pairwise(slide)]
    assert factors[-1] == round(slide[0] / slide[-1]) and "0.5 and 0.3 ms" in SAID
    steps = ["modulo", "strided", "sequential", "first_add", "last_warp", "grid"]
    times = [measured.reduction_ms(f"reduction_{step}") for step in steps]
    assert [row[2] for row in table[:-1]] == [f"{a / b:.2f}" for a, b in itertools.pairwise(times)]
    assert table[-1][2] == f"{times[0] / times[-1]:.1f}"


def test_ten_claims_and_their_numbers() -> None:
    assert len(rows("the claim")) == 10 and pytest.approx(4.3, abs=0.05) == 4e9 / 936e9 * 1000
    strided, unrolled = (measured.reduction_ms(f"reduction_{name}") for name in ("strided", "modulo_unrolled"))
    assert "it is *slower*" in SAID and strided > unrolled
    halves = [len([t for t in range(256) if t % (2 * d) == 0]) / 256 for d in (1, 2, 128)]
    assert halves == [1 / 2, 1 / 4, 1 / 256] and "1/2, 1/4 … 1/256" in SAID
    assert [min(32, 256 >> k) for k in range(4, 9)] == [16, 8, 4, 2, 1]
    assert "It is slower" in SAID
    assert measured.reduction_ms("reduction_atomic_warp") > measured.reduction_ms("reduction_grid")
    ratio = measured.reduction_ms("reduction_atomic_block") / measured.reduction_ms("reduction_grid")
    assert "The second and third are equally fast" in SAID and ratio == pytest.approx(1, abs=0.01)
    assert "Twenty runs" in SAID and measured.reduction_runs() == 20


def test_the_bounds_of_work_and_depth() -> None:
    for name, work, depth, _ in rows("n | work / p, p = 2^15"):
        power = int(name.removeprefix("2^"))
        assert depth == str(power)
        assert work == "less than 1" if power < 15 else int(work.replace(",", "")) == 2 ** (power - 15)
    assert 132 * 128 == 16_896 and f"one lane in {round(16896 * 1.98 / (measured.reduction_gb('copy') / 4))}" in SAID
    for radix, steps, additions, barriers in rows("r | steps"):
        r = int(radix)
        assert r ** int(steps) == 256 and barriers == steps
        assert int(additions.split("=")[-1]) == int(steps) * (r - 1)


def test_the_figures_show_what_is_counted() -> None:
    words = (ROOT / "docs" / "figures" / "words_15.toml").read_text("utf-8")
    values = [3, 1, 7, 0, 4, 1, 6, 3]
    sums = np.add.accumulate(values)[1:]
    assert ", ".join(map(str, sums)) in words
    assert shuffled_down(values, (4, 2, 1))[0] == sum(values) == 25
    assert "together 47, which makes 150 requests" in words and "together 12, which makes 45 requests" in words


def test_what_floats_forget() -> None:
    one, large = np.float32(1), np.float32(1e8)
    assert (large + one) - large == 0 and (large - large) + one == 1
    assert "(10^8 + 1) − 10^8 is 0, and (10^8 − 10^8) + 1 is 1" in SAID
    assert np.float32(2**24) + one == 2**24 and "from 2^24 = 16,777,216 on nothing happens" in SAID
    ones = np.ones(2**25, np.float32)
    assert np.add.accumulate(ones, dtype=np.float32)[-1] == 2**24 and tree(ones) == 2**25 == 33_554_432


def test_the_errors_of_three_orders() -> None:
    values = np.random.default_rng(15).random(2**20, np.float32)
    exact = values.sum(dtype=np.float64)
    chains = np.add.accumulate(values.reshape(-1, 2048), axis=0, dtype=np.float32)[-1]
    found = [np.add.accumulate(values, dtype=np.float32)[-1], tree(chains), tree(values)]
    longest = [2**20 - 1, 511 + 11, 20]
    for row, total, way in zip(rows("order | longest way"), found, longest, strict=True):
        assert row[1] == f"{way:,}"
        assert float(row[2]) == pytest.approx(way * 2.0**-24, rel=0.02)
        assert float(row[3]) == pytest.approx(abs(float(total) - exact) / exact, rel=0.02)


def tree(values: Floats) -> float:
    """The front half takes the back half, in single precision."""
    while values.size > 1:
        values = values[: values.size // 2] + values[values.size // 2 :]
    return float(values[0])


def test_a_variance_that_cancels_and_a_norm_that_overflows() -> None:
    values = np.array([10000, 10001, 10002], np.float32)
    squares = np.add.accumulate(values * values, dtype=np.float32)[-1] / np.float32(3)
    mean = np.add.accumulate(values, dtype=np.float32)[-1] / np.float32(3)
    assert squares - mean * mean == 0 and f"have the variance {values.astype(float).var():.3f}" in SAID
    assert np.sqrt(np.finfo(np.float32).max) == pytest.approx(1.8e19, rel=0.03)
    assert np.exp(88.0) < np.finfo(np.float32).max < np.exp(89.0) and "exp overflows from 89 on" in SAID


def test_the_sectors_of_three_ways_to_softmax() -> None:
    each = 4 * 512 * 4 // 32
    told = [(int(row[1]), int(row[2].replace(",", ""))) for row in rows("way | reads")]
    assert told == [(reads, each * (reads + 1)) for reads in (3, 2, 1)]
    limit = yaml.safe_load((ROOT / "exercises" / MODULE / "row_softmax.yaml").read_text("utf-8"))
    assert limit["checks"]["global_sectors"]["at_most"] == 768


@pytest.mark.slow
def test_the_warnings_of_the_last_warp_with_volatile() -> None:
    code = re.search(r"```cuda\n(extern \"C\" __global__ void last_warp.*?)```", TEXT, re.S)
    assert code
    options = (
        "--kernel",
        "last_warp",
        "--grid",
        "1",
        "--block",
        "32",
        "--arg",
        "f32[64]=iota",
        "--arg",
        "f32[1]=zeros",
    )
    told = sorted((row[0][:3], int(row[1])) for row in rows("what the profiler names"))
    assert hazards(code[1], options) == told and len(told) == 4
    step = "v[lane] += v[lane + d];"
    once = code[1].replace(step, f"{{ {step} __syncwarp(); }}")
    assert hazards(once, options) == [("WAR", 129)] and "The last stays, 129 times" in SAID
    twice = "{ float theirs = v[lane + d]; __syncwarp(); v[lane] += theirs; __syncwarp(); }"
    assert hazards(code[1].replace(step, twice), options) == []


def hazards(text: str, options: tuple[str, ...]) -> list[tuple[str, int]]:
    """Kind and number of all hazards of a kernel, sorted."""
    found = run_profile(text, options).profile["hazards"]
    return sorted((each["kind"], each["count"]) for each in found)


@pytest.mark.slow
def test_a_fence_is_missing_on_the_reading_side_where_loads_are_plain() -> None:
    options = ("--kernel", "reduce_grid", "--grid", "4", "--block", "256")
    options += ("--arg", "f32[4096]=iota", "--arg", "f32[1]=zeros", "--arg", "i32:4096")
    plain_loads = SOLUTION.replace("__ldcg(&partial[b])", "partial[b]")
    first, reading, rest = plain_loads.split("__threadfence();\n")
    assert hazards(f"{first}__threadfence();\n{reading}{rest}", options)
    assert not hazards(plain_loads, options) and "Behind the fence a plain load would be right, too" in SAID
    assert not hazards(SOLUTION.replace("__threadfence();\n        float total", "float total"), options)
    assert "lets a kernel without the second fence pass" in SAID


def test_the_machine_code_of_two_fences() -> None:
    listed = re.search(r"```text\n(STG .*?)```", TEXT, re.S)
    assert listed
    wanted = [line.split()[0].strip(".") for line in listed[1].splitlines()]
    found = re.findall(
        r"\b(STG|MEMBAR\.SC\.GPU|CCTL\.IVALL|ATOMG\.E\.ADD|BAR\.SYNC|LDG)\b", disassemble(compile_source(SOLUTION))
    )
    end = found.index("ATOMG.E.ADD")
    behind = [name for name in found[end:] if name != "ATOMG.E.ADD"]
    assert found[end - 3 : end + 1] == ["STG", "MEMBAR.SC.GPU", "CCTL.IVALL", "ATOMG.E.ADD"]
    assert behind[:4] == ["BAR.SYNC", "MEMBAR.SC.GPU", "CCTL.IVALL", "LDG"]
    assert wanted == ["STG", "MEMBAR.SC.GPU", "ATOMG.ADD", "BAR.SYNC", "MEMBAR.SC.GPU", "CCTL.IVALL", "LDG"]


def test_what_the_lesson_says_of_the_speed_check_is_what_it_asks() -> None:
    spec = yaml.safe_load((ROOT / "exercises" / MODULE / "reduce_grid.yaml").read_text("utf-8"))
    speed = spec["checks"]["speed"]
    assert sum(check["points"] for check in spec["checks"].values()) == 100
    assert f"{speed['points']} of its 100 points" in SAID and speed["size"] == {"n": 2**26, "grid": [BLOCKS]}
    assert (speed["baseline"], speed["slow"]) == ("device_copy", "wrong/one_float_at_a_time")
    assert f"all points from {speed['full']:.2f} of the copy, none up to {speed['zero']:.2f}" in SAID
    table = rows("kernel | time, ms")
    assert [row[-2:] for row in table] == 2 * [[f"{speed['full']:.2f}", f"{speed['zero']:.2f}"]]
    solution, slow = (measured.contest_ratio("reduce_grid", run) for run in ("solution", "slow"))
    spread = max(each["spread"] for each in measured.contests("reduce_grid"))
    assert solution >= 1.05 * speed["full"] or solution - 3 * spread > speed["full"]
    assert (slow - speed["zero"]) / (speed["full"] - speed["zero"]) < 0.5
    for language, heading in spec["read"]["speed"].items():
        assert f"## {heading}\n" in lesson_of(MODULE, language)
