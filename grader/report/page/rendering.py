"""Renders the page of one exercise: a file that needs no network, with no markup from students' text."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment
from markupsafe import Markup

from grader.report.access_table import inexact
from grader.report.html.embedding import embedded_json, own
from grader.report.html.templates import environment
from grader.report.html.visible import TAB, visible
from grader.report.page.fragments import fragments
from grader.report.page.model import Page
from grader.report.page.room import Room
from grader.report.page.speed import GIGA, TERA, Mark, Race
from grader.report.page.translated import Translated, both, in_all, translated
from grader.report.page.view import View
from grader.report.plots import roofline
from grader.texts import LANGUAGES, messages, say

REPORT = "report.html.j2"
_FIGURES = "page.figure_"
_SCRIPTS = ("templates/figures.js", "templates/fragments.js", "templates/report.js")


def page_html(view: View, lang: str) -> str:
    """The page, shown in `lang` until its reader chooses another language."""
    return templates().get_template(REPORT).render(
        view=view, lang=lang, data=embedded_json(_data(view)),
        style=_style(), plot=_plot(view.race), script=own(__package__, *_SCRIPTS),
    ) + "\n"  # fmt: skip


def _plot(race: Race | None) -> Markup | None:
    """The roofline, if there are points, known peaks and matplotlib."""
    if race is None or not race.points or race.limit_ms is None:
        return None
    try:
        drawn = roofline(race.points, race.timed.peak_flops / TERA, race.timed.peak_bytes / TERA)
    except ImportError:
        return None
    return Markup(drawn.replace("<svg ", '<svg aria-hidden="true" ', 1))  # the table says the same


def _style() -> str:
    ours = own(__package__, "templates/languages.css", "templates/figures.css", "templates/report.css")
    return own("grader.report.html", "base.css") + "\n" + ours


def _data(view: View) -> dict[str, object]:
    """The data that the script draws from and that every number on the page can be checked against."""
    title = view.heading.title
    return {
        "exercise": view.report.exercise,
        "titles": {lang: visible(f"{title[lang]} – {view.report.exercise}") for lang in LANGUAGES},
        "texts": {lang: {k: text for k, text in messages("page", lang).items() if k.startswith(_FIGURES)}
                  for lang in LANGUAGES},
        "lines": _lines(view.page),
        "figures": [f | {"buffer": visible(f["buffer"])} for f in view.page.figures],
        "fragments": [fragments(each) for each in view.page.matrices.values()],
        "speed": [] if view.race is None else [
            {"number": m.number, "role": m.role, "ms": m.ms, "share": m.share, "rate": m.rate, "of_limit": m.of_limit}
            for m in view.race.marks],
    }  # fmt: skip


def _lines(page: Page) -> list[dict[str, object]]:
    return [
        {"line": row.line, "space": row.space, "operation": row.operation, "width": row.width,
         "requests": row.requests, "cost": row.cost, "ideal": row.ideal, "exact": row.exact,
         "figures": list(access.figures)}
        for line in page.lines for access in line.accesses for row in (access.row,)
    ]  # fmt: skip


def _limits(room: Room) -> Translated:
    """Why no further block fits."""
    reached = in_all(lambda lang: ", ".join(say(f"page.limit_{name}", lang) for name in room.now.limited_by))
    return translated("page.limited", limits=reached)


def _rate(mark: Mark, race: Race) -> str:
    """In TFLOP/s, or in GB/s where the work has no operations."""
    return f"{mark.rate / TERA:.3g}" if race.timed.flops else f"{mark.rate / GIGA:,.0f}"


@cache
def templates() -> Environment:
    """The templates of this package, with their helpers."""
    return environment("grader.report.page", t=lambda key, **params: both(translated(key, **params)), both=both,
                       number=lambda value: f"{value:,}", inexact=inexact, limits=_limits,
                       tabbed=lambda text, indent: text.expandtabs(TAB)[indent:].rstrip(), rate=_rate,
                       tera=lambda value: f"{value / TERA:.3g}",
                       milliseconds=lambda value: f"{value:.3g}" if value < 100 else f"{value:,.0f}")  # fmt: skip
