"""CSV as spreadsheets and learning platforms write it: several encodings, several delimiters, `sep=;` and all."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

from grader.dataclass import dataclass
from grader.failure import Keyed

_MOST_BYTES = 16 << 20
_DELIMITERS = (",", ";")
_QUOTED = re.compile(r'"[^"]*"')


class NotCsv(Keyed):
    """The file is not a table. key: too_large, encoding or not_csv; details: of the message."""


@dataclass(frozen=True)
class CsvFile:
    """A parsed file. rows: non-empty ones, each with the line it ends on (counted from 1).

    encoding: Python's name; quoted: whether its first cell is quoted; newline: the end of its first line.
    """

    encoding: str
    delimiter: str
    quoted: bool
    newline: str
    rows: tuple[tuple[int, tuple[str, ...]], ...]


def read_csv(path: Path) -> CsvFile:
    """Read a file of at most 16 MiB. Raises NotCsv, OSError."""
    with path.open("rb") as file:
        data = file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise NotCsv("too_large", megabytes=_MOST_BYTES >> 20)
    text, encoding = _text(data)
    lines = text.splitlines(keepends=True)
    skipped, delimiter = 0, None
    if lines and (said := re.fullmatch(r"sep=(.)\s*", lines[0].strip("\ufeff"), re.I)):
        skipped, delimiter = 1, said[1]
    head = next((line for line in lines[skipped:] if line.strip()), "")
    delimiter = delimiter or _delimiter(head)
    rows = tuple(_rows("".join(lines[skipped:]), delimiter, skipped))
    newline = "\r\n" if head.endswith("\r\n") else "\n"
    return CsvFile(encoding, delimiter, head.lstrip("\ufeff").startswith('"'), newline, rows)


def _text(data: bytes) -> tuple[str, str]:
    """Decode UTF-8 with or without BOM, UTF-16 with BOM, or cp949 (Korean Windows); returns text and encoding."""
    utf_8 = "utf-8-sig" if data.startswith(b"\xef\xbb\xbf") else "utf-8"
    for mark, encoding in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"", utf_8), (b"", "cp949")):
        if data.startswith(mark):
            try:
                text = data.decode(encoding)
            except UnicodeDecodeError:
                continue
            if "\x00" not in text:
                return text, encoding
    raise NotCsv("encoding")


def _delimiter(head: str) -> str:
    """A tab if there is one, as headings contain none; else the most frequent delimiter."""
    bare = _QUOTED.sub("", head)
    return "\t" if "\t" in bare else max(_DELIMITERS, key=bare.count)


def _rows(text: str, delimiter: str, skipped: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield reader.line_num + skipped, tuple(row)
    except csv.Error as error:
        raise NotCsv("not_csv", line=reader.line_num + skipped, reason=str(error)) from None
