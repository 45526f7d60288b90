"""Attempts at quizzes: one file each beside the course, written as answers are given.

A file is created once, by whoever takes its number first. Once handed in it is evidence: it holds the answers and the
points of every question. Gates depend on nothing else, so a file that no grader can have written (more points than
there are, a number that differs from its name) is moved out of the way.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import field
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, Field, JsonValue, ValidationError, model_validator

from grader.course.state import FOLDER, one_writer, set_aside
from grader.dataclass import dataclass
from grader.files import write_atomically

if TYPE_CHECKING:
    from grader.quiz.score import QuizResult  # imports the models and jinja2

Kind = Literal["graded", "placement", "practice"]
MAX_ATTEMPT = 9_999
_DIGEST = re.compile(r"[0-9a-f]{64}")


class ItemPoints(BaseModel, extra="ignore", frozen=True, strict=True):
    """The result of one question. status: as in `score.Status`."""

    id: str
    status: Literal["pass", "fail", "unanswered", "invalid"]
    points: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    max_points: Annotated[float, Field(gt=0, le=1_000_000, allow_inf_nan=False)]

    @model_validator(mode="after")
    def _no_more_than_there_are(self) -> ItemPoints:
        if self.points > self.max_points:
            raise ValueError("more points than there are")
        return self

    @property
    def is_as_scored(self) -> bool:
        """Whether points and status agree: all for a right answer, fewer for another, none for no answer."""
        if self.status in ("pass", "fail"):
            return (self.status == "pass") == (self.points == self.max_points)
        return self.points == 0


class Attempt(BaseModel, extra="ignore", frozen=True, strict=True):
    """One attempt. handed_in: when, in UTC.

    quiz_sha256: of the items that its questions were drawn from; owner: `Drawer.owner` of the student they were drawn
    for, empty in practice and where unknown.
    """

    version: Literal[1] = 1
    module: str
    attempt: Annotated[int, Field(ge=1, le=MAX_ATTEMPT)]
    kind: Kind = "graded"
    quiz_sha256: str
    owner: str = ""
    began: str
    answers: dict[str, JsonValue] = {}
    handed_in: str | None = None
    items: tuple[ItemPoints, ...] = ()

    @model_validator(mode="after")
    def _handed_in_with_points(self) -> Attempt:
        if bool(self.handed_in) != bool(self.items):
            raise ValueError("an attempt has points from the moment it is handed in, and not before")
        return self

    @property
    def share(self) -> Fraction:
        """Points as an exact share of all points."""
        total = sum((_exact(item.max_points) for item in self.items), Fraction(0))
        return sum((_exact(item.points) for item in self.items), Fraction(0)) / total if total else Fraction(0)


class HandedIn(Exception):
    """The attempt was already handed in; its result stands."""


class NoNumberLeft(Exception):
    """The last attempt has the highest possible number."""


@dataclass
class Attempts:
    """The attempts below the course folder `root`.

    set_aside: new paths of files that were no valid attempts. restored: files of open attempts that were gone or
    damaged and were written again.
    """

    root: Path
    set_aside: list[Path] = field(default_factory=list)
    restored: list[Path] = field(default_factory=list)

    def of(self, module: str, *, practice: bool = False) -> tuple[Attempt, ...]:
        """Attempts at the quiz of a module (its number) by their number. Raises OSError if they cannot be read.

        practice: those that never count, with numbers of their own.
        """
        files = self._folder(module, practice).glob("*.json")
        found = (self._read(path) for path in sorted(files) if path.stem.isdigit())  # others were set aside
        return tuple(sorted(filter(None, found), key=lambda attempt: attempt.attempt))

    def begin(self, module: str, kind: Kind, quiz_sha256: str, number: int | None = None, owner: str = "") -> Attempt:
        """A new attempt with the next number, or the one with `number`, new or begun. Raises NoNumberLeft, OSError."""
        practice = kind == "practice"
        with one_writer(self.root):
            taken = {attempt.attempt: attempt for attempt in self.of(module, practice=practice)}
            if number in taken:
                return taken[number]
            attempt = new_attempt(module, kind, quiz_sha256, number or max(taken, default=0) + 1, owner)
            self._write(attempt)
        return attempt

    def answer(self, attempt: Attempt, answers: Mapping[str, JsonValue]) -> Attempt:
        """Add answers to those of `attempt`, and to what other processes have saved. Raises HandedIn, OSError."""
        with one_writer(self.root):
            newest, there = self._newest(attempt)
            changed = newest.model_copy(update={"answers": {**attempt.answers, **newest.answers, **answers}})
            self._write(changed)
        self._told(changed, there)
        return changed

    def hand_in(self, attempt: Attempt, result: QuizResult) -> Attempt:
        """Hand in the attempt with its answers. Raises HandedIn if it already was, OSError."""
        items = tuple(ItemPoints(id=item.id, status=item.status.value, points=item.points, max_points=item.max_points)
                      for item in result.items)  # fmt: skip
        with one_writer(self.root):
            newest, there = self._newest(attempt)
            ended = newest.model_copy(update={"answers": attempt.answers, "handed_in": _now(), "items": items})
            self._write(ended)
        self._told(ended, there)
        return ended

    def path(self, attempt: Attempt) -> Path:
        """The file of an attempt."""
        return self._folder(attempt.module, attempt.kind == "practice") / f"{attempt.attempt:03d}.json"

    def _newest(self, attempt: Attempt) -> tuple[Attempt, bool]:
        """The attempt as stored, else as given, and whether it was stored."""
        newest = self._read(self.path(attempt))
        if newest is not None and newest.handed_in:
            raise HandedIn
        return newest or attempt, newest is not None

    def _told(self, attempt: Attempt, there: bool) -> None:
        if not there:
            self.restored.append(self.path(attempt))

    def _folder(self, module: str, practice: bool) -> Path:
        return self.root / FOLDER / ("practice" if practice else "quiz") / module

    def _read(self, path: Path) -> Attempt | None:
        """The attempt of a file; None if there is none, or if it was invalid and set aside."""
        try:
            if path.is_file():
                attempt = Attempt.model_validate_json(path.read_bytes())
                if self.path(attempt) == path and _is_as_written(attempt):
                    return attempt
            elif not os.path.lexists(path):
                return None
        except FileNotFoundError:
            return None
        except ValidationError:
            pass
        except OSError as error:
            raise _naming(path, error) from None
        try:
            self.set_aside.append(set_aside(path))
        except FileNotFoundError:  # another process was faster
            pass
        except OSError as error:
            raise _naming(path, error) from None
        return None

    def _write(self, attempt: Attempt) -> None:
        write_atomically(self.path(attempt), attempt.model_dump_json(indent=1) + "\n")


def new_attempt(module: str, kind: Kind, quiz_sha256: str, number: int, owner: str = "") -> Attempt:
    """An attempt that begins now and is not saved yet. Raises NoNumberLeft."""
    if number > MAX_ATTEMPT:
        raise NoNumberLeft
    return Attempt(module=module, attempt=number, kind=kind, quiz_sha256=quiz_sha256, owner=owner, began=_now())


def _is_as_written(attempt: Attempt) -> bool:
    """Whether times, digests, questions and their points are as `Attempts` writes them."""
    try:
        for time in (attempt.began, attempt.handed_in or attempt.began):
            datetime.fromisoformat(time)
    except ValueError:
        return False
    questions = [item.id for item in attempt.items]
    digests = [attempt.quiz_sha256, *([attempt.owner] if attempt.owner else [])]
    once = len(set(questions)) == len(questions)
    return once and all(item.is_as_scored for item in attempt.items) and all(map(_DIGEST.fullmatch, digests))


def _naming(path: Path, error: OSError) -> OSError:
    """The same error with the file's name in its reason, for callers that show only that."""
    return OSError(error.errno, f"{path.name}: {error.strerror or error}", str(path))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _exact(value: float) -> Fraction:
    """Points as an exact fraction: two of a table's three cells are 2/3, not the nearest double."""
    return Fraction(value).limit_denominator(1_000_000)
