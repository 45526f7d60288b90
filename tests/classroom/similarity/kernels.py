"""Kernels to compare: those of the course, those that must fail, and copies in disguise."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import numpy as np

from grader.classroom.course_notes import notes_of
from grader.classroom.similarity.fingerprints import fingerprints
from grader.classroom.similarity.pairs import Kernel, Prints
from grader.classroom.similarity.tokens import MEANT, tokens
from grader.course.catalog import Course, open_course
from grader.grading.opening import problem_cases

ROOT = Path(__file__).resolve().parents[3]
COURSE: Course = open_course(ROOT, problem_cases())
_WORD = re.compile(r"(?<![\w.>])[A-Za-z_]\w*")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
_DECLARATION = re.compile(r"\s*(const |unsigned |int |float |bool |__shared__ )[\w\s\[\]*]+(=[^;{}]*)?;\s*")


@cache
def known() -> Prints:
    """What the course gives to everybody."""
    prints = notes_of(COURSE, COURSE.exercises).prints
    assert prints is not None
    return prints


def kernel(student: str, text: str) -> Kernel:
    """A kernel that somebody handed in."""
    return Kernel(student, fingerprints(tokens(text)), text)


@cache
def submissions(kind: str) -> dict[str, dict[str, str]]:
    """Texts of the kernels under tests/submissions, by exercise and name. kind: wrong or cheat."""
    return {
        exercise.id: {
            path.stem: exercise.kernel(path).decode()
            for path in sorted(getattr(exercise, f"{kind}_dir").glob("*.cu"))
        }
        for exercise in COURSE.exercises
    }


def own_prints(text: str) -> int:
    """How many fingerprints a kernel has that the course does not have."""
    return len(np.setdiff1d(fingerprints(tokens(text)), known()))


def retold(text: str, draw: random.Random) -> str:
    """The same kernel with other names, comments and blanks."""
    names: dict[str, str] = {}

    def other(match: re.Match[str]) -> str:
        word = match[0]
        if word in MEANT or word.startswith("__"):
            return word
        return names.setdefault(word, f"{draw.choice('abcxyz')}_{len(names)}")

    renamed = _WORD.sub(other, _COMMENT.sub(" ", text))
    lines = [f"{draw.choice(('', ' ', chr(9)))}{line}{draw.choice(('', ' // mine', ' /* so */'))}"
             for line in renamed.split("\n")]  # fmt: skip
    return "\n".join(lines if draw.random() < 0.5 else [part for line in lines for part in (line, "")])


def reordered(text: str) -> str:
    """The same kernel with every two declarations that follow each other in the other order."""
    lines = _COMMENT.sub(" ", text).split("\n")
    place = 0
    while place + 1 < len(lines):
        if _DECLARATION.fullmatch(lines[place]) and _DECLARATION.fullmatch(lines[place + 1]):
            lines[place : place + 2] = lines[place + 1], lines[place]
            place += 1
        place += 1
    return "\n".join(lines)
