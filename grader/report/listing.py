"""Source lines as people see them: numbered, with a caret under a column, safe to print."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def printable(text: str) -> str:
    """`text` with tabs as four spaces and every control character as `?`.

    A student's source must not be able to move the cursor or recolour the teacher's terminal.
    """
    return "".join("?" if unicodedata.category(c) in ("Cc", "Cf", "Cs") else c for c in text.expandtabs(4))


def source_line(lines: Sequence[str], number: int) -> str:
    """Line `number` (from 1) without its surrounding blanks; empty outside the file."""
    return lines[number - 1].strip() if 1 <= number <= len(lines) else ""


def excerpt(source: str, line: int, column: int | None = None, around: int = 0) -> list[str]:
    """Line `line` of `source` behind its number, `around` lines on both sides, a caret under `column`.

    Lines and columns count from 1. The caret keeps its place under wide (Korean) characters and tabs.
    """
    lines = source.splitlines()
    shown: list[str] = []
    for number in range(max(1, line - around), min(len(lines), line + around) + 1):
        text = printable(lines[number - 1])
        shown.append(f"{number:>5} | {text.rstrip()}")
        if number == line and column is not None:
            before = printable(lines[number - 1][: column - 1])
            shown.append(f"{'':>5} | {' ' * display_width(before)}^")
    return shown


def display_width(text: str) -> int:
    """Terminal columns that `text` takes: Hangul syllables and other wide characters take two."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
