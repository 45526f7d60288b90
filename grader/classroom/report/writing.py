"""Writes the pages of a class into a folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from grader.classroom.report.alike import compare_class
from grader.classroom.report.class_page import class_view, page_of
from grader.classroom.report.figures import points_here
from grader.classroom.report.gather import ClassData
from grader.classroom.report.pages import class_html, student_html
from grader.classroom.report.student_page import student_view
from grader.dataclass import dataclass
from grader.files import write_atomically

CLASS_PAGE, STUDENTS = "class.html", "students"


@dataclass(frozen=True)
class Written:
    """What was written. matches: near-identical kernels, None if unknown."""

    students: int
    matches: int | None


def write_pages(data: ClassData, folder: Path, lang: str, advance: Callable[[], object] = lambda: None) -> Written:
    """Write `class.html` and `students/ID.html`; advance: called after each page. Raises OSError."""
    compared = compare_class(data)
    view = class_view(data, compared)
    write_atomically(folder / CLASS_PAGE, class_html(data, view, lang))
    advance()
    most = points_here(data.summary)
    for student in data.summary.students:
        page = student_html(data, student_view(data, student, most, lang), lang)
        write_atomically(folder / STUDENTS / page_of(student.id), page)
        advance()
    matches = None if view.matches is None else len(view.matches) + view.matches_left_out
    return Written(len(data.summary.students), matches)
