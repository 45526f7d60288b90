"""Makes the student's skeleton from a solution: the code between the SOLUTION markers becomes a blank.

In `solutions/NN_name/name.cu`, each marker alone on its line:

    // TODO(1): load one element of each tile. (about 2 lines)
    // BEGIN SOLUTION
    tile[ty][tx] = in[i];
    // END SOLUTION
    // BEGIN STARTER
    //| tile[ty][tx] = 0.0f;
    // END STARTER

The skeleton keeps the TODO, loses the solution, and gets the starter lines (if any) as live code. In the solution they
are comments, so that one file serves as both. A STARTER block may also be inside the SOLUTION block.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from grader.course.documents import CourseError, Problem
from grader.texts import say

_MARKER = re.compile(r"[ \t]*//[ \t]*(BEGIN|END) (SOLUTION|STARTER)[ \t]*")
_LOOKS_LIKE_ONE = re.compile(r"\b(BEGIN|END)[\s_-]+(SOLUTION|STARTER)\b", re.IGNORECASE)
_STARTER_LINE = re.compile(r"(?P<indent>[ \t]*)//\|[ ]?(?P<code>.*)", re.DOTALL)
_TODO = re.compile(r"[ \t]*//[ \t]*TODO\([0-9]+\):")


def render_skeleton(solution: str, path: Path, lang: str = "en") -> str:
    """The skeleton of a solution's text. path: how messages call the file.

    Raises CourseError for markers that are unbalanced, nested or hidden in other text, and for a blank without a TODO.
    """
    lines, problems = _Reader(path, lang).read(solution.splitlines(keepends=True))
    if problems:
        raise CourseError(problems)
    return "".join(lines)


def pieces_of(solution: str) -> Iterator[tuple[int | None, list[str]]]:
    """A solution in pieces: (number of the blank from 1, or None outside of blanks; its lines).

    Markers and starter lines are left out.
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
    """The lines of a solution that its skeleton leaves to the student."""
    return (line for blank, lines in pieces_of(solution) if blank is not None for line in lines)


def without_markers(solution: str) -> str:
    """A solution for reading: its code and the TODOs, without markers and starter lines."""
    return "".join(f"{line}\n" for _, lines in pieces_of(solution) for line in lines)


class _Reader:
    """Walks the lines of one solution and keeps those of the skeleton."""

    def __init__(self, path: Path, lang: str) -> None:
        self.path = path
        self.lang = lang
        self.open: list[tuple[str, int]] = []  # open blocks with their first lines, outermost first
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
                if not self.todo:
                    self._problem(number, "no_todo")
                self.blanks += 1
                self.todo = False
        elif names[-1:] == [name]:
            self.open.pop()
        else:
            self._problem(number, "not_open", marker=f"END {name}")

    def _line(self, line: str, number: int) -> None:
        inside = self.open[-1][0] if self.open else None
        if inside == "STARTER":
            if starter := _STARTER_LINE.fullmatch(line):
                self.kept.append(starter["indent"] + starter["code"])
            else:
                self._problem(number, "not_a_starter_line")
        elif inside is None:
            self.todo = self.todo or bool(_TODO.match(line))
            self.kept.append(line)

    def _problem(self, at: int, kind: str, /, **params: object) -> None:
        message = say(f"course.skeleton.{kind}", self.lang, **params)
        self.problems.append(Problem(self.path, at, 1 if at else 0, message))
