"""`grader solution`: the course's own, to whoever has solved the exercise, where the course allows it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

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
    assert grader("solution", f"06/{NAME}").status == 0, "what was done once stays done"


@pytest.mark.slow
def test_a_solution_that_is_graded_shows_numbers_and_no_line_before_the_exercise_is_done(
    course: Path, grader: Grader
) -> None:
    def shown() -> str:
        done = grader("check", f"06/{NAME}", "--solution")
        assert done.status == 0 and "shared_wavefronts" in done.out
        return " ".join(done.out.split())

    before = shown()
    assert "tile_a[ty]" not in before and "its solution is shown once your own passes" in before
    solve(course)
    grader("check", f"06/{NAME}")
    assert "tile_a[ty]" in shown()
    path = course / "course.yaml"
    path.write_text(path.read_text("utf-8").replace("solutions: after_pass", "solutions: never"), "utf-8")
    assert "tile_a[ty]" not in shown()


def test_a_solution_that_fails_shows_no_line_either(course: Path, grader: Grader) -> None:
    path = course / "solutions" / MODULE / f"{NAME}.cu"
    path.write_text(path.read_text("utf-8").replace("alpha * sum", "sum"), "utf-8")
    done = grader("check", f"06/{NAME}", "--solution")
    assert done.status == 1 and "tile_a[" not in done.out and "beta * C[" not in done.out


def test_a_course_may_keep_its_solutions_to_itself(course: Path, grader: Grader) -> None:
    path = course / "course.yaml"
    path.write_text(path.read_text("utf-8").replace("solutions: after_pass", "solutions: never"), "utf-8")
    assert "does not show its solutions" in grader("solution").err
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
