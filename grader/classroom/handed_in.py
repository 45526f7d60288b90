"""What a class handed in: a folder or an archive for each student, in one of the layouts that people use.

Nothing of it is trusted.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from grader.classroom.handed_quizzes import has_quiz
from grader.classroom.trees import Tree, is_archive, stem
from grader.course.catalog import Course, Exercise

# Where a student's kernel may lie below the student's folder: a cloned repository, nbgrader's, one folder of files.
_PLACES = ("exercises/{module}/{name}.cu", "{module}/{name}.cu", "{module}/exercises/{module}/{name}.cu", "{name}.cu")


@dataclass(frozen=True)
class Handed:
    """One student's file for one exercise. path: below the student's folder, None where there is none.

    data: its bytes; empty where there is no file or it is refused. refused: why it is not graded, a key of the area
    `class`; None: it can be.
    """

    student: str
    exercise: str
    path: str | None
    data: bytes = b""
    refused: str | None = None


def handed_in(submissions: Path, students: Collection[str] = ()) -> dict[str, Path]:
    """The students' folders and archives by id: below `submitted/` where there is such a folder and no student of that
    id, else directly.

    Where there is a folder and an archive of one student, the folder counts, and either before a link, which nobody
    follows. Ids are compared as the roster has them, however a system writes their accents. Raises OSError.
    """
    inside = submissions / "submitted"
    of_nbgrader = inside.name not in students and inside.is_dir()
    entries = sorted(os.scandir(inside if of_nbgrader else submissions), key=lambda entry: entry.name)
    seen = [entry for entry in entries if not entry.name.startswith(".")]
    archives = [entry for entry in seen if is_archive(entry.name) and _is(entry.is_file)]
    folders = [entry for entry in seen if _is(entry.is_dir)]
    named = [(stem(entry.name), entry) for entry in archives] + [(entry.name, entry) for entry in folders]
    links_first = sorted(named, key=lambda each: not each[1].is_symlink())
    return {unicodedata.normalize("NFC", name): Path(entry.path) for name, entry in links_first}


def _is(kind: Callable[[], bool]) -> bool:
    """Whether something is of a kind; what leads nowhere, such as a link to itself, is of none."""
    try:
        return kind()
    except OSError:
        return False


def has_work(tree: Tree, course: Course) -> bool:
    """Whether anything of the course is in what a student handed in; in nbgrader's folders a notebook is enough."""
    kernels = (place for exercise in course.exercises for place in _places(exercise))
    notebooks = (f"{module.name}/quiz.ipynb" for module in course.modules)
    return any(map(tree.exists, chain(kernels, notebooks))) or any(has_quiz(tree, module) for module in course.modules)


def _places(exercise: Exercise) -> list[str]:
    return [place.format(module=exercise.module.name, name=exercise.name) for place in _PLACES]


def of_student(student: str, tree: Tree, exercises: Sequence[Exercise]) -> Iterator[Handed]:
    """What a student handed in for each exercise. Only files that are really there count."""
    for exercise in exercises:
        present = [place for place in _places(exercise) if tree.exists(place)]
        if not present:
            yield Handed(student, exercise.id, None)
            continue
        data, refused = tree.content(present[0])
        if refused is None and any(tree.content(other)[0] != data for other in present[1:]):
            refused = "two_files"
        yield Handed(student, exercise.id, present[0], b"" if refused else data, refused)
