"""The one screen of `grader watch`: what failed first, where, and what to press. It fits, or its end is cut off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from rich.console import Group, RenderableType
from rich.layout import Layout
from rich.text import Text

from grader.report.model import CheckResult, Status
from grader.report.style import STATUS_STYLES
from grader.report.terminal import Heading, checks_table, failure_view, first_failure
from grader.report.values import points_text
from grader.texts import say

if TYPE_CHECKING:
    from grader.checks.grading import Graded
    from grader.course.catalog import Exercise

View = Literal["verdict", "hint", "list"]
KEYS = ("n", "h", "l", "z", "r", "x", "q")


@dataclass
class Shown:
    """What the screen shows. hints: how many of the exercise's were asked for; note: a sentence above the keys."""

    exercise: Exercise
    file: str
    lesson: str
    lang: str
    graded: Graded | None = None
    problem: str = ""
    checking: bool = True
    seconds: float = 0.0
    view: View = "verdict"
    hints: int = 0
    note: str = ""
    listing: RenderableType = ""


def screen(shown: Shown) -> RenderableType:
    """The whole screen: head, body, keys."""
    layout = Layout()
    layout.split_column(Layout(_head(shown), size=3), Layout(_body(shown), ratio=1), Layout(_foot(shown), size=2))
    return layout


def plain(shown: Shown) -> RenderableType:
    """The same for a terminal that only prints: one verdict below the other."""
    return Group(_head(shown), _body(shown), Text(shown.note)) if shown.note else Group(_head(shown), _body(shown))


def _head(shown: Shown) -> RenderableType:
    title = Text.assemble((shown.exercise.id, "bold"), f"  {shown.exercise.spec.title.in_language(shown.lang)}")
    return Group(_one_line(title), _one_line(_state(shown)), Text(""))


def _state(shown: Shown) -> Text:
    if shown.checking:
        return Text(say("watch.checking", shown.lang, file=shown.file), style="yellow")
    if shown.graded is None:
        return Text(shown.problem, style="bold red")
    report = shown.graded.report
    failed = first_failure(report)
    points = say("watch.points", shown.lang, score=points_text(report.score), total=points_text(report.max_score_here),
                 seconds=f"{shown.seconds:.1f}")  # fmt: skip
    if report.error is not None:
        return Text(report.error[1], style="bold red")
    if failed is not None:
        return Text.assemble((say("watch.fails", shown.lang, check=failed.id), "bold red"), f"  {points}")
    unjudged = [c for c in report.checks if c.status is not Status.PASS and c.judgeable_here]
    key, style = ("watch.unjudged", "yellow") if unjudged else ("watch.passes", "bold green")
    return Text.assemble((say(key, shown.lang), style), f"  {points}")


def _body(shown: Shown) -> RenderableType:
    if shown.view == "list":
        return shown.listing
    if shown.view == "hint":
        hints = shown.exercise.spec.hints.in_language(shown.lang)[: shown.hints]
        return Group(*(Text(f"{place}. {' '.join(text.split())}\n") for place, text in enumerate(hints, start=1)))
    if shown.graded is None:
        return Text("")
    report = shown.graded.report
    failed = first_failure(report)
    heading = Heading(shown.exercise.spec.title.in_language(shown.lang), shown.file, shown.lesson)
    if failed is not None:
        found = failure_view(failed, report, heading, shown.lang, shown.graded.diagnostics)
        return Group(found, Text(""), _strip(report.checks, shown.lang))
    return checks_table(report.checks, shown.lang)


def _strip(checks: Sequence[CheckResult], lang: str) -> Text:
    """All checks in a line or two, each with its status as a word and a colour."""
    line = Text()
    for check in checks:
        word = say(f"report.status_{check.status}", lang)
        line.append(f"{check.id} ").append(word, style=STATUS_STYLES[check.status]).append("   ")
    return line


def _foot(shown: Shown) -> RenderableType:
    keys = Text()
    for key in KEYS:
        keys.append(key, style="bold").append(f" {say(f'watch.key_{key}', shown.lang)}  ")
    return Group(_one_line(Text(shown.note, style="yellow")), _one_line(keys))


def _one_line(text: Text) -> Text:
    text.no_wrap, text.overflow = True, "ellipsis"
    return text
