"""Rosters as people have them: what is read, and what is told where one cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.classroom.roster import RosterError, Student, is_usable_id, read_roster


def write(folder: Path, text: str, encoding: str = "utf-8") -> Path:
    path = folder / "roster.csv"
    path.write_bytes(text.encode(encoding))
    return path


NAMES = 'id,name,section\nmina,"Kim, Mina",A\nomar,عمر,B\n'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_names_with_commas_and_of_any_script(tmp_path: Path, encoding: str) -> None:
    mina, omar = read_roster(write(tmp_path, NAMES, encoding))
    assert (mina.id, mina.name, mina.section) == ("mina", "Kim, Mina", "A")
    assert omar.name == "عمر"


def test_excel_in_korea_writes_cp949_and_in_germany_semicolons(tmp_path: Path) -> None:
    (korean,) = read_roster(write(tmp_path, "학번,이름\r\n20250001,김미나\r\n", "cp949"))
    assert (korean.id, korean.name) == ("20250001", "김미나")
    (german,) = read_roster(write(tmp_path, 'sep=;\r\nID;First Name;Last Name\r\n007;Jörg;"von; zu"\r\n', "utf-8-sig"))
    assert (german.id, german.name) == ("007", "Jörg von; zu")


def test_canvas_and_moodle_columns_are_known_and_others_are_kept(tmp_path: Path) -> None:
    (one,) = read_roster(write(tmp_path, "Student,SIS User ID,Email address,Team\nAda,u1,a@x.edu,red\n"))
    assert one.id == "Ada", "the first heading that can be an id, in the order of what is usual"
    (two,) = read_roster(write(tmp_path, "Username\tEmail Address\tTeam\nada\ta@x.edu\tred\n"))
    assert two == Student(
        id="ada", email="a@x.edu", other={"Username": "ada", "Email Address": "a@x.edu", "Team": "red"}
    )


def test_a_gradebook_that_canvas_exported_is_a_roster(tmp_path: Path) -> None:
    head = "Student,ID,SIS User ID,SIS Login ID,Section,Vectors (4711)\n"
    rows = ",,,,,Manual Posting\n    Points Possible,,,,,100.00\n"
    (one,) = read_roster(write(tmp_path, f'{head}{rows}"Kim, Mina",991,20260001,mina,A,\n'))
    assert (one.id, one.name, one.section) == ("991", "Kim, Mina", "A")


@pytest.mark.parametrize("heading", ["Student ID", "ID number", "Login ID"])
def test_headings_of_other_platforms(tmp_path: Path, heading: str) -> None:
    (one,) = read_roster(write(tmp_path, f"First name,Last name,{heading}\nMina,Kim,7\n"))
    assert (one.id, one.name) == ("7", "Mina Kim")


def test_empty_lines_and_spaces_around_cells_are_nothing(tmp_path: Path) -> None:
    assert [s.id for s in read_roster(write(tmp_path, "\n id , name \n\n a , A \n,,\n b , B \n\n"))] == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "key", "details"),
    [
        ("", "empty", {}),
        ("\n\n", "empty", {}),
        ("id,name\n", "empty", {}),
        ("name,mail\nx,y\n", "no_ids", {"found": "name, mail"}),
        ("id,name\na,A\n,B\n", "no_id", {"line": 3}),
        ("id\n../up\n", "bad_id", {"line": 2, "id": "../up"}),
        ("id\n.hidden\n", "bad_id", {"line": 2}),
        ("id\nCON\n", "bad_id", {"line": 2}),
        ("id\na\nb\nA\n", "twice", {"id": "A", "first": 2, "second": 4}),
        ("id,name\na,Kim, Mina\n", "too_many_cells", {"line": 2, "found": 3, "wanted": 2}),
        ('id,name\na,"Kim\n', "not_csv", {}),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, text: str, key: str, details: dict[str, object]) -> None:
    with pytest.raises(RosterError) as caught:
        read_roster(write(tmp_path, text))
    assert caught.value.key == key
    assert details.items() <= caught.value.details.items()


@pytest.mark.parametrize("data", [b"id\n\xff\x81\xfe\n", b"i\x00d\x00\n", bytes(range(256))])
def test_what_is_no_text_is_told(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "roster.csv").write_bytes(data)
    with pytest.raises(RosterError):
        read_roster(tmp_path / "roster.csv")


@given(st.text(max_size=120))
def test_a_usable_id_is_the_name_of_one_folder(text: str) -> None:
    if is_usable_id(text):
        assert Path("a", text).name == text and len(Path("a", text).parts) == 2 and text not in ("", ".", "..")
