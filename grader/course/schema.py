"""Holds a YAML document against a model: every complaint gets its place in the file and a sentence."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from grader.course.yaml_marks import CourseError, Document, Problem
from grader.texts import known, say

ModelT = TypeVar("ModelT", bound=BaseModel)
Location = tuple[str | int, ...]
KEY = "[key]"  # how pydantic ends the location of a complaint about a key


def validate(
    model: type[ModelT], document: Document, lang: str = "en", context: Mapping[str, object] | None = None
) -> ModelT:
    """The document as a `model`. Raises CourseError with every complaint, in file order, in `lang`."""
    try:
        with _interrupts_later():
            return model.model_validate(document.data, context=dict(context or {}))
    except ValidationError as error:
        raise CourseError(in_file_order(_problems(error, document, lang))) from None


@contextmanager
def _interrupts_later() -> Iterator[None]:
    """Ctrl-C waits for the end of the block: compiled validators would swallow it and complain about the file."""
    pending: list[int] = []
    try:
        previous = signal.signal(signal.SIGINT, lambda number, _: pending.append(number))
    except ValueError:  # not the main thread: signals do not come here
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)
    if pending:
        raise KeyboardInterrupt


def problem_at(document: Document, location: Location, message: str) -> Problem:
    """A problem with the value at `location`, or with its key if the location ends in KEY."""
    of_key = location[-1:] == (KEY,)
    return document.problem(location[:-1] if of_key else location, message, of_key)


def in_file_order(problems: Iterable[Problem]) -> list[Problem]:
    """Problems as a reader meets them."""
    return sorted(problems, key=lambda problem: (problem.path, problem.line, problem.column))


def _problems(error: ValidationError, document: Document, lang: str) -> list[Problem]:
    return [_problem(detail, document, lang) for detail in error.errors(include_url=False)]


def _problem(detail: ErrorDetails, document: Document, lang: str) -> Problem:
    location: Location = detail["loc"]
    if detail["type"] == "extra_forbidden":
        location = (*location, KEY)
    return problem_at(document, location, _sentence(detail, lang))


def _sentence(detail: ErrorDetails, lang: str) -> str:
    """The complaint in words; pydantic's own, in English, for a kind that has no text here."""
    key = f"course.schema.{detail['type']}"
    if not known(key):
        return detail["msg"]
    context: dict[str, Any] = detail.get("ctx", {})
    name = detail["loc"][-1] if detail["loc"] else ""
    return say(key, lang, name=name, got=_shown(detail["input"]), **context)


def _shown(value: object) -> str:
    """A value as a person would recognise it, cut to a line."""
    text = "null" if value is None else str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def did_you_mean(name: str, choices: Sequence[str], lang: str) -> str:
    """The question whether the nearest of `choices` was meant (after a blank), or nothing."""
    near = get_close_matches(name, choices, n=1, cutoff=0.6)
    return say("course.did_you_mean", lang, name=near[0]) if near else ""
