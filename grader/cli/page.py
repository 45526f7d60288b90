"""Writes the HTML page of a graded exercise, compared with the student's last attempt and the starter."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from grader.files import shown_path

if TYPE_CHECKING:
    from grader.cli.meanwhile import Meanwhile
    from grader.course.catalog import Course, Exercise
    from grader.course.models import ExerciseSpec
    from grader.grading.grade import Graded
    from grader.grading.history import Attempt
    from grader.report.page.speed import Step
    from grader.report.page.translated import Translated
    from grader.verdicts import Timed


def write_page(
    course: Course, exercise: Exercise, graded: Graded, file: Path, out: Path, ready: Meanwhile, lang: str
) -> None:  # fmt: skip
    """Write the page to `out`. graded: with its observations, in `lang`; file: the graded one.

    ready: entered before the grading. Raises Failure if it cannot be written.
    """
    from grader.grading import history

    last = None
    if file == exercise.source_path:
        last = history.before(course.root, exercise.id, graded.report.source_sha256)
    starter = ready.starter(graded.report.timed)
    links = lesson_links(exercise, out)
    write_html(out, page_text(course, exercise, graded, shown_path(file), last, starter, lang, links))


def lesson_links(exercise: Exercise, out: Path) -> dict[str, Translated]:
    """Links from the page at `out` to what each check says to read: the built site's page, else the lesson's file."""
    from grader.course.lessons import built_page, page_anchor, page_with
    from grader.report.page.translated import in_all

    def address(lang: str, heading: str) -> str:
        lesson = exercise.lesson_path(lang)
        try:
            lesson = page_with(lesson.parent, lang, heading)
            anchor = page_anchor(lesson.read_text("utf-8"), heading)
        except (OSError, UnicodeDecodeError):
            anchor = ""
        page = built_page(exercise.root, exercise.module.name, lang, lesson)
        to = os.path.relpath(page if page.is_file() else lesson, out.resolve().parent)
        return quote(Path(to).as_posix()) + (f"#{anchor}" if anchor else "")

    return {
        check: in_all(lambda lang, section=section: address(lang, section.in_language(lang)))  # type: ignore[misc]
        for check, section in exercise.spec.read.items()
    }


def page_text(
    course: Course, exercise: Exercise, graded: Graded, file: str, last: Attempt | None, starter: Attempt | None,
    lang: str, links: Mapping[str, Translated] | None = None,
) -> str:  # fmt: skip
    """The page. graded: with its observations, in `lang`; file: its path as shown; last, starter: to compare with;
    links: as in the page's Heading.
    """
    from grader.report.page.rendering import page_html
    from grader.report.page.submitted import page_of_graded
    from grader.report.page.translated import in_all
    from grader.report.page.view import Heading, view_of

    heading = Heading(course=in_all(course.spec.title.in_language), title=in_all(exercise.spec.title.in_language),
                      lesson=in_all(lambda at: exercise.lesson_path(at).relative_to(exercise.root).as_posix()),
                      file=file, links=links or {})  # fmt: skip
    timed = graded.report.timed
    steps = steps_of(course, exercise, timed) if timed is not None else ()
    return page_html(view_of(page_of_graded(graded, lang), heading, last, starter, steps), lang)


def write_html(out: Path, text: str) -> None:
    """Write a page. Raises Failure if it cannot be written."""
    from grader.files import write_atomically, writing

    with writing(shown_path(out)):
        write_atomically(out, text)


def steps_of(course: Course, exercise: Exercise, timed: Timed) -> list[Step]:
    """The exercises timed on the same work as this one, in course order, with their latest speed on this GPU."""
    from grader.course.documents import CourseError
    from grader.course.models import SpeedSpec
    from grader.grading import history
    from grader.report.page.speed import Step
    from grader.report.page.translated import in_all

    def timed_on(spec: ExerciseSpec) -> tuple[str, object] | None:
        rule = spec.checks.get("speed")
        return (spec.problem, rule.size) if isinstance(rule, SpeedSpec) else None

    found = []
    for other in course.exercises:
        try:
            if timed_on(other.spec) != timed_on(exercise.spec):
                continue
        except CourseError:  # an unfinished exercise elsewhere must not prevent the page
            continue
        speed = history.last_timed(course.root, other.id, timed)
        found.append(Step(other.id, in_all(other.spec.title.in_language), speed))
    return found
