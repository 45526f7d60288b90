"""The summary of a run as Markdown: a table of the exercises, and below it what failed first in each."""

from __future__ import annotations

from collections.abc import Iterator

from grader.checks.evaluate import exit_status
from grader.ci.document import Document, Entry, State, report_of
from grader.ci.links import Links, anchor_of
from grader.ci.markdown import plain
from grader.course.catalog import Course, Exercise
from grader.course.models import NEED_A_GPU
from grader.dataclass import dataclass
from grader.report.values import points_text, value_text
from grader.texts import say
from grader.totals import total
from grader.verdicts import CheckResult, Report, Status

_MOST_BYTES = 900_000  # GitHub keeps 1 MiB of a step
_MARKS = {
    "passed": "✅", "failed": "❌", "untouched": "▫️", "missing": "▫️", "refused": "⚠️", "error": "⚠️", "unsure": "❔",
}  # fmt: skip


@dataclass(frozen=True)
class Graded:
    """An exercise, its entry in the document, and its report, if any."""

    exercise: Exercise
    entry: Entry
    report: Report | None

    @property
    def word(self) -> str:
        """passed, failed, unsure (not everything could be judged), error, or the state of the file."""
        if self.report is None:
            return self.entry.state
        if self.report.error is not None:
            return "error"
        return ("passed", "failed", "unsure")[exit_status(self.report)]

    @property
    def cautions(self) -> list[CheckResult]:
        """The checks that passed with remarks."""
        return [check for check in self.report.checks if check.cautions] if self.report else []

    @property
    def failures(self) -> list[CheckResult]:
        """The checks that failed, in report order; also speed, which only loses points."""
        return [check for check in self.report.checks if check.status is Status.FAIL] if self.report else []


def graded_of(document: Document, course: Course, lang: str) -> list[Graded]:
    """The exercises of a document that was checked against the course."""
    found = []
    for exercise, entry in zip(course.exercises, document.entries, strict=True):
        titles = {name: say(f"checks.{name}.title", lang) for name in ("compiles", *exercise.spec.checks)}
        found.append(Graded(exercise, entry, report_of(entry, titles) if entry.report is not None else None))
    return found


def counted(graded: Graded, speed: bool) -> float:
    """Points that count: none behind a closed gate."""
    return total([(points(graded, speed)[0], graded.entry.withheld)])


def points(graded: Graded, speed: bool) -> tuple[float, float]:
    """Points won, and points available here. speed: whether it could be judged."""
    if graded.report is not None and graded.entry.report is not None and graded.report.error is None:
        return graded.report.score, graded.entry.report.max_score_here
    worth = {name: rule.points for name, rule in graded.exercise.spec.checks.items()}
    return 0.0, sum(points for name, points in worth.items() if speed or name not in NEED_A_GPU)


def summary(found: list[Graded], document: Document, links: Links, lang: str) -> str:
    """The whole summary, changed exercises first; details are cut off at GitHub's size limit."""
    parts = [_head(found, document, lang), _table(found, document, links, lang)]
    size = sum(len(part.encode()) for part in parts)
    told = sorted((each for each in found if _has_details(each)), key=lambda each: not each.entry.changed)
    for number, each in enumerate(told):
        part = _details(each, links, lang, is_open=number == 0)
        size += len(part.encode())
        if size > _MOST_BYTES:
            parts.append(say("ci.more", lang, count=len(told) - number))
            break
        parts.append(part)
    parts.append(say("ci.advice", lang))
    return "\n\n".join(parts) + "\n"


def _head(found: list[Graded], document: Document, lang: str) -> str:
    won = total((counted(each, document.speed), False) for each in found)
    best = sum(points(each, document.speed)[1] for each in found)
    done = sum(each.word == "passed" for each in found)
    said = say("ci.head", lang, done=done, total=len(found), points=points_text(won), best=points_text(best))
    without = "" if document.speed else " " + say("ci.without_gpu", lang)
    kept = any(each.entry.withheld and each.report is not None for each in found)
    withheld = " " + say("ci.withheld", lang) if kept else ""
    return f"## {say('ci.title_gpu' if document.speed else 'ci.title', lang)}\n\n{said}{without}{withheld}"


def _table(found: list[Graded], document: Document, links: Links, lang: str) -> str:
    rows = ["| " + " | ".join(say(f"ci.column_{name}", lang) for name in _COLUMNS) + " |", "|---|---|--:|---|---|"]
    for each in found:
        won, best = points(each, document.speed)
        score = f"{points_text(won)} / {points_text(best)}" if each.report is not None else ""
        score = f"({score})" if score and each.entry.withheld else score
        is_there = each.entry.state is not State.MISSING
        name = _linked(f"`{each.exercise.id}`", links.to(each.entry.file) if is_there else "")
        changed = f" **{say('ci.changed', lang)}**" if each.entry.changed else ""
        status = f"{_MARKS[each.word]} {say(f'ci.word_{each.word}', lang)}"
        rows.append(f"| {name}{changed} | {status} | {score} | {_first(each, lang)} | {_line(each, links)} |")
    return "\n".join(rows)


_COLUMNS = ("exercise", "status", "points", "first", "line")


def _first(each: Graded, lang: str) -> str:
    """The check that failed first, with its measured and target values."""
    if not each.failures:
        return ""
    check = each.failures[0]
    if check.measured is None and check.target is None:
        return f"`{check.id}`"
    return say("ci.first", lang, check=f"`{check.id}`", measured=plain(value_text(check.measured)),
               target=plain(value_text(check.target)))  # fmt: skip


def _line(each: Graded, links: Links) -> str:
    """The first line of the first check that failed."""
    notes = each.failures[0].lines if each.failures else ()
    return _linked(str(notes[0].line), links.to(each.entry.file, f"L{notes[0].line}")) if notes else ""


def _has_details(each: Graded) -> bool:
    return each.word in ("failed", "unsure", "error", "refused") or bool(each.cautions)


def _details(each: Graded, links: Links, lang: str, *, is_open: bool) -> str:
    lines = list(_detail_lines(each, links, lang))
    opened = " open" if is_open else ""
    head = f"<details{opened}><summary><code>{each.exercise.id}</code> {say(f'ci.word_{each.word}', lang)}</summary>"
    return "\n\n".join([head, *lines, "</details>"])


def _detail_lines(each: Graded, links: Links, lang: str) -> Iterator[str]:
    if each.report is None:
        yield plain(each.entry.message)
        return
    if each.report.error is not None:
        yield plain(each.report.error[1])
        return
    yield _checks(each.report, lang)
    lesson = each.exercise.lesson_path(lang)
    for check in [*each.failures, *each.cautions]:
        said = say("report.cautions", lang, check=f"`{check.id}`") if check.cautions else ""
        yield f"**{said}**" if said else f"**`{check.id}`** {plain(check.title)}"
        yield plain(check.message)
        for note in check.lines[:3]:
            at = _linked(say("ci.at_line", lang, line=note.line), links.to(each.entry.file, f"L{note.line}"))
            yield at if note.message in check.message else f"{at}: {plain(note.message)}"
        if (section := each.exercise.spec.read.get(check.id)) is not None:
            heading = section.in_language(lang)
            path = lesson.relative_to(each.exercise.root).as_posix()
            yield say("ci.read", lang) + " " + _linked(plain(heading), links.to(path, anchor_of(lesson, heading)))


def _checks(report: Report, lang: str) -> str:
    names = ("check", "you", "target", "points", "status")
    rows = ["| " + " | ".join(say(f"report.column_{name}", lang) for name in names) + " |", "|---|--:|--:|--:|---|"]
    for check in report.checks:
        score = f"{points_text(check.points)} / {points_text(check.max_points)}" if check.max_points else ""
        status = say(f"report.status_{check.status}", lang)
        rows.append(f"| `{check.id}` | {plain(value_text(check.measured))} | {plain(value_text(check.target))} "
                    f"| {score} | {status} |")  # fmt: skip
    return "\n".join(rows)


def _linked(text: str, address: str) -> str:
    return f"[{text}]({address})" if address else text
