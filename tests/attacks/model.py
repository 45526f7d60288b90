"""What an attack is: something hostile or broken that a student hands in, and the verdict that must come of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Kind(StrEnum):
    """What is attacked with, and so which runner it is for."""

    KERNEL = "kernel"  # a file for `grader check --file`
    SUBMISSION = "submission"  # a student's folder or archive for `grader class grade`
    EDITION = "edition"  # the same, of a student who has edited everything that the edition came with
    QUIZ = "quiz"  # the same, with answers
    RESULTS = "results"  # files among the results that `class report` and `gradebook export` read
    ROSTER = "roster"  # a roster for `grader class grade`


@dataclass(frozen=True)
class Expected:
    """The verdict.

    status: of the command. fails: the checks that fail, exactly. says: a part of what is said of it. score: what a
    class is told, None where that is nothing.
    """

    status: int = 1
    fails: frozenset[str] = frozenset()
    says: str = ""
    score: float | None = None


Make = Callable[[Path], None]  # writes the attack to this path, which is not there yet


@dataclass(frozen=True)
class Attack:
    """One attack. walls: it is also tried behind the weaker walls. slow: it takes more than about a second.

    on_gpu: the verdict where a GPU judges alone, if that is another one.
    """

    id: str
    category: str
    kind: Kind
    make: Make
    expected: Expected
    slow: bool = False
    walls: bool = False
    on_gpu: Expected | None = None


def text(source: str | bytes) -> Make:
    """Writes a file with this content."""
    data = source.encode("utf-8") if isinstance(source, str) else source
    return lambda path: (path.write_bytes(data), None)[1]


def failing(*checks: str, says: str = "") -> Expected:
    """A kernel that fails exactly these checks."""
    return Expected(1, frozenset(checks), says)


RIGHT = Expected(0)
REFUSED = failing("compiles")
