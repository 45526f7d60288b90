"""Grades the quizzes of a class: each attempt is redrawn for its student, and its answers are judged anew."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel

from grader import __version__
from grader.classroom.handed_quizzes import HandedAttempt, HandedQuiz
from grader.course.catalog import Module
from grader.dataclass import dataclass
from grader.quiz.attempts import Attempt, ItemPoints
from grader.quiz.drawing import WHOLE_CLASS, Drawer, QuizFile, open_quiz
from grader.quiz.score import score_quiz
from grader.texts import say


class GradedAttempt(BaseModel, extra="forbid", frozen=True):
    """One attempt. answers: as handed in; items: the result of each question, empty if refused; message: why."""

    path: str
    attempt: int
    kind: Literal["graded", "placement"] = "graded"
    answers: dict[str, Any] = {}
    items: tuple[ItemPoints, ...] = ()
    score: float = 0
    max_score: float = 0
    passed: bool = False
    message: str = ""

    @property
    def is_refused(self) -> bool:
        """Whether it was not graded."""
        return not self.items


class QuizRecord(BaseModel, extra="forbid", frozen=True):
    """One student's attempts at the quiz of one module (its number). key: a digest of everything they depend on."""

    student: str
    module: str
    key: str
    attempts: tuple[GradedAttempt, ...] = ()

    @property
    def best(self) -> GradedAttempt | None:
        """The attempt that counts: the best, the first among equals."""
        graded = [attempt for attempt in self.attempts if not attempt.is_refused]
        return max(graded, key=lambda attempt: Fraction(attempt.score), default=None)

    def as_attempts(self) -> tuple[Attempt, ...]:
        """The graded attempts in the form that `grader.quiz.gate` takes."""
        graded = (each for each in self.attempts if not each.is_refused)
        return tuple(
            Attempt(module=self.module, attempt=each.attempt, kind=each.kind, quiz_sha256="", began="",
                    handed_in="graded", items=each.items)
            for each in graded
        )  # fmt: skip


@dataclass(frozen=True)
class QuizGrading:
    """Grades the quiz of one module. personal: attempts at an edition's questions for the whole class do not count."""

    module: Module
    file: QuizFile
    course_key: bytes
    lang: str
    personal: bool = False

    def key(self, student: str, handed: HandedQuiz) -> str:
        """A digest of what a record depends on: the answers, the questions, their owner, the grader."""
        drawer = Drawer(self.course_key, student)
        share = repr(self.module.gate.share)
        parts = [__version__, self.file.sha256, drawer.owner, share, self.lang, self.personal, handed.digest.hex()]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def graded(self, student: str, handed: HandedQuiz) -> QuizRecord:
        """The record of one student. Raises QuizError for a quiz that cannot be drawn."""
        attempts = tuple(self._attempt(student, attempt) for attempt in handed.attempts)
        return QuizRecord(student=student, module=self.module.number, key=self.key(student, handed), attempts=attempts)

    def _attempt(self, student: str, given: HandedAttempt) -> GradedAttempt:
        refused, drawer = given.refused, Drawer(self.course_key, student)
        whole = Drawer(self.course_key, WHOLE_CLASS)
        if given.owner == whole.owner:
            drawer, refused = whole, refused or ("whole_class" if self.personal else None)
        if refused is None and given.quiz_sha256 not in ("", self.file.sha256):
            refused = "other_quiz"
        if refused is None and given.owner not in ("", drawer.owner):
            refused = "other_student"
        if refused is not None:
            why = say(f"class.refused_{refused}", self.lang)
            return GradedAttempt(path=given.path, attempt=given.attempt, message=why)
        result = score_quiz(drawer.graded(self.file, given.attempt), given.answers, self.module.gate.share)
        items = tuple(ItemPoints(id=i.id, status=i.status.value, points=i.points, max_points=i.max_points)
                      for i in result.items)  # fmt: skip
        answers = {item.id: given.answers[item.id] for item in items if item.id in given.answers}
        return GradedAttempt(path=given.path, attempt=given.attempt,
                             kind="placement" if given.kind == "placement" else "graded",
                             answers=_as_json(answers), items=items, score=result.score,
                             max_score=result.max_score, passed=result.passed)  # fmt: skip


def gradings(
    modules: tuple[Module, ...], course_key: bytes, lang: str, *, personal: bool = False
) -> Mapping[str, QuizGrading]:
    """The grading of each module with a quiz, by its number. Raises CourseError."""
    files = [(m, open_quiz(m.quiz_path, m.number, lang)) for m in modules if m.quiz_path.is_file()]
    return {module.number: QuizGrading(module, file, course_key, lang, personal) for module, file in files}


def max_points(grading: QuizGrading) -> float:
    """The points of a quiz, the same in every variant."""
    return float(sum(item.points for item in grading.file.quiz.items))


def read_record(path: Path) -> QuizRecord | None:
    """A saved record; None if it is missing or damaged."""
    try:
        return QuizRecord.model_validate_json(path.read_bytes())
    except (OSError, ValueError):
        return None


def _as_json(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Answers as JSON: YAML's infinities and dates become texts."""
    kept: dict[str, Any] = json.loads(json.dumps(answers, default=str), parse_constant=str)
    return kept
