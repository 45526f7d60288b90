"""What a class handed in: a folder or an archive for each student, in one of the usual layouts. Nothing is trusted."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from grader.classroom.handed_quizzes import has_quiz
from grader.classroom.trees import Tree, is_packed, stem
from grader.course.begun import is_begun
from grader.course.catalog import Course, Exercise
from grader.dataclass import dataclass

# Where a kernel may be in a student's folder: a cloned repository, nbgrader's layouts, one folder of files.
_PLACES = ("exercises/{module}/{name}.cu", "{module}/{name}.cu", "{module}/exercises/{module}/{name}.cu", "{name}.cu")


@dataclass(frozen=True)
class Handed:
    """One student's file for one exercise. path: from the student's folder, None if there is none.

    data: its bytes; empty if there is no file or it is refused. refused: why it is not graded, a key of the area
    `class`, else None.
    """

    student: str
    exercise: str
    path: str | None
    data: bytes = b""
    refused: str | None = None


def handed_in(submissions: Path, students: Collection[str] = ()) -> dict[str, tuple[Path, ...]]:
    """The students' folders and archives by id: in `submitted/` if there is such a folder and no student with that id,
    else directly. Links are never followed and only listed for ids that have nothing else.

    Ids are compared in Unicode's composed form. Raises OSError.
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
    """Whether an entry is of a kind; False for what leads nowhere, such as a link to itself."""
    try:
        return kind()
    except OSError:
        return False


def has_work(tree: Tree, course: Course) -> bool:
    """Whether a student handed in anything of the course; in nbgrader's folders a notebook is enough."""
    kernels = (place for exercise in course.exercises for place in _places(exercise))
    notebooks = (f"{module.name}/quiz.ipynb" for module in course.modules)
    return any(map(tree.exists, chain(kernels, notebooks))) or any(has_quiz(tree, module) for module in course.modules)


def _places(exercise: Exercise) -> list[str]:
    return [place.format(module=exercise.module.name, name=exercise.name) for place in _PLACES]


def of_student(student: str, trees: Sequence[Tree], exercises: Sequence[Exercise]) -> Iterator[Handed]:
    """What a student handed in for each exercise, through one or several channels.

    trees: one per channel; a skeleton in one does not conflict with work in another, such as an untouched clone beside
    what came through nbgrader.
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
