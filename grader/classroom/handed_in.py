"""What a class handed in: a folder or an archive for each student, in one of the layouts that people use.

Nothing of it is trusted.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from grader.classroom.handed_quizzes import has_quiz
from grader.classroom.trees import Tree, is_packed, stem
from grader.course.begun import is_begun
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


def handed_in(submissions: Path, students: Collection[str] = ()) -> dict[str, tuple[Path, ...]]:
    """The students' folders and archives by id: below `submitted/` where there is such a folder and no student of that
    id, else directly. A link, which nobody follows, is of whom there is nothing else.

    Ids are compared as the roster has them, however a system writes their accents. Raises OSError.
    """
    inside = submissions / "submitted"
    of_nbgrader = inside.name not in students and inside.is_dir()
    entries = sorted(os.scandir(inside if of_nbgrader else submissions), key=lambda entry: entry.name)
    seen = [entry for entry in entries if not entry.name.startswith(".")]
    archives = [entry for entry in seen if is_packed(entry.name) and _is(entry.is_file)]
    folders = [entry for entry in seen if _is(entry.is_dir)]
    named = [(stem(entry.name), entry) for entry in archives] + [(entry.name, entry) for entry in folders]
    found: dict[str, list[Path]] = {}
    for name, entry in named:
        found.setdefault(unicodedata.normalize("NFC", name), []).append(Path(entry.path))
    return {name: tuple([p for p in paths if not p.is_symlink()] or paths[-1:]) for name, paths in found.items()}


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


def of_student(student: str, trees: Sequence[Tree], exercises: Sequence[Exercise]) -> Iterator[Handed]:
    """What a student handed in for each exercise, in one or several ways. Only files that are really there count.

    trees: one for each way; a skeleton in one of them does not stand against work in another, such as a clone in which
    nothing was done beside what came through nbgrader.
    """
    for exercise in exercises:
        found = [one for tree in trees if (one := _in_tree(student, tree, exercise)).path is not None]
        work = [one for one in found if one.refused is not None or is_begun(exercise, one.data)] or found
        first = work[0] if work else Handed(student, exercise.id, None)
        if any((other.data, other.refused) != (first.data, first.refused) for other in work):
            first = replace(first, data=b"", refused="two_files")
        yield first


def _in_tree(student: str, tree: Tree, exercise: Exercise) -> Handed:
    present = [place for place in _places(exercise) if tree.exists(place)]
    if not present:
        return Handed(student, exercise.id, None)
    data, refused = tree.content(present[0])
    if refused is None and any(tree.content(other)[0] != data for other in present[1:]):
        refused = "two_files"
    return Handed(student, exercise.id, present[0], b"" if refused else data, refused)
