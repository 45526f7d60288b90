"""Renders the pages: each is one file that needs no network, and no student's text can become markup.

The template engine escapes every text and spells out control characters. A page's own policy allows only its own
scripts and styles, so that injected ones would not run.
"""

from __future__ import annotations

from functools import cache

from jinja2 import Environment

from grader.classroom.report.charts import bin_labels, histogram, meter
from grader.classroom.report.class_page import ClassView
from grader.classroom.report.gather import ClassData
from grader.classroom.report.item_figures import ENOUGH_STUDENTS
from grader.classroom.report.student_page import StudentView
from grader.classroom.similarity.fingerprints import LENGTH
from grader.classroom.similarity.pairs import COMMON_SHARE, ENOUGH, FEW, SHARE
from grader.report.html.embedding import own
from grader.report.html.templates import environment
from grader.texts import say


def class_html(data: ClassData, view: ClassView, lang: str) -> str:
    """The page of a class."""
    limits = {"length": LENGTH, "enough": ENOUGH, "share": SHARE, "common": COMMON_SHARE, "few": FEW}
    return _rendered("class.html.j2", lang, data=data, view=view, limits=limits, enough_students=ENOUGH_STUDENTS)


def student_html(data: ClassData, view: StudentView, lang: str) -> str:
    """The page of a student."""
    return _rendered("student.html.j2", lang, course=data.summary.course, view=view)


def _rendered(template: str, lang: str, **context: object) -> str:
    def translated(key: str, **params: object) -> str:
        return say(f"class_report.{key}", lang, **params)

    def percent(share: float | None) -> str:
        return "" if share is None else say("class_report.percent", lang, value=f"{100 * share:.0f}")

    return _environment().get_template(template).render(
        lang=lang, t=translated, percent=percent, style=own("grader.report.html", "base.css"),
        script=own(__package__, "templates/class.js"), **context,
    ) + "\n"  # fmt: skip


@cache
def _environment() -> Environment:
    return environment("grader.classroom.report", histogram=histogram, bin_labels=bin_labels, meter=meter)
