"""What a student predicts of a kernel: a comment `// PREDICT(1): ... = ?`, with a number in place of the mark.

The kernel itself is the course's: of the student's file only the numbers count, and the variant that it asks about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from grader.course.cuda_tokens import code_in_place
from grader.dataclass import dataclass

_PREDICTION = re.compile(
    r"^(?P<head>[ \t]*//[ \t]*PREDICT\((?P<number>[0-9]{1,3})\):[^\n]*=)[ \t]*(?P<given>[^=\n]*?)[ \t\r]*$", re.M
)
_NUMBER = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,12}")


@dataclass(frozen=True)
class Prediction:
    """One prediction of a file. line: counted from 1. given: as written; value: None unless that is a whole number."""

    number: int
    line: int
    given: str
    value: int | None


def predictions(text: str) -> Iterator[Prediction]:
    """The predictions of a source, in its order."""
    for found in _PREDICTION.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        yield Prediction(int(found["number"]), line, found["given"], as_number(found["given"]))


def as_number(given: str) -> int | None:
    """A whole number, with or without commas between thousands; None for anything else."""
    return int(given.replace(",", "")) if _NUMBER.fullmatch(given) else None


def answers(text: str) -> dict[int, str]:
    """What is written down, by the question's number; question marks are nothing."""
    return {each.number: each.given for each in predictions(text) if each.given.strip("? ")}


def with_answers(source: str, given: Mapping[int, str]) -> str:
    """The source with these answers, and question marks for all others."""

    def filled(found: re.Match[str]) -> str:
        return f"{found['head']} {given.get(int(found['number'])) or '?'}"

    return _PREDICTION.sub(filled, source)


def variant(text: str, vary: Mapping[str, Sequence[int]]) -> dict[str, int]:
    """The values that the source defines of the macros in `vary`, where they are numbers, in parentheses or not."""
    code, found = code_in_place(text), {}
    for name in vary:
        defined = _defined(name).search(code)
        if defined and (value := as_number(_bare(defined["value"]))) is not None:
            found[name] = value
    return found


def unread(text: str, vary: Mapping[str, Sequence[int]]) -> tuple[str, ...]:
    """The macros in `vary` that the source defines, but not as a number."""
    known, missing = variant(text, vary), undefined(text, vary)
    return tuple(name for name in vary if name not in known and name not in missing)


def undefined(text: str, vary: Mapping[str, Sequence[int]]) -> tuple[str, ...]:
    """The macros in `vary` that the source does not define."""
    code = code_in_place(text)
    return tuple(n for n in vary if not re.search(rf"^[ \t]*#[ \t]*define[ \t]+{re.escape(n)}\b", code, re.M))


def not_asked_about(text: str, vary: Mapping[str, Sequence[int]]) -> dict[str, int]:
    """Of these values, those that are none of the allowed ones."""
    return {name: value for name, value in variant(text, vary).items() if value not in vary[name]}


def with_variant(source: str, values: Mapping[str, int]) -> str:
    """The source with other values of its macros."""
    for name, value in values.items():
        if defined := _defined(name).search(code_in_place(source)):
            source = f"{source[: defined.start('value')]}{value}{source[defined.end('value') :]}"
    return source


def next_variant(text: str, vary: Mapping[str, Sequence[int]]) -> dict[str, int]:
    """The variant after the one that the source asks about, the first after the last; none if nothing varies."""
    every = [dict(zip(vary, values, strict=True)) for values in product(*vary.values())] if vary else []
    now = variant(text, vary)
    return every[(every.index(now) + 1) % len(every)] if now in every else dict(next(iter(every), {}))


def adopted(original: str, text: str, vary: Mapping[str, Sequence[int]]) -> str:
    """The course's kernel with the predictions of a student's file, and with the variant that it asks about."""
    return with_answers(with_variant(original, variant(text, vary)), answers(text))


def _bare(value: str) -> str:
    """Without the parentheses around it."""
    while value.startswith("(") and value.endswith(")"):
        value = value[1:-1].strip()
    return value


def _defined(name: str) -> re.Pattern[str]:
    """In a text without comments."""
    return re.compile(rf"^[ \t]*#[ \t]*define[ \t]+{re.escape(name)}[ \t]+(?P<value>\S(?:[^\n]*\S)?)", re.M)
