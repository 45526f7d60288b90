"""Private cases: shapes that students never see, kept beside the solution and run when a class is graded.

    cases:
      - {M: 96, N: 80, K: 48}
    checks:
      global_sectors: {at_most: 4100}     # a limit for one of these cases, the first where none is named

A kernel that only handles the course's own sizes fails here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from grader.course.check_specs import StructuralSpec
from grader.course.documents import CourseError, Document, Problem, load
from grader.course.exercise_file import CaseModels
from grader.course.models import ExerciseSpec, PrivateSpec
from grader.course.schema import in_file_order, validate
from grader.dataclass import dataclass
from grader.texts import say


@dataclass(frozen=True)
class PrivatePart:
    """The private part of an exercise: the cases from index `first` on, and limits for some of them."""

    first: int
    limits: Mapping[str, StructuralSpec]


def load_private(path: Path, spec: ExerciseSpec, models: CaseModels, lang: str = "en") -> PrivateSpec:
    """Read the private cases of an exercise. Raises CourseError."""
    document = load(path, lang)
    private = validate(PrivateSpec, document, lang, {"case_model": models[spec.problem]})
    if problems := list(_broken(private, spec, document, lang)):
        raise CourseError(in_file_order(problems))
    return private


def with_private(spec: ExerciseSpec, private: PrivateSpec) -> tuple[ExerciseSpec, PrivatePart]:
    """The exercise with its private cases appended, and which part of it is private."""
    first = len(spec.cases)
    limits = {name: replace(check, case=first + check.case)
              for name, check in private.checks.items() if isinstance(check, StructuralSpec)}  # fmt: skip
    return replace(spec, cases=(*spec.cases, *private.cases)), PrivatePart(first, limits)


def _broken(private: PrivateSpec, spec: ExerciseSpec, document: Document, lang: str) -> Iterator[Problem]:
    last = len(private.cases) - 1
    for name, check in private.checks.items():
        if not isinstance(check, StructuralSpec) or name not in spec.checks:
            yield document.problem(("checks", name), say("course.rule.private_check", lang, name=name), of_key=True)
        elif check.case > last:
            message = say("course.rule.case_index", lang, index=check.case, last=last)
            yield document.problem(("checks", name, "case"), message)
