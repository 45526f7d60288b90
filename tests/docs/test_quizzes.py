"""What docs/quizzes.md shows works: its file of answers, its gate, its commands."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from grader.course.models import Gate
from grader.quiz.answers import load_answers
from grader.quiz.drawing import draw_practice, open_quiz
from grader.quiz.score import Status, score_quiz

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "quizzes.md").read_text("utf-8")
ANSWERS, GATE = re.findall(r"```yaml\n(.*?)```", TEXT, re.S)
COMMANDS = re.findall(r"^grader (quiz .*?)  ", TEXT, re.M)


def test_the_file_of_answers_is_one_that_can_be_judged(tmp_path: Path) -> None:
    path = tmp_path / "answers.yaml"
    path.write_text(ANSWERS, "utf-8")
    given = load_answers(path)
    file = open_quiz(ROOT / "modules/06_shared_memory_tiling/quiz.yaml", given.module)
    result = score_quiz(draw_practice(file, given.attempt), given.answers)
    judged = {item.id: item.status for item in result.items if item.id in given.answers}
    assert result.unknown == () and len(judged) == len(given.answers) >= 6
    assert Status.INVALID not in judged.values(), judged


def test_the_gate_is_one_that_course_yaml_may_have() -> None:
    gate = Gate.model_validate(yaml.safe_load(GATE)["gate"])
    assert gate == Gate(share=0.8, mode="enforce", exercises="none")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_one_of_the_command(command: str) -> None:
    help_text = subprocess.run([sys.executable, "-m", "grader", "quiz", "--help"], capture_output=True, text=True,
                               check=True).stdout  # fmt: skip
    options = re.findall(r"--[a-z]+", command)
    assert all(option in help_text for option in options)
    assert len(COMMANDS) == 7
