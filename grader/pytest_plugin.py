"""`pytest exercises/06_shared_memory_tiling`: every check of an exercise as a test, for test explorers and JUnit.

pytest finds this by its entry point. An exercise is graded once, by the emulator, when the first of its tests runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from grader.texts import language, say

if TYPE_CHECKING:
    from grader.course.catalog import Course, Exercise
    from grader.verdicts import Report

_COURSE_FILE = "course.yaml"


class CheckFailed(Exception):
    """A check that did not pass; its text is what a student reads."""


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A student's kernel with its exercise file beside it is a collection of checks."""
    root = file_path.parent.parent.parent
    below = file_path.parent.parent.name == "exercises" and (root / _COURSE_FILE).is_file()
    if not (below and file_path.suffix == ".cu" and file_path.with_suffix(".yaml").is_file()):
        return None
    return ExerciseFile.from_parent(parent, path=file_path)


class ExerciseFile(pytest.File):
    """One exercise."""

    def collect(self) -> Iterator[pytest.Item]:
        """Its checks, in the order in which they are judged."""
        from grader.course.documents import CourseError

        try:
            names = ("compiles", *self.exercise.spec.checks)
        except CourseError as error:
            raise self.CollectError(str(error)) from None
        for name in names:
            yield CheckItem.from_parent(self, name=name)

    @cached_property
    def exercise(self) -> Exercise:
        """The exercise whose kernel this file is. Raises CourseError."""
        course = _course(self.path.parent.parent.parent)
        found = course.named(f"{self.path.parent.name}/{self.path.stem}")
        if found is None:
            raise self.CollectError(say("cli.not_in_course", language(), path=self.path))
        return found

    @cached_property
    def report(self) -> Report:
        """What the grader says of the file."""
        from grader.failure import as_failure
        from grader.grading.grade import Devices
        from grader.grading.submissions import failed_report, grade_file, remember
        from grader.sandbox.fork_server import warm_sessions

        lang, course = language(), _course(self.path.parent.parent.parent)
        try:
            report = grade_file(course, self.exercise, self.path, Devices(warm_sessions()), lang).report
            with suppress(OSError):  # a verdict is a verdict where nothing can be remembered
                remember(course, self.exercise, report)
            return report
        except Exception as error:  # whatever it is, every test of this exercise reports it
            return failed_report(self.exercise, as_failure(error), lang, "emulated")


class CheckItem(pytest.Item):
    """One check of one exercise."""

    parent: ExerciseFile

    def runtest(self) -> None:
        """Pass, fail with the sentence a student reads, or be skipped where it could not be judged."""
        from grader.report.values import property_text
        from grader.verdicts import Status

        report = self.parent.report
        if report.error is not None:
            raise CheckFailed(report.error[1])
        check = next(check for check in report.checks if check.id == self.name)
        for name, value in (("points", check.points), ("max_points", check.max_points), ("measured", check.measured),
                            ("target", check.target)):  # fmt: skip
            if value is not None:
                self.user_properties.append((name, property_text(value)))
        if check.status is Status.FAIL:
            lines = (f"{self.path}:{note.line}: {note.message}" for note in check.lines)
            raise CheckFailed("\n".join([check.message, *lines]))
        if check.status is not Status.PASS:
            pytest.skip(check.message)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The sentence alone; a traceback only where the grader itself went wrong."""
        if isinstance(excinfo.value, CheckFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where a test explorer goes: the kernel."""
        return self.path, 0, f"{self.parent.exercise.id}: {self.name}"


@cache
def _course(root: Path) -> Course:
    from grader.course.catalog import open_course
    from grader.grading.opening import problem_cases

    return open_course(root, problem_cases(), language())
