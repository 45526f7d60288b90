"""The CSV that Moodle's gradebook imports ("Import > CSV file"), with a feedback column after each score column.

Rules: moodle/moodle, grade/import/csv/classes/load_data.php and lib/csvlib.class.php. Every heading is mapped by hand;
`-` is no grade, in new and existing items (older versions turn a blank in a new item into 0). A student unknown to
Moodle aborts the whole import. A backslash before a quote escapes it, unlike in RFC 4180.
Bytes: UTF-8 without a mark, LF, minimal quotes, numbers with two decimals.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from grader.gradebook.download import read_download
from grader.gradebook.errors import ExportError, named
from grader.gradebook.exports.csv_rows import csv_bytes
from grader.gradebook.exports.names import shown_name
from grader.gradebook.exports.options import Options
from grader.gradebook.identity import IdField, required, values
from grader.gradebook.sheet import Sheet

FIELDS: Mapping[str, IdField] = {
    "idnumber": IdField("ID number", ("idnumber",)),
    "email": IdField("Email address", ("email", "e-mail"), is_email=True),
    "username": IdField("Username"),
}
_NO_GRADE = "-"
_BEFORE_A_QUOTE = re.compile(r'\\(?="|$)')


def moodle(sheet: Sheet, options: Options) -> bytes:
    """The file; with options.columns, all students must be in that file. Raises ExportError."""
    field = FIELDS[options.match or "idnumber"]
    keys = required(sheet.students, values(sheet.students, field, options.id_column), field.heading)
    unreadable = [student for student in sheet.students if "\\" in keys[student.id]]
    if unreadable:
        raise ExportError("moodle_ids", field=field.heading, students=named(unreadable))
    if options.columns is not None:
        _all_known(sheet, keys, options.columns, field.heading)
    return csv_bytes(_rows(sheet, keys, field.heading), "utf-8")


def _rows(sheet: Sheet, keys: Mapping[str, str], heading: str) -> Iterable[Sequence[str]]:
    titles = [_unescaped(item.title) for item in sheet.items]
    yield [heading, "Name", *(text for title in titles for text in (title, f"{title} (feedback)"))]
    for student in sheet.students:
        cells = [(cell.score, cell.comment) for _, cell in sheet.row(student)]
        row = [text for score, comment in cells for text in (_score(score), _unescaped(comment))]
        yield [keys[student.id], _unescaped(shown_name(student)), *row]


def _all_known(sheet: Sheet, keys: Mapping[str, str], path: Path, heading: str) -> None:
    """Raise ExportError unless all students are in Moodle's export, in any column, as headings are localised."""
    known = {cell.strip().casefold() for row in read_download(path).rows for cell in row}
    strangers = [student for student in sheet.students if keys[student.id].casefold() not in known]
    if strangers:
        raise ExportError("columns_no_student", path=path, fields=heading, students=named(strangers))


def _score(score: float | None) -> str:
    return _NO_GRADE if score is None else f"{score:.2f}"


def _unescaped(text: str) -> str:
    """Text without a backslash before a quote, including the one that ends the cell."""
    return _BEFORE_A_QUOTE.sub(r"\\ ", text)
