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
    """RFC 4180: cells with the delimiter, a quote or a line break are quoted, with quote_all every cell.

    Line breaks within cells become LF: Python does not quote a lone CR, which importers take for the end of the row.
    """
    text = io.StringIO(newline="")
    dialect = _EveryCell if quote_all else csv.excel
    csv.writer(text, dialect, delimiter=delimiter, lineterminator=newline).writerows(map(_with_lf, row) for row in rows)
    return text.getvalue().encode(encoding)


def _with_lf(cell: str) -> str:
    return cell.replace("\r\n", "\n").replace("\r", "\n")
