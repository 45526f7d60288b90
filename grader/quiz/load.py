"""Reads and validates a quiz.yaml; every complaint has a file, a line and a column."""

from __future__ import annotations

from pathlib import Path

from grader.course.schema import validate
from grader.course.yaml_marks import load
from grader.quiz.items import Quiz


def load_quiz(path: Path, lang: str = "en") -> Quiz:
    """Read a quiz.yaml. Raises CourseError, with messages in `lang`, naming every problem and its place."""
    return validate(Quiz, load(path, lang), lang)
