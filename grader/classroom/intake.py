"""What a class handed in, in one or several folders: each student's trees, and irregularities. Nothing is trusted."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from grader.classroom.canvas_names import by_student
from grader.classroom.handed_in import handed_in
from grader.classroom.handed_quizzes import ENDINGS
from grader.classroom.roster import Student
from grader.classroom.trees import FolderTree, RenamedTree, SeveralTrees, Tree, is_archive, is_unread_archive, tree_of
from grader.dataclass import dataclass

_WANTED = (".cu", *ENDINGS)


@dataclass(frozen=True)
class Intake:
    """trees: by id, one for each folder with something of that student.

    twice: by id, several submissions of one student in one folder. unread: by id, archives of unsupported kinds. stray:
    kernels of nobody.
    """

    trees: Mapping[str, tuple[Tree, ...]]
    twice: Mapping[str, tuple[Path, ...]]
    unread: Mapping[str, tuple[Path, ...]]
    stray: tuple[str, ...] = ()


def take_in(folders: Sequence[Path], students: Sequence[Student]) -> Intake:
    """Read the folders with the submissions of a class. Raises OSError."""
    trees: dict[str, tuple[Tree, ...]] = {}
    twice: dict[str, tuple[Path, ...]] = {}
    unread: dict[str, tuple[Path, ...]] = {}
    stray: list[str] = []
    for folder in folders:
        files = sorted(entry.name for entry in os.scandir(folder) if entry.is_file(follow_symlinks=False))
        of_canvas = by_student(files, students)
        theirs = {name for own in of_canvas.values() for name in own.values()}
        for student, own in of_canvas.items():
            trees[student] = (*trees.get(student, ()), _of_files(folder, own))
            _note(unread, student, [folder / name for name in own.values() if is_unread_archive(name)])
        for student, paths in handed_in(folder, {student.id for student in students}).items():
            if all(path.name in theirs for path in paths):
                continue
            ways = [tree_of(path, _WANTED) for path in paths]
            trees[student] = (*trees.get(student, ()), ways[0] if len(ways) == 1 else SeveralTrees(ways))
            _note(twice, student, paths if len(paths) > 1 else ())
            _note(unread, student, list(_unread(paths)))
        stray += (name for name in files if name.endswith(".cu") and name not in theirs)
    return Intake(trees, twice, unread, tuple(stray))


def _note(notes: dict[str, tuple[Path, ...]], student: str, paths: Sequence[Path]) -> None:
    if paths:
        notes[student] = (*notes.get(student, ()), *paths)


def _of_files(folder: Path, files: Mapping[str, str]) -> Tree:
    """What a student handed in as single files, which may be archives."""
    archives = [tree_of(folder / name, _WANTED) for own, name in files.items() if is_archive(own)]
    kernels = RenamedTree(FolderTree(folder), files)
    return SeveralTrees([kernels, *archives]) if archives else kernels


def _unread(paths: Sequence[Path]) -> Iterator[Path]:
    """Archives of unsupported kinds: submissions, or files in their folders."""
    for path in paths:
        if is_unread_archive(path.name):
            yield path
        elif path.is_dir() and not path.is_symlink():
            with suppress(OSError):  # every file of an unreadable folder is refused anyway
                yield from (path / name for name in sorted(os.listdir(path)) if is_unread_archive(name))
