"""Opens a course with this grader's models of cases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.course.catalog import Course
    from grader.records import Record


def open_here(lang: str, *, keep: bool = False) -> Course:
    """The course around the current folder. Raises CourseError. keep: cache its parsed files beside them, for a person
    working in their own course.
    """
    from grader.course.catalog import find_root, open_course

    return open_course(find_root(lang=lang), problem_cases(), lang, keep=keep)


def problem_cases() -> Mapping[str, type[Record]]:
    """Each problem family's model of a case, by name."""
    return _CaseModels()


class _CaseModels(Mapping[str, "type[Record]"]):
    def __getitem__(self, name: str) -> type[Record]:
        from grader.problems import PROBLEMS

        return PROBLEMS[name].case_model

    def __iter__(self) -> Iterator[str]:
        from grader.problems import PROBLEMS

        return iter(PROBLEMS)

    def __len__(self) -> int:
        return sum(1 for _ in self)
