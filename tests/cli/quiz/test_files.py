"""`grader quiz --answers`: which attempt a file answers, what counts, what is refused, what a full disk changes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.conftest import KEY, Grader, Run, right, written
from tests.cli.quiz.conftest import kept, piped, typed

Answering = Callable[..., Run]


@pytest.fixture
def hand_in(quizzes: Path, grader: Grader) -> Answering:
    """Hand in answers to an attempt; without a number the file names none."""

    def run(answers: Mapping[str, Any], attempt: int | None = 1, *more: str) -> Run:
        path = Path(written(quizzes, answers, attempt or 1))
        if attempt is None:
            path.write_text(yaml.safe_dump({"module": "06", "answers": dict(answers)}), "utf-8")
        return grader("quiz", "06", "--answers", str(path), *more, env=KEY)

    return run


def attempts(root: Path) -> list[str]:
    return sorted(path.name for path in (root / ".warplings/quiz/06").glob("*.json"))


def test_other_answers_to_an_attempt_that_is_over_are_no_result(quizzes: Path, hand_in: Answering) -> None:
    assert hand_in({"term": "warp"}).status == 1
    before = kept(quizzes)
    again = hand_in(right(quizzes), 1, "--json", "-")
    assert again.status == 2 and again.json["error"]["kind"] == "handed_in"
    assert "passed" not in again.out and "0 of 10 points" in again.err and "Next is attempt 2" in again.err
    assert kept(quizzes) == before and attempts(quizzes) == ["001.json"]


@pytest.mark.parametrize("passes", [True, False])
def test_the_same_answers_again_show_the_recorded_result(quizzes: Path, hand_in: Answering, passes: bool) -> None:
    answers = right(quizzes) if passes else {"term": "warp", "bank_table": None}
    first = hand_in(answers, 1, "--json", "-")
    before = kept(quizzes)
    again = hand_in(answers, 1, "--json", "-")
    assert (again.status, again.json) == (first.status, first.json) and again.status == (0 if passes else 1)
    assert "these very answers" in again.err and kept(quizzes) == before


def test_on_a_fresh_machine_any_attempt_of_a_student_can_be_graded(quizzes: Path, hand_in: Answering) -> None:
    assert hand_in(right(quizzes, 3), 3).status == 0
    assert attempts(quizzes) == ["003.json"]
    assert hand_in(right(quizzes, 4), 4).status == 0


@pytest.mark.parametrize("number", [9_223_372_036_854_775_807, 1000, 3])
def test_an_attempt_that_nobody_began_is_refused(quizzes: Path, hand_in: Answering, number: int) -> None:
    hand_in({"term": "warp"})
    done = hand_in(right(quizzes, 2), number)
    assert done.status == 2 and attempts(quizzes) == ["001.json"]
    assert hand_in(right(quizzes, 2), 2).status == 0, "the next one may begin with its file"


def test_a_file_without_a_number_is_for_the_attempt_under_way_else_for_the_next(
    quizzes: Path, hand_in: Answering, grader: Grader
) -> None:
    first = hand_in({"term": "warp"}, None)
    assert "taken for attempt 1" in first.err
    grader("quiz", "06", "--questions", env=KEY)
    second = hand_in(right(quizzes, 2), None, "--json", "-")
    assert second.status == 0 and second.json["attempt"] == 2 and "taken for attempt 2" in second.err


@pytest.mark.slow
def test_a_file_joins_what_was_typed_and_wins_where_both_answer(quizzes: Path, hand_in: Answering) -> None:
    answers = right(quizzes)
    lines = typed(answers)
    assert piped(quizzes, ["warp", *lines[1:3]]).returncode == 1
    names = list(answers)
    filed = {name: answers[name] for name in ("term", *names[3:])} | {names[1]: None}
    done = hand_in(filed)
    assert done.status == 0, done.out
    assert f"also counts what was answered before and is not in the file: {names[1]}, {names[2]}" in done.err
    assert kept(quizzes)["answers"].keys() == answers.keys()


def test_on_a_full_disk_nothing_is_handed_in_and_nothing_gives_an_answer_away(
    quizzes: Path, hand_in: Answering, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("grader.quiz.attempts.write_atomically", full)
    for out in ((), ("--json", "-")):
        done = hand_in(right(quizzes) | {"term": "warp"}, 1, *out)
        assert done.status == 2 and "could not be kept (No space left on device)" in done.err
        assert "Right would be" not in done.out and "warp" not in done.out and "score" not in done.out
    assert done.json["error"]["kind"] == "unwritable_file"
    assert attempts(quizzes) == []


def test_a_number_that_is_none_is_told_with_what_was_expected(quizzes: Path, hand_in: Answering) -> None:
    answers = right(quizzes)
    done = hand_in(answers | {"column_walk": f"{answers['column_walk']:g} or 42"})
    assert done.status == 0 and "cannot be judged" in done.out
    assert "takes one number, such as 12, 0.5 or 1/4" in " ".join(done.out.split())


@pytest.mark.parametrize("points", ["NaN", "Infinity", "1e308", "-1", "10"])
def test_points_that_cannot_be_are_no_evidence(quizzes: Path, hand_in: Answering, grader: Grader, points: str) -> None:
    hand_in({"term": "warp"})
    path = quizzes / ".warplings/quiz/06/001.json"
    path.write_text(path.read_text("utf-8").replace('"points":0.0', f'"points":{points}').replace(
        '"points": 0.0', f'"points": {points}'), "utf-8")  # fmt: skip
    found = grader("progress", "--json", "-", env=KEY)
    assert found.status == 0 and found.json["modules"][0]["quiz"] == {"best": None, "passed": False}
    assert "001.damaged-1.json" in found.err
    assert grader(env=KEY).status == 0 and grader("quiz", "06", "--questions", env=KEY).status == 0
    assert attempts(quizzes) == ["001.damaged-1.json", "001.json"]


def test_a_review_shows_each_question_with_both_answers(quizzes: Path, hand_in: Answering, grader: Grader) -> None:
    none = grader("quiz", "06", "--review", env=KEY)
    assert none.status == 2 and "handed in yet" in none.err
    answers = right(quizzes)
    wrong = {"b": "a"}.get(answers["read_along_a_row"], "b")
    done = hand_in(answers | {"read_along_a_row": wrong, "column_walk": 7})
    out = " ".join(done.out.split())
    assert "Your answer: 7 Right would be: " in out and "1. term" not in out.split("# question")[0]
    questions = grader("quiz", "06", "--questions", "--json", "-", env=KEY)
    assert questions.status == 0
    review = " ".join(grader("quiz", "06", "--review", env=KEY).out.split())
    assert "Attempt 1, handed in on 20" in review and "8 of 10 points" in review
    assert f"Your answer: {wrong}) " in review and f"Right would be: {answers['read_along_a_row']}) " in review
    assert "What is the term for this?" in review and "Read: section" in review
    opens = set(re.findall(r"grader (lesson 06#[\w-]+)", review))
    assert opens and all(grader(*command.split()).status == 0 for command in opens)


def test_the_review_of_a_quiz_that_has_changed_shows_points_only(
    quizzes: Path, hand_in: Answering, grader: Grader
) -> None:
    hand_in(right(quizzes))
    done = grader("quiz", "06", "--review", env=KEY | {"WARPLINGS_STUDENT": "kim"})
    assert done.status == 0 and "10 of 10 points" in done.out and "cannot be shown" in done.out
    assert "Right would be" not in done.out


def test_worked_answers_are_shown_and_count_for_nothing(quizzes: Path, grader: Grader) -> None:
    done = grader("quiz", "06", "--worked", env=KEY)
    assert done.status == 0
    assert done.out.count("Right answer:") == len(right(quizzes)) and "Your answer" not in done.out
    assert not (quizzes / ".warplings" / "quiz").exists()


def test_practice_asks_other_questions_than_the_worked_example_has_answered(quizzes: Path, grader: Grader) -> None:
    for number in (1, 2):
        grader("quiz", "06", "--worked")
        grader("quiz", "06", "--practice", typed="")
        assert (quizzes / f".warplings/practice/06/{2 * number:03d}.json").exists()


def test_an_attempt_file_says_nothing_of_the_key(quizzes: Path, hand_in: Answering) -> None:
    hand_in({"term": "warp"})
    text = json.dumps(kept(quizzes))
    assert KEY["WARPLINGS_COURSE_KEY"] not in text and len(kept(quizzes)["owner"]) == 64
