"""Rows as the bytes of a CSV file."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence


class _EveryCell(csv.excel):
    quoting = csv.QUOTE_ALL


def csv_bytes(
    rows: Iterable[Sequence[str]], encoding: str, newline: str = "\n", delimiter: str = ",", quote_all: bool = False
) -> bytes:
    """RFC 4180: cells that hold the delimiter, a quote or a line break stand in quotes, with quote_all every cell.

    Line breaks within cells become LF: Python leaves a lone CR without quotes, and importers take it for the end.
    """
    text = io.StringIO(newline="")
    dialect = _EveryCell if quote_all else csv.excel
    csv.writer(text, dialect, delimiter=delimiter, lineterminator=newline).writerows(map(_with_lf, row) for row in rows)
    return text.getvalue().encode(encoding)


def _with_lf(cell: str) -> str:
    return cell.replace("\r\n", "\n").replace("\r", "\n")
