"""Whether a kernel, or its compilation, came to an end.

A report says so only in a sentence, so the grader looks for its own sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from grader.classroom.report.gather import Graded
from grader.texts import LANGUAGES, template

_KEYS = ("faults.timed_out", "faults.no_forward_progress", "compile.timed_out", "cli.timed_out")
_PLACEHOLDER = re.compile(r"\\{\w+\\}")  # as `re.escape` leaves it


def time_out(graded: Graded) -> str | None:
    """What was said of a kernel, or a compilation, that took too long or would never have ended; else None."""
    checks = graded.report.checks if graded.report else ()
    return _said([graded.message, *(text for check in checks for text in (check.message, check.instructor))])


def took_too_long(report: Mapping[str, Any]) -> bool:
    """The same of a report's JSON, private cases included."""
    checks = report.get("checks", ())
    return _said(str(check.get(told, "")) for check in checks for told in ("message", "instructor")) is not None


def _said(texts: Iterable[str]) -> str | None:
    return next((text for text in texts if _sentences().search(text)), None)


@cache
def _sentences() -> re.Pattern[str]:
    """The sentences about it in every language, whatever fills their placeholders."""
    known = (re.escape(template(key, lang)) for key in _KEYS for lang in LANGUAGES)
    return re.compile("|".join(_PLACEHOLDER.sub(r"[^\\n]{0,80}?", sentence) for sentence in known))
