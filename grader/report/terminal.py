"""The report of one exercise in the terminal: all checks, the first failure in full, the accesses by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.checks.compiler_messages import messages
from grader.course.lessons import slug
from grader.dataclass import dataclass
from grader.launch import AccessLine
from grader.listing import cut, excerpt, printable
from grader.report.access_table import access_tables, inexact
from grader.report.error_map import map_view, working_view
from grader.report.style import plain_table, stacked, status_text, unwrapped
from grader.report.values import points_text, value_text
from grader.texts import say
from grader.toolchain.program import Diagnostic
from grader.verdicts import CheckResult, Report, Status

COMPILES = "compiles"
PRINTED_LINES = 8
NOTED_LINES = 3


@dataclass(frozen=True)
class Heading:
    """What the view shows besides the report: the exercise's title, the graded file and its lesson."""

    title: str
    file: str
    lesson: str


def report_view(report: Report, heading: Heading, lang: str, diagnostics: tuple[Diagnostic, ...] = ()) -> Group:
    """Everything `grader check` prints for one exercise, at any width from 80 columns.

    diagnostics: the compiler's messages, shown with their source lines if the source does not compile.
    """
    parts = _verdicts(report, heading, lang)
    failed = report.first_failure
    if failed is not None:
        parts.append(failure_view(failed, report, heading, lang, diagnostics))
        parts.append(Text(say("report.hint", lang, exercise=report.exercise)))
        parts += also_failing(report, heading, lang)
    parts += [caution_view(check, report, heading, lang) for check in report.checks if check.cautions]
    parts += _accesses(report, lang)
    if failed is None:
        parts += printed_view(report, lang)
    return stacked(parts)


def verdicts_view(report: Report, heading: Heading, lang: str) -> RenderableType:
    """The verdicts of one exercise without any line of its file, for readers who may not see it."""
    parts = _verdicts(report, heading, lang)
    for check in report.checks:
        if check.status is Status.FAIL:
            head = Text(say("report.failure", lang, check=check.id), style="bold red")
            parts.append(Group(head, _sentences({"wanted": check.title, "happened": check.message}, lang)))
    return stacked(parts)


def checks_table(checks: tuple[CheckResult, ...], lang: str) -> Table:
    """check | starter | you | target | points | status; the starter's column only where one was measured."""
    starter = any(c.starter is not None for c in checks)
    table = plain_table()
    table.add_column(say("report.column_check", lang), no_wrap=True)
    for column in (["starter"] if starter else []) + ["you", "target"]:
        table.add_column(say(f"report.column_{column}", lang), justify="right", overflow="fold")
    table.add_column(say("report.column_points", lang), justify="right", no_wrap=True)
    table.add_column(say("report.column_status", lang), no_wrap=True)
    for check in checks:
        values = [check.measured, check.target]
        table.add_row(check.id, *(value_text(v) for v in ([check.starter, *values] if starter else values)),
                      f"{points_text(check.points)} / {points_text(check.max_points)}" if check.max_points else "",
                      status_text(check.status, lang))  # fmt: skip
    return table


def _verdicts(report: Report, heading: Heading, lang: str) -> list[RenderableType]:
    parts: list[RenderableType] = [_head(report, heading, lang)]
    if not report.begun:
        parts.append(Text(say("report.not_begun", lang), style="bold yellow"))
    if report.error is not None:
        sentence = say("report.grader_failed", lang, message=report.error[1])
        parts.append(Text(sentence, style="bold red"))
    if report.checks:
        parts += [checks_table(report.checks, lang), _score(report, lang)]
    if report.checks and all(c.status is Status.PASS or not c.judgeable_here for c in report.checks):
        parts.append(Text(say("report.all_pass", lang), style="green"))
    return parts


def _head(report: Report, heading: Heading, lang: str) -> Text:
    facts = [value for value in (report.device, report.toolchain, heading.file) if value]
    return Text.assemble((report.exercise, "bold"), f"  {heading.title}\n", (" | ".join(map(printable, facts)), "dim"))


def _score(report: Report, lang: str) -> Text:
    score = say("report.score", lang, score=points_text(report.score), here=points_text(report.max_score_here),
                total=points_text(report.max_score))  # fmt: skip
    text = Text(score, style="bold")
    if report.private_cases and not {check.status for check in report.checks} & {Status.FAIL, Status.INCONCLUSIVE}:
        text.append(say("report.private", lang, count=report.private_cases), style="not bold")
    for check in report.checks:
        if check.status in (Status.NOT_RUN, Status.INCONCLUSIVE) and check.depends_on_failed is None:
            text.append("\n").append(_not_judged(check, lang))
    return text


def _not_judged(check: CheckResult, lang: str) -> Text:
    word = say(f"report.status_{check.status}", lang)
    points = points_text(check.max_points)
    aside = "" if check.judgeable_here else say("report.not_counted", lang, points=points)
    return Text(printable(f"{check.id}: {word}. {check.message}{aside}"), style="not bold")


def failure_view(
    check: CheckResult, report: Report, heading: Heading, lang: str, diagnostics: tuple[Diagnostic, ...]
) -> RenderableType:
    """A failed check in full: what was wanted, what happened, the lines, what to read."""
    parts: list[RenderableType] = [Text(say("report.failure", lang, check=check.id), style="bold red")]
    parts.append(_sentences({"wanted": check.title, "happened": check.message}, lang))
    if check.id == COMPILES and diagnostics:
        for head, quoted in messages(diagnostics, report.source, diagnostics[0].file, lang, check.message):
            parts += [Text(head), *unwrapped(quoted)]
    else:
        parts += _noted_lines(check, report.source)
    return Group(*parts, *_reading(check, report, heading, lang), *_evidence(check, report, lang))


def _evidence(check: CheckResult, report: Report, lang: str) -> Iterator[RenderableType]:
    """How a wrong element is computed, what the kernel printed, and a map of right and wrong."""
    if check.explained is not None:
        yield from working_view(check.explained, lang)
    yield from printed_view(report, lang)
    if check.explained is not None:
        yield from map_view(check.explained, lang)


def also_failing(report: Report, heading: Heading, lang: str) -> Iterator[RenderableType]:
    """The other failures: wrong results often come from a race, and then it is the other failure that helps."""
    for check in report.checks:
        if check.status is Status.FAIL and check is not report.first_failure:
            yield _told(check, "also_failing", "bold red", report, heading, lang)


def caution_view(check: CheckResult, report: Report, heading: Heading, lang: str) -> RenderableType:
    """A check that passes although something in the source may fail elsewhere."""
    return _told(check, "cautions", "bold yellow", report, heading, lang)


def _told(check: CheckResult, key: str, style: str, report: Report, heading: Heading, lang: str) -> RenderableType:
    head = Text(say(f"report.{key}", lang, check=check.id), style=style)
    happened = _sentences({"happened": check.message}, lang)
    return Group(head, happened, *_noted_lines(check, report.source), *_reading(check, report, heading, lang))


def _sentences(by_label: Mapping[str, str], lang: str) -> RenderableType:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column(ratio=1, overflow="fold")  # rich's default drops letters of wrapped Korean
    for label, sentence in by_label.items():
        if sentence:
            grid.add_row(Text(say(f"report.{label}", lang), style="dim"), Text(printable(sentence)))
    return grid


def _noted_lines(check: CheckResult, source: str) -> Iterator[RenderableType]:
    shown: set[int] = set()
    for note in check.lines:
        if note.line in shown or len(shown) == NOTED_LINES:
            continue
        shown.add(note.line)
        yield from unwrapped(excerpt(source, note.line))
        if note.message and note.message not in check.message:
            yield Padding(Text(printable(note.message), style="yellow"), (0, 0, 0, 8))


def _reading(check: CheckResult, report: Report, heading: Heading, lang: str) -> Iterator[RenderableType]:
    if check.read:
        yield Text(say("report.read", lang, section=check.read, lesson=heading.lesson))
        module = report.exercise.partition("_")[0]
        yield Text(say("report.read_command", lang, module=module, section=slug(check.read)), style="bold")


def _accesses(report: Report, lang: str) -> list[RenderableType]:
    rows = [row for row in report.accesses if isinstance(row, AccessLine)]
    parts: list[RenderableType] = [*access_tables(rows, report.source, lang)]
    if inexact(rows):
        parts.append(Text(say("report.inexact", lang), style="dim"))
    return parts


def printed_view(report: Report, lang: str) -> Iterator[RenderableType]:
    """What the kernel printed in the explained case, else in the first that printed anything."""
    if not report.printed:
        return
    lines = [cut(printable(line)) for line in report.printed.splitlines()]
    text = Text(say("report.printed_in", lang, case=report.printed_case), style="bold")
    for line in lines[:PRINTED_LINES]:
        text.append(f"\n  {line}", style="not bold")
    if len(lines) > PRINTED_LINES:
        more = say("report.more_lines", lang, count=len(lines) - PRINTED_LINES)
        text.append(f"\n  {more}", style="dim not bold")
    yield text
