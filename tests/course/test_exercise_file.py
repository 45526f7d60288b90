"""Exercise files: what a good one says, and that every mistake is named at its line and column."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from grader.course.check_specs import HazardsSpec, SharedWavefrontsSpec
from grader.course.documents import CourseError
from grader.course.exercise_file import load_exercise
from grader.course.models import CHECK_IDS, SpeedSpec
from tests.course.conftest import CASE_MODELS, EXERCISE, Edit, SgemmCase


def test_a_good_file_reads_as_written(exercise_file: Edit) -> None:
    spec = load_exercise(exercise_file(), CASE_MODELS)

    assert spec.title.in_language("ko") == "공유 메모리 타일링 SGEMM"
    assert spec.hints.in_language("en") == ("idea", "API", "line")
    assert isinstance(spec.cases[1], SgemmCase)
    assert spec.cases[1] == SgemmCase(M=65, N=33, K=47, lda=50, alpha=1.5)
    assert spec.read["hazards"].en == "Why two barriers"
    assert spec.compile.fmad is True
    assert spec.compile.defines == {}


def test_checks_come_in_the_order_of_judging_not_of_the_file(exercise_file: Edit) -> None:
    checks = load_exercise(exercise_file(), CASE_MODELS).checks

    assert list(checks) == [name for name in CHECK_IDS if name in checks]
    assert checks["hazards"] == HazardsSpec(points=15, at="error")
    assert checks["shared_wavefronts"] == SharedWavefrontsSpec(points=15, at_most=17408, loads_at_least=5120)
    speed = checks["speed"]
    assert isinstance(speed, SpeedSpec)
    assert speed.size == SgemmCase(M=4096, N=4096, K=4096)


@pytest.mark.parametrize(
    ("case", "grid", "block"),
    [(0, (4, 4, 1), (16, 16, 1)), (1, (3, 5, 1), (16, 16, 1)), (2, (2, 3, 1), (32, 1, 1))],
)
def test_the_grid_covers_the_case_unless_it_brings_its_own(
    exercise_file: Edit, case: int, grid: tuple[int, ...], block: tuple[int, ...]
) -> None:
    spec = load_exercise(exercise_file(), CASE_MODELS)

    assert spec.grid(spec.cases[case]) == grid
    assert spec.block(spec.cases[case]) == block


def test_an_empty_dimension_still_has_one_block(exercise_file: Edit) -> None:
    spec = load_exercise(exercise_file("M: 64, N: 64", "M: 0, N: 64"), CASE_MODELS)

    assert spec.grid(spec.cases[0]) == (4, 1, 1)


def test_macros_may_be_numbers(exercise_file: Edit) -> None:
    options = "compile: {fmad: false, defines: {PAD: 1, T: float}}"
    path = exercise_file("starter_fails", f"{options}\nstarter_fails")

    spec = load_exercise(path, CASE_MODELS)

    assert spec.compile.defines == {"PAD": "1", "T": "float"}
    assert spec.compile.fmad is False


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        # shape
        ("kernel:", "¦kernal:", "The key `kernal` is not known here."),
        ("at_most: 5120", "¦at_mots: 5120", "The key `at_mots` is not known here."),
        ("at_most: 5120", "at_most: ¦-1", "This must be at least 0, not -1."),
        ("at_most: 5120", "at_most: ¦1.5", "This must be a whole number, not 1.5."),
        ("{points: 40}", "{points: ¦'40'}", "This must be a number, not '40'."),
        ("{points: 40}", "{points: ¦true}", "This must be a number, not true."),
        ("{points: 40}", "{points: ¦.inf}", "This must be"),
        ("hazards: {points: 15}", "hazards: {points: 15, at: ¦note}", "must be 'error' or 'warning'"),
        ("[16, 16]", "¦16", "This must be a list, not 16."),
        ("hints:", "starter: {hazards: ¦none}\nhints:", "This must be a number, or a mapping"),
        ("hints:", "starter: {hazards: ¦true}\nhints:", "This must be a number, or a mapping"),
        ("hints:", "starter: {hazards: ¦.nan}\nhints:", "This must be a number, or a mapping"),
        ("hints:", "starter: {¦hazard: 1}\nhints:", "There is no check called `hazard`."),
        ("hints:", "starter: {¦shared_excess: 1}\nhints:", "this exercise does not check it"),
        ("hints:", "starter: {¦speed: 1}\nhints:", "Speed differs from machine to machine"),
        ("[16, 16]", "¦[16, 16, 1, 1]", "takes 3 entries at most and has 4"),
        ("[생각, API, 줄]", "¦[생각, API]", "needs 3 entries at least and has 2"),
        ("kernel: sgemm_tiled", "kernel: ¦'a b'", "'a b' does not have the form"),
        ("{M: 64, N: 64, K: 64}", "¦{M: 64, N: 64}", "The key `K` is missing here."),
        ("alpha: 1.5", "¦alhpa: 1.5", "The key `alhpa` is not known here."),
        ("size: {M: 4096,", "size: {M: ¦x,", "This must be a whole number, not 'x'."),
        ("  hazards: {points", "  ¦hazard: {points", "The key `hazard` is not known here."),
        # rules between values
        ("checks:\n  speed: {points: 15", "checks:\n  ¦speed: {points: 10", "sum to 95, not 100."),
        ("problem: sgemm", "problem: ¦sgem", "no problem called `sgem`. Did you mean `sgemm`?"),
        ("starter_fails: correctness", "starter_fails: ¦corectness", "Did you mean `correctness`?"),
        ("starter_fails: correctness", "starter_fails: ¦speed", "cannot fail on speed alone"),
        ("starter_fails: correctness", "starter_fails: ¦shared_excess", "does not check it"),
        ("  hazards: {ko", "  ¦hazrads: {ko", "no check called `hazrads`. Did you mean `hazards`?"),
        ("at_most: 5120}", "at_most: 5120, case: ¦3}", "no case 3: the cases are numbered from 0 to 2"),
        ("tile: {N: 16", "tile: {¦n: 16", "no dimension `n`; they have M, N, K"),
        ("M: 16}}", "M: 16}, grid: ¦[4]}", "either `grid` or `tile`"),
        ("[16, 16]", "¦[64, 32]", "this one has 2048"),
        ("[16, 16]", "¦[1, 1, 128]", "1024 x 1024 x 64"),
        ("{M: 1, N: 1, K: 1, grid: [2, 3]", "¦{M: 1, N: 1, K: 1, grid: [2, 70000]", "has 2 x 70000 x 1"),
        ("block: [32]", "block: ¦[32, 33]", "this one has 1056"),
        ("zero: 0.70", "zero: ¦0.95", "`zero` must be smaller"),
        ("global_sectors: {points: 15, at_most: 5120}", "resources: ¦{points: 15}", "asks for nothing"),
        ("global_sectors: {points: 15, at_most: 5120}", "machine_code: ¦{points: 15}", "asks for nothing"),
        (
            "global_sectors: {points: 15, at_most: 5120}",
            "machine_code: {points: 15, require: [LDS.128], forbid: ¦[LDS.128]}",
            "`LDS.128` is both required and forbidden",
        ),
        (
            "global_sectors: {points: 15, at_most: 5120}",
            "resources: {points: 15, shared_bytes_at_least: ¦9, shared_bytes_at_most: 8}",
            "nothing can pass",
        ),
    ],
)
def test_every_mistake_is_named_at_its_place(exercise_file: Edit, old: str, new: str, message: str) -> None:
    before, _, _ = EXERCISE.replace(old, new, 1).partition("¦")
    line, column = before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1

    with pytest.raises(CourseError) as caught:
        load_exercise(exercise_file(old, new.replace("¦", "")), CASE_MODELS)

    assert [(p.line, p.column) for p in caught.value.problems if message in p.message] == [(line, column)]


def test_a_missing_key_is_named_at_the_mapping_that_lacks_it(exercise_file: Edit) -> None:
    with pytest.raises(CourseError, match=r"exercise\.yaml:1:1: The key `kernel` is missing here\."):
        load_exercise(exercise_file("kernel: sgemm_tiled\n", ""), CASE_MODELS)


def test_a_case_without_any_grid_is_named(exercise_file: Edit) -> None:
    with pytest.raises(CourseError) as caught:
        load_exercise(exercise_file(", tile: {N: 16, M: 16}", ""), CASE_MODELS)

    assert [problem.line for problem in caught.value.problems] == [12, 13]  # the third brings its own
    assert all("has no grid" in problem.message for problem in caught.value.problems)


def test_several_mistakes_come_together_in_file_order(exercise_file: Edit) -> None:
    path = exercise_file()
    text = EXERCISE.replace("kernel:", "kernal:").replace("{points: 40}", "{points: forty}")
    path.write_text(text, "utf-8")

    with pytest.raises(CourseError) as caught:
        load_exercise(path, CASE_MODELS)

    lines = [problem.line for problem in caught.value.problems]
    assert len(lines) == 3  # unknown key, missing key, no number
    assert lines == sorted(lines)


def test_mistakes_are_told_in_korean(exercise_file: Edit) -> None:
    with pytest.raises(CourseError, match="점수 합이 100이 아니라 95"):
        load_exercise(exercise_file("{points: 40}", "{points: 35}"), CASE_MODELS, "ko")


@pytest.mark.parametrize("text", ["", "[]", "just words", "problem: [sgemm]", "problem: sgemm\ncases: 3"])
def test_a_file_of_another_shape_is_a_problem_not_a_traceback(tmp_path: Path, text: str) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(text, "utf-8")

    with pytest.raises(CourseError):
        load_exercise(path, CASE_MODELS)


def test_loading_one_exercise_takes_milliseconds(exercise_file: Edit) -> None:
    path = exercise_file()
    load_exercise(path, CASE_MODELS)
    times = []
    for _ in range(5):
        start = time.perf_counter()
        load_exercise(path, CASE_MODELS)
        times.append(time.perf_counter() - start)

    assert min(times) < 0.020


def test_importing_the_course_loads_neither_numpy_nor_a_terminal() -> None:
    code = (
        "import sys, grader.course.catalog, grader.course.progress;"
        "print([m for m in ('numpy', 'rich', 'typer', 'jinja2') if m in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
