"""A lesson and its tables, whose numbers tests compare with what the emulator and the measurements say."""

from __future__ import annotations

import re
from pathlib import Path

from grader.course.lessons import pages

MODULES = Path(__file__).resolve().parents[2] / "modules"


def lesson_of(module: str, language: str = "en") -> str:
    """All that a module's lesson says, its deeper pages included. module: the name of its folder."""
    return "\n".join(page.read_text("utf-8") for page in pages(MODULES / module, language))


def table_rows(text: str, first_cell: str) -> list[list[str]]:
    """Cells of the body rows of the table whose header starts with first_cell."""
    table = re.search(rf"^\| {re.escape(first_cell)} \|.*\n\|[-|]+\|\n((?:\|.*\|\n)+)", text, flags=re.M)
    assert table, first_cell
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[1].strip().splitlines()]
