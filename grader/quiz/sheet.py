"""Quizzes in a student edition: variants drawn beforehand, with sealed keys.

A file holds the variants of one module's quiz: graded ones, drawn for a student or for the whole class, and practice
ones. Explanations and right answers are obfuscated in it and shown once a question is answered. That prevents spoilers,
not determined readers: the key is stored with them.
"""

from __future__ import annotations

import gzip
import hmac
import json
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from grader.course.schema import first_complaint
from grader.course.values import LocalizedText
from grader.course.veil import unveiled, veiled
from grader.dataclass import dataclass
from grader.quiz import key, sealed_key
from grader.quiz.items import Level
from grader.quiz.variants import Choice, DrawnItem, DrawnQuiz, Table

SUFFIX = ".quiz"
_MOST_BYTES = 64 << 20
_NOTHING = LocalizedText(ko="-", en="-")
_KEYS: dict[str, type[key.Key]] = {
    each.__name__: each for each in (key.Letters, key.Quantity, key.Term, key.Blanks, key.Sequence, key.Cells)
}


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


_ASKED_WITH = {"choice": "letters", "choices": "letters", "number": "quantity", "text": "term", "blanks": "blanks",
               "order": "sequence", "table": "cells"}  # fmt: skip


class SheetItem(_Part):
    """One question. reveal: its explanation and right answer, obfuscated."""

    id: str
    kind: str
    level: Level
    points: Annotated[float, Field(gt=0, le=1_000_000, allow_inf_nan=False)]
    prompt: LocalizedText
    options: tuple[tuple[str, LocalizedText], ...] = ()
    columns: tuple[LocalizedText, ...] = ()
    rows: tuple[LocalizedText, ...] = ()
    unit: LocalizedText | None = None
    key: Annotated[sealed_key.SealedKey, Field(discriminator="kind")]
    reveal: str

    @model_validator(mode="after")
    def _has_the_key_of_its_kind(self) -> SheetItem:
        if _ASKED_WITH.get(self.kind) != self.key.kind:
            raise ValueError(f"a question of kind {self.kind!r} with a key of kind {self.key.kind!r}")
        return self


class Variant(_Part):
    """One attempt's questions."""

    attempt: int
    items: tuple[SheetItem, ...]

    def drawn(self, module: str) -> DrawnQuiz:
        """The variant as a drawn quiz."""
        return DrawnQuiz(module, self.attempt, tuple(_drawn(item) for item in self.items))


class Sheet(_Part):
    """The variants of one quiz. owner: `drawing.Drawer.owner` of the student that the graded ones were drawn for."""

    version: Literal[1] = 1
    module: str
    quiz_sha256: str
    owner: str
    graded: tuple[Variant, ...]
    practice: tuple[Variant, ...]


class BadSheet(Exception):
    """The file is not a valid sheet."""


def sealed(quiz: DrawnQuiz, secret: bytes) -> Variant:
    """A drawn quiz with its keys sealed. secret: the salts derive from it, so that sealing is reproducible."""
    return Variant(attempt=quiz.attempt, items=tuple(_sealed(quiz, item, secret) for item in quiz.items))


@dataclass(frozen=True, slots=True)
class Revealed:
    """The right answer, why, and the lesson section that explains it, whose name often is the answer."""

    key: key.Key
    explanation: LocalizedText
    section: str


def revealed(item: DrawnItem) -> Revealed:
    """The right answer of an item and its explanation, to be shown once it is answered. Raises BadSheet."""
    if not isinstance(item.key, sealed_key.SealedKey):
        return Revealed(item.key, item.explanation, item.section)
    try:
        content = json.loads(unveiled(item.seal, _veil(item.key.salt)))
        kind: TypeAdapter[key.Key] = TypeAdapter(_KEYS[content["key"]])
        explanation = LocalizedText(**content["explanation"])
        return Revealed(kind.validate_python(content["right"]), explanation, str(content["section"]))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BadSheet(f"{item.id}: {error}") from None


def write_sheet(path: Path, sheet: Sheet) -> None:
    """Write a sheet; the same sheet always gives the same bytes. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(sheet.model_dump_json(exclude_none=True).encode(), mtime=0))


def read_sheet(path: Path) -> Sheet:
    """Read a sheet. Raises BadSheet, OSError."""
    try:
        with gzip.open(path) as file:
            data = file.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise BadSheet(f"{path}: larger than {_MOST_BYTES >> 20} MB")
        return Sheet.model_validate_json(data)
    except (gzip.BadGzipFile, zlib.error, EOFError) as error:
        raise BadSheet(f"{path}: {error}") from None
    except ValidationError as error:
        raise BadSheet(f"{path}: {first_complaint(error)}") from None


def _sealed(quiz: DrawnQuiz, item: DrawnItem, secret: bytes) -> SheetItem:
    assert not isinstance(item.key, sealed_key.SealedKey)
    salt = hmac.digest(secret, json.dumps([quiz.module, quiz.attempt, item.id]).encode(), "sha256").hex()[:24]
    right = TypeAdapter(type(item.key)).dump_python(item.key)
    content = {"explanation": dict(item.explanation.items()), "section": item.section,
               "key": type(item.key).__name__, "right": right}  # fmt: skip
    text = json.dumps(content, ensure_ascii=False, default=sorted).encode()  # a set's order differs between processes
    return SheetItem(id=item.id, kind=item.kind, level=item.level, points=item.max_points, prompt=item.prompt,
                     options=tuple((option.letter, option.text) for option in item.options),
                     columns=item.table.columns if item.table else (), rows=item.table.rows if item.table else (),
                     unit=item.unit, key=sealed_key.seal(item.key, salt), reveal=veiled(text, _veil(salt)))  # fmt: skip


def _drawn(item: SheetItem) -> DrawnItem:
    return DrawnItem(id=item.id, kind=item.kind, level=item.level, max_points=item.points, prompt=item.prompt,
                     explanation=_NOTHING, section="", key=item.key,
                     options=tuple(Choice(letter, text) for letter, text in item.options),
                     table=Table(item.columns, item.rows) if item.rows else None, unit=item.unit,
                     seal=item.reveal)  # fmt: skip


def _veil(salt: str) -> bytes:
    return sealed_key.derived(salt, "reveal", size=32)


Drawing = Callable[[int], DrawnQuiz]


def sheet_of(
    module: str, quiz_sha256: str, owner: str, graded: Drawing, practice: Drawing, counts: Sequence[int], secret: bytes
) -> Sheet:
    """A sheet with the first variants. counts: graded and practice variants."""
    many, others = counts
    return Sheet(module=module, quiz_sha256=quiz_sha256, owner=owner,
                 graded=tuple(sealed(graded(number), secret) for number in range(1, many + 1)),
                 practice=tuple(sealed(practice(number), secret) for number in range(1, others + 1)))  # fmt: skip
