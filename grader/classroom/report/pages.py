"""Renders the pages: each is one file that needs no network, and in which no text of a student can become markup.

Every text is escaped by the template engine, after its control characters were spelt out. A page allows, by its own
policy, no script and no style but the ones it comes with, so that nothing else would run even if it were there.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from grader.classroom.report.charts import bin_labels, histogram, meter
from grader.classroom.report.class_page import ClassView
from grader.classroom.report.gather import ClassData
from grader.classroom.report.item_figures import ENOUGH_STUDENTS
from grader.classroom.report.student_page import StudentView
from grader.classroom.report.visible import visible
from grader.classroom.similarity.fingerprints import LENGTH
from grader.classroom.similarity.pairs import COMMON_SHARE, ENOUGH, FEW, SHARE
from grader.report.values import points_text
from grader.texts import say


def class_html(data: ClassData, view: ClassView, lang: str) -> str:
    """The page of a class."""
    limits = {"length": LENGTH, "enough": ENOUGH, "share": SHARE, "common": COMMON_SHARE, "few": FEW}
    return _rendered("class.html.j2", lang, data=data, view=view, limits=limits, enough_students=ENOUGH_STUDENTS)


def student_html(data: ClassData, view: StudentView, lang: str) -> str:
    """The page of a student."""
    return _rendered("student.html.j2", lang, course=data.summary.course, view=view)


def _rendered(template: str, lang: str, **context: object) -> str:
    text = _environment().get_template(template).render(
        lang=lang, t=_translator(lang), percent=_percent(lang), style=_own("style.css"), script=_own("class.js"),
        policy_of=_policy, **context,
    )  # fmt: skip
    return text + "\n"


def _translator(lang: str) -> Callable[..., str]:
    def translated(key: str, **params: object) -> str:
        return say(f"class_report.{key}", lang, **params)

    return translated


def _percent(lang: str) -> Callable[[float | None], str]:
    def percent(share: float | None) -> str:
        return "" if share is None else say("class_report.percent", lang, value=f"{100 * share:.0f}")

    return percent


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("grader.classroom.report"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=visible,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(histogram=histogram, bin_labels=bin_labels, meter=meter, points=points_text)
    return environment


@cache
def _own(name: str) -> Markup:
    """A style or a script of ours, as it stands in a page."""
    return Markup(files(__package__).joinpath("templates", name).read_text("utf-8"))


@cache
def _policy(content: Markup) -> str:
    """The source expression of a Content-Security-Policy that allows exactly this style or script."""
    digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
    return f"'sha256-{digest}'"
