"""The sheet from which every export is written: students, graded items, and a cell for each pair."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace

from grader.classroom.results import State
from grader.classroom.roster import Student
from grader.dataclass import dataclass


@dataclass(frozen=True)
class Part:
    """The result of one check of an exercise or one question of a quiz. points: None if it was not judged.

    status: as in a report or a quiz. message: the sentence for the student.
    """

    id: str
    points: float | None
    max_points: float
    status: str = ""
    message: str = ""


@dataclass(frozen=True)
class Cell:
    """A student's result for an item. score: points; None is a blank, not 0.

    state: whether anything was handed in and graded. parts: what the score consists of, if known.
    """

    score: float | None
    comment: str = ""
    state: State = State.GRADED
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True)
class Item:
    """A column. title: its name if the platform has none; points: the maximum; group: its module.

    names: possible names on a platform, normalised by `plain`. is_quiz: whether totals exclude it.
    """

    id: str
    title: str
    points: float
    group: str = ""
    names: frozenset[str] = field(default_factory=frozenset)
    is_quiz: bool = False


@dataclass(frozen=True)
class Sheet:
    """Students in the order of the roster, items in the order of the course. cells: by (student, item)."""

    students: tuple[Student, ...]
    items: tuple[Item, ...]
    cells: Mapping[tuple[str, str], Cell]

    def cell(self, student: Student, item: Item) -> Cell:
        """A student's cell for an item. Raises KeyError."""
        return self.cells[student.id, item.id]

    def row(self, student: Student) -> list[tuple[Item, Cell]]:
        """Every item with the student's cell."""
        return [(item, self.cell(student, item)) for item in self.items]


def with_titles_apart(items: Sequence[Item]) -> tuple[Item, ...]:
    """The items with one-line titles, made unique by ids, as platforms go by titles."""
    titles = [one_line(item.title) for item in items]
    while "" in titles or len(set(titles)) < len(titles):
        times = Counter(titles)
        titles = [f"{title} [{item.id}]".strip() if not title or times[title] > 1 else title
                  for item, title in zip(items, titles, strict=True)]  # fmt: skip
    return tuple(
        replace(item, title=title, names=item.names | {plain(title)}) for item, title in zip(items, titles, strict=True)
    )


def cents(points: float) -> float:
    """Points to two decimals, the precision of all platforms."""
    return round(points, 2) + 0.0  # -0.0 becomes 0.0


def shown(points: float | None) -> str:
    """Points as people write them: 40, 7.25; "" for None."""
    return "" if points is None else f"{points:.2f}".rstrip("0").rstrip(".")


def one_line(text: str) -> str:
    """Text on one line: white space collapsed, other control characters dropped."""
    return "".join(c for c in " ".join(text.split()) if unicodedata.category(c) not in ("Cc", "Cs"))


def plain(text: str) -> str:
    """A name normalised for comparison: casefolded, Unicode NFC, one line."""
    return unicodedata.normalize("NFC", one_line(text).casefold())


def names_of(texts: Iterable[str]) -> frozenset[str]:
    """Names normalised for comparison."""
    return frozenset(plain(text) for text in texts)
