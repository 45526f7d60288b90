"""Brings an exercise's skeleton back without ever losing what a student wrote."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from grader.failure import Failure
from grader.files import shown_path

if TYPE_CHECKING:
    from grader.course.catalog import Exercise


class Outcome(StrEnum):
    """What became of a file: it was the skeleton already, there was none, or a backup is beside the skeleton now."""

    UNTOUCHED = "untouched"
    RESTORED = "restored"
    DONE = "done"


def pristine(exercise: Exercise, lang: str) -> str:
    """The exercise's skeleton as it was handed out. Raises Failure where nothing says what it was, CourseError."""
    from grader.course.skeleton import render_skeleton

    if exercise.kit is not None:
        return exercise.kit.skeleton
    try:
        solution = exercise.solution_path.read_bytes().decode("utf-8-sig")
    except OSError:
        raise Failure("no_solution", "cli.no_skeleton", exercise=exercise.id) from None
    return render_skeleton(solution, exercise.solution_path, lang)


def restart(exercise: Exercise, lang: str) -> tuple[Outcome, Path | None]:
    """Bring the skeleton back; what became of the file, and its backup if there is one. Raises Failure, CourseError."""
    path, skeleton = exercise.source_path, pristine(exercise, lang)
    if is_untouched(path, skeleton):
        return Outcome.UNTOUCHED, None
    backup = _replace(path, skeleton)
    return Outcome.RESTORED if backup is None else Outcome.DONE, backup


def is_untouched(path: Path, skeleton: str) -> bool:
    """Whether the file is there and byte for byte the skeleton."""
    return path.is_file() and path.read_bytes() == skeleton.encode()


def _replace(path: Path, skeleton: str) -> Path | None:
    """Write the skeleton; what was there becomes a backup. Returns the backup, None where there was no file.

    Raises Failure if a file cannot be written; everything is then as it was.
    """
    from grader.files import write_atomically

    try:
        backup = _keep(path)
        try:
            write_atomically(path, skeleton)
        except BaseException:
            if backup is not None:
                backup.rename(path)
            raise
    except OSError as error:
        raise Failure("unwritable_file", "cli.reset_failed", file=shown_path(path),
                      reason=error.strerror or error) from None  # fmt: skip
    return backup


def _keep(path: Path) -> Path | None:
    """Rename a file to the first free of name.cu.bak, name.cu.bak1 ...; None where there is no file."""
    if not path.exists():
        return None
    number = 0
    while (backup := path.with_name(f"{path.name}.bak{number or ''}")).exists():
        number += 1
    return path.rename(backup)
