"""Students of the roster in nbgrader's form, with first and last names."""

from __future__ import annotations

from grader.classroom.roster import FIRST, LAST, Student
from grader.dataclass import dataclass
from grader.gradebook.sync.files import text_of

_LMS = ("lms_user_id",)  # nbgrader's own heading for the id on a learning platform
_LONGEST = 128  # characters of a name that nbgrader keeps
_NO_HTML = str.maketrans("<>", "‹›")  # formgrader writes names into its pages as they are


@dataclass(frozen=True)
class Person:
    """A student. None: not in the roster."""

    id: str
    first_name: str | None
    last_name: str | None
    email: str | None
    lms_user_id: str | None = None


def person_of(student: Student) -> Person:
    """First and last name from the roster's columns, or separated by a comma; else the whole name is the last name."""
    first, last = (_column(student, names) for names in (FIRST, LAST))
    if not last and "," in student.name:
        last, first = (part.strip() for part in student.name.split(",", 1))
    elif not last:
        last, first = student.name, ""
    known = bool(first or last)
    return Person(student.id, _line(first) if known else None, _line(last) if known else None,
                  _line(student.email) or None, _line(_column(student, _LMS)) or None)  # fmt: skip


def _column(student: Student, names: tuple[str, ...]) -> str:
    columns = {" ".join(heading.casefold().split()): text for heading, text in student.other.items()}
    return next((columns[name] for name in names if columns.get(name)), "")


def _line(text: str) -> str:
    return " ".join(text_of(text).translate(_NO_HTML).split())[:_LONGEST]
