"""Grades one job in a worker of `grader class grade`. The student's code runs in a child process of its own."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grader.classroom.grading import Job
    from grader.course.catalog import Course


def grade_job(job: Job, sandbox: str = "") -> dict[str, Any]:
    """The report on one student's file, as JSON; pickled by name, it may run on another machine.

    sandbox: WARPLINGS_SANDBOX of the process that grades the class, if set.
    """
    from grader.failure import as_failure
    from grader.grading.devices import GradeOn, devices_of
    from grader.grading.submissions import failed_report, grade_data
    from grader.report.json_report import report_json
    from grader.sandbox.fork_server import warm_sessions
    from grader.sandbox.gpu_session import GpuSession
    from grader.sandbox.isolation import VARIABLE

    if sandbox:
        os.environ[VARIABLE] = sandbox
    course = _course(job.root)
    (exercise,) = course.resolve(job.exercise)
    try:
        graded_on = devices_of(GradeOn(job.backend), warm_sessions(), GpuSession)
        return report_json(grade_data(course, exercise, job.file, job.data, graded_on, job.lang, private=True).report)
    except Exception as error:  # whatever it is, it fails one row of the class
        return report_json(failed_report(exercise, as_failure(error), job.lang, job.backend))


@cache
def _course(root: str) -> Course:
    from grader.course.catalog import open_course
    from grader.grading.opening import problem_cases

    return open_course(Path(root), problem_cases())
