"""What `grader tune` was asked for: the kernel, its parameters with their values, and the variants of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from pathlib import Path

from grader.cli.sources import BadSource, read_given
from grader.course import tune_space
from grader.course.catalog import Course, Exercise
from grader.course.models import TuneSpec
from grader.course.tune_rules import MOST_VARIANTS
from grader.failure import Failure, said
from grader.files import shown_path
from grader.grading.tuning.parameters import NoPlace, SetTwice, Tunable, tunable
from grader.grading.tuning.search import Subject
from grader.texts import say

_DIGITS = 7  # of a value
_QUOTED = 20  # digits of one that is too large


def subject_of(
    course: Course, exercise: Exercise, file: Path | None, solution: bool, values: Sequence[str], lang: str
) -> tuple[Subject, Path]:
    """What is tuned, and the file that holds it. file, solution, values: as given with `--file`, `--solution`, `--set`.

    Raises Failure.
    """
    spec = exercise.spec
    if spec.tune is None:
        others = [f"{other.module.number}/{other.name}" for other in course.exercises if other.spec.tune is not None]
        key = "tune.none" if others else "tune.none_anywhere"
        raise Failure("bad_argument", key, exercise=exercise.id, known=", ".join(others))
    wanted = tune_space.narrowed(spec.tune, _given(spec.tune, values))
    path = file or _kernel_file(exercise, solution)
    return Subject(spec, wanted, _kernel(path, wanted, lang), path.name), path


def _kernel_file(exercise: Exercise, solution: bool) -> Path:
    """The student's file, or the solution."""
    path = exercise.solution_path if solution else exercise.source_path
    if not path.exists():
        kind, key = ("no_solution", "no_solution") if solution else ("unreadable_file", "no_exercise_file")
        raise Failure(kind, f"cli.{key}", exercise=exercise.id, path=shown_path(path))
    return path


def _given(tune: TuneSpec, values: Sequence[str]) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for text in values:
        name, _, listed = text.partition("=")
        numbers = [part.strip() for part in listed.split(",")]
        if not name.strip() or not all(n.isascii() and n.isdecimal() for n in numbers):
            raise Failure("bad_argument", "tune.bad_set", text=text)
        if (large := next((n for n in numbers if len(n.lstrip("0")) > _DIGITS), None)) is not None:
            raise Failure("bad_argument", "tune.set_too_large", name=name, value=_cut(large), most=10**_DIGITS - 1)
        if name not in tune.parameters:
            raise Failure("bad_argument", "tune.unknown_parameter", name=name, known=", ".join(tune.parameters))
        if name in found:
            raise Failure("bad_argument", "tune.set_twice", name=name)
        found[name] = tuple(dict.fromkeys(map(int, numbers)))
    return found


def _cut(digits: str) -> str:
    return digits if len(digits) <= _QUOTED else f"{digits[:_QUOTED]}..."


def _kernel(path: Path, tune: TuneSpec, lang: str) -> Tunable:
    try:
        return tunable(read_given(path, lang), tune.parameters)
    except BadSource as bad:
        raise said(bad.kind, bad.message) from None
    except NoPlace as missing:
        raise Failure("no_parameter", "tune.no_place", file=shown_path(path), names=missing) from None
    except SetTwice as twice:
        lines = ", ".join(map(str, twice.lines))
        raise Failure("no_parameter", "tune.set_twice_in_file", file=shown_path(path), name=twice.name,
                      lines=lines) from None  # fmt: skip


def space_of(subject: Subject, lang: str) -> tune_space.Space:
    """The variants. Raises Failure for values of `--set` that the exercise's rules or its launch cannot take, or of
    which no combination is left; with the exercise's own values there are some, and each has a launch.
    """
    count = prod(map(len, subject.tune.parameters.values()))
    if count > MOST_VARIANTS:
        raise Failure("bad_argument", "tune.too_many", count=count, most=MOST_VARIANTS)
    for values in tune_space.combinations(subject.tune.parameters):
        try:
            if tune_space.is_allowed(subject.tune, values):
                subject.variant(values)
        except ArithmeticError:  # a division by zero, or one whose result no float can hold
            raise _no_value(values, say("tune.no_value_zero", lang)) from None
        except tune_space.NoLaunch as no:
            raise _no_value(values, say("tune.no_value_launch", lang, value=no.value, least=no.least)) from None
    space = tune_space.space_of(subject.tune)
    if not space.variants:
        raise Failure("bad_argument", "tune.nothing_left", rules="; ".join(subject.tune.requires))
    return space


def _no_value(values: tune_space.Values, reason: str) -> Failure:
    return Failure("bad_argument", "tune.no_value", variant=tune_space.spelled(values), reason=reason)
