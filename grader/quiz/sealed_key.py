"""Keys that judge an answer without revealing the right one: salted scrypt digests of the answers' normal forms.

Answers cannot be read or searched for, but an item has few possible answers, so trying all of them works. One class per
kind of item, with the judging interface of `key`.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from grader.quiz import key
from grader.quiz.forms import c_forms, c_tokens, normal_text

# scrypt's cost (RFC 7914): 128 r N = 1 MiB and about 2 ms for each answer that is tried.
_N, _R, _P, _BYTES = 1 << 10, 8, 1, 9

Tolerance = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{18}$")]


def derived(salt: str, *parts: str, size: int = _BYTES) -> bytes:
    """`size` bytes derived from the salt and the parts: RFC 7914 scrypt."""
    text = "\x1f".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.scrypt(text, salt=salt.encode(), n=_N, r=_R, p=_P, dklen=size)


class _Sealed(BaseModel):
    """What all kinds have. salt: of this item in this variant; digests: of the accepted forms, by place."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    salt: Annotated[str, Field(min_length=16)]
    digests: Annotated[tuple[tuple[Digest, ...], ...], Field(min_length=1, strict=False)]

    def _opens(self, place: int, forms: Iterable[str]) -> bool:
        return any(_digest(self.salt, place, form) in self.digests[place] for form in dict.fromkeys(forms))


class Letters(_Sealed):
    """Options that must be picked."""

    kind: Literal["letters"] = "letters"
    offered: Annotated[tuple[str, ...], Field(strict=False)]
    single: bool

    def matches(self, letters: Iterable[str]) -> bool:
        """As `key.Letters`."""
        return self._opens(0, [_set(letters)])


class Quantity(_Sealed):
    """A number. origins: see `_grid`."""

    kind: Literal["quantity"] = "quantity"
    tolerance: Tolerance
    origins: Annotated[tuple[float, ...], Field(strict=False, min_length=1)]

    def matches(self, value: float) -> bool:
        """As `key.Quantity`."""
        return self._opens(0, _cells(value, self.tolerance, self.origins[0]))


class Term(_Sealed):
    """A short text."""

    kind: Literal["term"] = "term"

    def matches(self, text: str) -> bool:
        """As `key.Term`."""
        return self._opens(0, [text])


class Blanks(_Sealed):
    """Blanks in code."""

    kind: Literal["blanks"] = "blanks"

    @property
    def count(self) -> int:
        """How many blanks there are."""
        return len(self.digests)

    def matches(self, place: int, tokens: tuple[str, ...]) -> bool:
        """As `key.Blanks`."""
        return self._opens(place, map(_code, c_forms(tokens)))


class Sequence(_Sealed):
    """Letters in order. sizes: of the groups within which any order is right."""

    kind: Literal["sequence"] = "sequence"
    sizes: Annotated[tuple[int, ...], Field(strict=False)]
    offered: Annotated[tuple[str, ...], Field(strict=False)]

    @property
    def letters(self) -> frozenset[str]:
        """Every letter that must appear."""
        return frozenset(self.offered)

    def matches(self, letters: list[str]) -> bool:
        """As `key.Sequence`."""
        return self._opens(0, [_steps(letters, self.sizes)])


class Cells(_Sealed):
    """A table. origins: see `_grid`, along the rows."""

    kind: Literal["cells"] = "cells"
    shape: Annotated[tuple[int, int], Field(strict=False)]
    tolerance: Tolerance
    origins: Annotated[tuple[float, ...], Field(strict=False)]

    @model_validator(mode="after")
    def _has_each_cell(self) -> Cells:
        if min(self.shape) < 1 or not math.prod(self.shape) == len(self.digests) == len(self.origins):
            raise ValueError(f"a table of {self.shape[0]} x {self.shape[1]} cells without all of them")
        return self

    def matches(self, place: int, value: float) -> bool:
        """As `key.Cells`."""
        return self._opens(place, _cells(value, self.tolerance, self.origins[place]))


SealedKey = Letters | Quantity | Term | Blanks | Sequence | Cells


def seal(right: key.Key, salt: str) -> SealedKey:
    """The sealed form of a key."""

    def lock(*places: Iterable[str]) -> tuple[tuple[str, ...], ...]:
        return tuple(
            tuple(sorted({_digest(salt, place, form) for form in forms})) for place, forms in enumerate(places)
        )

    match right:
        case key.Letters():
            return Letters(salt=salt, digests=lock([_set(right.right)]), offered=right.offered, single=right.single)
        case key.Term():
            return Term(salt=salt, digests=lock([normal_text(form) for form in right.accepted]))
        case key.Blanks():
            return Blanks(salt=salt, digests=lock(*([_code(c_tokens(f)) for f in forms] for forms in right.accepted)))
        case key.Sequence():
            sizes = tuple(len(group) for group in right.groups)
            steps = _steps([letter for group in right.groups for letter in group], sizes)
            return Sequence(salt=salt, digests=lock([steps]), sizes=sizes, offered=tuple(sorted(right.letters)))
        case key.Quantity():
            cell, origin = _grid(right.value, right.tolerance)
            return Quantity(salt=salt, digests=lock([cell]), tolerance=right.tolerance, origins=(origin,))
        case key.Cells():
            grids = [_grid(value, right.tolerance) for row in right.rows for value in row]
            return Cells(salt=salt, digests=lock(*([cell] for cell, _ in grids)), shape=right.shape,
                         tolerance=right.tolerance, origins=tuple(origin for _, origin in grids))  # fmt: skip


def _digest(salt: str, place: int, form: str) -> str:
    return derived(salt, str(place), form).hex()


def _set(letters: Iterable[str]) -> str:
    return "".join(sorted(set(letters)))


def _code(tokens: tuple[str, ...]) -> str:
    return " ".join(tokens)


def _steps(letters: list[str], sizes: tuple[int, ...]) -> str:
    """Letters with each group in alphabetical order."""
    rest = iter(letters)
    return "|".join("".join(sorted(letter for _, letter in zip(range(size), rest, strict=False))) for size in sizes)


def _grid(value: float, tolerance: float) -> tuple[str, float]:
    """The cell of a right number and the origin of its grid, one of whose cells is exactly the accepted interval.

    The origin reveals the number only modulo the cell width. Without a tolerance a cell is nine digits.
    """
    if tolerance == 0:
        return _digits(value), 0.0
    width = 2 * tolerance
    origin = (value - tolerance) % width
    return str(round((value - tolerance - origin) / width)), origin


def _cells(value: float, tolerance: float, origin: float) -> Iterator[str]:
    """The cells that a number may be in, allowing for rounding errors."""
    slack = 1e-9 * max(1.0, abs(value))
    for near in (value, value - slack, value + slack, value - slack / 2, value + slack / 2):
        cell = 0.0 if tolerance == 0 else (near - origin) / (2 * tolerance)
        if math.isfinite(cell):
            yield _digits(near) if tolerance == 0 else str(math.floor(cell))


def _digits(value: float) -> str:
    text = f"{value:.9g}"
    return "0" if float(text) == 0 else text
