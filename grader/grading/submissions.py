"""Grades a file as a submission to an exercise, whatever is in the file."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.failure import Failure
from grader.files import require_file
from grader.texts import say

if TYPE_CHECKING:
    from grader.course.catalog import Course, Exercise
    from grader.course.models import ExerciseSpec
    from grader.grading.grade import Devices, Graded, Submission
    from grader.verdicts import Report


def grade_file(
    course: Course, exercise: Exercise, path: Path, graded_on: Devices, lang: str, *, private: bool = False
) -> Graded:
    """Grade the file at `path` as a solution of `exercise`. private: on the private cases, too.

    Raises Failure for a path that cannot be read, CourseError for a broken exercise file, ToolchainError.
    """
    require_file(path)
    return grade_data(course, exercise, path.name, path.read_bytes(), graded_on, lang, private=private)


def grade_data(
    course: Course, exercise: Exercise, file: str, data: bytes, graded_on: Devices, lang: str, *, private: bool = False
) -> Graded:
    """Grade the bytes of a file called `file`. private: on private cases, too. Raises CourseError, ToolchainError."""
    from grader.course.private import with_private
    from grader.grading.grade import grade

    submission = _beside_baseline(submission_of(exercise, file, data), course, exercise, graded_on)
    if private and exercise.private is not None:
        spec, part = with_private(exercise.spec, exercise.private)
        submission = replace(submission, spec=spec, private=part, cases_kept_back=0)
    return grade(submission, graded_on, lang)


def submission_of(exercise: Exercise, file: str, data: bytes) -> Submission:
    """The bytes of a file called `file` as a submission. Raises CourseError."""
    from grader.course.begun import is_begun
    from grader.grading.grade import Submission
    from grader.toolchain.source import SourceError, decode_source

    try:
        text, refused = decode_source(data, file), None
    except SourceError as error:
        text, refused = "", f"file_{error.kind}"
    sha256 = hashlib.sha256(data).hexdigest()
    return Submission(exercise.id, exercise.spec, file, sha256, _as_asked(exercise, text), refused,
                      cases_kept_back=exercise.private_cases, begun=is_begun(exercise, data),
                      **({} if refused else _not_said(exercise, text)))  # fmt: skip


def grade_skeleton(course: Course, exercise: Exercise, graded_on: Devices, lang: str) -> Graded:
    """Grade the original skeleton, whatever is in the student's file. Raises as `grade_file` does."""
    from grader.course.restart import pristine
    from grader.grading.grade import Submission, grade

    text = pristine(exercise, "en")
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    submission = Submission(exercise.id, exercise.spec, exercise.source_path.name, sha256, text)
    return grade(_beside_baseline(submission, course, exercise, graded_on), graded_on, lang)


def _as_asked(exercise: Exercise, text: str) -> str:
    """What is graded of a text: all of it, or in a predict-it exercise the predictions, in the course's own kernel."""
    from grader.course.check_specs import PredictionsSpec

    rule = exercise.spec.checks.get("predictions")
    if not isinstance(rule, PredictionsSpec):
        return text
    from grader.course.predictions import adopted
    from grader.course.restart import pristine

    return adopted(pristine(exercise, "en"), text, rule.vary)


def _not_said(exercise: Exercise, text: str) -> dict[str, Any]:
    """What of a predict-it kernel's variant its file does not say."""
    from grader.course.check_specs import PredictionsSpec
    from grader.course.predictions import undefined, unread

    rule = exercise.spec.checks.get("predictions")
    if not isinstance(rule, PredictionsSpec):
        return {}
    return {"unread": unread(text, rule.vary), "undefined": undefined(text, rule.vary)}


def _beside_baseline(submission: Submission, course: Course, exercise: Exercise, graded_on: Devices) -> Submission:
    """The submission with its baseline, if a GPU takes part."""
    if graded_on.open_gpu is None:
        return submission
    from grader.grading.baseline import baseline_of

    return replace(submission, baseline=baseline_of(course, exercise))


def remember(course: Course, exercise: Exercise, report: Report) -> bool:
    """Keep the result of the student's own file, and return whether it passed. Raises OSError if it passed and that
    cannot be written.
    """
    from grader.checks.evaluate import exit_status
    from grader.course.progress import Progress
    from grader.grading.history import keep

    if report.error is None:
        with suppress(OSError):  # one attempt fewer to compare with
            keep(course.root, report)
    status = exit_status(report)
    if status == 0:
        Progress(course.root).record(exercise.id, report.source_sha256)
    elif status == 1:
        with suppress(OSError):
            Progress(course.root).record(exercise.id, report.source_sha256, passed=False)
    return status == 0


def failed_report(exercise: Exercise, failure: Failure, lang: str, backend: str = "") -> Report:
    """The report of an exercise that could not be graded; lists the checks, not run, if the spec is readable."""
    from grader.grading.grade import not_judged

    error = (failure.kind, failure.message(lang))
    key = "cli.needs_gpu" if failure.kind == "no_gpu_backend" else "cli.could_not_judge"
    return not_judged(exercise.id, _spec(exercise), error, say(key, lang), backend=backend)


def _spec(exercise: Exercise) -> ExerciseSpec | None:
    from grader.course.documents import CourseError

    try:
        return exercise.spec
    except CourseError:
        return None
