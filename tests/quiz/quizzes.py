"""The quizzes of the course, by the folders that have one, with their variants and their checks by hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from grader.quiz.items import Quiz, load_quiz
from grader.quiz.variants import DrawnQuiz, draw
from tests.quiz.checking import Check, Expected

ROOT = Path(__file__).parents[2]
MODULES = tuple(sorted(path.parent.name for path in (ROOT / "modules").glob("*/quiz.yaml")))


@dataclass(frozen=True)
class ByHand:
    """What tests/quiz/by_hand knows of a quiz: a check for each item, and what the whole is like."""

    checks: dict[str, Check]
    expected: Expected


@cache
def quiz_of(module: str) -> Quiz:
    return load_quiz(ROOT / "modules" / module / "quiz.yaml")


def drawn_from(module: str, number: int) -> tuple[DrawnQuiz, ...]:
    """The first variants of a quiz, each drawn once in a process."""
    return tuple(_variant(module, seed) for seed in range(number))


@cache
def _variant(module: str, seed: int) -> DrawnQuiz:
    return draw(quiz_of(module), seed)


def by_hand(module: str) -> ByHand:
    name = f"module_{module.partition('_')[0]}"
    if not (Path(__file__).parent / "by_hand" / f"{name}.py").exists():
        pytest.fail(f"modules/{module}/quiz.yaml has no checks by hand: tests/quiz/by_hand/{name}.py is missing")
    found = import_module(f"tests.quiz.by_hand.{name}")
    return ByHand(found.CHECKS, getattr(found, "EXPECTED", Expected()))
