"""The one screen of `grader watch`: what failed first, where, and what to press. A body that is too long scrolls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Literal

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from grader.dataclass import dataclass
from grader.listing import printable
from grader.report.style import STATUS_STYLES
from grader.report.terminal import Heading, also_failing, caution_view, checks_table, failure_view, printed_view
from grader.report.values import points_text
from grader.texts import say
from grader.verdicts import CheckResult, Status

if TYPE_CHECKING:
    from grader.course.catalog import Exercise
    from grader.grading.grade import Graded

View = Literal["verdict", "hint", "list"]
Lines = list[list[Segment]]
_DIM = Style(dim=True)
_ROOMY = 12  # minimum lines of a window for showing the bar


@dataclass
class Shown:
    """What the screen shows.

    problem: why nothing could be graded. hints: number of hints shown. note: a sentence above the keys. question: shown
    instead of the keys until one is pressed. quiz: number of the module whose quiz z starts. done, total: exercises of
    the course. top: the first visible line of the body, clamped when drawing.
    """

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
    question: str = ""
    quiz: str = ""
    done: int = 0
    total: int = 0
    can_undo: bool = False
    listing: RenderableType = field(default="")
    top: int | None = 0

    def look_at(self, view: View) -> None:
        """Show another view, from its beginning; the list from where the module in work is seen."""
        self.view, self.top = view, None if view == "list" else 0

    def scroll(self, lines: int) -> None:
        """Move the body by so many lines."""
        self.top = (self.top or 0) + lines


@dataclass(frozen=True)
class Screen:
    """The whole screen: head and foot in full, and as much of the body as fits between them."""

    shown: Shown

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width, height = options.max_width, options.height or options.size.height
        unbounded = options.update(height=None)

        def lines(view: RenderableType) -> Lines:
            return console.render_lines(view, unbounded, pad=False)

        foot = lines(_foot(self.shown, width))[:height]
        head = lines(_head(self.shown, height >= _ROOMY))[: height - len(foot)]
        body = _window(lines(_body(self.shown)), height - len(head) - len(foot), self.shown)
        for line in [*head, *body, *foot]:
            yield from line
            yield Segment.line()


def plain(shown: Shown) -> RenderableType:
    """The same for a terminal that only prints: one verdict below the other."""
    said = [_sentence(text) for text in (shown.note, shown.question) if text]
    return Group(_title(shown), _state(shown), Text(""), _body(shown), *said)


def _window(lines: Lines, room: int, shown: Shown) -> Lines:
    """`room` lines from `shown.top` on; if there are more, the first and the last one say how many."""
    top = _in_work(lines, shown.exercise.module.number) - room // 2 if shown.top is None else shown.top
    shown.top = top = max(0, min(top, len(lines) - room))
    seen = lines[top : top + room]
    if room > 2 and (below := len(lines) - top - room) > 0:
        seen[-1] = [Segment(say("watch.more", shown.lang, count=below + 1), _DIM)]
    if room > 2 and top > 0:
        seen[0] = [Segment(say("watch.above", shown.lang, count=top + 1), _DIM)]
    return seen + [[]] * (room - len(seen))


def _in_work(lines: Lines, number: str) -> int:
    """The line of the list on which a module begins."""
    begins = (place for place, line in enumerate(lines) if "".join(part.text for part in line).startswith(f"{number} "))
    return next(begins, 0)


def _head(shown: Shown, roomy: bool) -> RenderableType:
    parts: list[RenderableType] = [_title(shown), _state(shown)]
    if roomy and shown.view != "list" and shown.total:
        parts.append(_Bar(shown.done, shown.total))
    return Group(*parts)


def _title(shown: Shown) -> Text:
    title = Text.assemble((shown.exercise.id, "bold"), f"  {shown.exercise.spec.title.in_language(shown.lang)}")
    title.no_wrap, title.overflow = True, "ellipsis"
    return title


@dataclass(frozen=True)
class _Bar:
    """How many exercises of the course are done; the line between head and body."""

    done: int
    total: int

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        count = f" {self.done}/{self.total}"
        room = max(0, options.max_width - len(count))
        full = room * self.done // self.total
        heavy, light = "=-" if options.ascii_only else "━─"
        yield Text.assemble((heavy * full, "green"), (light * (room - full), "dim"), count)


def _state(shown: Shown) -> Text:
    if shown.checking:
        return _sentence(say("watch.checking", shown.lang, file=shown.file), "yellow")
    if shown.graded is None:
        return _sentence(shown.problem, "bold red")
    report = shown.graded.report
    failed = report.first_failure
    points = say("watch.points", shown.lang, score=points_text(report.score), total=points_text(report.max_score_here),
                 seconds=f"{shown.seconds:.1f}")  # fmt: skip
    if report.error is not None:
        return _sentence(report.error[1], "bold red")
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
        return Group(*(_sentence(f"{place}. {' '.join(text.split())}\n") for place, text in enumerate(hints, start=1)))
    if shown.graded is None:
        return Text("")
    report = shown.graded.report
    failed = report.first_failure
    heading = Heading(shown.exercise.spec.title.in_language(shown.lang), shown.file, shown.lesson)
    if failed is not None:
        untouched = [] if report.begun else [_sentence(say("report.not_begun", shown.lang), "bold yellow"), Text("")]
        found = failure_view(failed, report, heading, shown.lang, shown.graded.diagnostics)
        others = [part for other in also_failing(report, heading, shown.lang) for part in (Text(""), other)]
        return Group(*untouched, found, *others, Text(""), _strip(report.checks, shown.lang))
    parts: list[RenderableType] = [checks_table(report.checks, shown.lang)]
    for check in report.checks:
        if check.cautions:
            parts += [Text(""), caution_view(check, report, heading, shown.lang)]
    for printed in printed_view(report, shown.lang):
        parts += [Text(""), printed]
    return Group(*parts)


def _strip(checks: Sequence[CheckResult], lang: str) -> Text:
    """All checks in a line or two, each with its status as a word and a colour."""
    line = Text()
    for check in checks:
        word = say(f"report.status_{check.status}", lang)
        line.append(f"{check.id} ").append(word, style=STATUS_STYLES[check.status]).append("   ")
    return line


def _foot(shown: Shown, width: int) -> RenderableType:
    if shown.question:
        return _sentence(shown.question, "bold yellow")
    keys = _keys(shown, width)
    return Group(_sentence(shown.note, "yellow"), keys) if shown.note else keys


def _keys(shown: Shown, width: int) -> Text:
    """The keys, in as many lines as they need; a key and its word stay together."""
    named = ["n", "h", "l", "z", "r", "x", *("u" * shown.can_undo), *(["Esc"] if shown.view != "verdict" else []), "q"]
    text, used = Text(), 0
    for key in named:
        word = say(f"watch.key_{key}", shown.lang, quiz=shown.quiz)
        size = cell_len(f"{key} {word}")
        gap = "" if not used else "  " if used + 2 + size <= width else "\n"
        used = size if gap == "\n" else used + len(gap) + size
        text.append(gap).append(key, style="bold").append(f" {word}")
    return text


def _sentence(text: str, style: str = "") -> Text:
    """A sentence that may contain untrusted names and reasons, in as many lines as it needs."""
    return Text("\n".join(map(printable, text.split("\n"))), style=style, overflow="fold")
