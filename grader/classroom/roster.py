"""The roster: who is in the class, from a CSV file as spreadsheets and learning platforms write it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path

from pydantic import BaseModel

from grader.classroom.csv_file import NotCsv, read_csv
from grader.failure import Keyed

# Headings of the column of ids: nbgrader's, then those of platforms' exports.
_ID = ("id", "student_id", "student", "username", "sis user id", "sis login id", "login id", "student id",
       "id number", "학번", "아이디")  # fmt: skip
_NAME = ("name", "full_name", "student name", "이름", "성명")
FIRST, LAST = ("first_name", "first name", "이름"), ("last_name", "last name", "성")
_STUDENT, _POINTS = "student", "Points Possible"
_EMAIL = ("email", "e-mail", "email address", "이메일")
_SECTION = ("section", "group", "분반")
# An id becomes a folder name, so it must be valid on every system.
_RESERVED = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]|^\.|[. ]$|^(con|prn|aux|nul|com\d|lpt\d)$', re.I)
_LONGEST_ID = 100


class RosterError(Keyed):
    """The roster cannot be used. key and details: of a message in the area `class`."""


class Student(BaseModel, extra="forbid", frozen=True):
    """One line of the roster. other: its further columns, by their headings."""

    id: str
    name: str = ""
    email: str = ""
    section: str = ""
    other: dict[str, str] = {}


def read_roster(path: Path) -> tuple[Student, ...]:
    """The students in the order of the file. Raises RosterError, OSError."""
    try:
        rows = read_csv(path).rows
    except NotCsv as error:
        raise RosterError(error.key, **error.details) from None
    if not rows:
        raise RosterError("empty")
    (_, head), *lines = rows
    columns = {_plain(name): place for place, name in reversed(list(enumerate(head)))}
    place = next((columns[name] for name in _ID if name in columns), None)
    if place is None:
        raise RosterError("no_ids", found=", ".join(head), wanted=", ".join(_ID[:4]))
    # In a gradebook exported by Canvas, students follow this row, and "Student" is a name beside an id.
    lines = lines[1 + max((at for at, (_, row) in enumerate(lines) if _POINTS in row[0]), default=-1) :]
    students: dict[str, tuple[int, Student]] = {}
    for number, row in lines:
        student = _student(number, head, columns, place, row)
        same = students.get(student.id.casefold())  # some file systems ignore case
        if same is not None:
            raise RosterError("twice", id=student.id, first=same[0], second=number)
        students[student.id.casefold()] = number, student
    if not students:
        raise RosterError("empty")
    return tuple(student for _, student in students.values())


def is_usable_id(text: str) -> bool:
    """Whether an id can be the name of a folder."""
    return bool(text) and len(text) <= _LONGEST_ID and not _RESERVED.search(text)


def _student(number: int, head: Sequence[str], columns: Mapping[str, int], place: int, row: Sequence[str]) -> Student:
    if len(row) > len(head) and any(cell.strip() for cell in row[len(head) :]):
        raise RosterError("too_many_cells", line=number, wanted=len(head), found=len(row))

    def cell(names: tuple[str, ...]) -> str:
        at = next((columns[name] for name in names if name in columns), None)
        return row[at].strip() if at is not None and at < len(row) else ""

    own_id = unicodedata.normalize("NFC", row[place].strip()) if place < len(row) else ""
    if not own_id:
        raise RosterError("no_id", line=number)
    if not is_usable_id(own_id):
        raise RosterError("bad_id", line=number, id=own_id)
    last = cell(LAST)
    beside = () if columns.get(_STUDENT) == place else (_STUDENT,)
    name = f"{cell(FIRST)} {last}".strip() if last else cell(_NAME) or cell(FIRST) or cell(beside)
    other = dict(zip(head, (c.strip() for c in row), strict=False))
    return Student(id=own_id, name=name, email=cell(_EMAIL), section=cell(_SECTION), other=other)


def _plain(heading: str) -> str:
    return " ".join(heading.strip().casefold().split())
