"""Results of earlier attempts at an exercise: a file for each, in a folder beside the course.

Each is named after its source, so that concurrent writers lose nothing, and a damaged file costs one attempt.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Literal

from grader.course.state import FOLDER
from grader.files import write_atomically
from grader.launch import AccessLine
from grader.records import Limit, Record
from grader.verdicts import Report, Timed

ATTEMPTS, STARTERS = FOLDER / "attempts", FOLDER / "starters"  # MODULE/EXERCISE/SHA-256 of the source.json
_KEPT = 10
_MOST_BYTES, _MOST_ROWS = 4 << 20, 10_000

_Number = Annotated[int, Limit(ge=0, le=1 << 53)]
_Milliseconds = Annotated[float, Limit(gt=0, allow_inf_nan=False)]
_Name = Annotated[str, Limit(max_length=200)]


class Row(Record):
    """One row of counts, as in AccessLine."""

    line: _Number
    space: Literal["shared", "global"]
    operation: Literal["load", "store", "atomic", "async_copy"]
    width: _Number
    requests: _Number
    cost: _Number
    ideal: _Number
    exact: bool

    def as_line(self) -> AccessLine:
        """The same as an AccessLine."""
        return AccessLine(self.line, self.space, self.operation, self.width, self.requests, self.cost, self.ideal,
                          self.exact)  # fmt: skip


_ROW = frozenset(Row.__annotations__)


class Speed(Record):
    """Speed: median milliseconds in a contest at `case` on `gpu`. beside_ms: of the vendor's routine in the same
    contest, or of the baseline.
    """

    gpu: _Name
    case: _Name
    ms: _Milliseconds
    beside_ms: _Milliseconds

    def compares_with(self, timed: Timed) -> bool:
        """Whether both were timed at the same size on the same GPU."""
        return (self.gpu, self.case) == (timed.gpu, timed.case)


class Attempt(Record):
    """One source and its result. score: of max_score on the machine that graded it."""

    version: Literal[1] = 1
    sha256: Annotated[str, Limit(pattern="^[0-9a-f]{64}$")]
    source: Annotated[str, Limit(max_length=1 << 20)]
    score: float
    max_score: float
    rows: Annotated[list[Row], Limit(max_length=_MOST_ROWS)]
    speed: Speed | None = None

    @property
    def accesses(self) -> tuple[AccessLine, ...]:
        """Its rows."""
        return tuple(row.as_line() for row in self.rows)


def attempt_of(report: Report) -> Attempt:
    """The attempt that is kept of a report."""
    counted = (row for row in report.accesses if isinstance(row, AccessLine) and row.space in ("shared", "global"))
    kept = islice(counted, _MOST_ROWS)
    rows = [Row(**{n: value for n, value in asdict(row).items() if n in _ROW}) for row in kept]
    speed = None if report.timed is None else _speed(report.timed)
    return Attempt(sha256=report.source_sha256, source=report.source, score=float(report.score),
                   max_score=float(report.max_score_here), rows=rows, speed=speed)  # fmt: skip


def _speed(timed: Timed) -> Speed:
    return Speed(gpu=timed.gpu[:200], case=timed.case[:200], ms=timed.ms,
                 beside_ms=timed.library_ms or timed.baseline_ms)  # fmt: skip


def keep(root: Path, report: Report) -> None:
    """Keep an attempt as the latest of its exercise, and drop the oldest. Raises OSError.

    A source that is not timed now keeps an earlier time.
    """
    folder = root / ATTEMPTS / report.exercise
    path = folder / f"{report.source_sha256}.json"
    attempt = attempt_of(report)
    timed_before = attempt.speed is None and (_document(path) or {}).get("speed") is not None
    if timed_before and (known := _read(path)) is not None:
        attempt = replace(attempt, speed=known.speed)
    write_atomically(path, json.dumps(asdict(attempt)))
    os.utime(path)
    for old in _latest_first(folder)[_KEPT:]:
        old.unlink(missing_ok=True)


def keep_starter(root: Path, report: Report) -> None:
    """Keep the skeleton's result. Raises OSError."""
    write_atomically(root / STARTERS / report.exercise / f"{report.source_sha256}.json",
                     json.dumps(asdict(attempt_of(report))))  # fmt: skip


def starter(root: Path, exercise: str, sha256: str) -> Attempt | None:
    """The kept result of the skeleton with this source, if readable."""
    return _read(root / STARTERS / exercise / f"{sha256}.json")


def before(root: Path, exercise: str, sha256: str) -> Attempt | None:
    """The latest attempt with another source, preferably one that ran."""
    others = [a for a in _readable(root / ATTEMPTS / exercise) if a.sha256 != sha256]
    return next((attempt for attempt in others if attempt.rows), next(iter(others), None))


def last_timed(root: Path, exercise: str, like: Timed) -> Speed | None:
    """The speed of the latest attempt that is comparable with `like`."""
    found = (a.speed for a in _readable(root / ATTEMPTS / exercise) if a.speed is not None)
    return next((speed for speed in found if speed.compares_with(like)), None)


def _readable(folder: Path) -> Iterator[Attempt]:
    return (attempt for path in _latest_first(folder) if (attempt := _read(path)) is not None)


def _latest_first(folder: Path) -> list[Path]:
    found: list[tuple[int, str, Path]] = []
    with suppress(OSError):
        for path in folder.glob("*.json"):
            with suppress(OSError):
                found.append((path.lstat().st_mtime_ns, path.name, path))
    return [path for _, _, path in sorted(found, reverse=True)]


def _document(path: Path) -> dict[str, Any] | None:
    """The JSON object in a file, not validated; None if there is none."""
    try:
        if path.is_symlink() or not path.is_file() or path.stat().st_size > _MOST_BYTES:
            return None
        found = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _read(path: Path) -> Attempt | None:
    try:
        attempt = Attempt.model_validate(_document(path))
    except ValueError:  # pydantic's ValidationError is one
        return None
    return attempt if attempt.sha256 == path.stem else None
