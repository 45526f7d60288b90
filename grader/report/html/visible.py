"""Text of students on a page: nothing of it is invisible, endless, or turns what stands around it."""

from __future__ import annotations

import sys
import unicodedata
from functools import cache

from markupsafe import Markup

MOST_LINES = 1_000  # of a kernel that are shown
_LONGEST_TEXT = 4_000  # characters of a sentence or a name; the grader's own are far shorter
_UNSAFE = ("Cc", "Cf", "Cs", "Zl", "Zp")  # as in grader.report.listing
_KEPT = "\t\n"


def visible(value: object) -> object:
    """What a template is about to show: a text with its control characters, also those of direction, spelt out.

    Markup is the templates' own and stays as it is; so does what is no text. Escaping comes afterwards.
    """
    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    text = value if len(value) <= _LONGEST_TEXT else f"{value[:_LONGEST_TEXT]} ..."
    return text if text.isprintable() else text.translate(_spelt_out())


@cache
def _spelt_out() -> dict[int, str]:
    return {
        number: f"[U+{number:04X}]"
        for number in range(sys.maxunicode + 1)
        if unicodedata.category(chr(number)) in _UNSAFE and chr(number) not in _KEPT
    }
