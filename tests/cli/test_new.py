"""`grader new`, and the example that the guide for authors goes through."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from grader.course.catalog import open_course
from grader.course.models import dim3
from grader.course.scaffold import MARK, Family, exercise_files, with_exercise
from grader.course.yaml_marks import parse
from grader.problems import PROBLEMS
from tests.cli.conftest import MODULE, REPOSITORY, Grader

CASES = {name: problem.case_model for name, problem in PROBLEMS.items()}
GUIDE = REPOSITORY / "docs" / "contributing.md"

pytestmark = pytest.mark.usefixtures("authors_in_process")


@pytest.mark.slow
def test_the_example_of_the_guide_ends_in_a_green_selftest(course: Path, grader: Grader) -> None:
    """Everything the guide says, in its order: files where it names them, commands where it shows them."""
    text = GUIDE.read_text("utf-8").split("## An exercise, step by step")[1].split("## A family of its own")[0]
    file = r"^`(?P<path>[\w/.]+)`:\n\n```\w+\n(?P<code>.*?)^```$"
    command = r"^```\ngrader (?P<command>[^\n]+)\n```$"
    statuses = {}
    for step in re.finditer(f"{file}|{command}", text, flags=re.M | re.S):
        if step["command"]:
            done = grader(*shlex.split(step["command"]))
            statuses[shlex.split(step["command"])[0]] = (done.status, done.out + done.err)
        else:
            path = course / step["path"]
            assert path.parent.is_dir(), f"{path} is not where grader new put the files"
            path.write_text(step["code"], "utf-8")
    assert list(statuses) == ["new", "calibrate", "selftest"]
    assert [status for status, _ in statuses.values()] == [0, 0, 0], statuses
    assert "6 kernels judged as they should be" in statuses["selftest"][1]
    spec = open_course(course, CASES).resolve("sum_columns")[0].spec
    derived = int(re.findall(r"= (\d+) sectors", text)[0])
    assert derived <= spec.checks["global_sectors"].at_most <= 1.1 * derived + 1  # type: ignore[attr-defined]


def test_what_is_not_written_yet_is_told_with_its_place(course: Path, grader: Grader) -> None:
    assert grader("new", "06/turn", "--problem", "transpose").status == 0
    done = grader("selftest", "06/turn")
    assert done.status == 1
    assert f"exercises/{MODULE}/turn.yaml:2: left to write" in done.out.replace("\n", " ")
    assert f"solutions/{MODULE}/turn.cu:1:" in done.out


def test_a_finished_exercise_with_one_mark_left_does_not_pass(course: Path, grader: Grader) -> None:
    wrong = course / "tests" / "submissions" / MODULE / "choose_padding" / "wrong"
    wrong.mkdir(parents=True)
    path = wrong / "no_padding.cu"
    path.write_text((REPOSITORY / path.relative_to(course)).read_text("utf-8") + f"// {MARK}\n", "utf-8")
    done = grader("selftest", "06/choose_padding")
    assert done.status == 1
    assert "not finished" in done.out and "no_padding.cu:" in done.out


def test_the_exercise_is_the_last_of_its_module(course: Path, grader: Grader) -> None:
    before = (course / "course.yaml").read_text("utf-8")
    assert grader("new", "06/turn", "--problem", "transpose").status == 0
    after = (course / "course.yaml").read_text("utf-8")
    assert [line for line in after.splitlines() if line not in before.splitlines()] == ["      - turn"]
    assert grader("list", "--json").json["modules"][0]["exercises"][-1]["id"] == f"{MODULE}/turn"


DEAR = {"strides", "layouts"}  # thousands of blocks


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name in DEAR else []) for name in PROBLEMS]
)
def test_what_is_written_for_each_family_is_a_valid_exercise_that_compiles(
    course: Path, grader: Grader, name: str
) -> None:
    assert grader("new", "30_more/first_try", "--problem", name).status == 0
    (exercise,) = open_course(course, CASES).resolve("first_try")
    assert all(exercise.spec.grid(case) for case in exercise.spec.cases)
    kernels = {k["kind"]: k for k in grader("selftest", "first_try", "--json", "-").json["kernels"]}
    assert kernels["skeleton"]["failed"][:1] == ["correctness"]
    assert kernels["wrong"]["as_expected"] is True
    assert kernels["solution"]["error"] is None


def test_blocks_cover_the_second_dimension_along_x() -> None:
    files = exercise_files("30_more", "turn", Family("transpose", PROBLEMS["transpose"].signature, CASES["transpose"]))
    assert "tile: {cols: 16, rows: 16}" in files["exercises/30_more/turn.yaml"]
    assert dim3((16, 16)) == (16, 16, 1)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("06/sgemm_tiled", "--problem", "sgemm"), "there already"),
        (("06/Histogram", "--problem", "sgemm"), "no place for an exercise"),
        (("histogram",), "no place for an exercise"),
        (("31/histogram", "--problem", "sgemm"), "there is no module 31"),
        (("06_other/histogram", "--problem", "sgemm"), f"module 06 is {MODULE}"),
        (("06/spectrum",), "spectrum is no problem family"),
        (("06/turn", "--problem", "transposition"), "const float* in, float* out, int rows, int cols"),
    ],
)
def test_what_cannot_be_written_is_said_and_nothing_is(
    course: Path, grader: Grader, arguments: tuple[str, ...], word: str
) -> None:
    before = sorted(course.rglob("*"))
    done = grader("new", *arguments)
    assert done.status == 2
    assert word in done.err
    assert sorted(course.rglob("*")) == before


def test_a_list_of_exercises_in_one_line_is_left_alone(course: Path, grader: Grader) -> None:
    path = course / "course.yaml"
    in_one_line = "exercises: [sgemm_tiled, transpose_tiled, choose_padding]\n"
    text = re.sub(r"exercises:\n(      - \w+\n?)+", in_one_line, path.read_text("utf-8"))
    path.write_text(text, "utf-8")
    done = grader("new", "06/turn", "--problem", "transpose")
    assert done.status == 2 and "- turn" in done.err
    assert path.read_text("utf-8") == text
    assert not (course / "solutions" / MODULE / "turn.cu").exists()


def test_a_module_without_a_list_takes_what_is_in_its_folder(tmp_path: Path) -> None:
    text = "title: {ko: 가, en: A}\nmodules:\n  - name: 06_a\n    title: {ko: 가, en: A}\n"
    assert with_exercise(text, parse(text, tmp_path / "course.yaml"), "06_a", "b") == text
