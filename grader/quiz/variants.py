"""Draws one variant of a quiz: parameters from a seed, texts from templates, right answers from models."""

from __future__ import annotations

import hashlib
import hmac
import json
import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from string import ascii_lowercase
from typing import Any

from jinja2 import StrictUndefined, Template, TemplateError, Undefined
from jinja2.sandbox import SandboxedEnvironment

from grader.course.values import LocalizedText as Text
from grader.dataclass import dataclass
from grader.quiz import items, key, sealed_key, truth

ATTEMPTS = 200  # draws of one item before giving up because nearly all are ambiguous


class QuizError(Exception):
    """An item cannot be drawn: the quiz file's fault, never the student's."""


class _Ambiguous(Exception):
    """This draw has no single right answer; another draw may."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One option or step as shown: its letter and its text."""

    letter: str
    text: Text


@dataclass(frozen=True, slots=True)
class Table:
    """Headings of a table to fill in."""

    columns: tuple[Text, ...]
    rows: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class DrawnItem:
    """One item of one variant, in both languages. Only `key` and `explanation` give the answer away.

    seal: if both are sealed, the text from which `sheet.revealed` recovers them; the key then only judges, and the
    explanation is empty.
    """

    id: str
    kind: str
    level: items.Level
    max_points: float
    prompt: Text
    explanation: Text
    section: str
    key: key.Key | sealed_key.SealedKey
    options: tuple[Choice, ...] = ()
    table: Table | None = None
    unit: Text | None = None
    seal: str = ""


@dataclass(frozen=True, slots=True)
class DrawnQuiz:
    """One variant of a module's quiz."""

    module: str
    attempt: int
    items: tuple[DrawnItem, ...]


def graded_seed(course_key: bytes, student: str, module: str, attempt: int) -> int:
    """Seed of a graded variant: unpredictable without the course key, reproducible with it."""
    return int.from_bytes(hmac.digest(course_key, _message(student, module, attempt), "sha256")[:16], "big")


def practice_seed(module: str, attempt: int) -> int:
    """Seed of a practice variant: the same for everyone, never that of a graded one."""
    return int.from_bytes(hashlib.sha256(_message("practice", module, attempt)).digest()[:16], "big")


def draw(quiz: items.Quiz, seed: int, module: str = "", attempt: int = 1) -> DrawnQuiz:
    """The variant of `quiz` for `seed`. module and attempt are passed through.

    Each item has its own random stream, so that adding one changes no other. Raises QuizError.
    """
    drawn = tuple(draw_item(item, random.Random(_stream(seed, item.id))) for item in quiz.items)
    return DrawnQuiz(module, attempt, drawn)


def draw_item(item: items.Item, rng: random.Random) -> DrawnItem:
    """One unambiguous variant of an item. Raises QuizError if there is none or a template is wrong."""
    try:
        for _ in range(ATTEMPTS):
            try:
                return _FILL[item.kind](item, _Context(item, rng), rng)
            except _Ambiguous as reason:
                why = str(reason)
    except (TemplateError, ArithmeticError, TypeError, ValueError, LookupError, AttributeError) as error:
        raise QuizError(f"item {item.id!r}: {error}") from error
    raise QuizError(f"item {item.id!r}: no unambiguous variant in {ATTEMPTS} draws ({why})")


def _message(*parts: object) -> bytes:
    """Canonical bytes of a tuple: different tuples give different bytes."""
    return json.dumps(parts, ensure_ascii=True, separators=(",", ":")).encode()


def _stream(seed: int, item: str) -> int:
    return int.from_bytes(hashlib.sha256(_message(seed, item)).digest()[:16], "big")


def _thousands(value: object) -> str:
    """12345.0 as 12,345; 0.25 as 0.25."""
    if not isinstance(value, int | float):
        raise TypeError(f"not a number: {value!r}")
    return f"{int(value):,}" if float(value).is_integer() else f"{value:,g}"


def _percent(value: float) -> str:
    """A share of 1 as percent, at most one digit after the point."""
    return f"{round(value * 100, 1):g} %"


@cache
def _environment() -> SandboxedEnvironment:
    environment = SandboxedEnvironment(undefined=StrictUndefined, keep_trailing_newline=True)
    environment.filters.update(thousands=_thousands, percent=_percent)
    environment.globals.update(truth.MODELS)
    environment.globals.update(truth.CONSTANTS)
    environment.globals.update(sum=sum, min=min, max=max, len=len, round=round)
    return environment


@cache
def _expression(source: str) -> Callable[..., object]:
    return _environment().compile_expression(source, undefined_to_none=False)


class _Context:
    """The drawn and computed parameters of one item, with which its templates and expressions are evaluated."""

    def __init__(self, item: items.Item, rng: random.Random) -> None:
        self._values: dict[str, object] = {}
        for name, source in item.parameters.items():
            if name in _environment().globals:
                raise ValueError(f"parameter {name!r} hides a model of that name")
            self._values[name] = rng.choice(source) if isinstance(source, list) else self.value(source)

    def text(self, text: Text, **more: object) -> Text:
        return Text(ko=self.string(text.ko, **more), en=self.string(text.en, **more))

    def string(self, source: str, **more: object) -> str:
        return _template(source).render(self._values, **more) if "{" in source else source

    def value(self, source: items.Expression) -> object:
        if not isinstance(source, str):
            return source
        found = _expression(source)(**self._values)
        if isinstance(found, Undefined):
            raise ValueError(f"the expression {source!r} uses an unknown name")
        return found

    def number(self, source: items.Expression) -> float:
        found = self.value(source)
        if isinstance(found, bool) or not isinstance(found, int | float) or not math.isfinite(found):
            raise ValueError(f"the expression {source!r} gives {found!r}, not a number")
        return found

    def forms(self, source: items.Forms) -> tuple[str, ...]:
        found = [self.string(form) for form in source] if isinstance(source, list) else self.value(source)
        forms = found if isinstance(found, list) else []
        if not forms or not all(isinstance(form, str) and form.strip() for form in forms):
            raise ValueError(f"accepted forms must be a list of texts, not {found!r}")
        return tuple(forms)


@cache
def _template(source: str) -> Template:
    return _environment().from_string(source)


def _head(item: items.ItemBase, kind: str, context: _Context, answer: key.Key) -> DrawnItem:
    return DrawnItem(id=item.id, kind=kind, level=item.level, max_points=item.points, prompt=context.text(item.prompt),
                     explanation=context.text(item.explanation), section=context.string(item.section),
                     key=answer)  # fmt: skip


def _fill_choice(item: items.ChoiceItem | items.ChoicesItem, context: _Context, rng: random.Random) -> DrawnItem:
    claims = [None if option.value is None else context.value(option.value) for option in item.options]
    _refuse_equal([claim for claim in claims if claim is not None])
    texts = [context.text(option.text, value=claim) for option, claim in zip(item.options, claims, strict=True)]
    right = [bool(context.value(option.correct)) for option in item.options]
    single = item.kind == "choice"
    if sum(right) != 1 if single else not any(right):
        raise _Ambiguous(f"{sum(right)} right options")
    order, choices = _shuffled(texts, rng)
    letters = frozenset(choice.letter for choice, source in zip(choices, order, strict=True) if right[source])
    answer = key.Letters(letters, tuple(choice.letter for choice in choices), single)
    return replace(_head(item, item.kind, context, answer), options=choices)


def _fill_number(item: items.NumberItem, context: _Context, rng: random.Random) -> DrawnItem:
    answer = key.Quantity(context.number(item.answer.value), item.answer.tolerance)
    return replace(_head(item, item.kind, context, answer), unit=item.answer.unit)


def _fill_text(item: items.TextItem, context: _Context, rng: random.Random) -> DrawnItem:
    return _head(item, item.kind, context, key.Term(context.forms(item.answer)))


def _fill_blanks(item: items.BlanksItem, context: _Context, rng: random.Random) -> DrawnItem:
    accepted = tuple(context.forms(blank if isinstance(blank, list) else [blank]) for blank in item.answer)
    return _head(item, item.kind, context, key.Blanks(accepted))


def _fill_order(item: items.OrderItem, context: _Context, rng: random.Random) -> DrawnItem:
    texts = [context.text(step) for group in item.answer for step in group]
    order, choices = _shuffled(texts, rng)
    letter = {source: choice.letter for choice, source in zip(choices, order, strict=True)}
    source = iter(range(len(texts)))
    answer = key.Sequence(tuple(frozenset(letter[next(source)] for _ in group) for group in item.answer))
    if answer.matches([choice.letter for choice in choices]):
        raise _Ambiguous("the steps are shown in a right order")
    return replace(_head(item, item.kind, context, answer), options=choices)


def _fill_table(item: items.TableItem, context: _Context, rng: random.Random) -> DrawnItem:
    answer = item.answer
    labels = tuple(context.text(row.label) for row in answer.rows)
    _refuse_equal(labels)
    rows = tuple(tuple(context.number(cell) for cell in row.cells) for row in answer.rows)
    table = Table(tuple(context.text(column) for column in answer.columns), labels)
    return replace(_head(item, item.kind, context, key.Cells(rows, answer.tolerance)), table=table)


def _shuffled(texts: Sequence[Text], rng: random.Random) -> tuple[list[int], tuple[Choice, ...]]:
    """The original positions in random order, and the lettered texts in that order."""
    for lang in ("ko", "en"):
        _refuse_equal(["".join(text.in_language(lang).split()) for text in texts])
    order = list(range(len(texts)))
    rng.shuffle(order)
    return order, tuple(Choice(letter, texts[source]) for letter, source in zip(ascii_lowercase, order, strict=False))


def _refuse_equal(values: Sequence[object]) -> None:
    for position, value in enumerate(values):
        if value in values[:position]:
            raise _Ambiguous(f"two options say {value!r}")


_FILL: Mapping[str, Callable[[Any, _Context, random.Random], DrawnItem]] = {
    "choice": _fill_choice, "choices": _fill_choice, "number": _fill_number, "text": _fill_text, "blanks": _fill_blanks,
    "order": _fill_order, "table": _fill_table,
}  # fmt: skip
