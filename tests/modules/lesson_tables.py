"""Tables of a lesson, whose numbers tests compare with what the emulator and the measurements say."""

from __future__ import annotations

import re


def table_rows(text: str, first_cell: str) -> list[list[str]]:
    """Cells of the body rows of the table whose header starts with first_cell."""
    table = re.search(rf"^\| {re.escape(first_cell)} \|.*\n\|[-|]+\|\n((?:\|.*\|\n)+)", text, flags=re.M)
    assert table, first_cell
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[1].strip().splitlines()]
