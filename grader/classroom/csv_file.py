"""CSV as spreadsheets and learning platforms write it: several encodings, several delimiters, `sep=;` and all."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_MOST_BYTES = 16 << 20
_DELIMITERS = (",", ";")
_QUOTED = re.compile(r'"[^"]*"')


class NotCsv(Exception):
    """The file is no table. key: too_large, encoding or not_csv; details: what a sentence about it needs."""

    def __init__(self, key: str, **details: object) -> None:
        super().__init__(f"{key}: {details}")
        self.key = key
        self.details = details


@dataclass(frozen=True)
class CsvFile:
    """A file read. rows: those that are not empty, each with the line it ends on (counted from 1).

    encoding: as Python calls it; quoted: whether its first cell stands in quotes; newline: how its first line ends.
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
    """UTF-8 with or without its mark, UTF-16 with one, or what Korean Windows writes; and which of them it was."""
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
    """A tab if there is one, for headings hold none; else what stands between the headings most often."""
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
