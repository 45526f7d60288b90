"""Writes the HTML page of a graded exercise, beside what the same student's last attempt and the starter came to."""

from __future__ import annotations

from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from grader.cli.failure import Failure
from grader.cli.output import shown_path

if TYPE_CHECKING:
    from grader.checks.grading import Devices, Graded
    from grader.course.catalog import Course, Exercise
    from grader.course.models import ExerciseSpec
    from grader.report.history import Attempt
    from grader.report.model import Timed
    from grader.report.page.speed import Step


def load_meanwhile(graded_on: Devices) -> None:
    """Load what a page is written with while child processes grade."""
    Thread(target=_load, args=(graded_on.open_gpu is not None,)).start()


def _load(plots: bool) -> None:
    from contextlib import suppress

    from grader.report.page.rendering import REPORT, templates
    from grader.report.plots import load

    templates().get_template(REPORT)
    if plots:
        with suppress(ImportError):
            load()


def write_page(
    course: Course, exercise: Exercise, graded: Graded, file: Path, out: Path, graded_on: Devices, lang: str
) -> None:  # fmt: skip
    """Write the page to `out`. graded: with what was seen, in `lang`; file: that was graded.

    Raises Failure if it cannot be written.
    """
    from grader.report import history

    last = None
    if file == exercise.source_path:
        last = history.before(course.root, exercise.id, graded.report.source_sha256)
    write_html(out, page_text(course, exercise, graded, shown_path(file), last, graded_on, lang))


def page_text(
    course: Course, exercise: Exercise, graded: Graded, file: str, last: Attempt | None, graded_on: Devices, lang: str
) -> str:
    """The page. graded: with what was seen, in `lang`; file: how people call it; last: an attempt to compare with."""
    from grader.report.page.rendering import page_html
    from grader.report.page.submitted import page_of_graded
    from grader.report.page.told import in_all
    from grader.report.page.view import Heading, view_of

    heading = Heading(
        course=in_all(course.spec.title.in_language),
        title=in_all(exercise.spec.title.in_language),
        lesson=in_all(lambda at: exercise.lesson_path(at).relative_to(exercise.root).as_posix()),
        file=file,
    )
    timed = graded.report.timed
    starter = starter_of(course, exercise, graded_on, timed)
    steps = steps_of(course, exercise, timed) if timed is not None else ()
    return page_html(view_of(page_of_graded(graded, lang), heading, last, starter, steps), lang)


def write_html(out: Path, text: str) -> None:
    """Write a page. Raises Failure if it cannot be written."""
    from grader.course.skeleton import write_atomically

    try:
        write_atomically(out, text)
    except OSError as error:
        raise Failure("unwritable_file", "cli.unwritable", path=shown_path(out),
                      reason=error.strerror or error) from None  # fmt: skip


def starter_of(course: Course, exercise: Exercise, graded_on: Devices, timed: Timed | None = None) -> Attempt | None:
    """What the skeleton comes to, graded once and then kept; None where nobody knows the skeleton.

    It is graded in the emulator. timed: a contest, to which it is held on the GPU, too, where it does the work at all.
    """
    import hashlib
    from contextlib import suppress

    from grader.checks.grading import Devices
    from grader.cli.restart import pristine
    from grader.cli.submissions import grade_skeleton
    from grader.report import history

    try:
        sha256 = hashlib.sha256(pristine(exercise, "en").encode()).hexdigest()
        known = history.starter(course.root, exercise.id, sha256)
        works = exercise.spec.starter_fails not in ("compiles", "correctness")
        race = timed if works and graded_on.open_gpu is not None else None
        if known is not None and (race is None or (known.speed is not None and known.speed.compares_with(race))):
            return known
        devices = Devices(graded_on.open_emulator, graded_on.open_gpu if race is not None else None)
        report = grade_skeleton(course, exercise, devices, "en").report
    except Failure:
        return None
    with suppress(OSError):  # it is graded again the next time
        history.keep_starter(course.root, report)
    return history.attempt_of(report)


def steps_of(course: Course, exercise: Exercise, timed: Timed) -> list[Step]:
    """The exercises that are timed on the work of this one, in the course's order, and how fast they were here."""
    from grader.course.models import SpeedSpec
    from grader.course.yaml_marks import CourseError
    from grader.report import history
    from grader.report.page.speed import Step
    from grader.report.page.told import in_all

    def timed_on(spec: ExerciseSpec) -> tuple[str, object] | None:
        rule = spec.checks.get("speed")
        return (spec.problem, rule.size) if isinstance(rule, SpeedSpec) else None

    found = []
    for other in course.exercises:
        try:
            if timed_on(other.spec) != timed_on(exercise.spec):
                continue
        except CourseError:  # an exercise that somebody is writing is no reason to have no page
            continue
        speed = history.last_timed(course.root, other.id, timed)
        found.append(Step(other.id, in_all(other.spec.title.in_language), speed))
    return found
