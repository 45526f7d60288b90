"""Points, and what is said about them: nothing that was not judged is a zero, and nothing impossible is believed."""

from __future__ import annotations

import math
from typing import Any

import pytest

from grader.classroom.quizzes import GradedAttempt, QuizRecord
from grader.classroom.results import Result, State
from grader.classroom.summary import CheckInfo, ExerciseInfo
from grader.course.values import LocalizedText
from grader.gradebook.sync.marks import Mark, counted, judged, mark_of, overview, quiz_mark
from grader.quiz.attempts import ItemPoints

CHECKS = tuple(CheckInfo(id=name, max_points=most) for name, most in
               (("correctness", 40), ("hazards", 15), ("global_sectors", 30), ("speed", 15)))  # fmt: skip
EXERCISE = ExerciseInfo(id="00_m/e", module="00_m", title=LocalizedText(ko="연습", en="Exercise"), checks=CHECKS)


def check(name: str, status: str, points: object, message: str = "so", lines: Any = ()) -> dict[str, Any]:
    return {"id": name, "status": status, "points": points, "message": message, "lines": list(lines)}


def result(*checks: dict[str, Any], here: float = 85, most: float = 100) -> Result:
    report = {"checks": list(checks), "score": 1, "max_score": most, "max_score_here": here, "device": "emulated sm_90"}
    return Result("ada", "00_m/e", State.GRADED, "key", report)


def marks(found: Result | None, withheld: bool = False, lang: str = "en") -> dict[str, Mark]:
    return {each.id: mark_of(each, judged(found, lang), withheld, lang) for each in CHECKS}


def scores(found: Result | None) -> list[float | None]:
    return [mark.score for mark in marks(found).values()]


def test_points_are_those_of_the_report() -> None:
    found = result(check("compiles", "pass", 0), check("correctness", "pass", 40), check("hazards", "fail", 0),
                   check("global_sectors", "pass", 30), check("speed", "fail", 7.25))  # fmt: skip
    assert scores(found) == [40, 0, 30, 7.25]


def test_what_does_not_compile_or_is_wrong_loses_what_depends_on_it() -> None:
    nothing = [check(each.id, "not_run", None) for each in CHECKS]
    assert scores(result(check("compiles", "fail", 0), *nothing)) == [0, 0, 0, 0]
    wrong = result(check("compiles", "pass", 0), check("correctness", "fail", 0), check("hazards", "not_run", None),
                   check("global_sectors", "not_run", None), check("speed", "not_run", None))  # fmt: skip
    assert scores(wrong) == [0, 0, 0, 0], "hazards are not run for a kernel that crashed alone: the class's 0 stands"
    unsure = result(check("compiles", "pass", 0), check("correctness", "fail", 0),
                    check("hazards", "inconclusive", None))  # fmt: skip
    assert scores(unsure)[:2] == [0, None]


@pytest.mark.parametrize("state", [State.MISSING, State.UNTOUCHED])
def test_what_is_missing_or_not_begun_is_nothing_and_says_which(state: State) -> None:
    one = Result("ada", "00_m/e", state, "key")
    assert scores(one) == [0, 0, 0, 0]
    assert ("skeleton" in marks(one)["hazards"].text) is (state is State.UNTOUCHED)


def test_what_was_not_judged_waits_for_a_person() -> None:
    found = result(check("compiles", "pass", 0), check("correctness", "pass", 40),
                   check("hazards", "inconclusive", None), check("global_sectors", "not_run", None))  # fmt: skip
    assert scores(found) == [40, None, None, None], "the last is not in the report at all"
    assert "give the points by hand" in marks(found)["hazards"].text
    assert scores(None) == [None] * 4
    for state in (State.REFUSED, State.ERROR):
        assert scores(Result("ada", "00_m/e", state, "key", message="why")) == [None] * 4
    assert scores(Result("ada", "00_m/e", State.MISSING, "key")) == [0] * 4


@pytest.mark.parametrize("points", [41, -1, math.nan, math.inf, True, "40", None, [40]])
def test_points_that_cannot_be_are_no_points(points: object) -> None:
    found = result(check("compiles", "pass", 0), check("correctness", "pass", points))
    assert marks(found)["correctness"].score is None
    assert "no grader can have given" in marks(found)["correctness"].text


def test_points_above_the_maximum_by_rounding_are_the_maximum() -> None:
    odd = CheckInfo(id="speed", max_points=33.336)
    found = judged(result(check("speed", "pass", 33.34)), "en")
    assert mark_of(odd, found, False, "en").score == 33.336


def test_points_behind_a_gate_do_not_count_whatever_they_are() -> None:
    found = result(
        check("compiles", "pass", 0), check("correctness", "pass", 40), check("hazards", "inconclusive", None)
    )
    behind = marks(found, withheld=True)
    assert [mark.score for mark in behind.values()] == [0, 0, 0, 0]
    assert "a checkpoint before this module" in behind["correctness"].text


@pytest.mark.parametrize("report", [{}, {"checks": None}, {"checks": [{"id": "x"}]}, {"checks": [3]}])
def test_a_report_in_another_shape_was_not_graded(report: dict[str, Any]) -> None:
    shape = {"max_score": 1, "max_score_here": 1, **report}
    assert scores(Result("ada", "00_m/e", State.GRADED, "key", shape)) == [None] * 4


def test_speed_counts_where_a_machine_could_measure_it() -> None:
    without, measured = judged(result(check("compiles", "pass", 0)), "en"), judged(result(here=100), "en")
    missing = judged(Result("bo", "00_m/e", State.MISSING, "key"), "en")
    names = [each.id for each in CHECKS]
    assert [each.id for each in counted(EXERCISE, [without, missing])] == names[:-1]
    assert [each.id for each in counted(EXERCISE, [without, measured])] == names
    assert [each.id for each in counted(EXERCISE, [missing])] == names[:-1], "until somebody is graded"


def test_a_text_says_what_was_found_and_is_safe_to_keep() -> None:
    lines = [{"line": 25, "message": "so"}, {"line": 22, "message": "the other side\ud800\x1b[2J"}]
    found = result(check("compiles", "pass", 0), check("correctness", "fail", 12, "so and \x00", lines))
    assert marks(found)["correctness"].text == (
        "correctness: FAIL, 12 of 40 points\nso and ␀\n  line 22: the other side?␛[2J"
    )
    assert marks(found, lang="ko")["correctness"].text.startswith("correctness: ")
    assert marks(found, lang="ko")["correctness"].text.splitlines()[0].endswith("40점 중 12점")


def test_the_overview_says_where_and_why_not() -> None:
    broken = judged(result(check("compiles", "fail", 0, "The compiler stops.", [{"line": 3, "message": "a ;"}])), "en")
    text = overview(broken, CHECKS[-1:], "en").text
    assert text.splitlines() == ["Graded on: emulated sm_90", "The compiler stops.", "  line 3: a ;",
                                 "speed was not run; its 15 points are in nobody's maximum."]  # fmt: skip
    refused = judged(Result("ada", "00_m/e", State.REFUSED, "key", message="The file is a link."), "en")
    assert overview(refused, (), "en").text == "What was handed in is not graded: The file is a link."


def record(*attempts: GradedAttempt) -> QuizRecord:
    return QuizRecord(student="ada", module="00", key="key", attempts=attempts)


def attempt(number: int, points: float, most: float = 10) -> GradedAttempt:
    """An attempt with one question right and one not."""
    items = (ItemPoints(id="term", status="pass", points=points, max_points=points),
             ItemPoints(id="count", status="fail", points=0, max_points=most - points))  # fmt: skip
    return GradedAttempt(path="x.json", attempt=number, items=items, score=points, max_score=most, passed=points >= 8)


def test_the_best_attempt_at_a_quiz_counts() -> None:
    best = quiz_mark(record(attempt(1, 3), attempt(2, 8.5), attempt(3, 4)), 10, "en")
    assert best.score == 8.5
    said = ["Best attempt: number 2, 8.5 of 10 points, passed", "  term: 8.5 / 8.5", "  count: 0 / 1.5"]
    assert best.text.splitlines() == said
    refused = GradedAttempt(path="y.json", attempt=4, message="The file is a link.")
    assert quiz_mark(record(refused), 10, "en") == Mark(
        0.0, "The quiz was not attempted.\nAttempt 4 (y.json) is not graded: The file is a link."
    )
    assert quiz_mark(None, 10, "en").score is None
    assert quiz_mark(record(attempt(1, 11, 12)), 10, "en").score is None, "more than the quiz is worth"
