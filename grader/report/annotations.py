"""Remarks on single lines of the student's files, for programs that show them there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from grader.dataclass import dataclass
from grader.listing import printable
from grader.verdicts import CheckResult, Report, Status

Level = Literal["error", "warning", "note"]
_LEVELS: dict[Status, Level] = {Status.FAIL: "error", Status.INCONCLUSIVE: "warning"}


@dataclass(frozen=True)
class Annotation:
    """Sentences, one per line, about a line of a file. title: the exercise and check."""

    level: Level
    file: str
    line: int
    title: str
    message: str


def annotated(reports: Sequence[tuple[Report, str]]) -> Iterator[Annotation]:
    """All annotations of several reports. reports: each with the path of its file as shown."""
    for report, file in reports:
        if report.error is not None:
            yield _annotation("error", file, 1, report.exercise, report.error[1])
        for check in report.checks:
            level = "warning" if check.cautions else _LEVELS.get(check.status)
            if level is not None:
                yield from _of_check(level, report, check, file)


def gcc_lines(reports: Sequence[tuple[Report, str]]) -> str:
    """`file:line: level: message`, one per line, as compilers write and editors read it."""
    return "".join(f"{each.file}:{each.line}: {each.level}: {each.title}: {' '.join(each.message.split())}\n"
                   for each in annotated(reports))  # fmt: skip


def _of_check(level: Level, report: Report, check: CheckResult, file: str) -> Iterator[Annotation]:
    """The check's sentence at its first line, and notes at the further ones."""
    title = f"{report.exercise}: {check.id}"
    notes = list({note.line: note.message for note in check.lines}.items())
    first = notes[0][0] if notes else 1
    said = [check.message] + ([notes[0][1]] if notes and notes[0][1] not in check.message else [])
    yield _annotation(level, file, first, title, "\n".join(said))
    for line, message in notes[1:]:
        yield _annotation("note", file, line, title, message)


def _annotation(level: Level, file: str, line: int, title: str, message: str) -> Annotation:
    text = "\n".join(printable(part) for part in message.split("\n"))
    return Annotation(level, printable(file), line, printable(title), text)
