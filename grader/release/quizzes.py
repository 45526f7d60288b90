"""The quizzes of an edition: variants drawn with the course's key, sealed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from grader.course.catalog import Course, Module
from grader.quiz.drawing import WHOLE_CLASS, Drawer, QuizFile, draw_practice, open_quiz, sealed_path
from grader.quiz.sheet import SUFFIX, Sheet, sheet_of, write_sheet


def write_quizzes(course: Course, edition: Path, course_key: bytes, counts: tuple[int, int]) -> None:
    """For each module the variants of the whole class. counts: graded and practice. Raises QuizError, CourseError."""
    for module, file in _quizzes(course):
        target = edition / sealed_path(module).relative_to(course.root)
        write_sheet(target, _sheet(file, Drawer(course_key, WHOLE_CLASS), counts, course_key))


def write_sheets(course: Course, folder: Path, student: str, course_key: bytes, attempts: int) -> None:
    """The graded variants of one student, in `folder`. Raises QuizError, CourseError, OSError."""
    for module, file in _quizzes(course):
        sheet = _sheet(file, Drawer(course_key, student), (attempts, 0), course_key)
        write_sheet(folder / f"{module.number}{SUFFIX}", sheet)


def _sheet(file: QuizFile, drawer: Drawer, counts: tuple[int, int], secret: bytes) -> Sheet:
    return sheet_of(file.module, file.sha256, drawer.owner, lambda attempt: drawer.graded(file, attempt),
                    lambda attempt: draw_practice(file, attempt), counts, secret + drawer.owner.encode())  # fmt: skip


def _quizzes(course: Course) -> Iterator[tuple[Module, QuizFile]]:
    for module in course.modules:
        if module.quiz_path.is_file():
            yield module, open_quiz(module.quiz_path, module.number)
