"""The results of a class, read once before anything is written, and checked against the summary and the course."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from grader.classroom.quizzes import QuizRecord, read_record
from grader.classroom.results import Results, State
from grader.classroom.roster import Student
from grader.classroom.summary import ClassSummary, QuizStanding, Standing
from grader.course.catalog import Course, Module
from grader.course.open_questions import load_open_questions
from grader.dataclass import dataclass
from grader.gradebook.errors import CannotSync
from grader.gradebook.sync.layout import ModuleContent
from grader.gradebook.sync.marks import Judged, Mark, counted, judged, quiz_mark

_SHOWN = 3


@dataclass(frozen=True)
class ClassWork:
    """A class. modules: those that were graded, by name; judged: by (student, exercise id).

    quizzes: the mark of the best attempt, by (student, number of a module); attempted: those with any attempt.
    """

    results: Results
    summary: ClassSummary
    modules: Mapping[str, ModuleContent]
    judged: Mapping[tuple[str, str], Judged]
    quizzes: Mapping[tuple[str, str], Mark]
    attempted: frozenset[tuple[str, str]]

    def source(self, student: str, exercise: str) -> str | None:
        """The graded text; None if nothing was graded. Raises OSError."""
        if self.judged[student, exercise].state not in (State.GRADED, State.ERROR):
            return None
        try:
            return self.results.source_path(student, exercise).read_text("utf-8", errors="replace")
        except FileNotFoundError:
            return None


def read_class(folder: Path, summary: ClassSummary, course: Course, lang: str) -> ClassWork:
    """The results in a folder. Raises CannotSync if they contradict the summary or cover only part of a module."""
    results = Results(folder)
    modules = [module for module in course.modules if _is_graded(module, summary)]
    if not modules:
        raise CannotSync("no_modules", path=folder)
    names = {module.name for module in modules}
    exercises = [exercise for exercise in summary.exercises if exercise.module in names]
    found: dict[tuple[str, str], Judged] = {}
    quizzes: dict[tuple[str, str], Mark] = {}
    attempted = set()
    for student, standing in zip(summary.students, summary.standings, strict=True):
        for exercise in exercises:
            result = results.read(student.id, exercise.id)
            _agree(standing, exercise.id, None if result is None else (result.state, result.score), folder)
            found[student.id, exercise.id] = judged(result, lang)
        for number, points in _quizzes(summary, names):
            record = read_record(results.quiz_path(student.id, number))
            _quiz_agrees(standing, number, record, folder)
            quizzes[student.id, number] = quiz_mark(record, points, lang)
            if record is not None and record.attempts:
                attempted.add((student.id, number))
    contents = {m.name: _content(m, summary, found, lang) for m in modules}
    return ClassWork(results, summary, contents, found, quizzes, frozenset(attempted))


def students_of(work: ClassWork) -> Iterator[tuple[Student, Standing]]:
    """Every student with their standing."""
    return zip(work.summary.students, work.summary.standings, strict=True)


def _is_graded(module: Module, summary: ClassSummary) -> bool:
    """Whether all exercises of a module were graded. Raises CannotSync if only some were."""
    graded = {exercise.id for exercise in summary.exercises}
    missing = [exercise.id for exercise in module.exercises if exercise.id not in graded]
    if missing and len(missing) < len(module.exercises):
        shown = ", ".join(missing[:_SHOWN]) + (" ..." if len(missing) > _SHOWN else "")
        raise CannotSync("part_of_module", module=module.name, missing=shown)
    return not missing and module.name in {info.name for info in summary.modules}


def _quizzes(summary: ClassSummary, names: set[str]) -> Iterator[tuple[str, float]]:
    for module in summary.modules:
        if module.quiz_points is not None and module.name in names:
            yield module.number, module.quiz_points


def _agree(standing: Standing, exercise: str, found: tuple[State, float] | None, folder: Path) -> None:
    """Raise CannotSync for a result newer than the summary, which an interrupted run leaves."""
    told = standing.exercises.get(exercise)
    kept = found and (found[0], found[1] if found[0] is State.GRADED else 0.0)
    if told is None or (kept is not None and (told.state, told.score or 0.0) != kept):
        raise CannotSync("stale", path=folder, student=standing.student, exercise=exercise)


def _quiz_agrees(standing: Standing, number: str, record: QuizRecord | None, folder: Path) -> None:
    told = standing.quizzes.get(number, QuizStanding())
    best = record.best if record is not None else None
    if record is not None and told.score != (best.score if best is not None else None):
        raise CannotSync("stale", path=folder, student=standing.student, exercise=f"{number}/quiz")


def _content(
    module: Module, summary: ClassSummary, found: Mapping[tuple[str, str], Judged], lang: str
) -> ModuleContent:
    info = next(info for info in summary.modules if info.name == module.name)
    exercises = [exercise for exercise in summary.exercises if exercise.module == module.name]
    students = [student.id for student in summary.students]
    checks = {e.id: counted(e, (found[student, e.id] for student in students)) for e in exercises}
    return ModuleContent(info, exercises, checks, load_open_questions(module.open_questions_path, lang))
