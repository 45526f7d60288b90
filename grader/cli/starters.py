"""Remembers what an untouched skeleton measured, so that starter, you and target can stand side by side.

Measuring a skeleton costs as much as grading it, so it is done only when a student grades one anyway.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

from grader import __version__

if TYPE_CHECKING:
    from grader.course.catalog import Exercise
    from grader.report.model import Report

STATE = Path(".warplings") / "starters.json"


def starter_values(exercise: Exercise) -> dict[str, object]:
    """What the skeleton measured, by check id; empty where it was never graded in its present form."""
    entry = _load(exercise.root).get(exercise.id)
    if isinstance(entry, dict) and entry.get("of") == _identity(exercise) and isinstance(entry.get("values"), dict):
        return dict(entry["values"])
    return {}


def remember_starter(exercise: Exercise, report: Report) -> None:
    """Keep what this report measured if it is the report of the exercise's untouched skeleton."""
    from grader.checks import measurements
    from grader.cli.failure import Failure
    from grader.cli.restart import pristine
    from grader.course.skeleton import write_atomically
    from grader.report.jsonable import jsonable

    try:
        skeleton = pristine(exercise, "en")
        if report.source_sha256 != hashlib.sha256(skeleton.encode()).hexdigest():
            return
        values = {name: value for name, value in measurements(report.checks).items() if name != "compiles"}
        known = _load(exercise.root) | {exercise.id: {"of": _identity(exercise), "values": jsonable(values)}}
        write_atomically(exercise.root / STATE, json.dumps(known, indent=2) + "\n")
    except (OSError, Failure):
        return  # a comparison that is missing tomorrow is no reason to fail today


def _identity(exercise: Exercise) -> str:
    """Changes whenever the skeleton, the exercise file or the grader does."""
    digest = hashlib.sha256(__version__.encode())
    for path in (exercise.solution_path, exercise.spec_path):
        digest.update(path.read_bytes() if path.is_file() else b"")
    return digest.hexdigest()


def _load(root: Path) -> dict[str, object]:
    try:
        known = json.loads((root / STATE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}
