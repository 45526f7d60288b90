"""The models of quiz.yaml: items as an author writes them, before a variant is drawn.

A text is `{ko: ..., en: ...}`, or one string for both languages; it is a jinja2 template over the item's parameters.
An expression is a number or a jinja2 expression over the parameters and the functions of `grader.quiz.truth`: right
answers are expressions, so that models compute them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, JsonValue, PlainValidator, model_validator

from grader.course.documents import load
from grader.course.schema import validate
from grader.course.spec import Spec
from grader.course.values import LocalizedText


class Level(StrEnum):
    """Bloom's taxonomy, from recalling a fact to making something new."""

    REMEMBER = "remember"
    UNDERSTAND = "understand"
    APPLY = "apply"
    ANALYZE = "analyze"
    EVALUATE = "evaluate"
    CREATE = "create"


def _same_in_both(value: object) -> object:
    return {"ko": value, "en": value} if isinstance(value, str) else value


def _as_list(value: object) -> object:
    return value if isinstance(value, list) else [value]


# Unions are checked by hand: pydantic would report an error once per branch, at places that no file has.
def _is_expression(value: object) -> object:
    if isinstance(value, str | bool | int | float):
        return value
    raise ValueError("This must be a number or an expression in quotes.")


def _is_forms(value: object) -> object:
    texts = value if isinstance(value, list) else [value]
    if texts and all(isinstance(text, str) and text for text in texts):
        return value
    raise ValueError("This must be a list of texts (in quotes, if they look like numbers).")


def _is_source(value: object) -> object:
    if isinstance(value, list | str) and value:
        return value
    raise ValueError("This must be a list of values to draw from or an expression in quotes.")


LocalText = Annotated[LocalizedText, BeforeValidator(_same_in_both)]
Expression = Annotated[str | bool | int | float, PlainValidator(_is_expression)]
Forms = Annotated[list[str] | str, PlainValidator(_is_forms)]
Source = Annotated[list[JsonValue] | str, PlainValidator(_is_source)]
Step = Annotated[list[LocalText], BeforeValidator(_as_list), Field(min_length=1)]


class Option(Spec):
    """One option of a choice. correct: whether it is right, as an expression.

    value: the quantity the option claims, different for each option of an item. The text may use it as `value`.
    """

    text: LocalText
    correct: Expression = False
    value: Expression | None = None


class NumberAnswer(Spec):
    """A number. tolerance: the largest absolute difference allowed; unit: shown, never required."""

    value: Expression
    tolerance: float = Field(default=0.0, ge=0, allow_inf_nan=False)
    unit: LocalText | None = None


class TableRow(Spec):
    """One row of a table: its label and the right value of each cell."""

    label: LocalText
    cells: list[Expression] = Field(min_length=1)


class TableAnswer(Spec):
    """A table of numbers that the student fills in, row by row."""

    columns: list[LocalText] = Field(min_length=1)
    rows: list[TableRow] = Field(min_length=1)
    tolerance: float = Field(default=0.0, ge=0, allow_inf_nan=False)

    @model_validator(mode="after")
    def _rectangular(self) -> TableAnswer:
        for row in self.rows:
            if len(row.cells) != len(self.columns):
                sizes = f"{len(row.cells)} cells for {len(self.columns)} columns"
                raise ValueError(f"The row {row.label.en!r} has {sizes}.")
        return self


class ItemBase(Spec):
    """What items of every kind have.

    parameters: one is drawn from a list; a string is an expression over the parameters before it. section: the anchor
    of the lesson section that explains the answer, as a template; the same in both languages.
    """

    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    level: Annotated[Level, Field(strict=False)]
    points: float = Field(gt=0, allow_inf_nan=False)
    prompt: LocalText
    explanation: LocalText
    section: str = Field(min_length=1)
    parameters: dict[str, Source] = Field(default_factory=dict)


class ChoiceItem(ItemBase):
    """Exactly one option is right."""

    kind: Literal["choice"]
    options: list[Option] = Field(min_length=2, max_length=8)


class ChoicesItem(ItemBase):
    """One or more options are right; exactly these must be picked."""

    kind: Literal["choices"]
    options: list[Option] = Field(min_length=2, max_length=8)


class NumberItem(ItemBase):
    """A number."""

    kind: Literal["number"]
    answer: NumberAnswer


class TextItem(ItemBase):
    """A short term. answer: accepted forms, or an expression that gives a list of them."""

    kind: Literal["text"]
    answer: Forms


class BlanksItem(ItemBase):
    """Blanks ___(1)___, ___(2)___ ... in code. answer: per blank its accepted forms, compared as C tokens.

    A form in parentheses requires them, as `(j >> 2)` in `8 * i + ___(1)___`; around any other they are optional.
    """

    kind: Literal["blanks"]
    answer: list[Forms] = Field(min_length=1)

    @model_validator(mode="after")
    def _every_blank_is_in_the_prompt(self) -> BlanksItem:
        for lang in ("ko", "en"):
            for number in range(1, len(self.answer) + 1):
                if blank_mark(number) not in self.prompt.in_language(lang):
                    raise ValueError(f"prompt.{lang} has no blank {blank_mark(number)}.")
        return self


class OrderItem(ItemBase):
    """Steps to put in order. answer: the steps in order; those of an inner list may come in any order."""

    kind: Literal["order"]
    answer: list[Step] = Field(min_length=2)


class TableItem(ItemBase):
    """A table to fill in."""

    kind: Literal["table"]
    answer: TableAnswer


Item = ChoiceItem | ChoicesItem | NumberItem | TextItem | BlanksItem | OrderItem | TableItem

KINDS: Mapping[str, type[Item]] = {
    "choice": ChoiceItem, "choices": ChoicesItem, "number": NumberItem, "text": TextItem, "blanks": BlanksItem,
    "order": OrderItem, "table": TableItem,
}  # fmt: skip


def _item_of_its_kind(value: object) -> Item:
    kind = value.get("kind") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in KINDS:
        raise ValueError(f"An item needs a `kind`, one of {', '.join(KINDS)}.")
    return KINDS[kind].model_validate(value)


class Quiz(Spec):
    """A quiz file: items in the order in which they are asked."""

    items: list[Annotated[Item, PlainValidator(_item_of_its_kind)]] = Field(min_length=1)

    @model_validator(mode="after")
    def _ids_are_unique(self) -> Quiz:
        for name, count in Counter(item.id for item in self.items).items():
            if count > 1:
                raise ValueError(f"The item id {name!r} is used {count} times.")
        return self


def load_quiz(path: Path, lang: str = "en") -> Quiz:
    """Read a quiz.yaml. Raises CourseError, with messages in `lang`, naming every problem and its place."""
    return validate(Quiz, load(path, lang), lang)


def blank_mark(number: int) -> str:
    """How blank `number` (from 1) is written in a prompt."""
    return f"___({number})___"
