"""What Blackboard would upload equals the sheet: columns by the ids of its download, students by their user names."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from grader.gradebook.errors import ExportError
from grader.gradebook.exports import exported
from grader.gradebook.exports.options import Options
from grader.gradebook.sheet import Sheet
from tests.gradebook.specimens import item, sheet, sheets, student
from tests.tiers import examples

SCORES = {"mina": {"06 tiled": 85.0, "06 quiz": None}, "omar": {"06 tiled": 0.0, "06 quiz": 7.25}}
HEAD = ["Last Name", "First Name", "Username", "Student ID", "Last Access", "Availability"]
TOTAL = "Total [Total Pts: up to 505 Score] |526940"

Rows = dict[str, dict[str, str]]  # by user name, then by the id of a column


def blackboard(one: Sheet, **options: object) -> bytes:
    return exported("blackboard", one, Options(**options))  # type: ignore[arg-type, return-value]


def download(columns: dict[str, str], rows: Rows, *, tabs: bool) -> bytes:
    """The grade centre as Blackboard downloads it. columns: headings by id."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter="\t" if tabs else ",", quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerow([*HEAD, TOTAL, *columns.values()])
    for n, (name, row) in enumerate(rows.items()):
        writer.writerow(["Last", "First", name, f"s{n}", "", "Yes", "1.00", *(row.get(own, "") for own in columns)])
    return out.getvalue().encode("utf-16" if tabs else "utf-8-sig")


def uploaded(data: bytes) -> Rows:
    """What Blackboard's help says is read: the user name of each row, and the id behind the bar of each heading."""
    text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    delimiter = "\t" if "\t" in text.partition("\n")[0] else ","
    head, *rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    places = {place: name.rpartition("|")[2].strip() for place, name in enumerate(head) if "|" in name}
    assert all(re.fullmatch(r"[0-9]+", own) for own in places.values()), (
        "no column without an id: it would be a new one"
    )
    return {row[head.index("Username")]: {own: row[place] for place, own in places.items()} for row in rows}


def columns_of(one: Sheet) -> dict[str, str]:
    return {str(5000 + n): f"{i.title} [Total Pts: {i.points:g} Score] |{5000 + n}" for n, i in enumerate(one.items)}


@examples(150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(one=sheets(), tabs=st.booleans(), kept=st.sampled_from(["", "3.00", "Needs Grading", "Exempt"]))
def test_every_score_gets_into_the_column_of_its_id(tmp_path: Path, one: Sheet, tabs: bool, kept: str) -> None:
    columns = columns_of(one)
    before = {s.id: dict.fromkeys(columns, kept) for s in one.students} | {"stranger": {}}
    path = tmp_path / "gc.xls"
    path.write_bytes(download(columns, before, tabs=tabs))
    after = uploaded(blackboard(one, columns=path))
    assert after == {
        s.id: {
            own: kept if cell.score is None or kept == "Exempt" else f"{cell.score:.2f}"
            for own, (_, cell) in zip(columns, one.row(s), strict=True)
        }
        for s in one.students
    }


@pytest.mark.parametrize("tabs", [True, False])
def test_the_bytes_are_in_the_manner_of_the_download(tmp_path: Path, tabs: bool) -> None:
    one = sheet(SCORES)
    path = tmp_path / "gc.txt"
    path.write_bytes(download(columns_of(one), {"mina": {}, "omar": {}}, tabs=tabs))
    head = ",".join([*HEAD[:4], *columns_of(one).values()])
    lines = [head, "Last,First,mina,s0,85.00,", "Last,First,omar,s1,0.00,7.25"]
    quoted = "".join(",".join(f'"{cell}"' for cell in line.split(",")) + "\n" for line in lines)
    expected = quoted.replace(",", "\t").encode("utf-16") if tabs else b"\xef\xbb\xbf" + quoted.encode()
    assert blackboard(one, columns=path) == expected


def test_students_may_be_matched_by_their_student_id(tmp_path: Path) -> None:
    path = tmp_path / "gc.csv"
    cells = sheet(SCORES).cells
    by_place = {("s1", "06 tiled"): cells["mina", "06 tiled"], ("s0", "06 tiled"): cells["omar", "06 tiled"]}
    one = Sheet((student("s1"), student("s0")), (item("06 tiled"),), by_place)
    path.write_bytes(download(columns_of(one), {"mina": {}, "omar": {}}, tabs=False))
    for match in (None, "student-id"):
        assert uploaded(blackboard(one, columns=path, match=match)) == {
            "mina": {"5000": "0.00"},
            "omar": {"5000": "85.00"},
        }
    with pytest.raises(ExportError, match="columns_no_student"):
        blackboard(one, columns=path, match="username")


def test_without_a_download_there_are_no_ids() -> None:
    with pytest.raises(ExportError, match="needs_columns"):
        blackboard(sheet(SCORES))


@pytest.mark.parametrize(
    ("heading", "key"),
    [
        ("06 tiled [Total Pts: up to 100 Score] |7", "columns_no_item"),
        ("06 tiled", "columns_no_item"),
        ("06 tiled [Total Pts: 10 Score] |7", "columns_other_points"),
    ],
)
def test_columns_that_take_no_scores_or_others_are_told(tmp_path: Path, heading: str, key: str) -> None:
    path = tmp_path / "gc.csv"
    path.write_bytes(download({"7": heading}, {"mina": {}}, tabs=False))
    with pytest.raises(ExportError) as caught:
        blackboard(sheet({"mina": {"06 tiled": 1.0}}), columns=path)
    assert caught.value.key == key


def test_titles_with_brackets_and_points_with_commas_are_read(tmp_path: Path) -> None:
    path = tmp_path / "gc.csv"
    path.write_bytes(download({"7": "HW [EXTRA] [Total Pts: 1,000 Score] |7"}, {"mina": {}}, tabs=False))
    one = sheet({"mina": {"HW [EXTRA]": 999.5}}, points=1000.0)
    assert uploaded(blackboard(one, columns=path)) == {"mina": {"7": "999.50"}}


def test_a_file_of_another_platform_is_told(tmp_path: Path) -> None:
    path = tmp_path / "gc.csv"
    path.write_text("Student,ID,Section,06 tiled (4)\nKim,1,A,\n", "utf-8")
    with pytest.raises(ExportError, match="columns_not_of"):
        blackboard(sheet(SCORES), columns=path)
