"""Reads a student's answers: `{module: "06", attempt: 3, answers: {banks: 32, blank_1: ["ty", "tx"]}}`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from grader.course.documents import load
from grader.course.schema import validate
from grader.course.spec import Spec

MAX_FILED = 999  # more attempts than anybody needs, so that a typo cannot use up all numbers


def _module_number(value: object) -> object:
    """`module: 06` without quotes is the number six."""
    return f"{value:02d}" if isinstance(value, int) and not isinstance(value, bool) else value


class Answers(Spec):
    """A student's answers by item id. attempt: the variant they answer, from 1; None: the command decides."""

    module: Annotated[str, BeforeValidator(_module_number), Field(min_length=1)]
    attempt: int | None = Field(default=None, ge=1, le=MAX_FILED)
    answers: dict[str, Any]


def load_answers(path: Path, lang: str = "en") -> Answers:
    """Read an answers file, YAML or JSON. Raises CourseError, with messages in `lang`, for anything else.

    The answers themselves are not judged: one of the wrong kind is a wrong answer, not a broken file.
    """
    return validate(Answers, load(path, lang), lang)
