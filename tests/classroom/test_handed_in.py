"""What is found among submissions, and what is refused there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from grader.classroom.handed_in import Handed, handed_in, of_student
from grader.classroom.trees import tree_of
from grader.course.catalog import Course, open_course
from grader.grading.opening import problem_cases

COURSE: Course = open_course(Path(__file__).resolve().parents[2], problem_cases())
EXERCISE = next(e for e in COURSE.exercises if e.name == "sgemm_tiled")
MODULE = "06_shared_memory_tiling"


def put(path: Path, text: str = "kernel") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def handed(folder: Path) -> Handed:
    (found,) = of_student("mina", [tree_of(folder, (".cu",))], [EXERCISE])
    return found


@pytest.mark.parametrize(
    "place", [f"exercises/{MODULE}/sgemm_tiled.cu", f"{MODULE}/sgemm_tiled.cu", "sgemm_tiled.cu",
              f"{MODULE}/exercises/{MODULE}/sgemm_tiled.cu"],
)  # fmt: skip
def test_a_cloned_repository_nbgraders_folder_and_loose_files_are_found(tmp_path: Path, place: str) -> None:
    put(tmp_path / place)
    assert handed(tmp_path).data == b"kernel"


def test_nothing_is_missing_and_no_error(tmp_path: Path) -> None:
    put(tmp_path / "elsewhere" / "sgemm_tiled.cu")
    put(tmp_path / "notes" / "mine.cu")
    found = handed(tmp_path)
    assert found.path is None and found.refused is None


def test_links_are_never_followed(tmp_path: Path) -> None:
    secret = put(tmp_path / "solutions" / "sgemm_tiled.cu", "the solution")
    student = tmp_path / "mina"
    student.mkdir()
    (student / "sgemm_tiled.cu").symlink_to(secret)
    assert (handed(student).refused, handed(student).data) == ("link", b"")
    (student / "sgemm_tiled.cu").unlink()
    (student / MODULE).symlink_to(secret.parent)
    assert handed(student).refused == "link"
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "omar").symlink_to(student)
    linked = tree_of(handed_in(tmp_path / "sub")["omar"][0], (".cu",))
    assert {each.refused for each in of_student("omar", [linked], [EXERCISE])} == {"link"}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_what_is_no_file_or_huge_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "sgemm_tiled.cu")
    assert handed(tmp_path).refused == "no_file"
    (tmp_path / "sgemm_tiled.cu").unlink()
    (tmp_path / "sgemm_tiled.cu").mkdir()
    assert handed(tmp_path).refused == "no_file"
    (tmp_path / "sgemm_tiled.cu").rmdir()
    put(tmp_path / "sgemm_tiled.cu", "x" * ((1 << 20) + 1))
    assert handed(tmp_path).refused == "too_large"


def test_two_files_must_say_the_same(tmp_path: Path) -> None:
    put(tmp_path / "sgemm_tiled.cu", "one")
    put(tmp_path / MODULE / "sgemm_tiled.cu", "one")
    assert handed(tmp_path).data == b"one"
    put(tmp_path / MODULE / "sgemm_tiled.cu", "two")
    assert (handed(tmp_path).refused, handed(tmp_path).data) == ("two_files", b"")


def test_nbgraders_submitted_folder_is_looked_into(tmp_path: Path) -> None:
    put(tmp_path / "submitted" / "mina" / MODULE / "sgemm_tiled.cu")
    put(tmp_path / "release" / "x.txt")
    assert list(handed_in(tmp_path)) == ["mina"]
