"""The file for upload to Blackboard's grade centre: its own download, with our scores in their columns.

Rules: Blackboard's help, "Uploading or Downloading Grade Center Items for Working Offline": a student is found by
Username, a column by the id after the bar in its heading, `Name [Total Pts: 100 Score] |123456`; a column without one
becomes a text column worth nothing. Hence the ids must come from a download.
Bytes: encoding, delimiter, quotes and line ends are those of the download (as .xls it is UTF-16 with tabs, as .csv
UTF-8 with commas and quotes), numbers have two decimals.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from grader.gradebook.download import Column, Download, columns_of_items, kept_or, read_download, rows_of_students
from grader.gradebook.errors import ExportError, listed
from grader.gradebook.exports.csv_rows import csv_bytes
from grader.gradebook.exports.options import Options
from grader.gradebook.identity import IdField
from grader.gradebook.sheet import Sheet

FIELDS: Mapping[str, IdField] = {"username": IdField("Username", ("User Name",)), "student-id": IdField("Student ID")}
_NAMES = ("Last Name", "First Name")
# The bracket contains the maximum; "up to" marks columns that Blackboard calculates.
_HEADING = re.compile(r"\A(?P<title>.*?)\s*(?:\[(?P<said>[^\[\]]*)\])?\s*\|\s*[^|\s]+\Z", re.S)
_CALCULATED = "up to"


def blackboard(sheet: Sheet, options: Options) -> bytes:
    """The file; options.columns is needed. Raises ExportError."""
    if options.columns is None:
        raise ExportError("needs_columns", platform="Blackboard")
    download = read_download(options.columns)
    if download.place(FIELDS["username"].heading) is None:
        raise ExportError("columns_not_of", path=download.path, platform="Blackboard", found=listed(download.head))
    file = download.file
    return csv_bytes(_rows(sheet, download, options), file.encoding, file.newline, file.delimiter, file.quoted)


def _rows(sheet: Sheet, download: Download, options: Options) -> Iterable[Sequence[str]]:
    columns = columns_of_items(sheet.items, list(_graded(download)), download.path)
    fields = [FIELDS[options.match]] if options.match else list(FIELDS.values())
    rows = rows_of_students(sheet, download, fields, options.id_column)
    kept = [download.place(name) for name in (*_NAMES, *(field.heading for field in FIELDS.values()))]
    student = [place for place in kept if place is not None]
    yield [download.head[place] for place in (*student, *(columns[item.id].place for item in sheet.items))]
    for one in sheet.students:
        row = rows[one.id]
        scores = [
            kept_or("" if cell.score is None else f"{cell.score:.2f}", row[columns[item.id].place], one, item,
                    options.excused)
            for item, cell in sheet.row(one)
        ]  # fmt: skip
        yield [*(row[place] for place in student), *scores]


def _graded(download: Download) -> Iterable[Column]:
    for place, heading in enumerate(download.head):
        found = _HEADING.match(heading)
        if found is not None and _CALCULATED not in (found["said"] or ""):
            yield Column(place, found["title"], _points(found["said"] or ""))


def _points(said: str) -> float | None:
    number = re.search(r"[0-9]+(?:\.[0-9]+)?", said.replace(",", ""))
    return float(number[0]) if number is not None else None
