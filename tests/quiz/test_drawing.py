"""Which changes of a quiz make earlier attempts worthless: those of a question, and no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.quiz.drawing import open_quiz

ROOT = Path(__file__).resolve().parents[2]
QUIZ = ROOT / "modules" / "06_shared_memory_tiling" / "quiz.yaml"


def changed(tmp_path: Path, was: str, now: str) -> bool:
    """Whether attempts made before a change are of another quiz."""
    text = QUIZ.read_text("utf-8")
    assert was in text
    (tmp_path / "quiz.yaml").write_text(text.replace(was, now, 1), "utf-8")
    return open_quiz(tmp_path / "quiz.yaml", "06").sha256 != open_quiz(QUIZ, "06").sha256


PROMPT, EXPLANATION = "    prompt:\n      ko: \"", "    explanation:\n      ko: \""


@pytest.mark.parametrize(("was", "now"), [("items:", "# x\nitems:"), (EXPLANATION, f"{EXPLANATION}또 ")])
def test_comments_and_explanations_may_be_mended(tmp_path: Path, was: str, now: str) -> None:
    assert not changed(tmp_path, was, now)


@pytest.mark.parametrize(("was", "now"), [("points: 1", "points: 2"), (PROMPT, f"{PROMPT}또 ")])
def test_questions_may_not(tmp_path: Path, was: str, now: str) -> None:
    assert changed(tmp_path, was, now)
