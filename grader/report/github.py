"""Reports as workflow commands of GitHub Actions: annotations on the lines of the student's file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.report.listing import printable
from grader.report.model import CheckResult, Report, Status

_LEVELS = {Status.FAIL: "error", Status.INCONCLUSIVE: "warning"}


def workflow_commands(reports: Sequence[tuple[Report, str]]) -> str:
    """One line for each thing to say. reports: each with the path of its file from the repository's root."""
    return "".join(f"{line}\n" for report, file in reports for line in _of(report, file))


def _of(report: Report, file: str) -> Iterator[str]:
    if report.error is not None:
        yield _command("error", file, 1, report.exercise, report.error[1])
    for check in report.checks:
        level = _LEVELS.get(check.status)
        if level is not None:
            yield from _check(level, report, check, file)


def _check(level: str, report: Report, check: CheckResult, file: str) -> Iterator[str]:
    """The sentence at the check's first line, what belongs to further lines at those."""
    title = f"{report.exercise}: {check.id}"
    notes = list({note.line: note.message for note in check.lines}.items())
    first = notes[0][0] if notes else 1
    said = [check.message] + ([notes[0][1]] if notes and notes[0][1] not in check.message else [])
    yield _command(level, file, first, title, "\n".join(said))
    for line, message in notes[1:]:
        yield _command("notice", file, line, title, message)


def _command(level: str, file: str, line: int, title: str, message: str) -> str:
    text = "\n".join(printable(part) for part in message.split("\n"))
    properties = f"file={_property(file)},line={line},title={_property(title)}"
    return f"::{level} {properties}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(printable(text)).replace(":", "%3A").replace(",", "%2C")
