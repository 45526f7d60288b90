"""The keys of drawn items: what a right answer is, one small class per kind of item.

`example` is a right answer in the shape that an answers file uses.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Letters:
    """Options that must be picked, all of them and no other. offered: the letters of all options."""

    right: frozenset[str]
    offered: tuple[str, ...]
    single: bool

    @property
    def example(self) -> object:
        picked = [letter for letter in self.offered if letter in self.right]
        return picked[0] if self.single else picked


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number and the largest absolute difference that still counts as right."""

    value: float
    tolerance: float

    @property
    def example(self) -> object:
        return self.value


@dataclass(frozen=True, slots=True)
class Term:
    """Accepted forms of a short text, the preferred one first."""

    accepted: tuple[str, ...]

    @property
    def example(self) -> object:
        return self.accepted[0]


@dataclass(frozen=True, slots=True)
class Blanks:
    """Accepted forms of each blank, the preferred one first."""

    accepted: tuple[tuple[str, ...], ...]

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

    def holds(self, letters: list[str]) -> bool:
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
    def example(self) -> object:
        return [list(row) for row in self.rows]


Key = Letters | Quantity | Term | Blanks | Sequence | Cells
