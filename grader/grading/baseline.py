"""The baseline of a speed check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from grader.checks.base import Reason
from grader.dataclass import dataclass
from grader.failure import Failure

if TYPE_CHECKING:
    from grader.course.catalog import Course, Exercise
    from grader.course.models import ExerciseSpec


@dataclass(frozen=True)
class Baseline:
    """A baseline: an exercise's kernel, or without source and images the device-to-device copy.

    spec: how the kernel is launched and compiled. file: its name in compiler messages. images: machine code by
    architecture, instead of a source.
    """

    source: str
    spec: ExerciseSpec
    file: str = "baseline.cu"
    images: Mapping[str, bytes] = field(default_factory=dict)


def baseline_of(course: Course, exercise: Exercise) -> Baseline | Reason:
    """The baseline of an exercise, or why there is none."""
    rule = exercise.spec.checks.get("speed")
    if rule is None:
        return Reason("not_asked", here=False)
    name = rule.baseline  # type: ignore[attr-defined]
    if name == "device_copy":
        return Baseline("", exercise.spec)
    other = exercise if name == "reference" else course.named(name)
    if other is None:
        raise Failure("course_file", "course.rule.no_such_solution", name=name, problem=exercise.spec.problem)
    if other.kit is not None and other.kit.references:
        return Baseline("", other.spec, images=other.kit.images())
    try:
        source = other.solution_path.read_text(encoding="utf-8-sig")
    except OSError:
        return Reason("no_baseline", here=False)
    return Baseline(source, other.spec, other.solution_path.name)
