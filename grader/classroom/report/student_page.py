"""The page of one student: their verdicts, kernels and quizzes, and nothing about anybody else."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from grader.classroom.quizzes import GradedAttempt
from grader.classroom.report.gather import ClassData, Verdict
from grader.classroom.report.kernel_view import KernelView, kernel_view
from grader.classroom.results import State
from grader.classroom.roster import Student
from grader.classroom.summary import ExerciseInfo, ExerciseStanding, ModuleInfo, QuizStanding, Standing
from grader.dataclass import dataclass
from grader.listing import cut
from grader.report.values import points_text, value_text
from grader.texts import known, say
from grader.verdicts import Status


@dataclass(frozen=True)
class CheckView:
    """A verdict. you, target: as text; wanted: the sentence of the check; read: the section of the lesson, if any."""

    id: str
    status: Status
    points: str
    you: str
    target: str
    wanted: str
    happened: str
    read: str | None


@dataclass(frozen=True)
class ExerciseView:
    """An exercise. here: points available where it was graded; kernel: None if there is no text; unread: the result
    cannot be read.
    """

    info: ExerciseInfo
    title: str
    standing: ExerciseStanding
    score: str
    here: str
    message: str
    checks: tuple[CheckView, ...]
    kernel: KernelView | None
    unread: bool

    @property
    def failed(self) -> tuple[CheckView, ...]:
        """The failed checks, in order of dependency."""
        return tuple(check for check in self.checks if check.status is Status.FAIL)

    @property
    def not_judged(self) -> tuple[CheckView, ...]:
        """The checks without a verdict."""
        return tuple(check for check in self.checks if check.status in (Status.NOT_RUN, Status.INCONCLUSIVE))


@dataclass(frozen=True)
class ItemView:
    """A question's result. answer: the student's own if it lost points, else ""."""

    id: str
    status: str
    points: str
    answer: str


@dataclass(frozen=True)
class AttemptView:
    """An attempt. counts: whether it is the best one."""

    attempt: GradedAttempt
    score: str
    counts: bool
    items: tuple[ItemView, ...]


@dataclass(frozen=True)
class QuizView:
    """A quiz and its attempts."""

    module: ModuleInfo
    title: str
    standing: QuizStanding
    score: str
    attempts: tuple[AttemptView, ...]


@dataclass(frozen=True)
class LockView:
    """A closed gate: what it still requires, as a sentence, and the modules that it keeps closed.

    gate: "" if the results do not say which gate it is.
    """

    gate: str
    wanted: str
    modules: tuple[str, ...]


@dataclass(frozen=True)
class StudentView:
    """Everything on a student's page. total: points that count; most: available where it was graded."""

    student: Student
    total: str
    most: str
    exercises: tuple[ExerciseView, ...]
    quizzes: tuple[QuizView, ...]
    locked: tuple[LockView, ...]


def student_view(data: ClassData, student: Student, most: float, lang: str) -> StudentView:
    """The page of a student. most: points available where the class was graded."""
    standing = data.standings[student.id]
    exercises = tuple(_exercise(data, student.id, info, standing.exercises[info.id], lang)
                      for info in data.summary.exercises if info.id in standing.exercises)  # fmt: skip
    return StudentView(student=student, total=points_text(standing.total), most=points_text(most), exercises=exercises,
                       quizzes=tuple(_quizzes(data, student.id, lang)),
                       locked=tuple(_locked(data, student.id, lang)))  # fmt: skip


def _exercise(data: ClassData, student: str, info: ExerciseInfo, standing: ExerciseStanding, lang: str) -> ExerciseView:
    graded = data.results.get((student, info.id))
    report = graded.report if graded is not None else None
    verdicts = report.checks if report is not None else ()
    source = data.source(student, info.id) if report is not None else None
    read = data.notes.read.get(info.id, {}) if data.notes is not None else {}
    sections = {name: section.in_language(lang) for name, section in read.items()}
    return ExerciseView(info=info, title=info.title.in_language(lang), standing=standing,
                        score=points_text(standing.score), here=points_text(standing.max_score_here),
                        message=graded.message if graded is not None and standing.state is State.REFUSED else "",
                        checks=tuple(_check(verdict, info, sections, lang) for verdict in verdicts),
                        kernel=kernel_view(source, verdicts) if source is not None else None,
                        unread=graded is None)  # fmt: skip


def _check(verdict: Verdict, info: ExerciseInfo, sections: Mapping[str, str], lang: str) -> CheckView:
    wanted = f"checks.{verdict.id}.title"
    section = sections.get(verdict.id) if verdict.status is Status.FAIL else None
    lesson = f"modules/{info.module}/lesson.{lang}.md"
    return CheckView(
        id=verdict.id, status=verdict.status,
        points=f"{points_text(verdict.points)} / {points_text(verdict.max_points)}" if verdict.max_points else "",
        you=value_text(verdict.measured), target=value_text(verdict.target),
        wanted=say(wanted, lang) if known(wanted) else "", happened=verdict.message,
        read=say("report.read", lang, section=section, lesson=lesson) if section else None,
    )  # fmt: skip


def _quizzes(data: ClassData, student: str, lang: str) -> Iterator[QuizView]:
    standings = data.standings[student].quizzes
    for module in data.summary.modules:
        if module.quiz_points is None or module.number not in standings:
            continue
        record = data.quizzes.get((student, module.number))
        attempts = record.attempts if record is not None else ()
        best = record.best if record is not None else None
        views = tuple(_attempt(attempt, attempt is best) for attempt in attempts)
        yield QuizView(module, module.title.in_language(lang), standings[module.number],
                       points_text(standings[module.number].score), views)  # fmt: skip


def _attempt(attempt: GradedAttempt, counts: bool) -> AttemptView:
    items = tuple(
        ItemView(id=item.id, status=item.status, points=f"{points_text(item.points)} / {points_text(item.max_points)}",
                 answer=_answer(attempt.answers.get(item.id)) if item.points < item.max_points else "")
        for item in attempt.items
    )  # fmt: skip
    return AttemptView(attempt, f"{points_text(attempt.score)} / {points_text(attempt.max_score)}", counts, items)


def _answer(given: Any) -> str:
    """An answer as written, for one that lost points: others would reveal the right answer."""
    if given is None:
        return ""
    return cut(given if isinstance(given, str) else json.dumps(given, ensure_ascii=False))


def _locked(data: ClassData, student: str, lang: str) -> Iterator[LockView]:
    """The closed gates in course order, then modules closed for an unrecorded reason."""
    standing = data.standings[student]
    modules = {module.number: module for module in data.summary.modules}
    names = {number: f"{number} {module.title.in_language(lang)}" for number, module in modules.items()}
    for number, gate in modules.items():
        closed = [name for name in standing.locked if number in standing.locked_by.get(name, ())]
        if closed:
            wanted = _wanted(gate, standing, lang)
            yield LockView(names[number], wanted, tuple(names.get(name, name) for name in closed))
    if others := [name for name in standing.locked if not standing.locked_by.get(name)]:
        yield LockView("", "", tuple(names.get(name, name) for name in others))


def _wanted(gate: ModuleInfo, standing: Standing, lang: str) -> str:
    """What the gate of a checkpoint still requires."""
    quiz = standing.quizzes.get(gate.number)
    parts = []
    if gate.quiz_points and gate.gate_share is not None and not (quiz and quiz.passed):
        wanted, most = points_text(gate.quiz_points * gate.gate_share), points_text(gate.quiz_points)
        parts.append(say("class_report.gate_quiz", lang, wanted=wanted, most=most))
        if quiz is not None and quiz.score is not None:
            parts.append(say("class_report.gate_best", lang, score=points_text(quiz.score)))
    if undone := standing.undone.get(gate.number):
        parts.append(say("class_report.gate_exercises", lang, exercises=", ".join(undone)))
    return " ".join(parts)
