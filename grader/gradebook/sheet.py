"""The sheet that every export is written from: students, items that are graded, and what each got for each."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from grader.classroom.results import State
from grader.classroom.summary import StudentInfo


@dataclass(frozen=True)
class Part:
    """What one check of an exercise, or one question of a quiz, brought. points: None where it was not judged.

    status: as a report or a quiz calls it. message: the sentence that the student reads.
    """

    id: str
    points: float | None
    max_points: float
    status: str = ""
    message: str = ""


@dataclass(frozen=True)
class Cell:
    """What a student got for an item. score: points; None is a blank, which is no zero.

    state: whether anything was handed in and graded. parts: what the score is made of, where that is known.
    """

    score: float | None
    comment: str = ""
    state: State = State.GRADED
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True)
class Item:
    """A column. title: how it is called where it has no name yet; points: those possible; group: its module.

    names: what a platform may call it, as `plain` writes them. is_quiz: whether it is in no total.
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

    students: tuple[StudentInfo, ...]
    items: tuple[Item, ...]
    cells: Mapping[tuple[str, str], Cell]

    def cell(self, student: StudentInfo, item: Item) -> Cell:
        """What a student got for an item. Raises KeyError."""
        return self.cells[student.id, item.id]

    def row(self, student: StudentInfo) -> list[tuple[Item, Cell]]:
        """Every item with what the student got for it."""
        return [(item, self.cell(student, item)) for item in self.items]


def with_titles_apart(items: Sequence[Item]) -> tuple[Item, ...]:
    """The items, their titles on one line, and told apart by ids where they share one: platforms go by titles."""
    titles = [one_line(item.title) for item in items]
    while "" in titles or len(set(titles)) < len(titles):
        times = Counter(titles)
        titles = [
            f"{title} [{item.id}]".strip() if not title or times[title] > 1 else title
            for item, title in zip(items, titles, strict=True)
        ]
    return tuple(
        replace(item, title=title, names=item.names | {plain(title)}) for item, title in zip(items, titles, strict=True)
    )


def cents(points: float) -> float:
    """Points to two decimals, which is as exact as any platform keeps them."""
    return round(points, 2) + 0.0  # -0.0 becomes 0.0


def shown(points: float | None) -> str:
    """Points as people write them: 40, 7.25; nothing where there are none."""
    return "" if points is None else f"{points:.2f}".rstrip("0").rstrip(".")


def one_line(text: str) -> str:
    """Text on one line: any run of white space is one space, other control characters are gone."""
    return "".join(c for c in " ".join(text.split()) if unicodedata.category(c) not in ("Cc", "Cs"))


def plain(text: str) -> str:
    """A name as names are compared: in one case, one form of Unicode, one line."""
    return unicodedata.normalize("NFC", one_line(text).casefold())


def names_of(texts: Iterable[str]) -> frozenset[str]:
    """Names as they are compared."""
    return frozenset(plain(text) for text in texts)
