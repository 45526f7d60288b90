"""No number question of the course takes what is not a number, in a file or from a student edition."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.course.catalog import Module, open_course
from grader.grading.opening import problem_cases
from grader.quiz import key, sealed_key
from grader.quiz.drawing import draw_practice, open_quiz

COURSE = open_course(Path(__file__).resolve().parents[2], problem_cases())
SALT = "0123456789abcdef"


def number_keys(module: Module) -> Iterator[key.Quantity | key.Cells]:
    """Every question of a module that asks for a number or for a table of them, as it is drawn first."""
    for item in draw_practice(open_quiz(module.quiz_path, module.number), 1).items:
        if isinstance(item.key, key.Quantity | key.Cells):
            yield item.key


def judged(right: key.Key | sealed_key.SealedKey, value: float) -> bool:
    """Whether a number is taken, in the first cell of a table."""
    if isinstance(right, key.Quantity | sealed_key.Quantity):
        return right.matches(value)
    assert isinstance(right, key.Cells | sealed_key.Cells)
    return right.matches(0, value)


@pytest.mark.parametrize("module", [m for m in COURSE.modules if m.quiz_path.exists()], ids=lambda m: m.number)
def test_what_is_no_number_is_never_right(module: Module) -> None:
    keys = list(number_keys(module))
    assert keys
    for open_key in keys:
        first = open_key.value if isinstance(open_key, key.Quantity) else open_key.rows[0][0]
        for right in (open_key, sealed_key.seal(open_key, SALT)):
            assert not any(judged(right, value) for value in (math.nan, -math.nan, math.inf, -math.inf)), open_key
            assert judged(right, first), open_key
