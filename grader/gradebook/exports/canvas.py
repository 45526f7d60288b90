"""The CSV that Canvas's gradebook imports.

Rules: instructure/canvas-lms, lib/gradebook_importer.rb and lib/gradebook_exporter.rb. A student is found by ID, else
SIS User ID, else SIS Login ID, else by name; a column by the "(id)" at the end of its heading, else by all of it, else
it becomes a new assignment. A blank over a score removes the score; a score over `EX` ends an excusal.
Bytes, as its exporter writes them: UTF-8 without a mark, LF, minimal quotes, numbers with two decimals.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from grader.classroom.roster import Student
from grader.classroom.tables import as_text
from grader.gradebook.download import Column, Download, columns_of_items, kept_or, read_download, rows_of_students
from grader.gradebook.errors import ExportError, listed, named
from grader.gradebook.exports.csv_rows import csv_bytes
from grader.gradebook.exports.names import shown_name
from grader.gradebook.exports.options import Options
from grader.gradebook.identity import IdField, required, values
from grader.gradebook.sheet import Cell, Sheet, names_of, one_line, plain

FIELDS: Mapping[str, IdField] = {
    "sis-user-id": IdField("SIS User ID"),
    "sis-login-id": IdField("SIS Login ID"),
    "id": IdField("ID", ("Canvas ID", "Canvas User ID", "lms_user_id")),
}
_POINTS = "Points Possible"
_SECTION = "Section"
_TITLE_AND_ID = re.compile(r"\A(.*)\s\(([0-9]+)\)\Z")
_NUMBER = re.compile(r"^-?[0-9.,]+%?$", re.M)  # Ruby's ^ and $ are those of a line
_TOTALS = re.compile(r"(Current|Final) (Score|Points|Grade)|Override (Score|Grade|Status)")
_OF_AN_EXPORT = ("Student", "ID", "SIS Login ID", _SECTION)
_RESERVED = ("Student", "LastName", "FirstName", "ID", "SIS User ID", "SIS Login ID", _SECTION, "Integration ID",
             "Root Account")  # fmt: skip


def canvas(sheet: Sheet, options: Options) -> bytes:
    """The file; with options.columns, with the columns and students of that file. Raises ExportError."""
    if options.columns is None:
        return csv_bytes(_new_columns(sheet, options), "utf-8")
    return csv_bytes(_into_own_columns(sheet, options, options.columns), "utf-8")


def as_canvas_reads(cell: str) -> str | None:
    """A cell after the importer's conversion of numbers: the last separator is the decimal point, others vanish."""
    if not _NUMBER.search(cell):
        return cell
    *whole, last = _ruby_split(cell) or [None]
    return last if last is None or not whole else f"{''.join(filter(None, whole))}.{last}"


def _ruby_split(cell: str) -> list[str | None]:
    """Split at separators; as Ruby does it, empty strings at the end are dropped."""
    parts: list[str | None] = [*re.split(r"[,.]", cell)]
    while parts and not parts[-1]:
        parts.pop()
    return parts


def _new_columns(sheet: Sheet, options: Options) -> Iterable[Sequence[str]]:
    """Columns that become new assignments, or go to those with exactly the same title."""
    ids = _ids(sheet, options)
    wrong = [item.title for item in sheet.items if not _is_a_title(item.title)]
    if wrong:
        raise ExportError("canvas_titles", items=listed(wrong))
    id_headings = [field.heading for field in (FIELDS["id"], FIELDS["sis-user-id"], FIELDS["sis-login-id"])]
    yield ["Student", *id_headings, _SECTION, *(item.title for item in sheet.items)]
    yield [f"    {_POINTS}", *[""] * 4, *(f"{item.points:.2f}" for item in sheet.items)]
    for student in sheet.students:
        own = [ids[heading][student.id] for heading in id_headings]
        section = as_text(one_line(student.section))
        yield [_name(student), *own, section, *(_score(cell) for _, cell in sheet.row(student))]


def _ids(sheet: Sheet, options: Options) -> Mapping[str, Mapping[str, str]]:
    """The content of each column of ids, by heading and student. Raises ExportError."""
    nobody = dict.fromkeys((student.id for student in sheet.students), "")
    found: dict[str, Mapping[str, str]] = {field.heading: nobody for field in FIELDS.values()}
    own_fields = _fields_in(sheet.students)
    if options.match is not None or options.id_column is not None or not own_fields:
        field = FIELDS[options.match or "sis-user-id"]
        found[field.heading] = required(sheet.students, values(sheet.students, field, options.id_column), field.heading)
    else:
        found |= {field.heading: values(sheet.students, field) for field in own_fields}
        together = {own: next((ids[own] for ids in found.values() if ids[own]), "") for own in nobody}
        required(sheet.students, together, " / ".join(found))
    changed = [s for s in sheet.students if not all(_is_an_id(name, ids[s.id]) for name, ids in found.items())]
    if changed:
        raise ExportError("canvas_ids", students=named(changed))
    return found


def _fields_in(students: tuple[Student, ...]) -> list[IdField]:
    """The fields for which the roster has columns that are certainly Canvas's; `ID` is so only in Canvas's export."""
    headings = {plain(heading) for student in students for heading in student.other}
    certain = {"sis-user-id": ["SIS User ID"], "sis-login-id": ["SIS Login ID"], "id": ["Canvas ID", "Canvas User ID"]}
    if headings >= names_of(_OF_AN_EXPORT):
        certain["id"].append("ID")
    return [FIELDS[name] for name, wanted in certain.items() if headings & names_of(wanted)]


def _is_an_id(heading: str, value: str) -> bool:
    """Whether the importer reads the value unchanged. Of its own ID it reads only leading digits."""
    is_whole = as_canvas_reads(value) == value == one_line(value)
    return is_whole and (heading != FIELDS["id"].heading or not value or (value.isascii() and value.isdigit()))


def _is_a_title(title: str) -> bool:
    """Whether the importer takes a heading for an assignment's title and nothing else."""
    is_number = as_canvas_reads(title) != title
    return not (is_number or title in _RESERVED or _TITLE_AND_ID.match(title) or _TOTALS.search(title))


def _name(student: Student) -> str:
    """The name, for people only; replaced by the id if it would turn the row into the points row."""
    name = shown_name(student)
    return student.id if _POINTS in name else name


def _score(cell: Cell) -> str:
    return "" if cell.score is None else f"{cell.score:.2f}"


def _into_own_columns(sheet: Sheet, options: Options, path: Path) -> Iterable[Sequence[str]]:
    """The columns of the download for our items; where the sheet is blank, old values stay."""
    download = read_download(path)
    section = download.place(_SECTION)
    if section is None or not any(download.place(name) is not None for name in ("Student", "LastName")):
        raise ExportError("columns_not_of", path=download.path, platform="Canvas", found=listed(download.head))
    points = next((row for row in download.rows if _POINTS in row[0]), None)
    columns = columns_of_items(sheet.items, list(_assignments(download, section, points)), download.path)
    fields = [FIELDS[options.match]] if options.match else list(FIELDS.values())
    rows = rows_of_students(sheet, download, fields, options.id_column)
    places = [columns[item.id].place for item in sheet.items]
    yield [*download.head[: section + 1], *(download.head[place] for place in places)]
    if points is not None:
        yield [*points[: section + 1], *(points[place] for place in places)]
    for student in sheet.students:
        row = rows[student.id]
        scores = [kept_or(_score(cell), row[columns[item.id].place], student, item, options.excused)
                  for item, cell in sheet.row(student)]  # fmt: skip
        yield [*row[: section + 1], *scores]


def _assignments(download: Download, section: int, points: Sequence[str] | None) -> Iterable[Column]:
    for place, heading in enumerate(download.head[section + 1 :], start=section + 1):
        found = _TITLE_AND_ID.match(heading)
        said = points[place] if points is not None else ""
        if found is not None and "read only" not in said:
            yield Column(place, found[1], _number(said))


def _number(said: str) -> float | None:
    try:
        return float(as_canvas_reads(said.strip()) or "")
    except ValueError:
        return None
