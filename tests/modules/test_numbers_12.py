"""The counts that the lessons of module 12 print are those of the course's models, its compiler and its profiler."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
import yaml

from docs import measured
from grader.quiz.truth.contention import atomic_cost, copies_cost, histogram_requests
from grader.quiz.truth.global_memory import warp_sectors
from grader.quiz.truth.shared_memory import strided_wavefronts
from grader.toolchain import compile_source, disassemble
from tests.modules.lesson_tables import lesson_of, table_rows
from tests.modules.profiled import Profiled, profiled, run_profile

pytestmark = pytest.mark.share(3, guard="lessons")

ROOT = Path(__file__).resolve().parents[2]
MODULE = "12_synchronization_and_atomics"
TEXT = lesson_of(MODULE)
SAID = " ".join(re.sub(r"<!--.*?-->", "", TEXT).split())
PATTERNS = {"/": "divided", "%": "modulo", "*": "times"}
GLOBAL, ADDED, COUNTED = "// A", "// B", "// C"


def costs(word: str) -> tuple[int, int, int, int]:
    """Lanes at one word, and passes of A, B and C, by the models."""
    operation, number = re.fullmatch(r"lane(.)(\d)", word).groups()  # type: ignore[union-attr]
    found = atomic_cost(PATTERNS[operation], int(number))
    return found.most, found.far, found.near, found.ones


def test_the_tables_of_passes_are_those_of_the_models() -> None:
    bodies = re.findall(r"^\| `WORD` \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", TEXT, re.M)
    assert len(bodies) == 2
    seen = []
    for line in "".join(bodies).splitlines():
        word, *cells = [cell.strip(" `") for cell in line.strip("|").split("|")]
        assert tuple(int(cell.split("= ")[-1]) for cell in cells) == costs(word), word
        seen.append(word)
    assert seen == ["lane/3", "lane%3", "lane*3", "lane/5", "lane%5", "lane*5"]


def meet(word: str) -> Profiled:
    """The kernel of the lesson with another word."""
    code = re.search(r"`meet\.cu`:\n\n```cuda\n(.*?)```", TEXT, re.S)
    assert code
    options = ("--kernel", "meet", "--grid", "1", "--block", "32", "--define", f"WORD={word}")
    return run_profile(code[1], (*options, "--arg", "u32[2048]=zeros", "--arg", "u32:3"))


def passes(run: Profiled) -> tuple[int, ...]:
    """Passes of the three atomics."""
    rows = [row for row in run.profile["lines"] if row["operation"] == "atomic"]
    assert all(row["exact"] for row in rows)
    return tuple(next(r["passes"] for r in rows if mark in r["source"]) for mark in (GLOBAL, ADDED, COUNTED))


@pytest.mark.slow
def test_the_profiler_counts_what_the_tables_say() -> None:
    first, last = profiled(MODULE)
    for run in (first, last):
        word = run.defined("WORD")
        assert word and passes(run) == costs(word)[1:]
    for word in ("lane%3", "lane*3", "lane/5", "lane%5"):
        assert passes(meet(word)) == costs(word)[1:], word


@pytest.mark.slow
def test_four_copies_and_their_banks() -> None:
    for distance, wanted in ((256, 32), (264, 8)):
        assert copies_cost(4, distance).near == passes(meet(f"lane%4*{distance}"))[1] == wanted
        assert f"**{wanted} passes**" in SAID
    assert copies_cost(8, 264).near > 4 and 4 * 264 % 32 == 0


def test_answers_from_earlier_modules() -> None:
    assert (strided_wavefronts(256), warp_sectors(1)) == (32, 4)


def test_requests_with_copies_and_without() -> None:
    found = histogram_requests(2**24, 1056, 256)
    assert re.search(rf"= +{found['each']:,} requests", TEXT)
    assert re.search(rf"/ 32 lanes += +{found['once']:,}\n", TEXT)


def test_what_is_said_of_sectors_and_banks_of_fives() -> None:
    assert len({5 * lane // 8 for lane in range(32)}) == 20 and 31 * 5 + 1 == 156
    assert sorted(sum(lane % 5 == k for lane in range(32)) for k in range(5)) == [6, 6, 6, 7, 7]
    assert {lane // 5 for lane in range(32)} == set(range(7))


def test_the_passes_beside_the_times_are_those_of_the_models() -> None:
    rows = table_rows(TEXT, "lanes at a word | passes, global")
    assert [int(row[0]) for row in rows] == [1, 2, 4, 8, 16, 32]
    for lanes, far, _, near, _ in rows:
        found = atomic_cost("divided", int(lanes))
        assert (found.most, found.far, found.near) == (int(lanes), int(far), int(near))


def test_what_is_said_of_the_clock() -> None:
    cycles = {lanes: measured.cycles_of_request(lanes) for lanes in (1, 2, 4, 8, 16, 32)}
    assert all(1 < cycles[lanes] / lanes < 1.5 for lanes in (4, 8, 16, 32))
    for lanes in (1, 2, 4, 8, 16):
        assert cycles[2 * lanes] - cycles[lanes] == pytest.approx(lanes, rel=0.05, abs=0.5)
        assert lanes < 4 or cycles[lanes] - lanes == pytest.approx(2, abs=0.5)
    rates = {lanes: measured.adds_per_ns("global", lanes) for lanes in (1, 4, 16, 32)}
    assert rates[1] > 1.2 * rates[4] and rates[16] < 2 * rates[32] and atomic_cost("divided", 1).far == 4
    plain, one, banks, eight = (
        {p: measured.contention_ms(f"{group}, {p}", kernel) for p in ("one", "few", "any")}
        for group, kernel in (("histograms", "shared"), ("weighted", "one copy"),
                              ("weighted", "eight copies in one bank"), ("weighted", "eight copies in eight banks"))
    )  # fmt: skip
    assert plain["one"] > one["one"] and plain["few"] > one["few"]
    assert plain["any"] == pytest.approx(one["any"], rel=0.05)
    assert one["any"] == pytest.approx(eight["any"], rel=0.05)
    assert one["one"] == pytest.approx(2 * eight["one"], rel=0.1)
    assert banks["one"] == pytest.approx(one["one"], rel=0.05)
    assert measured.contention_ms("histograms, one", "global") > 5 * plain["one"]


def test_what_the_lesson_says_of_the_speed_check_is_what_it_asks() -> None:
    spec = yaml.safe_load((ROOT / "exercises" / MODULE / "histogram_shared.yaml").read_text("utf-8"))
    speed = spec["checks"]["speed"]
    assert f"all points from {speed['full']:.2f} of the course's own kernel" in SAID
    assert f"none up to {speed['zero']:.2f}" in SAID and speed["baseline"] == "reference"
    assert measured.contest_ratio("histogram_shared", "slow") < speed["zero"]
    for language, heading in spec["read"]["speed"].items():
        assert f"## {heading}\n" in lesson_of(MODULE, language)


def test_every_exercise_reads_a_section_that_is_there() -> None:
    for path in (ROOT / "exercises" / MODULE).glob("*.yaml"):
        for headings in yaml.safe_load(path.read_text("utf-8"))["read"].values():
            for language, heading in headings.items():
                assert re.search(rf"^##+ {re.escape(heading)}$", lesson_of(MODULE, language), re.M), (path, heading)


@pytest.mark.slow
def test_what_is_said_of_the_exercises_is_what_they_measure() -> None:
    asked = yaml.safe_load((ROOT / "exercises" / MODULE / "histogram_per_warp.yaml").read_text("utf-8"))
    before, after = asked["starter"]["atomics"]["shared_passes"], asked["checks"]["atomics"]["shared_passes_at_most"]
    assert f"On one colour {before:,} passes become {after}" in SAID


@cache
def code_of(source: str) -> str:
    return disassemble(compile_source(source))


def gathered(call: str, argument: str = "int") -> str:
    return code_of(f'extern "C" __global__ void f({argument}* p, {argument}* in) {{ int t = threadIdx.x; {call}; }}')


def test_what_the_compiler_gathers() -> None:
    assert re.search(r"\bVOTEU?\b", gathered("atomicAdd(p, 1)")) and "POPC" in gathered("in[t] = atomicAdd(p, 1)")
    for call in ("atomicAdd(p, in[t])", "atomicMax(p, in[t])"):
        assert "REDUX" in gathered(call)
    used = gathered("in[t] = atomicAdd(p, in[t])")
    assert len(re.findall(r"\bSHFL\.UP\b", used)) >= 5 and len(re.findall(r"\bATOMG\b", used)) == 2  # one way each
    assert "REDUX" not in gathered("atomicAdd(&p[t / 3], in[t])")
    floats = gathered("atomicAdd(p, in[t])", "float")
    assert "REDUX" not in floats and not re.search(r"\bSHFL\b", floats)


def test_the_fences_of_the_machine_code() -> None:
    for fence, wanted in (("__threadfence_block()", "MEMBAR.SC.CTA"), ("__threadfence()", "MEMBAR.SC.GPU")):
        assert wanted in gathered(f"p[0] = 1; {fence}; p[1] = 2", "volatile int") and f"`{wanted}`" in SAID


def test_rows_of_the_table_of_cycles() -> None:
    (row,) = [row for row in table_rows(TEXT, "lanes at a word | 1") if row[0] == "passes"]
    assert [int(cell) for cell in row[1:]] == [atomic_cost("divided", k).near for k in (1, 2, 4, 8, 16, 32)]
