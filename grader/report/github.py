"""Reports as workflow commands of GitHub Actions: annotations on the lines of the student's file."""

from __future__ import annotations

from collections.abc import Sequence

from grader.report.annotations import Annotation, annotated
from grader.verdicts import Report

_LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


def workflow_commands(reports: Sequence[tuple[Report, str]]) -> str:
    """One line per annotation. reports: each with the path of its file from the repository's root."""
    return "".join(f"{_command(each)}\n" for each in annotated(reports))


def _command(each: Annotation) -> str:
    properties = f"file={_property(each.file)},line={each.line},title={_property(each.title)}"
    return f"::{_LEVELS[each.level]} {properties}::{_data(each.message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
