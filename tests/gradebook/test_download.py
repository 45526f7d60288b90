"""Students and items are found in a file of the platform, or it is told which are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.gradebook.download import Column, Download, columns_of_items, read_download, rows_of_students
from grader.gradebook.errors import ExportError
from grader.gradebook.identity import IdField
from grader.gradebook.sheet import Sheet
from tests.gradebook.specimens import item, student

FIELDS = (IdField("SIS"), IdField("Login"), IdField("Number"))


def file(folder: Path, text: str) -> Download:
    path = folder / "file.csv"
    path.write_text(text, "utf-8")
    return read_download(path)


def people(**values: dict[str, str]) -> Sheet:
    return Sheet(tuple(student(own, other=other) for own, other in values.items()), (), {})


def found(sheet: Sheet, download: Download, id_column: str | None = None) -> dict[str, str]:
    """The first cell of each student's row."""
    return {own: row[0] for own, row in rows_of_students(sheet, download, FIELDS, id_column).items()}


def test_the_first_field_that_finds_everybody_is_the_one(tmp_path: Path) -> None:
    download = file(tmp_path, "Name,SIS,Login\nfirst,mina,omar\nsecond,omar,mina\n")
    assert found(people(mina={}, omar={}), download) == {"mina": "first", "omar": "second"}


def test_a_field_that_finds_more_goes_before(tmp_path: Path) -> None:
    download = file(tmp_path, "Name,SIS,Login\nfirst,mina,omar\nsecond,x,mina\n")
    assert found(people(mina={}, omar={}), download) == {"mina": "second", "omar": "first"}


def test_a_field_that_several_rows_share_finds_nobody(tmp_path: Path) -> None:
    download = file(tmp_path, "Name,SIS,Login\nfirst,mina,omar\nsecond,mina,mina\n")
    assert found(people(mina={}), download) == {"mina": "second"}
    with pytest.raises(ExportError, match="columns_no_student"):
        found(people(mina={}), file(tmp_path, "Name,SIS\nfirst,mina\nsecond,Mina\n"))


def test_two_students_of_one_row_are_told(tmp_path: Path) -> None:
    download = file(tmp_path, "Name,SIS\nfirst,7\n")
    with pytest.raises(ExportError, match="columns_student_twice"):
        found(people(mina={"SIS": "7"}, omar={"SIS": "7"}), download)


def test_a_column_of_the_roster_may_be_named(tmp_path: Path) -> None:
    download = file(tmp_path, "Name,Number\nfirst,20250001\n")
    assert found(people(mina={"학번": "20250001"}), download, "학번") == {"mina": "first"}


def test_short_rows_are_filled_and_long_ones_told(tmp_path: Path) -> None:
    assert file(tmp_path, "a,b,c\n1\n").rows == (("1", "", ""),)
    with pytest.raises(ExportError) as caught:
        file(tmp_path, "a,b\n1,2\n1,2,3\n")
    assert caught.value.key == "columns_too_many_cells" and caught.value.details["line"] == 3


@pytest.mark.parametrize(
    ("columns", "key"),
    [
        ([Column(4, "06 a", 100.0)], "columns_no_item"),
        ([Column(4, "06 a", 100.0), Column(5, "06 A"), Column(6, "06 b")], "columns_unclear"),
        ([Column(4, "06 a", 10.0), Column(6, "06 b")], "columns_other_points"),
    ],
)
def test_each_item_has_one_column_of_its_points(columns: list[Column], key: str) -> None:
    items = [item("06 a"), item("06 b")]
    with pytest.raises(ExportError) as caught:
        columns_of_items(items, columns, Path("file.csv"))
    assert caught.value.key == key
    fitting = [Column(6, "06  B", 100.0), Column(4, "06 a")]
    assert columns_of_items(items, fitting, Path("file.csv")) == {"06 a": fitting[1], "06 b": fitting[0]}


def test_one_column_is_not_that_of_two_items() -> None:
    with pytest.raises(ExportError, match="columns_unclear"):
        columns_of_items([item("1", title="same"), item("2", title="same")], [Column(4, "same")], Path("file.csv"))
