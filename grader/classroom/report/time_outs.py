"""Whether a kernel, or its compilation, came to an end.

A report says so only in a sentence, so the grader looks for its own sentences.
"""

from __future__ import annotations

import re
from functools import cache

from grader.classroom.report.gather import Graded
from grader.texts import LANGUAGES, template

_KEYS = ("faults.timed_out", "faults.no_forward_progress", "compile.timed_out", "cli.timed_out")
_PLACEHOLDER = re.compile(r"\\{\w+\\}")  # as `re.escape` leaves it


def time_out(graded: Graded) -> str | None:
    """What was said of a kernel, or a compilation, that took too long or would never have ended; else None."""
    texts = [graded.message, *(check.message for check in (graded.report.checks if graded.report else ()))]
    return next((text for text in texts if _sentences().search(text)), None)


@cache
def _sentences() -> re.Pattern[str]:
    """The sentences about it in every language, whatever fills their placeholders."""
    known = (re.escape(template(key, lang)) for key in _KEYS for lang in LANGUAGES)
    return re.compile("|".join(_PLACEHOLDER.sub(r"[^\\n]{0,80}?", sentence) for sentence in known))
