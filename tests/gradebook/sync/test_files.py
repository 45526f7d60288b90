"""Files are written whole, only where they change, and never through a link."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from grader.classroom.roster import Student
from grader.gradebook.sync.files import MOST_BYTES, put, read, text_of
from grader.gradebook.sync.people import Person, person_of


def test_what_is_there_is_not_written_again(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "file"
    assert put(path, b"one") and not put(path, b"one") and put(path, b"two")
    before = path.stat().st_mtime_ns
    put(path, b"two")
    assert path.stat().st_mtime_ns == before and os.listdir(path.parent) == ["file"]


def test_a_write_that_was_stopped_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / ".file.part").write_bytes(b"hal")
    put(tmp_path / "file", b"whole")
    assert (tmp_path / "file").read_bytes() == b"whole" and os.listdir(tmp_path) == ["file"]


def test_a_file_that_nobody_may_write_is_replaced(tmp_path: Path) -> None:
    """nbgrader makes what it has autograded read-only."""
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "file").chmod(0o444)
    put(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"new"


def test_links_and_what_is_no_file_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"secret")
    (tmp_path / "link").symlink_to(tmp_path / "secret")
    (tmp_path / ".part.part").symlink_to(tmp_path / "secret")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    with (tmp_path / "huge").open("wb") as huge:
        huge.truncate(MOST_BYTES + 1)
    assert [read(tmp_path / name) for name in ("nothing", "link", "pipe", "folder", "huge")] == [None] * 5
    assert put(tmp_path / "link", b"own") and put(tmp_path / "part", b"own")
    assert (tmp_path / "secret").read_bytes() == b"secret" and not (tmp_path / "link").is_symlink()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\r\nb\rc\td", "a\nb\nc\td"),
        ("\x00\x1b[31m\x7f\x85", "␀␛[31m␡\ufffd"),
        ("if (x) /* \u202e } \u2066 */", "if (x) /* \ufffd } \ufffd */"),
        ("\ud800 가 é", "? 가 é"),
        ("a\u2028b", "a\ufffdb"),
    ],
)
def test_control_characters_are_shown_and_do_nothing(text: str, shown: str) -> None:
    assert text_of(text) == shown


def test_an_id_on_a_platform_is_taken_over() -> None:
    assert person_of(Student(id="a", email="a@x.org", other={"lms_user_id": "1001"})) == Person(
        "a", None, None, "a@x.org", "1001"
    )


@pytest.mark.parametrize(
    ("student", "first", "last"),
    [
        (Student(id="a", name="Kim, Mina"), "Mina", "Kim"),
        (Student(id="a", name="김미나", other={"이름": "김미나"}), "", "김미나"),
        (Student(id="a", name="미나 김", other={"이름": "미나", "성": "김"}), "미나", "김"),
        (Student(id="a", name="Ada L", other={"First Name": "Ada", "last_name": "L"}), "Ada", "L"),
        (Student(id="a", name="<b>\x07Bo</b>\n" + "x" * 200), "", "‹b›␇Bo‹/b› " + "x" * 117),
        (Student(id="a"), None, None),
    ],
)
def test_names_are_those_of_the_roster(student: Student, first: str | None, last: str | None) -> None:
    assert person_of(student) == Person("a", first, last, None)
