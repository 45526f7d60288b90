"""Brings an exercise's skeleton back without ever losing what a student wrote."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from grader.cli.failure import Failure
from grader.cli.output import shown_path
from grader.texts import say

if TYPE_CHECKING:
    from grader.course.catalog import Exercise


def pristine(exercise: Exercise, lang: str) -> str:
    """The exercise's skeleton as it was handed out. Raises Failure in an edition without solutions."""
    from grader.course.skeleton import render_skeleton

    try:
        solution = exercise.solution_path.read_bytes().decode("utf-8-sig")
    except OSError:
        raise Failure("no_solution", "cli.no_skeleton", exercise=exercise.id) from None
    return render_skeleton(solution, exercise.solution_path, lang)


def restart(exercise: Exercise, lang: str) -> str:
    """Bring the skeleton back; the sentence that tells what became of the file. Raises Failure, CourseError."""
    file, skeleton = exercise.source_path, pristine(exercise, lang)
    if is_untouched(file, skeleton):
        return say("cli.reset_untouched", lang, file=shown_path(file))
    if backup := replace_file(file, skeleton):
        return say("cli.reset_done", lang, file=shown_path(file), backup=backup.name)
    return say("cli.reset_restored", lang, file=shown_path(file))


def is_untouched(path: Path, skeleton: str) -> bool:
    """Whether the file is there and byte for byte the skeleton."""
    return path.is_file() and path.read_bytes() == skeleton.encode()


def replace_file(path: Path, skeleton: str) -> Path | None:
    """Write the skeleton; what was there becomes a backup. Returns the backup, None where there was no file.

    Raises Failure if a file cannot be written.
    """
    from grader.course.skeleton import write_atomically

    try:
        backup = keep(path)
        write_atomically(path, skeleton)
    except OSError as error:
        raise Failure("unwritable_file", "cli.unwritable", path=path, reason=error.strerror or error) from None
    return backup


def keep(path: Path) -> Path | None:
    """Rename a file to the first free of name.cu.bak, name.cu.bak1 ...; None where there is no file."""
    if not path.exists():
        return None
    number = 0
    while (backup := path.with_name(f"{path.name}.bak{number or ''}")).exists():
        number += 1
    return path.rename(backup)
