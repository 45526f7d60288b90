"""Names of students for people to read; platforms identify students by ids."""

from __future__ import annotations

from grader.classroom.roster import Student, is_usable_id
from grader.classroom.tables import as_text
from grader.gradebook.errors import ExportError, named
from grader.gradebook.sheet import one_line


def shown_name(student: Student) -> str:
    """The name on one line and never a spreadsheet formula. Identifying fields, in contrast, are never altered."""
    return as_text(one_line(student.name))


def folder_of(student: Student) -> str:
    """The student's folder. Raises ExportError for an id that is no folder name, such as `..`."""
    if not is_usable_id(student.id):
        raise ExportError("bad_id", students=named([student]))
    return student.id
