"""What a worker of `grader class grade` does with one job. The student's code runs in a child process of its own."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grader.classroom.grading import Job
    from grader.course.catalog import Course


def grade_job(job: Job) -> dict[str, Any]:
    """The report on one student's file, as JSON. A worker calls it by its name, here or on another machine."""
    from grader.checks.grading import Submission, grade
    from grader.cli.errors import as_failure
    from grader.cli.submissions import baseline_of, failed_report
    from grader.report.json_report import report_json
    from grader.texts import say
    from grader.toolchain.source import SourceError, decode_source

    course = _course(job.root)
    (exercise,) = course.resolve(job.exercise)
    try:
        text, refused = decode_source(job.data, job.file), None
    except SourceError as error:
        text, refused = "", say(f"compile.file_{error.kind}", job.lang, file=job.file)
    try:
        submission = Submission(exercise.id, exercise.spec, job.file, _sha256(job.data), text, refused,
                                baseline_of(course, exercise))  # fmt: skip
        return report_json(grade(submission, _devices(job.backend), job.lang).report)
    except Exception as error:  # whatever it is, it is one row of the class
        return report_json(failed_report(exercise, as_failure(error), job.lang, job.backend))


def _devices(backend: str) -> Any:
    from grader.checks.base import Reason
    from grader.checks.grading import Devices
    from grader.sandbox import Session
    from grader.sandbox.gpu_session import GpuSession

    if backend == "emulated":
        return Devices(Session, why_none=Reason("not_asked_for", here=False))
    return Devices(Session, GpuSession, on_gpu_alone=backend == "cuda")


@cache
def _course(root: str) -> Course:
    from grader.cli.opening import problem_cases
    from grader.course.catalog import open_course

    return open_course(Path(root), problem_cases())


def _sha256(data: bytes) -> str:
    import hashlib

    return hashlib.sha256(data).hexdigest()
