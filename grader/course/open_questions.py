"""The manually graded questions of a module: `open_questions.yaml`, and its model."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

from pydantic import Field, model_validator

from grader.course.documents import load
from grader.course.schema import validate
from grader.course.spec import Spec
from grader.course.values import LocalizedText


class OpenQuestion(Spec):
    """A question answered in sentences. prompt, rubric: Markdown; only graders see the rubric.

    The rubric assigns points to parts of an answer; they sum to `points`.
    """

    id: str = Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")
    points: Annotated[float, Field(gt=0, le=100, allow_inf_nan=False)]
    prompt: LocalizedText
    rubric: LocalizedText


class OpenQuestions(Spec):
    """The file: questions in the order in which they are asked."""

    items: list[OpenQuestion] = Field(min_length=1)

    @model_validator(mode="after")
    def _ids_are_unique(self) -> OpenQuestions:
        for name, count in Counter(item.id for item in self.items).items():
            if count > 1:
                raise ValueError(f"The id {name!r} is used {count} times.")
        return self


def load_open_questions(path: Path, lang: str = "en") -> tuple[OpenQuestion, ...]:
    """The questions of a module; none where there is no such file. Raises CourseError, with messages in `lang`."""
    return tuple(validate(OpenQuestions, load(path, lang), lang).items) if path.is_file() else ()
