"""From what a class reached to a sheet: blanks and zeros, gates, points of a machine without a GPU, titles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grader.classroom.quizzes import GradedAttempt, QuizRecord
from grader.classroom.results import Result, Results, State
from grader.classroom.roster import Student
from grader.classroom.summary import (
    CheckInfo,
    ClassSummary,
    ExerciseInfo,
    ExerciseStanding,
    ModuleInfo,
    QuizStanding,
    Standing,
)
from grader.course.values import LocalizedText
from grader.gradebook.errors import ExportError
from grader.gradebook.from_class import Missing, Points, Policy, sheet_of
from grader.gradebook.sheet import Cell, Part, Sheet, plain
from grader.quiz.attempts import ItemPoints

TILED, PADDING, QUIZ = "06_tiling/sgemm_tiled", "06_tiling/choose_padding", "06_tiling/quiz"
CHECKS = (CheckInfo(id="correctness", max_points=60), CheckInfo(id="speed", max_points=40))
GRADED, MISSING, REFUSED, ERROR = State.GRADED, State.MISSING, State.REFUSED, State.ERROR


def text(ko: str, en: str) -> LocalizedText:
    return LocalizedText(ko=ko, en=en)


def standing(student: str, *exercises: ExerciseStanding, quiz: QuizStanding | None = None) -> Standing:
    nothing = ExerciseStanding(state=MISSING)
    tiled, padding = (*exercises, nothing, nothing)[:2]
    return Standing(student=student, exercises={TILED: tiled, PADDING: padding}, quizzes={"06": quiz} if quiz else {})


def summary(*standings: Standing, **more: Any) -> ClassSummary:
    module = ModuleInfo(name="06_tiling", number="06", title=text("타일링", "Tiling"), checkpoint=True, quiz_points=10)
    exercises = (
        ExerciseInfo(id=TILED, module="06_tiling", title=text("타일링 SGEMM", "Tiled SGEMM"), checks=CHECKS),
        ExerciseInfo(id=PADDING, module="06_tiling", title=text("패딩", "Padding"), checks=CHECKS),
    )
    students = tuple(Student(id=one.student, name=one.student.title()) for one in standings)
    return ClassSummary(**{
        "grader_version": "0", "backend": "emulated", "course": text("과정", "Course"), "students": students,
        "modules": (module,), "exercises": exercises, "standings": standings, **more,
    })  # fmt: skip


def won(score: float, here: float = 60, **more: Any) -> ExerciseStanding:
    return ExerciseStanding(state=GRADED, score=score, max_score_here=here, **more)


def report(correctness: float, speed: float | None, here: float) -> dict[str, Any]:
    checks = [
        {"id": "compiles", "status": "pass", "points": None, "max_points": 0, "message": ""},
        {"id": "correctness", "status": "pass", "points": correctness, "max_points": 60, "message": "right"},
        {
            "id": "speed",
            "status": "not_run" if speed is None else "fail",
            "points": speed,
            "max_points": 40,
            "message": "-",
        },
    ]
    return {"checks": checks, "score": correctness + (speed or 0), "max_score": 100, "max_score_here": here}


def keep(folder: Path, student: str, exercise: str, state: State = GRADED, message: str = "", **said: Any) -> None:
    found = report(**said) if said else None
    Results(folder).keep(Result(student, exercise, state, "key", found, message))


def only(folder: Path, found: ClassSummary, policy: Policy | None = None, item: str = TILED) -> Cell:
    (cell,) = (cell for (_, name), cell in sheet(folder, found, policy).cells.items() if name == item)
    return cell


def sheet(folder: Path, found: ClassSummary, policy: Policy | None = None, lang: str = "en", *names: str) -> Sheet:
    return sheet_of(found, folder, policy or Policy(), lang, names)


def test_columns_are_exercises_then_the_quiz_in_either_language(tmp_path: Path) -> None:
    found = summary(standing("mina"))
    for lang, titles in (
        ("en", ["06 Tiled SGEMM", "06 Padding", "06 Quiz: Tiling"]),
        ("ko", ["06 타일링 SGEMM", "06 패딩", "06 퀴즈: 타일링"]),
    ):
        one = sheet(tmp_path, found, None, lang)
        assert [item.title for item in one.items] == titles
        assert [(item.id, item.points) for item in one.items] == [(TILED, 100), (PADDING, 100), (QUIZ, 10)]
        for name in ("06 Tiled sgemm", "타일링  SGEMM", "Tiled SGEMM", "sgemm_tiled", "06/sgemm_tiled", TILED):
            assert plain(name) in one.items[0].names
        assert {"06 quiz: tiling", "06 퀴즈: 타일링", "퀴즈: 타일링", "06/quiz"} <= one.items[2].names


def test_what_was_not_handed_in_is_blank_or_zero(tmp_path: Path) -> None:
    found = summary(standing("mina"))
    for item in (TILED, QUIZ):
        assert only(tmp_path, found, item=item) == Cell(None, "Nothing was handed in.", MISSING)
        assert only(tmp_path, found, Policy(missing=Missing.ZERO), item).score == 0.0


def test_what_could_not_be_graded_counts_as_not_handed_in_and_says_why(tmp_path: Path) -> None:
    keep(tmp_path, "mina", TILED, REFUSED, "The file is a link.")
    found = summary(standing("mina", ExerciseStanding(state=REFUSED), quiz=QuizStanding(refused=2)))
    cell = only(tmp_path, found)
    assert (cell.score, cell.state) == (None, REFUSED) and "The file is a link." in cell.comment
    assert only(tmp_path, found, Policy(missing=Missing.ZERO)).score == 0.0
    quiz = only(tmp_path, found, item=QUIZ)
    assert (quiz.score, quiz.state) == (None, REFUSED) and "2" in quiz.comment


def test_what_the_grader_failed_on_is_nobodys_zero(tmp_path: Path) -> None:
    keep(tmp_path, "mina", TILED, ERROR, "a worker died")
    found = summary(standing("mina", ExerciseStanding(state=ERROR)))
    cell = only(tmp_path, found, Policy(missing=Missing.ZERO))
    assert cell.score is None and "a worker died" in cell.comment


def test_points_behind_a_closed_gate_count_as_zero_and_are_told(tmp_path: Path) -> None:
    keep(tmp_path, "mina", TILED, correctness=60.0, speed=None, here=60)
    cell = only(tmp_path, summary(standing("mina", won(60, withheld=True))))
    assert (cell.score, cell.parts) == (0.0, ()) and "60 of 100" in cell.comment
    missing = summary(standing("bo", ExerciseStanding(state=MISSING, withheld=True)))
    assert only(tmp_path, missing).score is None, "nothing handed in is nothing withheld"


def test_the_comment_says_what_each_check_brought(tmp_path: Path) -> None:
    keep(tmp_path, "mina", TILED, correctness=42.5, speed=None, here=60)
    cell = only(tmp_path, summary(standing("mina", won(42.5))))
    assert cell.comment == "correctness 42.5/60, speed (not judged)"
    assert cell.parts == (Part("correctness", 42.5, 60, "pass", "right"), Part("speed", None, 40, "not_run", "-"))


def test_points_of_a_machine_without_a_gpu(tmp_path: Path) -> None:
    keep(tmp_path, "mina", TILED, correctness=60.0, speed=None, here=60)
    keep(tmp_path, "omar", TILED, correctness=30.0, speed=None, here=60)
    found = summary(standing("mina", won(60)), standing("omar", won(30)))
    here = sheet(tmp_path, found, Policy(points=Points.HERE))
    assert [item.points for item in here.items] == [60, 60, 10], "as everywhere without a GPU"
    assert here.cells["mina", TILED].parts == (Part("correctness", 60, 60, "pass", "right"),)
    assert [item.points for item in sheet(tmp_path, found).items] == [100, 100, 10]


def test_the_best_attempt_at_a_quiz_counts(tmp_path: Path) -> None:
    items = (ItemPoints(id="banks", status="pass", points=5, max_points=5),
             ItemPoints(id="order", status="fail", points=2.5, max_points=5))  # fmt: skip
    attempt = GradedAttempt(path="x", attempt=3, items=items, score=7.5, max_score=10)
    Results(tmp_path).keep_quiz(QuizRecord(student="mina", module="06", key="k", attempts=(attempt,)))
    cell = only(tmp_path, summary(standing("mina", quiz=QuizStanding(attempts=3, attempt=3, score=7.5))), item=QUIZ)
    assert (cell.score, cell.comment) == (7.5, "Attempt 3, the best of 3.")
    assert cell.parts == (Part("banks", 5, 5, "pass"), Part("order", 2.5, 5, "fail"))
    newer = summary(standing("mina", quiz=QuizStanding(attempts=3, attempt=2, score=7.5)))
    assert only(tmp_path, newer, item=QUIZ).parts == (), "the record is of another attempt than the one that counts"


def test_the_summary_counts_also_where_a_result_is_gone_or_newer(tmp_path: Path) -> None:
    found = summary(standing("mina", won(60)))
    assert only(tmp_path, found) == Cell(60.0, "")
    keep(tmp_path, "mina", TILED, correctness=10.0, speed=None, here=60)
    assert only(tmp_path, found).score == 60.0


@pytest.mark.parametrize(
    ("names", "items"),
    [
        (["06"], [TILED, PADDING, QUIZ]),
        (["6"], [TILED, PADDING, QUIZ]),
        (["06_tiling"], [TILED, PADDING, QUIZ]),
        (["06/quiz", "sgemm_tiled"], [TILED, QUIZ]),
        (["패딩"], [PADDING]),
    ],
)
def test_only_some_items(tmp_path: Path, names: list[str], items: list[str]) -> None:
    assert [item.id for item in sheet(tmp_path, summary(standing("mina")), None, "en", *names).items] == items


def test_an_item_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ExportError) as caught:
        sheet(tmp_path, summary(standing("mina")), None, "en", "07")
    assert caught.value.key == "no_such_item" and TILED in str(caught.value.details["known"])


def test_results_of_nothing_are_told(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="no_items"):
        sheet(tmp_path, summary(modules=(), exercises=()))


@pytest.mark.parametrize(
    "found",
    [
        summary(standing("mina"), students=()),
        summary(Standing(student="mina", exercises={}, quizzes={})),
        summary(standing("mina", won(101))),
        summary(standing("mina", won(-1))),
        summary(standing("mina", quiz=QuizStanding(attempts=1, attempt=1, score=11))),
        summary(standing("mina"), exercises=summary().exercises[:1] * 2),
        summary(standing("mina"), modules=summary().modules * 2),
    ],
)
def test_a_summary_that_contradicts_itself_is_told(tmp_path: Path, found: ClassSummary) -> None:
    with pytest.raises(ExportError, match="inconsistent"):
        sheet(tmp_path, found)
