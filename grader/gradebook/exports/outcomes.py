"""A student's scores as a list of tests, as autograders report them."""

from __future__ import annotations

from collections.abc import Iterator

from grader.classroom.roster import Student
from grader.dataclass import dataclass
from grader.gradebook.sheet import Cell, Item, Sheet


@dataclass(frozen=True)
class Outcome:
    """One test. passed: None if it was not judged, which is worth no points here."""

    name: str
    score: float
    max_score: float
    passed: bool | None
    output: str
    group: str


def outcomes_of(sheet: Sheet, student: Student) -> list[Outcome]:
    """The tests of a student: each check of an exercise and each question of a quiz, none for a blank.

    Their scores add up to the student's: where checks do not add up to their item (such as one with withheld points),
    the item is a single test.
    """
    return [outcome for item, cell in sheet.row(student) for outcome in _of_cell(item, cell)]


def _of_cell(item: Item, cell: Cell) -> Iterator[Outcome]:
    if cell.score is None:
        return
    won = round(sum(part.points or 0 for part in cell.parts), 2)
    possible = round(sum(part.max_points for part in cell.parts), 2)
    if not cell.parts or (won, possible) != (cell.score, item.points):
        yield Outcome(item.title, cell.score, item.points, cell.score >= item.points, cell.comment, item.group)
        return
    for part in cell.parts:
        passed = None if part.points is None else part.points >= part.max_points
        name = f"{item.title}: {part.id}"
        yield Outcome(name, part.points or 0.0, part.max_points, passed, part.message, item.group)
