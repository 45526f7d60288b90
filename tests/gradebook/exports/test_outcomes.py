"""What autograders report of a student adds up to what the sheet says."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from grader.gradebook.exports.outcomes import outcomes_of
from grader.gradebook.sheet import Cell, Part, Sheet, cents
from tests.gradebook.specimens import item, student

points = st.integers(0, 4000).map(lambda hundredths: hundredths / 100)
parts = st.builds(Part, st.just("x"), st.one_of(st.none(), points), points)


@given(st.lists(parts, max_size=5), points, st.floats(0, 100))
def test_tests_add_up_to_the_score_whatever_it_is_made_of(made_of: list[Part], score: float, most: float) -> None:
    won = cents(sum(part.points or 0 for part in made_of))
    possible = cents(sum(part.max_points for part in made_of))
    for cell, column in (
        (Cell(won, parts=tuple(made_of)), item("06", possible)),
        (Cell(score, parts=tuple(made_of)), item("06", cents(most))),
    ):
        sheet = Sheet((student("mina"),), (column,), {("mina", "06"): cell})
        found = outcomes_of(sheet, sheet.students[0])
        assert math.isclose(sum(one.score for one in found), cell.score or 0, abs_tol=1e-9)
        assert math.isclose(sum(one.max_score for one in found), column.points, abs_tol=1e-9)


def of(cell: Cell) -> list[tuple[str, float, float, bool | None]]:
    sheet = Sheet((student("mina"),), (item("06", 100.0),), {("mina", "06"): cell})
    return [(one.name, one.score, one.max_score, one.passed) for one in outcomes_of(sheet, sheet.students[0])]


def test_checks_are_tests_of_their_own() -> None:
    checks = (Part("correctness", 60.0, 60.0, "pass"), Part("hazards", 0.0, 25.0, "fail"), Part("speed", None, 15.0))
    assert of(Cell(60.0, parts=checks)) == [
        ("06: correctness", 60.0, 60.0, True), ("06: hazards", 0.0, 25.0, False), ("06: speed", 0.0, 15.0, None),
    ]  # fmt: skip


def test_points_that_are_withheld_and_blanks() -> None:
    assert of(Cell(0.0, "85 withheld")) == [("06", 0.0, 100.0, False)]
    assert of(Cell(None)) == []
