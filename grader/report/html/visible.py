"""Text of students on a page: nothing of it is invisible, endless, or turns what stands around it."""

from __future__ import annotations

import unicodedata

from markupsafe import Markup

MOST_LINES = 1_000  # of a kernel that are shown
TAB = 4  # columns
_LONGEST_TEXT = 4_000  # characters of a sentence or a name; the grader's own are far shorter
_UNSAFE = ("Cc", "Cf", "Cs", "Zl", "Zp")  # as in grader.listing
_KEPT = "\t\n"


def visible(value: object) -> object:
    """What a template is about to show: a text with its control characters, also those of direction, spelt out.

    Markup is the templates' own and stays as it is; so does what is no text. Escaping comes afterwards.
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
    """Whether Unicode will never give it a meaning: no page may hold it (HTML, "noncharacter-in-input-stream")."""
    return 0xFDD0 <= code <= 0xFDEF or code & 0xFFFE == 0xFFFE
