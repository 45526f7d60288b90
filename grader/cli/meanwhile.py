"""What a page needs besides the verdicts, got ready while the kernel is graded: what draws it, and the starter."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, nullcontext, suppress
from types import TracebackType
from typing import TYPE_CHECKING, Self

from grader.course.yaml_marks import CourseError
from grader.failure import Failure
from grader.grading.grade import Devices
from grader.grading.starter import graded_starter, keep, kept_starter, starter_of
from grader.processors import processors
from grader.sandbox import Session
from grader.sandbox.isolation import NoSandbox

if TYPE_CHECKING:
    from grader.course.catalog import Course, Exercise
    from grader.grading.history import Attempt
    from grader.verdicts import Report, Timed


class Meanwhile:
    """Enter it before the grading; what is under way when it is left, as with Ctrl-C, is ended.

    The starter is graded at once where its figures are not kept yet, if there is a second core for it and no GPU takes
    part: a contest wants a quiet machine.
    """

    def __init__(self, course: Course, exercise: Exercise, graded_on: Devices) -> None:
        self._course, self._exercise, self._graded_on = course, exercise, graded_on
        self._ending = ExitStack()
        self._starter: Future[Report] | None = None

    def __enter__(self) -> Self:
        pool = self._ending.enter_context(ThreadPoolExecutor(2))
        pool.submit(_load, self._graded_on.open_gpu is not None)
        if self._graded_on.open_gpu is None and processors() > 1 and self._is_unknown():
            with suppress(OSError, NoSandbox):  # the grading says so
                box = self._ending.enter_context(Session())  # ended before the pool is waited for
                devices = Devices(lambda: nullcontext(box))
                self._starter = pool.submit(graded_starter, self._course, self._exercise, devices)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ending.close()

    def _is_unknown(self) -> bool:
        try:
            return kept_starter(self._course, self._exercise) is None
        except (Failure, CourseError):  # there is nothing to grade, or the grading says what is wrong
            return False

    def starter(self, timed: Timed | None) -> Attempt | None:
        """What the skeleton comes to, if that is known. timed: a contest, to which it is held, too."""
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
