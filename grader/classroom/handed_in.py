"""What a class handed in: one folder a student, in one of the layouts that people use. Nothing of it is trusted."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.course.catalog import Course, Exercise
from grader.toolchain.source import MAX_SOURCE_BYTES

_READ = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK"))
# Where a student's kernel may lie below the student's folder: a cloned repository, nbgrader's, one folder of files.
_PLACES = ("exercises/{module}/{name}.cu", "{module}/{name}.cu", "{module}/exercises/{module}/{name}.cu", "{name}.cu")


@dataclass(frozen=True)
class Handed:
    """One student's file for one exercise. refused: why it is not graded, a key of the area `class`; None: it can be.

    data: its bytes; empty where there is no file or it is refused.
    """

    student: str
    exercise: str
    path: Path | None
    data: bytes = b""
    refused: str | None = None

    @property
    def is_missing(self) -> bool:
        """Whether nothing was handed in."""
        return self.path is None


def folders(submissions: Path) -> dict[str, Path]:
    """The students' folders by name: below `submitted/` where there is such a folder, else directly. Raises OSError."""
    inside = submissions / "submitted"
    root = inside if inside.is_dir() else submissions
    found = {}
    for entry in sorted(os.scandir(root), key=lambda entry: entry.name):
        if entry.is_dir(follow_symlinks=False) and not entry.name.startswith("."):
            found[entry.name] = Path(entry.path)
    return found


def of_student(course: Course, student: str, folder: Path, exercises: Sequence[Exercise]) -> Iterator[Handed]:
    """What a student handed in for each exercise. Only files that really lie in the folder count."""
    for exercise in exercises:
        places = [p.format(module=exercise.module.name, name=exercise.name) for p in _PLACES]
        present = [folder / place for place in places if os.path.lexists(folder / place)]
        if not present:
            yield Handed(student, exercise.id, None)
            continue
        data, refused = content_of(folder, present[0])
        if refused is None and any(content_of(folder, other)[0] != data for other in present[1:]):
            refused = "two_files"
        yield Handed(student, exercise.id, present[0], b"" if refused else data, refused)


def content_of(folder: Path, path: Path) -> tuple[bytes, str | None]:
    """A file's bytes, or why they are not read: no path through a link, no device, nothing huge."""
    step = folder
    for part in path.relative_to(folder).parts:
        step = step / part
        if step.is_symlink():
            return b"", "link"
    try:
        descriptor = os.open(path, _READ)
    except OSError:
        return b"", "unreadable"
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return b"", "no_file"
        with open(descriptor, "rb", closefd=False) as file:
            data = file.read(MAX_SOURCE_BYTES + 1)
    except OSError:
        return b"", "unreadable"
    finally:
        os.close(descriptor)
    return (b"", "too_large") if len(data) > MAX_SOURCE_BYTES else (data, None)
