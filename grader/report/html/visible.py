"""Students' text on a page: nothing in it is invisible or endless, or changes the direction of the text around it."""

from __future__ import annotations

import unicodedata

from markupsafe import Markup

MOST_LINES = 1_000  # of a kernel that are shown
TAB = 4  # columns
_LONGEST_TEXT = 4_000  # characters of a text; the grader's own are far shorter
_UNSAFE = ("Cc", "Cf", "Cs", "Zl", "Zp")  # as in grader.listing
_KEPT = "\t\n"


def visible(value: object) -> object:
    """A value for a template, its control and direction characters spelt out. Escaping comes afterwards.

    Markup, which is the templates' own, and anything that is not text stay as they are.
    """
    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    text = value if len(value) <= _LONGEST_TEXT else f"{value[:_LONGEST_TEXT]} ..."
    return text if text.isprintable() else "".join(map(_shown, text))


def _shown(character: str) -> str:
    if character.isprintable() or character in _KEPT:
        return character
    unsafe = unicodedata.category(character) in _UNSAFE or _is_noncharacter(ord(character))
    return f"[U+{ord(character):04X}]" if unsafe else character


def _is_noncharacter(code: int) -> bool:
    """Whether it is a Unicode noncharacter, which no page may contain (HTML, "noncharacter-in-input-stream")."""
    return 0xFDD0 <= code <= 0xFDEF or code & 0xFFFE == 0xFFFE
