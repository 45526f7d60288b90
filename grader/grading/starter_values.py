"""The untouched skeleton's measurements, frozen in its exercise file: read from a report, compared, written back.

They are shown next to the student's own, so they must not depend on what a machine has graded before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from grader.checks.evaluate import measurements
from grader.course.models import NEED_A_GPU, ExerciseSpec
from grader.course.yaml_marks import parse
from grader.dataclass import dataclass
from grader.verdicts import Report

STARTER = "starter"
WIDTH = 120
_ENTRY = re.compile(r"^starter[ \t]*:[^\n]*\n(?:[ \t]+[^\n]*\n)*", re.M)
_BEFORE = re.compile(r"^starter_fails[ \t]*:[^\n]*\n", re.M)


@dataclass(frozen=True)
class Stale:
    """A value that differs between the exercise file and the skeleton; None: missing."""

    check: str
    frozen: object
    measured: object


def starter_values(report: Report) -> dict[str, object]:
    """The measurements in a skeleton's report by check id, without those that differ between machines."""
    return {name: value for name, value in measurements(report.checks).items() if name not in NEED_A_GPU}


def stale_values(spec: ExerciseSpec, report: Report) -> Iterator[Stale]:
    """Frozen values that differ from the skeleton's report; none for a file that freezes none."""
    measured = starter_values(report)
    for name in spec.checks if spec.starter else ():
        if spec.starter.get(name) != measured.get(name):
            yield Stale(name, spec.starter.get(name), measured.get(name))


def with_starter(text: str, path: Path, values: Mapping[str, object]) -> str:
    """The exercise file with `values` (JSON-able) as its `starter`, below `starter_fails` if there was none.

    Raises ValueError if the entry is not on its own lines, CourseError if the text is not YAML.
    """
    before = parse(text, path).data
    entry = _written(values)
    if isinstance(before, dict) and STARTER in before:
        after = _ENTRY.sub(entry, text, count=1)
    else:
        after = _BEFORE.sub(lambda line: line[0] + entry, text, count=1)
    if not isinstance(before, dict) or parse(after, path).data != before | {STARTER: dict(values)}:
        raise ValueError(f"{path}: {STARTER}")
    return after


def _written(values: Mapping[str, object]) -> str:
    """The entry on one line, or with a line for each check if that is too long."""
    items = [f"{name}: {_flow(value)}" for name, value in values.items()]
    line = f"{STARTER}: {{{', '.join(items)}}}\n"
    return line if len(line) <= WIDTH else f"{STARTER}:\n" + "".join(f"  {item}\n" for item in items)


def _flow(value: object) -> str:
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{name}: {number}' for name, number in value.items())}}}"
    return str(value)
