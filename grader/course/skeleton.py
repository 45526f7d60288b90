"""Makes the student's skeleton from a solution: what lies between the SOLUTION markers becomes a blank.

In `solutions/NN_name/name.cu`, each marker alone on its line:

    // TODO(1): load one element of each tile. (about 2 lines)
    // BEGIN SOLUTION
    tile[ty][tx] = in[i];
    // END SOLUTION
    // BEGIN STARTER
    //| tile[ty][tx] = 0.0f;
    // END STARTER

The skeleton keeps the TODO, loses the solution, and gets the starter lines (there may be none) as live code.
They are comments in the solution, so that one file is both. A STARTER block may also stand inside the
SOLUTION block.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from grader.course.yaml_marks import CourseError, Problem
from grader.files import write_atomically
from grader.texts import say

_MARKER = re.compile(r"[ \t]*//[ \t]*(BEGIN|END) (SOLUTION|STARTER)[ \t]*")
_LOOKS_LIKE_ONE = re.compile(r"\b(BEGIN|END)[\s_-]+(SOLUTION|STARTER)\b", re.IGNORECASE)
_STARTER_LINE = re.compile(r"(?P<indent>[ \t]*)//\|[ ]?(?P<code>.*)", re.DOTALL)
_TODO = re.compile(r"[ \t]*//[ \t]*TODO\([0-9]+\):")


class Drift(StrEnum):
    """How a skeleton differs from what its solution says."""

    MISSING = "missing"
    DIFFERENT = "different"
    ORPHAN = "orphan"  # it has no solution any more; never deleted here


@dataclass(frozen=True)
class SkeletonChange:
    """A skeleton that was not as it should be. path: absolute."""

    path: Path
    drift: Drift


def write_skeletons(
    root: Path, check_only: bool = False, exercise_id: str | None = None, lang: str = "en"
) -> list[SkeletonChange]:
    """Bring `exercises/**/*.cu` in line with `solutions/`; of one exercise only, if `exercise_id` names it.

    Returns what was (with check_only: still is) out of line, in path order; nothing where there are no
    solutions, as in a student edition. Raises CourseError, with nothing written, if a solution's markers are
    wrong.
    """
    solutions, exercises = root / "solutions", root / "exercises"
    if not solutions.is_dir():
        return []
    wanted = f"{exercise_id or '*/*'}.cu"
    skeletons = _render_all(sorted(solutions.glob(wanted)), solutions, exercises, lang)
    changes = [*_changes(skeletons), *_orphans(exercises.glob(wanted), skeletons)]
    if not check_only:
        for change in changes:
            if change.path in skeletons:
                write_atomically(change.path, skeletons[change.path])
    return sorted(changes, key=lambda change: change.path)


def render_skeleton(solution: str, path: Path, lang: str = "en") -> str:
    """The skeleton of a solution's text. path: how messages call the file.

    Raises CourseError for markers that are unbalanced, nested or hidden in other text, and for a blank with
    no TODO.
    """
    lines, problems = _Reader(path, lang).read(solution.splitlines(keepends=True))
    if problems:
        raise CourseError(problems)
    return "".join(lines)


def pieces_of(solution: str) -> Iterator[tuple[int | None, list[str]]]:
    """A solution in pieces: (the number of a blank from 1, or None outside of blanks; the lines that stand there).

    Markers are left out, and what skeletons have instead of the solution.
    """
    blank, lines, starter, seen = None, list[str](), False, 0
    for line in solution.splitlines():
        marker = _MARKER.fullmatch(line)
        if marker is None:
            lines += [] if starter else [line]
        elif marker[2] == "STARTER":
            starter = marker[1] == "BEGIN"
        else:
            yield blank, lines
            seen += marker[1] == "BEGIN"
            blank, lines = seen if marker[1] == "BEGIN" else None, []
    yield blank, lines


def solution_lines(solution: str) -> Iterator[str]:
    """The lines of a solution that its skeleton leaves to the student, as they are written."""
    return (line for blank, lines in pieces_of(solution) if blank is not None for line in lines)


def without_markers(solution: str) -> str:
    """A solution as one reads it: its code and the TODOs, without markers and without what skeletons have instead."""
    return "".join(f"{line}\n" for _, lines in pieces_of(solution) for line in lines)


def _render_all(solutions: list[Path], source: Path, target: Path, lang: str) -> dict[Path, str]:
    skeletons: dict[Path, str] = {}
    problems: list[Problem] = []
    for solution in solutions:
        try:
            text = solution.read_bytes().decode("utf-8-sig")
            skeletons[target / solution.relative_to(source)] = render_skeleton(text, solution, lang)
        except UnicodeDecodeError:
            problems.append(Problem(solution, 0, 0, say("course.yaml.not_utf8", lang)))
        except CourseError as error:
            problems.extend(error.problems)
    if problems:
        raise CourseError(problems)
    return skeletons


def _changes(skeletons: dict[Path, str]) -> Iterator[SkeletonChange]:
    for path, text in skeletons.items():
        if not path.exists():
            yield SkeletonChange(path, Drift.MISSING)
        elif path.read_bytes() != text.encode():
            yield SkeletonChange(path, Drift.DIFFERENT)


def _orphans(found: Iterator[Path], skeletons: dict[Path, str]) -> Iterator[SkeletonChange]:
    return (SkeletonChange(path, Drift.ORPHAN) for path in found if path not in skeletons)


class _Reader:
    """Walks the lines of one solution and keeps those of the skeleton."""

    def __init__(self, path: Path, lang: str) -> None:
        self.path = path
        self.lang = lang
        self.open: list[tuple[str, int]] = []  # block names with the lines where they begin, outermost first
        self.kept: list[str] = []
        self.problems: list[Problem] = []
        self.todo = False  # a TODO has come since the last blank
        self.blanks = 0

    def read(self, lines: list[str]) -> tuple[list[str], list[Problem]]:
        for number, line in enumerate(lines, start=1):
            if marker := _MARKER.fullmatch(line.rstrip("\r\n")):
                self._marker(marker[1], marker[2], number)
            elif almost := _LOOKS_LIKE_ONE.search(line):
                self._problem(number, "not_alone", marker=f"{almost[1]} {almost[2]}".upper())
            else:
                self._line(line, number)
        for name, number in self.open:
            self._problem(number, "not_closed", marker=f"END {name}")
        if not self.blanks:
            self._problem(0, "no_blank")
        return self.kept, sorted(self.problems, key=lambda problem: problem.line)

    def _marker(self, edge: str, name: str, number: int) -> None:
        names = [opened for opened, _ in self.open]
        if edge == "BEGIN" and (name in names or names[-1:] == ["STARTER"]):
            self._problem(number, "open_twice", marker=f"BEGIN {name}", line=self.open[-1][1])
        elif edge == "BEGIN":
            self.open.append((name, number))
            if name == "SOLUTION":
                self._blank(number)
        elif names[-1:] == [name]:
            self.open.pop()
        else:
            self._problem(number, "not_open", marker=f"END {name}")

    def _blank(self, number: int) -> None:
        if not self.todo:
            self._problem(number, "no_todo")
        self.blanks += 1
        self.todo = False

    def _line(self, line: str, number: int) -> None:
        inside = self.open[-1][0] if self.open else None
        if inside == "STARTER":
            starter = _STARTER_LINE.fullmatch(line)
            if starter:
                self.kept.append(starter["indent"] + starter["code"])
            else:
                self._problem(number, "not_a_starter_line")
        elif inside is None:
            self.todo = self.todo or bool(_TODO.match(line))
            self.kept.append(line)

    def _problem(self, at: int, kind: str, /, **params: object) -> None:
        message = say(f"course.skeleton.{kind}", self.lang, **params)
        self.problems.append(Problem(self.path, at, 1 if at else 0, message))
