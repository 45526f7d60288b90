"""The plain tables: read again, they say what the sheet says, and no spreadsheet computes anything from them."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given

from grader.gradebook.errors import ExportError
from grader.gradebook.exports import exported
from grader.gradebook.exports.options import Options
from grader.gradebook.sheet import Cell, Part, Sheet
from tests.gradebook.specimens import item, sheet, sheets, student

FORMULA = ("=", "+", "-", "@", "\t", "\r")


def rows(name: str, one: Sheet, **options: bool) -> list[list[str]]:
    data = exported(name, one, Options(**options))  # type: ignore[arg-type]
    assert isinstance(data, bytes) and data.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True))


def unguarded(cell: str) -> str:
    return cell[1:] if cell[:1] == "'" and cell[1:].startswith(FORMULA) else cell


@given(sheets())
def test_the_long_table_has_a_row_for_every_student_and_item(one: Sheet) -> None:
    head, *found = rows("csv", one)
    assert head == ["student", "name", "email", "section", "item", "title", "score", "points", "comment"]
    wanted = [
        [s.id, s.name, s.email, s.section, i.id, i.title, cell.score, i.points, cell.comment]
        for s in one.students
        for i, cell in one.row(s)
    ]
    read = [
        [*map(unguarded, row[:6]), float(row[6]) if row[6] else None, float(row[7]), unguarded(row[8])] for row in found
    ]
    assert read == wanted
    assert not any(cell.startswith(FORMULA) for row in found for cell in row)


@given(sheets())
def test_the_wide_table_has_a_row_for_every_student(one: Sheet) -> None:
    head, *found = rows("csv-wide", one)
    assert [unguarded(cell) for cell in head[4:]] == [*(i.title for i in one.items), "total", "quiz_total"]
    for s, row in zip(one.students, found, strict=True):
        scores = [float(cell) if cell else None for cell in row[4:-2]]
        assert ([unguarded(cell) for cell in row[:4]], scores) == (
            [s.id, s.name, s.email, s.section], [cell.score for _, cell in one.row(s)],
        )  # fmt: skip
        assert float(row[-2]) == pytest.approx(sum(score or 0 for score in scores)) and row[-1] == "0"


def test_a_row_for_each_check_and_one_for_what_has_none() -> None:
    checks = (Part("correctness", 60.0, 60.0, "pass", "right"), Part("speed", None, 40.0, "not_run", "no GPU"))
    one = Sheet((student("mina"),), (item("06 a"), item("06 b")), {
        ("mina", "06 a"): Cell(60.0, "of two", parts=checks), ("mina", "06 b"): Cell(None, "nothing"),
    })  # fmt: skip
    head, *found = rows("csv", one, checks=True)
    assert head[6:] == ["check", "status", "score", "points", "comment"]
    assert [row[4:5] + row[6:] for row in found] == [
        ["06 a", "correctness", "pass", "60", "60", "right"],
        ["06 a", "speed", "not_run", "", "40", "no GPU"],
        ["06 b", "", "graded", "", "100", "nothing"],
    ]


def test_the_bytes() -> None:
    data = exported("csv-wide", sheet({"mina": {"06, a": 7.25}}, name="Kim, Mina"), Options())
    head = b'\xef\xbb\xbfstudent,name,email,section,"06, a",total,quiz_total\r\n'
    assert data == head + b'mina,"Kim, Mina",,,7.25,7.25,0\r\n'


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("csv-wide", Options(checks=True), "--checks"),
        ("csv", Options(match="email"), "--match"),
        ("gradescope", Options(id_column="x"), "--id-column"),
        ("canvas", Options(assignment="hw"), "--assignment"),
    ],
)
def test_an_option_that_means_nothing_is_told(name: str, options: Options, said: str) -> None:
    with pytest.raises(ExportError) as caught:
        exported(name, sheet({"mina": {"06": 1.0}}), options)
    assert caught.value.key == "option_unused" and caught.value.details["option"] == said


def test_a_field_of_another_platform_and_a_class_of_nobody_are_told() -> None:
    with pytest.raises(ExportError) as caught:
        exported("moodle", sheet({"mina": {"06": 1.0}}), Options(match="sis-user-id"))
    assert caught.value.details["known"] == "idnumber, email, username"
    with pytest.raises(ExportError, match="no_students"):
        exported("csv", Sheet((), (item("06"),), {}), Options())
