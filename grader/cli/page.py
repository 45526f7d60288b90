"""Writes the HTML page of a graded exercise, beside what the same student's last attempt and the starter came to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from grader.cli.failure import Failure
from grader.cli.output import shown_path

if TYPE_CHECKING:
    from grader.checks.grading import Devices, Graded
    from grader.course.catalog import Course, Exercise
    from grader.report.history import Attempt


def write_page(
    course: Course, exercise: Exercise, graded: Graded, file: Path, out: Path, graded_on: Devices, lang: str
) -> None:  # fmt: skip
    """Write the page to `out`. graded: with what was seen, in `lang`; file: that was graded.

    Raises Failure if it cannot be written.
    """
    from grader.course.skeleton import write_atomically
    from grader.report import history
    from grader.report.page.rendering import page_html
    from grader.report.page.submitted import page_of_graded
    from grader.report.page.told import Told, in_all
    from grader.report.page.view import Heading, view_of

    title, course_title = exercise.spec.title, course.spec.title
    heading = Heading(
        course=in_all(course_title.in_language),
        title=in_all(title.in_language),
        lesson=Told({at: shown_path(exercise.lesson_path(at)) for at in ("en", "ko")}),
        file=shown_path(file),
    )
    report = graded.report
    last = history.before(course.root, exercise.id, report.source_sha256) if file == exercise.source_path else None
    view = view_of(page_of_graded(graded, lang), heading, last, starter_of(course, exercise, graded_on))
    try:
        write_atomically(out, page_html(view, lang))
    except OSError as error:
        raise Failure("unwritable_file", "cli.unwritable", path=shown_path(out),
                      reason=error.strerror or error) from None  # fmt: skip


def starter_of(course: Course, exercise: Exercise, graded_on: Devices) -> Attempt | None:
    """What the skeleton comes to in the emulator, graded once and then kept; None where nobody knows the skeleton."""
    import hashlib
    from contextlib import suppress

    from grader.checks.grading import Devices
    from grader.cli.restart import pristine
    from grader.cli.submissions import grade_skeleton
    from grader.report import history

    try:
        sha256 = hashlib.sha256(pristine(exercise, "en").encode()).hexdigest()
        known = history.starter(course.root, exercise.id, sha256)
        if known is not None:
            return known
        report = grade_skeleton(exercise, Devices(graded_on.open_emulator), "en").report
    except Failure:
        return None
    with suppress(OSError):  # it is graded again the next time
        history.keep_starter(course.root, report)
    return history.attempt_of(report)
