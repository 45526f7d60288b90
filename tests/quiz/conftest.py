"""What the quiz tests share: the quiz of module 06, and a maker of small quizzes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from grader.quiz.items import Quiz, load_quiz

MODULE_06 = Path(__file__).parents[2] / "modules" / "06_shared_memory_tiling"


@pytest.fixture(scope="session")
def quiz_06() -> Quiz:
    return load_quiz(MODULE_06 / "quiz.yaml")


@pytest.fixture
def quiz_file(tmp_path: Path) -> Callable[[str], Path]:
    """Writes one item, given as YAML without the keys that every item shares, into a quiz file."""

    def write(item: str) -> Path:
        common = {"level": "apply", "points": "1", "prompt": "?", "explanation": "!", "section": "banks"}
        body = dedent(item).strip("\n")
        lines = body.splitlines()
        given = {line.split(":")[0] for line in lines if not line.startswith((" ", "-"))}
        lines += [f'{name}: "{text}"' for name, text in common.items() if name not in given and name != "points"]
        lines += [] if "points" in given else ["points: 1"]
        path = tmp_path / "quiz.yaml"
        path.write_text("items:\n  - " + "\n    ".join(lines) + "\n", encoding="utf-8")
        return path

    return write


@pytest.fixture
def small_quiz(quiz_file: Callable[[str], Path]) -> Callable[[str], Quiz]:
    """A quiz of one item."""
    return lambda item: load_quiz(quiz_file(item))
