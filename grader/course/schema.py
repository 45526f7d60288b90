"""Validates a YAML document against a model: every error gets its place in the file and a sentence."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

from grader.course.documents import CourseError, Document, Problem
from grader.texts import known, say

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails


class Model(Protocol):
    """What reads data: a `Record`, or a model of pydantic's."""

    @classmethod
    def model_validate(cls, obj: Any, /, *, context: Any = None) -> Self: ...


ModelT = TypeVar("ModelT", bound=Model)
Location = tuple[str | int, ...]
_OF_RECORDS = {"unexpected_keyword_argument": "extra_forbidden", "dataclass_type": "model_type"}  # as of models
KEY = "[key]"  # how pydantic ends the location of a complaint about a key


def validate(
    model: type[ModelT], document: Document, lang: str = "en", context: Mapping[str, object] | None = None
) -> ModelT:
    """The document as a `model`. Raises CourseError with every error, in file order, in `lang`."""
    from pydantic import ValidationError

    try:
        with _interrupts_later():
            return model.model_validate(document.data, context=dict(context or {}))
    except ValidationError as error:
        problems = (_problem(detail, document, lang) for detail in error.errors(include_url=False))
        raise CourseError(in_file_order(problems)) from None


@contextmanager
def _interrupts_later() -> Iterator[None]:
    """Delay Ctrl-C to the end of the block: compiled validators would swallow it and report an error in the file."""
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


def first_complaint(error: ValidationError) -> str:
    """The first error in a machine-written file, after its place: `items.3.id: Field required`."""
    first = error.errors(include_url=False, include_input=False)[0]
    return ": ".join(filter(None, (".".join(map(str, first["loc"])), first["msg"])))


def problem_at(document: Document, location: Location, message: str) -> Problem:
    """A problem with the value at `location`, or with its key if the location ends in KEY."""
    of_key = location[-1:] == (KEY,)
    return document.problem(location[:-1] if of_key else location, message, of_key)


def in_file_order(problems: Iterable[Problem]) -> list[Problem]:
    """Problems sorted by path, line and column."""
    return sorted(problems, key=lambda problem: (problem.path, problem.line, problem.column))


def _problem(detail: ErrorDetails, document: Document, lang: str) -> Problem:
    location: Location = detail["loc"]
    kind = _OF_RECORDS.get(detail["type"], detail["type"])
    if kind == "extra_forbidden":
        location = (*location, KEY)
    return problem_at(document, location, _sentence(kind, detail, lang))


def _sentence(kind: str, detail: ErrorDetails, lang: str) -> str:
    """The error as a sentence; pydantic's own, in English, for a kind without a text here."""
    key = f"course.schema.{kind}"
    if not known(key):
        return detail["msg"]
    context: dict[str, Any] = detail.get("ctx", {})
    name = detail["loc"][-1] if detail["loc"] else ""
    return say(key, lang, name=name, got=_shown(detail["input"]), **context)


def _shown(value: object) -> str:
    """A value as written in YAML, roughly, cut to a line."""
    text = "null" if value is None else str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def did_you_mean(name: str, choices: Sequence[str], lang: str) -> str:
    """The question "Did you mean NEAREST?" (after a blank), or nothing if none of `choices` is near."""
    near = get_close_matches(name, choices, n=1, cutoff=0.6)
    return say("course.did_you_mean", lang, name=near[0]) if near else ""
