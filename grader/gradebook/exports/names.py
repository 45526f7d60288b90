"""Names of students where nobody is found by them: platforms find students by ids, and people look at names."""

from __future__ import annotations

from grader.classroom.roster import is_usable_id
from grader.classroom.summary import StudentInfo
from grader.classroom.tables import as_text
from grader.gradebook.errors import ExportError, named
from grader.gradebook.sheet import one_line


def shown_name(student: StudentInfo) -> str:
    """The name on one line, and no formula for a spreadsheet. What students are found by is never altered."""
    return as_text(one_line(student.name))


def folder_of(student: StudentInfo) -> str:
    """The student's folder. Raises ExportError for an id that cannot be one, such as `..`."""
    if not is_usable_id(student.id):
        raise ExportError("bad_id", students=named([student]))
    return student.id
