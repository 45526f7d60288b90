"""`grader solution`: the course's own, to whoever has solved the exercise, where the course allows it."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.cli.conftest import MODULE, Grader

NAME = "sgemm_tiled"


def solve(course: Path) -> None:
    shutil.copy(course / "solutions" / MODULE / f"{NAME}.cu", course / "exercises" / MODULE / f"{NAME}.cu")


def test_before_it_passes_nothing_is_shown(course: Path, grader: Grader) -> None:
    done = grader("solution", f"06/{NAME}")
    assert done.status == 2 and done.out == "" and "not done yet" in done.err
    assert "no exercise is done yet" in grader("solution").err


def test_after_a_pass_the_solution_is_shown_without_its_markers(course: Path, grader: Grader) -> None:
    solve(course)
    assert grader("check", f"06/{NAME}").status == 0
    for arguments in ((f"06/{NAME}",), ()):
        done = grader("solution", *arguments)
        assert done.status == 0 and "sum += tile_a[ty][k] * tile_b[k][tx];" in done.out
        assert "BEGIN" not in done.out and "//|" not in done.out
    path = course / "exercises" / MODULE / f"{NAME}.cu"
    path.write_text(path.read_text("utf-8") + "// changed\n", "utf-8")
    assert grader("solution", f"06/{NAME}").status == 2, "what has changed since has to pass again"


def test_a_course_may_keep_its_solutions_to_itself(course: Path, grader: Grader) -> None:
    path = course / "course.yaml"
    path.write_text(path.read_text("utf-8").replace("solutions: after_pass", "solutions: never"), "utf-8")
    solve(course)
    grader("check", f"06/{NAME}")
    done = grader("solution", f"06/{NAME}")
    assert done.status == 2 and "does not show its solutions" in done.err


def test_an_edition_without_solutions_says_so(course: Path, grader: Grader) -> None:
    solve(course)
    grader("check", f"06/{NAME}")
    shutil.rmtree(course / "solutions")
    done = grader("solution", f"06/{NAME}")
    assert done.status == 2 and "solutions" in done.err and done.out == ""


def test_starter_lines_are_no_part_of_a_solution(course: Path, grader: Grader) -> None:
    name = "transpose_tiled"
    shutil.copy(course / "solutions" / MODULE / f"{name}.cu", course / "exercises" / MODULE / f"{name}.cu")
    assert grader("check", f"06/{name}").status == 0
    done = grader("solution", name)
    assert "tile[TILE][TILE + 1];" in done.out and "tile[TILE][TILE];" not in done.out
