"""Prepares what a page needs besides the verdicts while the kernel is graded: its renderer, and the starter."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, nullcontext, suppress
from typing import TYPE_CHECKING, Self

from grader.course.documents import CourseError
from grader.failure import Failure
from grader.grading.grade import Devices
from grader.grading.starter import graded_starter, keep, kept_starter, starter_of
from grader.processors import processors
from grader.sandbox.isolation import NoSandbox
from grader.sandbox.session import Session

if TYPE_CHECKING:
    from grader.course.catalog import Course, Exercise
    from grader.grading.history import Attempt
    from grader.verdicts import Report, Timed


class Meanwhile:
    """Enter it before grading; leaving it, also by Ctrl-C, ends whatever still runs.

    The starter is graded at once if its figures are not cached yet, there is a second core and no GPU is involved:
    timing needs a quiet machine.
    """

    def __init__(self, course: Course, exercise: Exercise, graded_on: Devices) -> None:
        self._course, self._exercise, self._graded_on = course, exercise, graded_on
        self._ending = ExitStack()
        self._starter: Future[Report] | None = None

    def __enter__(self) -> Self:
        pool = self._ending.enter_context(ThreadPoolExecutor(2))
        pool.submit(_load, self._graded_on.open_gpu is not None)
        if self._graded_on.open_gpu is None and processors() > 1 and self._is_unknown():
            with suppress(OSError, NoSandbox):  # the grading reports it
                box = self._ending.enter_context(Session())  # closed before the pool is joined
                devices = Devices(lambda: nullcontext(box))
                self._starter = pool.submit(graded_starter, self._course, self._exercise, devices)
        return self

    def __exit__(self, *raised: object) -> None:
        self._ending.close()

    def _is_unknown(self) -> bool:
        try:
            return kept_starter(self._course, self._exercise) is None
        except (Failure, CourseError):  # there is nothing to grade, or the grading reports the error
            return False

    def starter(self, timed: Timed | None) -> Attempt | None:
        """The skeleton's result, if known. timed: the student's timing, if any, to time the skeleton likewise."""
        if self._starter is not None:
            return keep(self._course, self._starter.result())
        return starter_of(self._course, self._exercise, self._graded_on, timed)


def _load(plots: bool) -> None:
    from grader.report.page.rendering import REPORT, templates
    from grader.report.plots import load

    templates().get_template(REPORT)
    if plots:
        with suppress(ImportError):
            load()
