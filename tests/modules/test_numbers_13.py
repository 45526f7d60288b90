"""The counts that the lesson of module 13 prints are those of the profiler, and its sentences fit what was measured."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from docs import measured
from grader.checks.asked_counts import Counted, number_of
from grader.checks.room import Room
from grader.course.check_specs import PredictionsSpec
from grader.course.exercise_file import load_exercise
from grader.course.predictions import with_variant
from grader.launch import Argument, LaunchRequest
from grader.occupancy import occupancy
from grader.problems import PROBLEMS
from grader.quiz.truth import divergence
from grader.simt import emulator
from grader.toolchain import compile_source
from tests.kernels import wrong_text
from tests.modules.lesson_tables import lesson_of
from tests.modules.profiled import Profiled, profiled, run_profile

pytestmark = pytest.mark.share(3, guard="lessons")

ROOT = Path(__file__).resolve().parents[2]
MODULE = "13_warp_divergence"
TEXT = lesson_of(MODULE)
KOREAN = lesson_of(MODULE, "ko")
LANES = range(32)
FILES = ("part.cu", "rounds.cu", "ifs.cu", "quotient.cu", "one_start.cu", "sums.cu")


def rows(first_cells: str) -> list[list[str]]:
    """Cells of the body rows of the table whose header starts so, measured numbers without their marks."""
    table = re.search(rf"^\| {re.escape(first_cells)} \|.*\n\|[-|]+\|\n((?:\|.*\|\n)+)", TEXT, flags=re.M)
    assert table, first_cells
    lines = re.sub(r"<!--.*?-->", "", table[1]).strip().splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def number(cell: str) -> int:
    return int(cell.replace(",", ""))


def runs_of(file: str) -> list[Profiled]:
    """The commands of the lesson that run a kernel of this file, in order."""
    return [run for run in profiled(MODULE) if run.command[1] == file]


def executed(run: Profiled) -> dict[str, Any]:
    """All machine instructions of a run, which must be exact."""
    found: dict[str, Any] = run.profile["totals"]["instructions"]
    assert found["exact"], run.command
    return found


def active(run: Profiled) -> str:
    """Active threads a warp, as `grader profile` prints them."""
    return f"{executed(run)['thread'] / executed(run)['warp']:.1f}"


def in_line(run: Profiled, source: str) -> tuple[int, int, int]:
    """Warp instructions, active threads and parted branches of the machine instructions of a source line."""
    code = Path(run.command[1]).stem
    lines = kernels()[code].split("\n")
    (wanted,) = [place for place, line in enumerate(lines, 1) if source in line]
    found = [one for one in run.profile["machine_code"] if one["line"] == wanted]
    return (
        sum(one["inst_executed"] for one in found),
        sum(one["thread_inst_executed_true"] for one in found),
        sum(one["divergent"] for one in found),
    )


@cache
def kernels() -> dict[str, str]:
    """The sources that a reader saves, by the name of the file."""
    saved = re.findall(r"`(\w+)\.cu`[^\n]*\n\n```cuda\n(.*?)^```$", TEXT, flags=re.M | re.S)
    return dict(saved)


@pytest.mark.slow
def test_every_command_of_the_lesson_is_compared_with_what_it_says() -> None:
    assert sum(len(runs_of(file)) for file in FILES) == len(profiled(MODULE)) > 20


@pytest.mark.slow
def test_which_warps_part_and_what_two_sides_cost() -> None:
    core, by_hand = runs_of("part.cu")[:4], runs_of("part.cu")[4:]
    assert [(run.defined("TEST"), run.defined("STEPS")) for run in core] == [
        ("t%2==0", "32"), ("t<48", "32"), ("t%2==0", "4"), ("t<32", "4")
    ]  # fmt: skip
    assert [executed(run)["divergent"] for run in core] == [2, 1, 0, 0]
    assert "The column *parted* says 2 for the first: both warps. For the second it says 1" in TEXT
    table = rows("TEST | lanes of a warp on the first side")
    for test, _, instructions, parted, threads in table:
        run = part(test.strip("`"), 32)
        assert (instructions, parted, threads) == (
            str(executed(run)["warp"]), str(executed(run)["divergent"]), active(run)
        )  # fmt: skip
    assert f"168 / 98 = {168 / 98:.1f}" in TEXT and [row[2] for row in (table[0], table[3])] == ["168", "98"]
    for run, (test, parted, sides, instructions) in zip(by_hand, rows("TEST | parted | sides"), strict=True):
        assert run.defined("TEST") == test.strip("`")
        assert (number(instructions), number(parted)) == (executed(run)["warp"], executed(run)["divergent"])
        holds = [bool(eval(test.strip("`").replace("/", "//"), {"t": t})) for t in range(96)]
        assert sum(len(set(holds[first : first + 32])) for first in (0, 32, 64)) == number(sides)


@cache
def part(test: str, steps: int, threads: int = 64) -> Profiled:
    options = ("--kernel", "part", "--grid", "1", "--block", str(threads), "--define", f"TEST={test}", "--define",
               f"STEPS={steps}", "--arg", f"f32[{threads}]=iota", "--arg", f"f32[{threads}]=zeros")  # fmt: skip
    return run_profile(kernels()["part"], options)


@pytest.mark.slow
def test_short_sides_are_predicates_and_long_ones_a_branch() -> None:
    for steps, lane, lane_parted, warp, warp_parted in rows("steps a side | by lane: instructions"):
        for test, instructions, parted in (("t%2==0", lane, lane_parted), ("t<32", warp, warp_parted)):
            run = part(test, int(steps))
            assert (executed(run)["warp"], executed(run)["divergent"]) == (int(instructions), int(parted))
    short = part("t%2==0", 4).profile
    code = [re.sub(r"^(@!?P\d) +", r"\1 ", one["text"]) for one in short["machine_code"]]
    shown = re.findall(r"^(@!?P0) +(F.*)$", TEXT, flags=re.M)
    assert len(shown) == 2 and all(f"{guard} {rest}" in code for guard, rest in shown)
    assert short["totals"]["instructions"]["active"] == 32 * short["totals"]["instructions"]["warp"]  # all in step
    made = {steps: part("t%2==0", steps).profile["totals"]["branches"]["executed"] for steps in (4, 6, 8)}
    assert made[4] == made[6] == 0 < made[8] and "here between 6 and 8 steps" in TEXT


@pytest.mark.slow
def test_a_loop_lasts_as_long_as_its_longest_lane() -> None:
    simulated, *by_hand = runs_of("rounds.cu")
    rounds, threads, _ = in_line(simulated, "v = v + 0.5f;")
    assert (rounds, threads / rounds, executed(simulated)["divergent"]) == (5, 16.0, 5)
    assert divergence.trip_counts("ones", 1) == divergence.Loop(5, 5, 80)
    assert "it parts 5 times. The longest is 5 rounds. There are 80 ones" in TEXT and "80 / 5 = 16.0 lanes" in TEXT
    for run, row in zip(by_hand, rows("ROUNDS | different trip counts"), strict=True):
        assert run.defined("ROUNDS") in (f"({row[0].strip('`')})", row[0].strip("`"))
        rounds, threads, _ = in_line(run, "v = v + 0.5f;")
        trips = trips_of(row[0].strip("`"))
        assert row[1:] == [
            str(len(set(trips))),
            str(executed(run)["divergent"]),
            str(rounds),
            f"{threads / rounds:.1f}",
        ]
        assert (len(set(trips)) - 1, max(trips), sum(trips)) == (executed(run)["divergent"], rounds, threads)


def trips_of(code: str) -> list[int]:
    """What a C expression of `lane` is in each lane."""
    if chosen := re.fullmatch(r"lane==(\d+)\?(\d+):(\d+)", code):
        return [int(chosen[2]) if lane == int(chosen[1]) else int(chosen[3]) for lane in LANES]
    return [eval(code.replace("/", "//"), {"lane": lane}) for lane in LANES]


def test_what_a_ballot_says() -> None:
    for condition, ballot, ones, rank in rows("condition | ballot"):
        said = [bool(eval(condition.strip("`"), {"lane": lane})) for lane in LANES]
        bits = sum(1 << lane for lane in LANES if said[lane])
        assert (f"`0x{bits:08x}`", str(sum(said))) == (ballot, ones)
        assert rank == (str(sum(said[:20])) if said[20] else "–")


def test_the_exchanges_of_a_transpose() -> None:
    table = rows("lane | loaded")
    for row in table:
        lane = int(row[0])
        held = [[divergence.exchanged(4, lane, k, last) for k in range(4)] for last in (4, 2, 1)]
        assert row[1:] == [" ".join(f"{r}{c}" for r, c in state) for state in held]
    assert "Four shuffles a round, three rounds: 12." in TEXT and 8 * 8 == 64


@pytest.mark.slow
def test_what_the_compiler_makes_of_an_if() -> None:
    table = rows("kernel | what it becomes")
    for run, (kernel, becomes, instructions, branches, parted) in zip(runs_of("ifs.cu"), table, strict=True):
        assert run.option("--kernel") == kernel.strip("`")
        counted = run.profile["totals"]["branches"]
        assert (executed(run)["warp"], counted["executed"], counted["divergent"]) == (
            int(instructions), int(branches), int(parted)
        )  # fmt: skip
        texts = [one["text"] for one in run.profile["machine_code"]]
        for named in re.findall(r"`(@!?P0 \w+)`|one (\w+)$", becomes):
            assert any(text.startswith(part) for text in texts for part in named if part), named
    add_if = runs_of("ifs.cu")[1]
    assert add_if.cost("global", "load", "in[threadIdx.x + 32]") == (1, 4, 2)  # odd lanes lie in all four sectors


@pytest.mark.slow
def test_a_division_parts_a_warp_without_an_if() -> None:
    for run, (_, instructions, parted) in zip(runs_of("quotient.cu"), rows("values | warp instructions"), strict=True):
        assert (executed(run)["warp"], executed(run)["divergent"]) == (int(instructions), int(parted))


@pytest.mark.slow
def test_three_sums_of_a_warp() -> None:
    for run, row in zip(runs_of("sums.cu"), rows("kernel | how"), strict=True):
        assert run.option("--kernel") == row[0].strip("`")
        assert row[2:] == [str(executed(run)["warp"]), str(run.profile["totals"]["shared"]["wavefronts"])]
        assert executed(run)["divergent"] == 0


def spec(exercise: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "exercises" / MODULE / f"{exercise}.yaml").read_text("utf-8"))
    return found


def test_what_the_skeletons_measure_and_what_is_allowed() -> None:
    for exercise, before, after, skeleton, solution, limit in rows("exercise | parted: skeleton"):
        known = spec(exercise.strip("`"))
        starter, checks = known["starter"], known["checks"]
        if skeleton != "–":
            assert (number(before), number(skeleton)) == (starter["divergence"]["branches"], starter["work"])
        assert number(limit) == checks["work"]["at_most"] >= number(solution)
        assert number(after) <= checks["divergence"].get("branches_at_most", number(after))
    starter = spec("collatz_batches")["starter"]
    assert "100 %, and nearly twice the instructions" in TEXT and starter["work"] > 1.8 * 42_667
    assert starter["divergence"] == {"branches": 0, "efficiency": 100}


LAUNCHES = {
    "even_warps": ("8", "64", ["f32[256]=iota", "f32[256]=zeros", "f32[256]=zeros", "i32:256"]),
    "clamp_without_branch": ("4", "64", ["f32[256]=iota", "f32[256]=zeros", "i32:256", "f32:-2", "f32:3"]),
    "ballot_rank": ("2", "128", ["f32[256]=iota", "i32[256]=zeros", "i32:256"]),
    "shuffle_transpose_8x8": ("4", "64", ["f32[2048]=iota", "f32[2048]=zeros", "i32:32"]),
    "collatz_batches": ("1", "64", ["i32[1024]=zeros", "i32:1", "i32:1024"]),
}


@cache
def solution(exercise: str, grid: str, block: str, arguments: tuple[str, ...]) -> Profiled:
    source = (ROOT / "solutions" / MODULE / f"{exercise}.cu").read_text("utf-8")
    given = [word for argument in arguments for word in ("--arg", argument)]
    return run_profile(source, ("--kernel", exercise, "--grid", grid, "--block", block, *given))


@pytest.mark.slow
def test_what_the_solutions_execute() -> None:
    table = {row[0].strip("`"): row for row in rows("exercise | parted: skeleton")}
    assert table.keys() == LAUNCHES.keys() | {"sort_by_branch"}
    for exercise, (grid, block, arguments) in LAUNCHES.items():
        found = executed(solution(exercise, grid, block, tuple(arguments)))
        assert [number(cell) for cell in (table[exercise][2], table[exercise][4])] == [
            found["divergent"],
            found["warp"],
        ]


def collatz_steps(first: int, count: int) -> list[int]:
    """Steps to 1 of each start."""
    found = []
    for start in range(first, first + count):
        steps = 0
        while start != 1:
            start = 3 * start + 1 if start % 2 else start // 2
            steps += 1
        found.append(steps)
    return found


def rounds_together(steps: list[int]) -> int:
    """Rounds of all warps with 32 starts at a time."""
    return sum(max(steps[first : first + 32]) for first in range(0, len(steps), 32))


def rounds_fetched(steps: list[int], batch: int = 512, at_once: int = 16) -> int:
    """Rounds of all warps whose lanes fetch, with a look every 16 steps."""
    rounds = 0
    for first in range(0, len(steps), batch):
        queue = steps[first : first + batch]
        left, queue = queue[:32], queue[32:]
        while any(lane is not None for lane in left):
            rounds += at_once
            for lane, steps_left in enumerate(left):
                if steps_left is not None and steps_left <= at_once:
                    left[lane] = queue.pop(0) if queue else None
                elif steps_left is not None:
                    left[lane] = steps_left - at_once
    return rounds


@pytest.mark.slow
def test_collatz_in_rounds_and_instructions() -> None:
    assert collatz_steps(26, 2) == [10, 111] and "26 takes 10, its neighbour 27 takes 111" in TEXT
    steps = collatz_steps(1, 1024)
    assert sum(steps) == 61_317 and "61,317 steps in all, divided by 32 × rounds" in TEXT
    together, fetched = rounds_together(steps), rounds_fetched(steps)
    alone, fetching = rows("| rounds of all warps")
    assert [row[1:3] for row in (alone, fetching)] == [
        [f"{n:,}", f"{100 * sum(steps) / 32 / n:.0f} %"] for n in (together, fetched)
    ]
    near, far = runs_of("one_start.cu")
    mine = solution("collatz_batches", "1", "64", ("i32[1024]=zeros", "i32:1", "i32:1024"))
    mine_far = solution("collatz_batches", "4", "64", ("i32[4096]=zeros", "i32:2000000", "i32:4096"))
    counts = [counted(run) for run in (near, mine, far, mine_far)]
    assert [row[2:] for row in rows("starts | kernel")] == counts
    assert [alone[3:], fetching[3:]] == [each[:2] for each in counts[:2]]
    steps = collatz_steps(2_000_000, 4096)
    together, fetched = rounds_together(steps), rounds_fetched(steps)
    shares = [round(100 * sum(steps) / 32 / n) for n in (together, fetched)]
    assert f"rose from {shares[0]} % to {shares[1]} %" in TEXT
    assert [round(number(each[1]) / n) for each, n in zip(counts[2:], (together, fetched), strict=True)] == [8, 12]
    assert "needs 8 ALU instructions a step" in TEXT and "which make 12" in TEXT
    lines = (ROOT / "solutions" / MODULE / "collatz_batches.cu").read_text("utf-8").split("\n")
    stepping = ("unsigned long long after =", "return v == 1 ?", "count += v != 1;")
    of_steps = {place for place, line in enumerate(lines, 1) if any(part in line for part in stepping)}
    code = mine.profile["machine_code"]
    looks = sum(one["inst_executed"] for one in code if one["line"] not in of_steps)
    assert looks < executed(mine)["warp"] / 10 and "less than a tenth of the instructions" in TEXT


def counted(run: Profiled) -> list[str]:
    """Warp instructions, of them ALU, of them FMA."""
    total = run.profile["totals"]
    return [f"{count:,}" for count in (total["instructions"]["warp"], total["pipes"]["alu"], total["pipes"]["fma"])]


def test_the_alu_explains_the_time_of_collatz() -> None:
    far = [row for row in rows("starts | kernel") if row[0].startswith("4,096")]
    (alone, alone_alu, _), (fetching, fetching_alu, _) = ([number(cell) for cell in row[2:]] for row in far)
    assert f"380,261 / 534,585 = {fetching / alone:.2f} of the instructions are left" in TEXT
    assert f"256,765 / 266,536 = {fetching_alu / alone_alu:.2f} of those for the ALU" in TEXT
    assert "Three tenths fewer instructions" in TEXT and 0.27 < 1 - fetching / alone < 0.33
    cycles = [max(total / 4, 2 * alu / 4) for total, alu in ((alone, alone_alu), (fetching, fetching_alu))]
    assert f"the times should be as {cycles[1] / cycles[0]:.2f} to 1" in TEXT
    ratio = measured.contest_ms("collatz_batches") / measured.contest_ms("collatz_batches", "slow")
    assert abs(ratio - cycles[1] / cycles[0]) < 0.04
    assert "speed" not in spec("collatz_batches")["checks"] and "this exercise has no speed check" in TEXT


def test_the_speed_check_asks_what_the_lesson_says() -> None:
    speed = spec("sort_by_branch")["checks"]["speed"]
    assert speed["points"] == 15 and "15 of the 100 points" in TEXT and speed["size"] == {"n": 16_777_216}
    assert (speed["full"], speed["zero"]) == (0.9, 0.5) and "all points from 0.90, none up to 0.50" in TEXT
    assert [row[3:] for row in rows("kernel | ms | ratio to the reference")] == 2 * [["0.90", "0.50"]]
    assert "instructions fall to a third, the time to less than half" in TEXT
    assert 2.8 < 28_864 / 9_408 < 3.3
    assert measured.contest_ms("sort_by_branch") < measured.contest_ms("sort_by_branch", "slow") / 2


def test_what_is_said_of_the_measured_branches_holds() -> None:
    groups = [measured.branch_ms("groups", str(2**k)) for k in range(7)]
    assert max(groups[:5]) / min(groups[:5]) < 1.02 and max(groups[5:]) / min(groups[5:]) < 1.02
    assert groups[4] / groups[5] == pytest.approx(168 / 98, abs=0.05) and "times, as `part` foretold" in TEXT
    slow = [measured.branch_ms("slow_lanes", lanes) for lanes in ("1", "8", "16", "32")]
    assert max(slow) / min(slow) < 1.02 and "The first slow lane costs everything" in TEXT
    ways = [measured.branch_ms("ways", str(2**k)) for k in range(6)]
    assert ways[5] / ways[0] < 32 and "Not by 32" in TEXT
    assert all(measured.branches_made(f"short_if, {steps} steps") == 0 for steps in (1, 2, 3, 4))
    assert all(measured.branches_made(f"short_if, {steps} steps") > 0 for steps in (6, 8, 12, 16))
    assert all(measured.branches_made(f"same_sides, {steps} steps") == 0 for steps in (1, 2, 3, 4, 6))
    assert all(measured.branches_made(f"both_sides, {steps} steps") == 0 for steps in (1, 8, 16))
    for steps in (1, 2, 3, 4):
        lane, warp = (measured.branch_ms("short", f"short_if, {steps} steps, by {way}") for way in ("lane", "warp"))
        assert lane == pytest.approx(warp, rel=0.04)
    lane, warp, both = (
        measured.branch_ms("short", f"{kernel}, 8 steps, by {way}")
        for kernel, way in (("short_if", "lane"), ("short_if", "warp"), ("both_sides", "lane"))
    )
    assert lane > both > warp and "better than a branch that diverges, worse than one on which warps agree" in TEXT


def test_shares_of_warps_that_walk_through_a_rare_side() -> None:
    for chance, share in rows("p | warps that walk through the expensive side"):
        above, below = map(int, chance.split("/"))
        assert share == f"{100 * (1 - (1 - above / below) ** 32):.0f} %"
    assert f"1 − (31/32)^32 = {100 * (1 - (31 / 32) ** 32):.0f} %" in TEXT


@pytest.mark.slow
def test_a_lock_inside_a_warp_comes_to_its_end() -> None:
    (source,) = re.findall(r"```cuda\n(extern \"C\" __global__ void locked.*?)^```$", TEXT, flags=re.M | re.S)
    arguments = ("--arg", "i32[1]=zeros", "--arg", "i32[1]=zeros")
    run = run_profile(source, ("--kernel", "locked", "--grid", "1", "--block", "32", *arguments))
    assert run.profile["faults"] == [] and run.profile["hazards"] == [] and sum(LANES) == 496
    assert run.cost("global", "store")[0] == 32 and not run.profile["totals"]["global"]["exact"]


EXCHANGE = """extern "C" __global__ void exchange(const float* in, float* out)
{
    __shared__ float s[32];
    int lane = threadIdx.x;
%s    out[lane] = s[31 - lane];
}
"""


@pytest.mark.slow
def test_an_exchange_without_a_meeting_is_a_hazard() -> None:
    (shown,) = re.findall(r"```cuda\n(    s\[lane\] = in\[lane\];\n.*\n)    out\[lane\] = s\[31", TEXT)
    options = (
        "--kernel",
        "exchange",
        "--grid",
        "1",
        "--block",
        "32",
        "--arg",
        "f32[32]=iota",
        "--arg",
        "f32[32]=zeros",
    )
    assert run_profile(EXCHANGE % shown, options).profile["hazards"] == []
    (hazard, *_) = run_profile(EXCHANGE % (shown.split("\n")[0] + "\n"), options).profile["hazards"]
    assert hazard["kind"] == "RAW"


@pytest.mark.slow
def test_what_an_ended_lane_gives_to_a_vote_and_to_a_shuffle() -> None:
    frame = """extern "C" __global__ void ended(const float* in, float* out, int n)
    {
        int lane = threadIdx.x;
        if (lane >= n)
            return;
        out[lane] = %s;
    }
    """
    options = ("--kernel", "ended", "--grid", "1", "--block", "32", "--arg", "f32[32]=iota", "--arg", "f32[32]=zeros",
               "--arg", "i32:20")  # fmt: skip
    voted = run_profile(frame % "__popc(__ballot_sync(0xffffffffu, in[lane] > 3.0f))", options).profile
    assert voted["hazards"] == [] and voted["faults"] == []
    shuffled = run_profile(frame % "__shfl_down_sync(0xffffffffu, in[lane], 8)", options).profile
    assert {hazard["kind"] for hazard in shuffled["hazards"]} == {"undefined_shuffle"}
    assert divergence.shuffle_down_defined(20, 8) == 12


@pytest.mark.slow
def test_a_guard_that_returns_is_no_branch() -> None:
    """Module 01 says so of its small kernel."""
    text = lesson_of("01_gpu_architecture")
    (source,) = re.findall(r"```cuda\n(extern \"C\" __global__ void doubled_or_zero.*?)^```$", text, flags=re.M | re.S)
    options = ("--kernel", "doubled_or_zero", "--grid", "4", "--block", "256", "--arg", "f32[1000]=iota", "--arg",
               "f32[1000]=zeros", "--arg", "i32:1000")  # fmt: skip
    assert run_profile(source, options).profile["totals"]["divergent_branches"] == 0
    assert "finds no divergent branch in this launch at all" in text


def test_the_kernel_of_the_page_is_the_one_that_is_named_slow() -> None:
    (shown,) = re.findall(
        r"```cuda\n(extern \"C\" __global__ void one_start_a_thread.*?)^```$", TEXT, flags=re.M | re.S
    )
    kept = wrong_text(MODULE, "collatz_batches", "one_start_a_thread").replace("BATCH", "512")
    body = [re.sub(r"\s", "", text.partition("{\n")[2]) for text in (shown, kept)]
    assert body[0] == body[1]


def test_a_heading_is_there_for_each_section_that_an_exercise_names() -> None:
    for path in (ROOT / "exercises" / MODULE).glob("*.yaml"):
        for headings in yaml.safe_load(path.read_text("utf-8"))["read"].values():
            for text, heading in ((TEXT, headings["en"]), (KOREAN, headings["ko"])):
                assert re.search(rf"^##+ {re.escape(heading)}$", text, flags=re.M), heading


def test_both_sides_are_at_most_the_sum_of_the_sides() -> None:
    assert "1 + 0.1 = 1.1 ms" in TEXT and "1 + 0.1 = 1.1 ms" in KOREAN


def sides(kinds: Iterable[int]) -> int:
    return len(set(kinds))


def test_a_block_of_four_kinds_has_three_borders() -> None:
    for first in (0, 1, 31, 64, 100):
        kinds = sorted([0] * first + [1] * (256 - first - 60) + [2] * 40 + [3] * 20)
        warps = [kinds[start : start + 32] for start in range(0, 256, 32)]
        assert sum(sides(warp) > 1 for warp in warps) <= 3
    assert "at most three warps of a block hold a border" in TEXT


GROUPS = (4, 2, 8, 16, 24, 32, 48)


def answers(group: int) -> list[int]:
    """What is counted for each question of count_divergence where GROUP is that."""
    models = {name: problem.case_model for name, problem in PROBLEMS.items()}
    known = load_exercise(ROOT / "exercises" / MODULE / "count_divergence.yaml", models)
    rule = known.checks["predictions"]
    assert isinstance(rule, PredictionsSpec) and rule.vary == {"GROUP": GROUPS}
    source = (ROOT / "solutions" / MODULE / "count_divergence.cu").read_text("utf-8")
    source = with_variant(source, {"GROUP": group})
    values = np.arange(1, 97, dtype=np.float32)
    arguments = (Argument("in", values), Argument("out", np.zeros(96, np.float32)), Argument("n", np.int32(96)))
    request = LaunchRequest("count_divergence", (1, 1, 1), (96, 1, 1), arguments, sampled=True, executed=True)
    result = emulator.launch(emulator.load(compile_source(source), "count_divergence"), request)
    assert np.array_equal(result.outputs[1], 2 * values) and not result.hazards
    counted = Counted(result, result.samples, source.split("\n"), Room(occupancy("sm_90", 96, 32, 0), 1))
    return [number_of(ask, counted) for ask in rule.asks]


@pytest.mark.parametrize("group", GROUPS)
def test_the_answers_for_every_group_are_those_of_the_rules(group: int) -> None:
    warps = [range(first, first + 32) for first in (0, 32, 64)]
    sides = sum(len({t // group % 2 for t in warp}) - 1 for warp in warps)
    trips = [[t % group * 2 for t in warp] for warp in warps]
    leaves, rounds = sum(len(set(each)) - 1 for each in trips), sum(map(max, trips))
    assert answers(group) == [0, sides, 1, leaves, rounds]
