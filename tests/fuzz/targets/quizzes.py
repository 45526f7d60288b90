"""Quizzes: their files, answers, attempts, and the sheets of an edition."""

from __future__ import annotations

import gzip
import json
from functools import cache
from typing import Any

from grader.course.documents import CourseError
from grader.quiz.answers import load_answers
from grader.quiz.attempts import Attempt, Attempts, ItemPoints
from grader.quiz.drawing import open_quiz
from grader.quiz.forms import c_forms, c_tokens, normal_text
from grader.quiz.items import load_quiz
from grader.quiz.score import score_quiz
from grader.quiz.sheet import BadSheet, read_sheet, revealed, sheet_of
from grader.quiz.variants import DrawnQuiz, draw
from tests.fuzz.targets.target import REPOSITORY, Form, Target, contents, file, folder, text

_FILES = "modules/*/quiz.yaml"
_QUIZ = REPOSITORY / "modules" / "06_shared_memory_tiling" / "quiz.yaml"


@cache
def _drawn() -> DrawnQuiz:
    return draw(load_quiz(_QUIZ), 1, "06")


def _answer(data: bytes) -> None:
    """Answers are read and judged; one of the wrong kind is a wrong answer."""
    given = load_answers(file("answers.yaml", data), "ko")
    score_quiz(_drawn(), given.answers)


def _right() -> list[bytes]:
    right: dict[str, Any] = {item.id: item.key.example for item in _drawn().items}  # type: ignore[union-attr]
    whole = {"module": "06", "attempt": 1, "answers": right}
    texts = {"module": "06", "answers": {name: str(answer) for name, answer in right.items()}}
    return [json.dumps(whole, indent=1).encode(), json.dumps(texts, indent=1).encode(),
            b"module: 06\nanswers:\n  banks: 1/4 wavefronts\n  a: [a, b]\n"]  # fmt: skip


def _attempt(data: bytes) -> None:
    path = file("student/.warplings/quiz/06/001.json", data)
    attempts = Attempts(folder() / "student")
    for attempt in attempts.of("06"):
        assert attempt.share <= 1
    for moved in attempts.set_aside:
        moved.unlink()
    path.unlink(missing_ok=True)


def _attempts() -> list[bytes]:
    begun = Attempt(module="06", attempt=1, quiz_sha256="0" * 64, began="2026-11-21T10:00:00+00:00",
                    answers={"banks": 32, "blank": ["ty", None]})  # fmt: skip
    points = ItemPoints(id="banks", status="pass", points=2.0, max_points=2.0)
    ended = begun.model_copy(update={"handed_in": "2026-11-21T11:00:00+00:00", "items": (points,)})
    return [each.model_dump_json(indent=1).encode() for each in (begun, ended)]


def _sheet(data: bytes) -> None:
    """A sheet is read, its questions are asked, answered, and their right answers shown."""
    sheet = read_sheet(file("sealed.quiz", data))
    for variant in (*sheet.graded, *sheet.practice):
        drawn = variant.drawn(sheet.module)
        score_quiz(drawn, {item.id: ("a", "3", ["a", "b"])[n % 3] for n, item in enumerate(drawn.items)})
        for item in drawn.items:
            revealed(item)


def _zipped_sheet(data: bytes) -> None:
    _sheet(gzip.compress(data, 1, mtime=0))


@cache
def _sheet_seed() -> bytes:
    quiz = open_quiz(_QUIZ, "06")
    kinds = {item.kind: item for item in quiz.quiz.items}
    one = quiz.quiz.model_copy(update={"items": list(kinds.values())})
    sheet = sheet_of("06", quiz.sha256, "", lambda n: draw(one, n, "06", n), lambda n: draw(one, n, "06", n),
                     (1, 0), b"secret")  # fmt: skip
    return sheet.model_dump_json(exclude_none=True).encode()


def _forms(data: bytes) -> None:
    answer = text(data)
    normal_text(answer)
    c_forms(c_tokens(answer))


TARGETS = (
    Target("quiz.file", lambda data: load_quiz(file("quiz.yaml", data), "ko"), lambda: contents(_FILES), (CourseError,),
           weight=0.3),
    Target("quiz.answers", _answer, _right, (CourseError,)),
    Target("quiz.attempts", _attempt, _attempts, form=Form.JSON),
    Target("quiz.sheet", _sheet, lambda: [gzip.compress(_sheet_seed(), mtime=0)], (BadSheet,), Form.BYTES, weight=0.5),
    Target("quiz.sheet.content", _zipped_sheet, lambda: [_sheet_seed()], (BadSheet,), Form.JSON, weight=0.15),
    Target("quiz.forms", _forms, lambda: [b"tile[ty][tx] /* x */;", b"((8 * i + (j >> 2)))", b"the Warp-\xe2\x80\x90s"],
           weight=1.5),
)  # fmt: skip
