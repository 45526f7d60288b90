"""Looks for what must not be in a student edition: lines of solutions, and author-only files.

A line is secret if it is between the SOLUTION markers, is not trivial, and appears in no skeleton or lesson: later
skeletons start from earlier solutions, and lessons show solved code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from grader.course.skeleton import render_skeleton, solution_lines
from grader.dataclass import dataclass

_SHORTEST = 12  # characters without spaces; shorter lines are too common to tell
_FORBIDDEN = ("solutions", "submissions")  # folders
_FORBIDDEN_ENDS = ("quiz.yaml", ".private.yaml", "open_questions.yaml")


@dataclass(frozen=True)
class Leak:
    """Something that must not be in an edition. path: in the edition; what: a line, or a name."""

    path: str
    what: str


def leaks(edition: Path, root: Path) -> list[Leak]:
    """Everything in the folder `edition` that the course in `root` hides from students. Raises OSError."""
    secret = secret_lines(root)
    found = []
    for path in sorted(path for path in edition.rglob("*") if path.is_file()):
        name = path.relative_to(edition)
        if set(name.parts) & set(_FORBIDDEN) or name.name.endswith(_FORBIDDEN_ENDS):
            found.append(Leak(str(name), name.name))
        text = _squeezed(path.read_bytes().decode("utf-8", "replace"))
        found += [Leak(str(name), line) for bare, line in secret.items() if bare in text]
    return found


def secret_lines(root: Path) -> Mapping[str, str]:
    """Lines of solutions that students see nowhere: the text as written, by its text without spaces."""
    shown = "\n".join(_squeezed(text) for text in _taught(root))
    found = {}
    for path in sorted((root / "solutions").glob("*/*.cu")):
        for line in solution_lines(path.read_text("utf-8-sig")):
            bare = plain(line)
            if len(bare) >= _SHORTEST and bare not in shown:
                found[bare] = line.strip()
    return found


def plain(line: str) -> str:
    """A line of code without spaces and comments."""
    return _squeezed(re.sub(r"//.*", "", line))


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def _taught(root: Path) -> Iterator[str]:
    for path in sorted((root / "solutions").glob("*/*.cu")):
        yield render_skeleton(path.read_text("utf-8-sig"), path)
    for path in sorted([*(root / "modules").glob("*/lesson.*.md"), *(root / "modules").glob("*/deeper/*.md")]):
        yield path.read_text("utf-8")
