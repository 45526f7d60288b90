"""Notes on the course, kept as `course.json` among the results when a class is graded.

A report thus describes the course that graded, wherever and whenever it is made, and needs no course of its own. Of the
solutions only fingerprints are kept, from which their text cannot be recovered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
from pydantic import BaseModel, Field, ValidationError

from grader.classroom.similarity.fingerprints import SCHEME, fingerprints
from grader.classroom.similarity.pairs import Prints
from grader.classroom.similarity.tokens import tokens
from grader.course.catalog import Course, Exercise
from grader.course.skeleton import render_skeleton, without_markers
from grader.course.values import LocalizedText
from grader.files import write_atomically

FILE = "course.json"


class CourseNotes(BaseModel, extra="forbid", frozen=True):
    """read: for each exercise and check, the section of the lesson to read when it fails.

    known: fingerprints, made by `scheme`, of all skeletons and solutions of the course, as students may reuse earlier
    ones in later exercises.
    """

    scheme: int
    read: dict[str, dict[str, LocalizedText]]
    known: tuple[Annotated[int, Field(ge=0, lt=1 << 64)], ...]

    @property
    def prints(self) -> Prints | None:
        """The known fingerprints, sorted; None if they were made by another scheme."""
        return np.unique(np.array(self.known, np.uint64)) if self.scheme == SCHEME else None


def notes_of(course: Course, exercises: Sequence[Exercise]) -> CourseNotes:
    """The notes on `exercises` of a course. Raises CourseError."""
    read = {exercise.id: dict(exercise.spec.read) for exercise in exercises}
    known = {int(number) for text in _given(course) for number in fingerprints(tokens(text))}
    return CourseNotes(scheme=SCHEME, read=read, known=tuple(sorted(known)))


def write_notes(folder: Path, notes: CourseNotes) -> None:
    """Write `course.json`. Raises OSError."""
    write_atomically(folder / FILE, notes.model_dump_json() + "\n")


def read_notes(folder: Path) -> CourseNotes | None:
    """The notes among the results; None if they are missing or damaged."""
    try:
        return CourseNotes.model_validate_json((folder / FILE).read_bytes())
    except (OSError, ValidationError):
        return None


def _given(course: Course) -> Iterator[str]:
    """The texts of every skeleton and solution; only skeletons in a course without solutions."""
    for exercise in course.exercises:
        try:
            solution = exercise.solution_path.read_bytes().decode("utf-8-sig")
        except OSError:
            if exercise.source_path.is_file():
                yield exercise.source_path.read_bytes().decode("utf-8-sig", "replace")
            continue
        yield without_markers(solution)
        yield render_skeleton(solution, exercise.solution_path)
