"""`grader quiz` without a terminal: answers from files and from a pipe, what is kept, what goes wrong."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader.quiz.drawing import draw_graded, open_quiz
from tests.cli.conftest import MODULE, REPOSITORY, Grader

KEY = {"WARPLINGS_COURSE_KEY": "a key of the course", "WARPLINGS_STUDENT": "mina"}


@pytest.fixture
def quizzes(course: Path) -> Path:
    """The course with the lesson and the quiz of its module."""
    for name in ("quiz.yaml", "lesson.en.md", "lesson.ko.md"):
        (course / "modules" / MODULE).mkdir(parents=True, exist_ok=True)
        shutil.copy(REPOSITORY / "modules" / MODULE / name, course / "modules" / MODULE / name)
    return course


def right(root: Path, attempt: int = 1, env: Mapping[str, str] = KEY) -> dict[str, Any]:
    """Right answers to every question of an attempt."""
    file = open_quiz(root / "modules" / MODULE / "quiz.yaml", "06")
    return {item.id: item.key.example for item in draw_graded(file, attempt, root, env).items}


def written(root: Path, answers: Mapping[str, Any], attempt: int = 1, module: object = "06") -> str:
    path = root / "answers.yaml"
    path.write_text(yaml.safe_dump({"module": module, "attempt": attempt, "answers": dict(answers)}), "utf-8")
    return str(path)


def kept(root: Path, number: int = 1) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((root / ".warplings/quiz/06" / f"{number:03d}.json").read_text("utf-8"))
    return document


def test_right_answers_pass_and_are_evidence(quizzes: Path, grader: Grader) -> None:
    answers = right(quizzes)
    done = grader("quiz", "06", "--answers", written(quizzes, answers), "--json", "-", env=KEY)
    assert done.status == 0
    found = done.json
    assert (found["module"], found["attempt"], found["passed"]) == ("06", 1, True)
    assert found["score"] == found["max_score"] > 0
    assert {item["status"] for item in found["items"]} == {"pass"}
    assert set(found["items"][0]) == {"id", "status", "points", "max_points"}
    assert kept(quizzes)["handed_in"] and kept(quizzes)["answers"].keys() == answers.keys()


def test_wrong_answers_fail_with_an_explanation_and_the_section(quizzes: Path, grader: Grader) -> None:
    answers = right(quizzes) | {"term": "warp"}
    done = grader("quiz", "06", "--answers", written(quizzes, dict.fromkeys(answers, "x") | {"term": "warp"}), env=KEY)
    assert done.status == 1
    assert "Right would be: " in done.out and "lesson.en.md" in done.out
    assert "are needed to pass" in done.out


def test_the_same_attempt_is_the_same_quiz_and_another_student_s_is_not(quizzes: Path, grader: Grader) -> None:
    def asked(student: str) -> Any:
        return grader("quiz", "06", "--questions", "--json", "-", env=KEY | {"WARPLINGS_STUDENT": student}).json

    mina = asked("mina")
    assert asked("mina") == mina
    assert asked("noah")["items"] != mina["items"]
    assert "answer" not in json.dumps(mina["items"][0]).lower().replace("answered", "")


def test_only_the_first_hand_in_of_an_attempt_counts(quizzes: Path, grader: Grader) -> None:
    assert grader("quiz", "06", "--answers", written(quizzes, {"term": "warp"}), env=KEY).status == 1
    again = grader("quiz", "06", "--answers", written(quizzes, right(quizzes)), "--json", "-", env=KEY)
    assert again.status == 0 and again.json["passed"], "graded, because somebody asked"
    assert "handed in before" in again.err
    assert sum(item["points"] for item in kept(quizzes)["items"]) == 0


def test_a_key_of_the_folder_is_made_once(quizzes: Path, grader: Grader) -> None:
    first = grader("quiz", "06", "--questions", "--json", "-").json
    key = (quizzes / ".warplings" / "key").read_text("utf-8")
    assert len(key.strip()) == 64
    assert grader("quiz", "06", "--questions", "--json", "-").json == first
    assert (quizzes / ".warplings" / "key").read_text("utf-8") == key
    env = dict.fromkeys(KEY, "")
    assert grader("quiz", "06", "--answers", written(quizzes, right(quizzes, env={})), env=env).status == 0


def test_questions_can_be_read_and_answered_in_a_file(quizzes: Path, grader: Grader) -> None:
    done = grader("quiz", "06", "--questions", env=KEY)
    assert done.status == 0
    assert "## 1. `term`" in done.out and "--answers FILE" in done.out
    korean = grader("quiz", "06", "--questions", "--lang", "ko", env=KEY)
    assert "용어로 답합니다." in korean.out


def test_unknown_questions_are_named_and_ignored(quizzes: Path, grader: Grader) -> None:
    answers = right(quizzes) | {"no_such_item": 1}
    done = grader("quiz", "06", "--answers", written(quizzes, answers), env=KEY)
    assert done.status == 0
    assert "There is no question no_such_item" in done.err


@pytest.mark.parametrize("answer", [{}, [[]], True, 10**400, "x" * 100_000, [None, {"a": 1}], float("nan"), "\x1b[2J"])
def test_answers_of_the_wrong_kind_cost_their_question_only(quizzes: Path, grader: Grader, answer: Any) -> None:
    answers = dict.fromkeys(right(quizzes), answer)
    done = grader("quiz", "06", "--answers", written(quizzes, answers), env=KEY)
    assert done.status == 1
    assert "internal error" not in done.err and "\x1b[2J" not in done.out


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ("answers: [", "course_file"),
        ("module: '06'\n", "course_file"),
        ("module: '06'\nattempt: 0\nanswers: {}\n", "course_file"),
        ("module: '05'\nanswers: {}\n", "other_module"),
        ("\x00", "course_file"),
    ],
)
def test_an_answers_file_that_cannot_be_used_is_said_so(quizzes: Path, grader: Grader, content: str, kind: str) -> None:
    path = quizzes / "answers.yaml"
    path.write_text(content, "utf-8")
    done = grader("quiz", "06", "--answers", str(path), "--json", "-", env=KEY)
    assert done.status == 2 and done.json["error"]["kind"] == kind
    assert not (quizzes / ".warplings" / "quiz").exists(), "and costs no attempt"


def test_a_file_that_is_not_there_a_module_that_is_not_there(quizzes: Path, grader: Grader) -> None:
    for arguments in (("06", "--answers", "nowhere.yaml"), ("42",), (), ("06", "--practice", "--worked"),
                      ("06", "--placement")):  # fmt: skip
        done = grader("quiz", *arguments, env=KEY)
        assert done.status == 2 and done.err.startswith("grader: ") and "Traceback" not in done.err


def test_a_quiz_that_has_changed_begins_a_new_attempt(quizzes: Path, grader: Grader) -> None:
    assert grader("quiz", "06", "--questions", "--json", "-", env=KEY).json["attempt"] == 1
    path = quizzes / "modules" / MODULE / "quiz.yaml"
    path.write_text(path.read_text("utf-8") + "\n# only a comment\n", "utf-8")
    assert grader("quiz", "06", "--questions", "--json", "-", env=KEY).json["attempt"] == 1
    path.write_text(path.read_text("utf-8").replace("points: 1", "points: 2", 1), "utf-8")
    stale = grader("quiz", "06", "--answers", written(quizzes, right(quizzes)), "--json", "-", env=KEY)
    assert stale.status == 2 and stale.json["error"]["kind"] == "stale_attempt"
    fresh = grader("quiz", "06", "--questions", "--json", "-", env=KEY)
    assert fresh.json["attempt"] == 2 and "has changed" in fresh.err


def test_a_damaged_attempt_is_set_aside_and_told(quizzes: Path, grader: Grader) -> None:
    grader("quiz", "06", "--questions", env=KEY)
    (quizzes / ".warplings/quiz/06/001.json").write_text("{", "utf-8")
    done = grader("quiz", "06", "--answers", written(quizzes, right(quizzes)), env=KEY)
    assert done.status == 0 and "001.damaged-1.json" in done.err


def test_a_folder_that_cannot_be_written_still_gets_its_questions_judged(
    quizzes: Path, grader: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(quizzes, right(quizzes))

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    grader("quiz", "06", "--questions", env=KEY)
    monkeypatch.setattr("grader.quiz.attempts.write_atomically", full)
    done = grader("quiz", "06", "--answers", path, "--json", "-", env=KEY)
    assert done.status == 0 and done.json["passed"]
    assert "No space left on device" in done.err


def test_worked_answers_are_shown_and_count_for_nothing(quizzes: Path, grader: Grader) -> None:
    done = grader("quiz", "06", "--worked", env=KEY)
    assert done.status == 0
    assert done.out.count("Your answer so far: ") == len(right(quizzes))
    assert not (quizzes / ".warplings" / "quiz").exists()


def piped(root: Path, lines: list[str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "grader", "quiz", *(arguments or ("06",))], input="\n".join(lines) + "\n", text=True,
        capture_output=True, cwd=root, timeout=60, env={**os.environ, **KEY, "PYTHONPATH": str(REPOSITORY)},
    )  # fmt: skip


def typed(answers: Mapping[str, Any]) -> list[str]:
    """What one types to give these answers: a line each, several where a question has several places."""
    lines: list[str] = []
    for answer in answers.values():
        if isinstance(answer, list) and answer and isinstance(answer[0], list):
            lines += [" ".join(map(str, row)) for row in answer]
        elif isinstance(answer, list) and any(len(str(part)) > 1 for part in answer):
            lines += [str(part) for part in answer]
        else:
            lines.append(" ".join(map(str, answer)) if isinstance(answer, list) else str(answer))
    return lines


def test_a_whole_quiz_is_answered_line_by_line(quizzes: Path) -> None:
    done = piped(quizzes, [*typed(right(quizzes)), "y"])
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    assert "passed." in done.stdout and "handed_in" in kept(quizzes)


def test_what_was_answered_before_the_input_ended_is_there_the_next_time(quizzes: Path) -> None:
    lines = typed(right(quizzes))
    cut = piped(quizzes, lines[:1])
    assert cut.returncode == 1 and "Put aside." in cut.stdout
    assert kept(quizzes)["handed_in"] is None and list(kept(quizzes)["answers"]) == ["term"]
    done = piped(quizzes, [*lines[1:], "y"])
    assert done.returncode == 0, done.stdout[-2000:]
    assert kept(quizzes)["attempt"] == 1


def test_a_quiz_may_be_handed_in_with_questions_left_and_says_which(quizzes: Path) -> None:
    done = piped(quizzes, ["warp", "!", "n", "", "", "<", "?", "!", "y"])
    assert done.returncode == 1
    assert "No answer yet: 2, 3" in done.stdout and "Ctrl-C puts it aside" in done.stdout


def test_practice_judges_at_once_and_opens_nothing(quizzes: Path) -> None:
    done = piped(quizzes, ["warp", "", "!", "y"], "06", "--practice")
    assert done.returncode == 1
    assert done.stdout.index("not right") < done.stdout.index("Question 2 of")
    assert "This was practice" in done.stdout and not (quizzes / ".warplings" / "quiz").exists()


def test_a_placement_run_goes_through_the_checkpoints_and_opens_what_is_behind_them(quizzes: Path) -> None:
    done = piped(quizzes, [*typed(right(quizzes)), "y"], "06", "--placement")
    assert done.returncode == 2, "--placement takes no module"
    placed = piped(quizzes, [*typed(right(quizzes)), "y"], "--placement")
    assert placed.returncode == 0, placed.stdout[-2000:]
    assert "every module is open" in placed.stdout and kept(quizzes)["kind"] == "placement"
    again = piped(quizzes, [], "--placement")
    assert again.returncode == 0 and "Question" not in again.stdout, "what is passed is not asked again"


def test_a_placement_run_ends_at_the_first_checkpoint_that_is_not_passed(quizzes: Path) -> None:
    failed = piped(quizzes, ["warp", "!", "y"], "--placement")
    assert failed.returncode == 1 and "are needed to pass" in failed.stdout
    assert "every module is open" not in failed.stdout
