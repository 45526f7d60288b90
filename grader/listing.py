"""Source lines for display: numbered, with a caret under a column, safe to print."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

_UNSAFE = ("Cc", "Cf", "Cs", "Zl", "Zp")  # categories: controls, directions of writing, separators of lines
LONGEST = 240  # characters of a source line that are shown


def printable(text: str) -> str:
    """`text` with tabs as four spaces and control characters as `?`: no student's text can control a terminal."""
    return "".join("?" if unicodedata.category(c) in _UNSAFE else c for c in text.expandtabs(4))


def source_line(lines: Sequence[str], number: int) -> str:
    """Line `number` (from 1) without its surrounding blanks; empty outside the file."""
    return lines[number - 1].strip() if 1 <= number <= len(lines) else ""


def excerpt(source: str, line: int, column: int | None = None, width: int = 72) -> list[str]:
    """Line `line` of `source` behind its number, and below it a caret under `column`.

    Lines and columns count from 1; a line outside the source gives nothing. The caret keeps its place under tabs
    and wide (Korean) characters. Of a long line, the part around the column that fits into `width` is shown.
    """
    lines = source.split("\n")  # as compilers count: a form feed ends no line
    if not 1 <= line <= len(lines):
        return []
    text = lines[line - 1].rstrip()
    if column is None:
        return [f"{line:>5} | {cut(printable(text))}"]
    before, behind = printable(text[: column - 1]), printable(text.expandtabs(4))
    shown = before + behind[len(before) :]
    start = 0 if display_width(before) < width - 8 else max(0, len(before) - width // 2)
    mark = "... " if start else ""
    indent = " " * (display_width(before[start:]) + len(mark))
    return [f"{line:>5} | {mark}{cut(shown[start:])}", f"{'':>5} | {indent}^"]


def cut(text: str) -> str:
    """`text`, cut to LONGEST characters."""
    return text if len(text) <= LONGEST else text[: LONGEST - 4] + " ..."


def display_width(text: str) -> int:
    """Terminal columns that `text` takes: Hangul syllables and other wide characters take two."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Ascending numbers as runs (first, last) of neighbours."""
    for _, group in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        yield run[0], run[-1]
