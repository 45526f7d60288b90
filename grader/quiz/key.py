"""The keys of drawn items: what a right answer is, one small class per kind of item.

`example` is a right answer in the shape of an answers file; `matches` judges a parsed answer.
"""

from __future__ import annotations

from collections.abc import Iterable

from grader.dataclass import dataclass
from grader.quiz.forms import c_forms, c_tokens, is_close, normal_text


@dataclass(frozen=True, slots=True)
class Letters:
    """The options to pick, all of them and no other. offered: the letters of all options."""

    right: frozenset[str]
    offered: tuple[str, ...]
    single: bool

    def matches(self, letters: Iterable[str]) -> bool:
        """Whether exactly the right letters are picked."""
        return frozenset(letters) == self.right

    @property
    def example(self) -> object:
        picked = [letter for letter in self.offered if letter in self.right]
        return picked[0] if self.single else picked


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number and the largest absolute difference that still counts as right."""

    value: float
    tolerance: float

    def matches(self, value: float) -> bool:
        """Whether a number is near enough."""
        return is_close(value, self.value, self.tolerance)

    @property
    def example(self) -> object:
        return self.value


@dataclass(frozen=True, slots=True)
class Term:
    """Accepted forms of a short text, the preferred one first."""

    accepted: tuple[str, ...]

    def matches(self, text: str) -> bool:
        """Whether a text, normalised by `forms.normal_text`, is accepted."""
        return text in {normal_text(form) for form in self.accepted}

    @property
    def example(self) -> object:
        return self.accepted[0]


@dataclass(frozen=True, slots=True)
class Blanks:
    """Accepted forms of each blank, the preferred one first."""

    accepted: tuple[tuple[str, ...], ...]

    @property
    def count(self) -> int:
        """How many blanks there are."""
        return len(self.accepted)

    def matches(self, place: int, tokens: tuple[str, ...]) -> bool:
        """Whether the C tokens of one blank, counted from 0, are accepted."""
        return not {c_tokens(form) for form in self.accepted[place]}.isdisjoint(c_forms(tokens))

    @property
    def example(self) -> object:
        return [forms[0] for forms in self.accepted]


@dataclass(frozen=True, slots=True)
class Sequence:
    """Letters in the right order; letters of one group may come in any order among themselves."""

    groups: tuple[frozenset[str], ...]

    @property
    def letters(self) -> frozenset[str]:
        """Every letter that must appear."""
        return frozenset().union(*self.groups)

    def matches(self, letters: list[str]) -> bool:
        """Whether these letters, each step once, come in a right order."""
        if len(letters) != len(self.letters):
            return False
        rest = iter(letters)
        return all(frozenset(next(rest) for _ in group) == group for group in self.groups)

    @property
    def example(self) -> object:
        return [letter for group in self.groups for letter in sorted(group)]


@dataclass(frozen=True, slots=True)
class Cells:
    """Right values of a table, row by row, and the largest absolute difference that still counts as right."""

    rows: tuple[tuple[float, ...], ...]
    tolerance: float

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.rows), len(self.rows[0])

    def matches(self, place: int, value: float) -> bool:
        """Whether the number in one cell, counted row by row from 0, is near enough."""
        row, column = divmod(place, len(self.rows[0]))
        return is_close(value, self.rows[row][column], self.tolerance)

    @property
    def example(self) -> object:
        return [list(row) for row in self.rows]


Key = Letters | Quantity | Term | Blanks | Sequence | Cells
