"""What earlier sources of an exercise came to: a file for each, in a folder beside the course.

Each is named after its source, so that two processes that write at once lose nothing, and a file that is damaged is one
attempt that nobody compares with.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from grader.course.state import FOLDER
from grader.files import write_atomically
from grader.launch import AccessLine
from grader.verdicts import Report, Timed

ATTEMPTS, STARTERS = FOLDER / "attempts", FOLDER / "starters"  # MODULE/EXERCISE/SHA-256 of the source.json
_KEPT = 10
_MOST_BYTES, _MOST_ROWS = 4 << 20, 10_000

_Number = Annotated[int, Field(ge=0, le=1 << 53)]
_Milliseconds = Annotated[float, Field(gt=0)]
_Name = Annotated[str, Field(max_length=200)]


class Row(BaseModel):
    """What one line cost in one way, as an AccessLine has it."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    line: _Number
    space: Literal["shared", "global"]
    operation: Literal["load", "store", "atomic", "async_copy"]
    width: _Number
    requests: _Number
    cost: _Number
    ideal: _Number
    exact: bool

    def as_line(self) -> AccessLine:
        """The same for whoever shows it."""
        return AccessLine(self.line, self.space, self.operation, self.width, self.requests, self.cost, self.ideal,
                          self.exact)  # fmt: skip


class Speed(BaseModel):
    """How fast it was: median milliseconds in a contest at `case` on `gpu`. beside_ms: of the vendor's routine in the
    same contest, of the baseline where there is none.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)

    gpu: _Name
    case: _Name
    ms: _Milliseconds
    beside_ms: _Milliseconds

    def compares_with(self, timed: Timed) -> bool:
        """Whether both were timed on the same work and on the same GPU."""
        return (self.gpu, self.case) == (timed.gpu, timed.case)


class Attempt(BaseModel):
    """One source and what it came to. score: of max_score on the machine that graded it."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    version: Literal[1] = 1
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    source: Annotated[str, Field(max_length=1 << 20)]
    score: float
    max_score: float
    rows: list[Row] = Field(max_length=_MOST_ROWS)
    speed: Speed | None = None

    @property
    def accesses(self) -> tuple[AccessLine, ...]:
        """Its rows."""
        return tuple(row.as_line() for row in self.rows)


def attempt_of(report: Report) -> Attempt:
    """What is kept of a report."""
    counted = (row for row in report.accesses if isinstance(row, AccessLine) and row.space in ("shared", "global"))
    kept = islice(counted, _MOST_ROWS)
    rows = [Row.model_validate({n: value for n, value in asdict(row).items() if n != "upper"}) for row in kept]
    speed = None if report.timed is None else _speed(report.timed)
    return Attempt(sha256=report.source_sha256, source=report.source, score=float(report.score),
                   max_score=float(report.max_score_here), rows=rows, speed=speed)  # fmt: skip


def _speed(timed: Timed) -> Speed:
    return Speed(gpu=timed.gpu[:200], case=timed.case[:200], ms=timed.ms,
                 beside_ms=timed.library_ms or timed.baseline_ms)  # fmt: skip


def keep(root: Path, report: Report) -> None:
    """Keep an attempt, the latest of its exercise, and drop the oldest. Raises OSError.

    A source that was timed before and is not timed now keeps its time.
    """
    folder = root / ATTEMPTS / report.exercise
    path = folder / f"{report.source_sha256}.json"
    attempt, known = attempt_of(report), _read(path)
    if attempt.speed is None and known is not None:
        attempt = attempt.model_copy(update={"speed": known.speed})
    write_atomically(path, attempt.model_dump_json())
    os.utime(path)
    for old in _latest_first(folder)[_KEPT:]:
        old.unlink(missing_ok=True)


def keep_starter(root: Path, report: Report) -> None:
    """Keep what the skeleton of an exercise comes to. Raises OSError."""
    write_atomically(root / STARTERS / report.exercise / f"{report.source_sha256}.json",
                     attempt_of(report).model_dump_json())  # fmt: skip


def starter(root: Path, exercise: str, sha256: str) -> Attempt | None:
    """What the skeleton with this source comes to, if that is kept and readable."""
    return _read(root / STARTERS / exercise / f"{sha256}.json")


def before(root: Path, exercise: str, sha256: str) -> Attempt | None:
    """The latest attempt with another source, if there is one; one that ran before one that did not."""
    others = [a for a in _readable(root / ATTEMPTS / exercise) if a.sha256 != sha256]
    return next((attempt for attempt in others if attempt.rows), next(iter(others), None))


def last_timed(root: Path, exercise: str, like: Timed) -> Speed | None:
    """How fast the latest attempt was that compares with `like`."""
    found = (a.speed for a in _readable(root / ATTEMPTS / exercise) if a.speed is not None)
    return next((speed for speed in found if speed.compares_with(like)), None)


def _readable(folder: Path) -> Iterator[Attempt]:
    for path in _latest_first(folder):
        attempt = _read(path)
        if attempt is not None:
            yield attempt


def _latest_first(folder: Path) -> list[Path]:
    found: list[tuple[int, str, Path]] = []
    with suppress(OSError):
        for path in folder.glob("*.json"):
            with suppress(OSError):
                found.append((path.lstat().st_mtime_ns, path.name, path))
    return [path for _, _, path in sorted(found, reverse=True)]


def _read(path: Path) -> Attempt | None:
    try:
        if path.is_symlink() or not path.is_file() or path.stat().st_size > _MOST_BYTES:
            return None
        attempt = Attempt.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return None
    return attempt if attempt.sha256 == path.stem else None
