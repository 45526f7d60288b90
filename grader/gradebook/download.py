"""A gradebook exported by a platform, whose names for students and columns are reused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from grader.classroom.csv_file import CsvFile, NotCsv, read_csv
from grader.classroom.roster import Student
from grader.dataclass import dataclass
from grader.gradebook.errors import ExportError, listed, named
from grader.gradebook.identity import IdField, values
from grader.gradebook.sheet import Item, Sheet, plain, shown

_EXCUSED = ("ex", "excused", "exempt", "exempted")  # Canvas; Canvas's page; Blackboard


@dataclass(frozen=True)
class Column:
    """A column of grades. place: counted from 0; title: its heading without the platform's additions.

    points: the maximum, None if the file does not say.
    """

    place: int
    title: str
    points: float | None = None


@dataclass(frozen=True)
class Download:
    """The file. rows: below the headings, padded to their number."""

    path: Path
    file: CsvFile
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def place(self, heading: str) -> int | None:
        """The place of the column with this heading, None if there is none."""
        return next((i for i, name in enumerate(self.head) if plain(name) == plain(heading)), None)


def kept_or(score: str, there: str, student: Student, item: Item, excused: list[tuple[Student, Item]]) -> str:
    """The new value of a cell in the platform's own file: the score, but the old value where there is no score or where
    it excuses the student, which is added to `excused`.
    """
    if there.strip().casefold() in _EXCUSED:
        excused.append((student, item))
        return there
    return score or there


def read_download(path: Path) -> Download:
    """Read a platform's export. Raises ExportError."""
    try:
        file = read_csv(path)
    except NotCsv as error:
        raise ExportError(f"columns_{error.key}", path=path, **error.details) from None
    except OSError as error:
        raise ExportError("columns_unreadable", path=path, reason=error.strerror or error) from None
    if not file.rows:
        raise ExportError("columns_empty", path=path)
    (_, head), *lines = file.rows
    for number, row in lines:
        if len(row) > len(head):
            raise ExportError("columns_too_many_cells", path=path, line=number, found=len(row), wanted=len(head))
    rows = tuple((*row, *[""] * (len(head) - len(row))) for _, row in lines)
    return Download(path, file, tuple(cell.strip() for cell in head), rows)


def rows_of_students(
    sheet: Sheet, download: Download, fields: Sequence[IdField], id_column: str | None
) -> Mapping[str, tuple[str, ...]]:
    """The row of each student, by the roster's id. fields: that may identify students, the best first.

    One field is used for everybody: the one that finds most. Raises ExportError if it does not find all.
    """
    best: dict[str, tuple[str, ...]] = {}
    for field in fields:
        place = download.place(field.heading)
        if place is None:
            continue
        rows: dict[str, list[tuple[str, ...]]] = {}
        for row in download.rows:
            rows.setdefault(row[place].strip().casefold(), []).append(row)
        wanted = values(sheet.students, field, id_column)
        found = {own: rows[value.casefold()] for own, value in wanted.items() if value and value.casefold() in rows}
        if any(len(several) > 1 for several in found.values()):
            continue
        if len(found) > len(best):
            best = {own: one for own, (one,) in found.items()}
    strangers = [student for student in sheet.students if student.id not in best]
    if strangers:
        raise _unknown(download, fields, strangers)
    if len(set(best.values())) < len(best):
        raise ExportError("columns_student_twice", path=download.path)
    return best


def columns_of_items(items: Sequence[Item], columns: Sequence[Column], path: Path) -> Mapping[str, Column]:
    """The column of each item, by its id. Raises ExportError for an item with no or several columns or other points."""
    found = {item.id: [column for column in columns if plain(column.title) in item.names] for item in items}
    without = [item.title for item in items if not found[item.id]]
    if without:
        known = listed(column.title for column in columns)
        raise ExportError("columns_no_item", path=path, items=listed(without), known=known)
    taken = [column.place for several in found.values() for column in several]
    unclear = [i.title for i in items if len(found[i.id]) > 1 or taken.count(found[i.id][0].place) > 1]
    if unclear:
        raise ExportError("columns_unclear", path=path, items=listed(unclear))
    by_item = {item.id: found[item.id][0] for item in items}
    other = [f"{item.title} ({shown(item.points)} / {shown(by_item[item.id].points)})" for item in items
             if by_item[item.id].points not in (None, item.points)]  # fmt: skip
    if other:
        raise ExportError("columns_other_points", path=path, items=listed(other))
    return by_item


def _unknown(download: Download, fields: Sequence[IdField], strangers: Sequence[Student]) -> ExportError:
    headings = [field.heading for field in fields if download.place(field.heading) is not None]
    if not headings:
        wanted = listed(field.heading for field in fields)
        return ExportError("columns_no_ids", path=download.path, wanted=wanted, found=listed(download.head))
    return ExportError("columns_no_student", path=download.path, fields=listed(headings), students=named(strangers))
