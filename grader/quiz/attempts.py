"""Attempts at quizzes: one file each beside the course, written as answers are given.

A file is made once, by whoever takes its number first, and is evidence from the moment it is handed in: it holds the
answers and the points of every question. Nothing else says that a gate is open.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from grader.course.skeleton import write_atomically
from grader.course.state import FOLDER, one_writer, set_aside

if TYPE_CHECKING:
    from grader.quiz.score import QuizResult  # which takes the models and jinja2 with it

Kind = Literal["graded", "placement", "practice"]


class ItemPoints(BaseModel):
    """What one question brought. status: as in `score.Status`."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    id: str
    status: str
    points: float
    max_points: float


class Attempt(BaseModel):
    """One attempt. quiz_sha256: of the items that its questions were drawn from; handed_in: when, in UTC."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    version: int = 1
    module: str
    attempt: int
    kind: Kind = "graded"
    quiz_sha256: str
    began: str
    answers: dict[str, JsonValue] = {}
    handed_in: str | None = None
    items: tuple[ItemPoints, ...] = ()

    @property
    def share(self) -> Fraction:
        """Points as a share of all, exactly as they were given."""
        total = sum((_exact(item.max_points) for item in self.items), Fraction(0))
        return sum((_exact(item.points) for item in self.items), Fraction(0)) / total if total else Fraction(0)


class HandedIn(Exception):
    """The attempt was handed in before; its result stands."""


@dataclass
class Attempts:
    """The attempts below the course folder `root`. set_aside: damaged files that were moved out of the way."""

    root: Path
    set_aside: list[Path] = field(default_factory=list)

    def of(self, module: str, *, practice: bool = False) -> tuple[Attempt, ...]:
        """Attempts at the quiz of a module (its number) by their number. Raises OSError if they cannot be read.

        practice: those that never count, which are numbered apart.
        """
        files = self._folder(module, practice).glob("*.json")
        found = (self._read(path) for path in files if path.stem.isdigit())  # no other: some were set aside
        return tuple(sorted(filter(None, found), key=lambda attempt: attempt.attempt))

    def begin(self, module: str, kind: Kind, quiz_sha256: str, number: int | None = None) -> Attempt:
        """A new attempt with the next number, or with `number`, unless somebody has begun that one. Raises OSError."""
        practice = kind == "practice"
        with one_writer(self.root):
            taken = {attempt.attempt: attempt for attempt in self.of(module, practice=practice)}
            if number in taken:
                return taken[number]
            attempt = Attempt(module=module, attempt=number or max(taken, default=0) + 1, kind=kind,
                              quiz_sha256=quiz_sha256, began=_now())  # fmt: skip
            self._write(attempt)
        return attempt

    def answer(self, attempt: Attempt, answers: Mapping[str, JsonValue]) -> Attempt:
        """Keep answers; what another process has kept of others stays. Raises HandedIn, OSError."""
        with one_writer(self.root):
            newest = self._newest(attempt)
            changed = newest.model_copy(update={"answers": {**newest.answers, **answers}})
            self._write(changed)
        return changed

    def hand_in(self, attempt: Attempt, result: QuizResult) -> Attempt:
        """Make the attempt evidence. Raises HandedIn if it is already, OSError."""
        items = tuple(
            ItemPoints(id=item.id, status=item.status, points=item.points, max_points=item.max_points)
            for item in result.items
        )
        with one_writer(self.root):
            newest = self._newest(attempt)
            ended = newest.model_copy(update={"answers": attempt.answers, "handed_in": _now(), "items": items})
            self._write(ended)
        return ended

    def _newest(self, attempt: Attempt) -> Attempt:
        newest = self._read(self._path(attempt)) or attempt
        if newest.handed_in:
            raise HandedIn
        return newest

    def _folder(self, module: str, practice: bool) -> Path:
        return self.root / FOLDER / ("practice" if practice else "quiz") / module

    def _path(self, attempt: Attempt) -> Path:
        return self._folder(attempt.module, attempt.kind == "practice") / f"{attempt.attempt:03d}.json"

    def _read(self, path: Path) -> Attempt | None:
        try:
            return Attempt.model_validate_json(path.read_bytes())
        except FileNotFoundError:
            return None
        except ValidationError:
            self.set_aside.append(set_aside(path))
            return None

    def _write(self, attempt: Attempt) -> None:
        write_atomically(self._path(attempt), attempt.model_dump_json(indent=1) + "\n")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _exact(value: float) -> Fraction:
    """Points as they were given: of a table with three cells two are 2/3, not the double next to it."""
    return Fraction(value).limit_denominator(1_000_000)
