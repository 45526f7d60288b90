"""One run of `grader class grade`: grades what is missing, saves it, and writes the tables."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from grader.classroom.course_notes import notes_of, write_notes
from grader.classroom.executors import Workers
from grader.classroom.grading import Job, Plan, graded, plan
from grader.classroom.handed_in import has_work
from grader.classroom.handed_quizzes import HandedQuiz, has_quiz, quiz_of_student
from grader.classroom.intake import Intake, take_in
from grader.classroom.quizzes import QuizGrading, QuizRecord, gradings, read_record
from grader.classroom.results import Result, Results, State
from grader.classroom.roster import Student
from grader.classroom.summary import ClassSummary, summary_of, write_summary
from grader.classroom.tables import write_tables
from grader.classroom.trees import SeveralTrees, Tree
from grader.classroom.worker import grade_job
from grader.course.catalog import Course, Exercise
from grader.dataclass import dataclass
from grader.failure import Failure
from grader.quiz.drawing import course_key
from grader.quiz.variants import QuizError
from grader.sandbox.isolation import VARIABLE

Done = tuple[Job, Result]


@dataclass(frozen=True)
class Class:
    """What to grade. submissions: folders, one for each channel through which work comes in.

    exercises: of the course, in its order. personal: as in `QuizGrading`. may_remove: called with sentences that name
    scores of an earlier run whose submissions are gone; whether these may be removed. watched: passes files on as they
    are graded, told how many there will be.
    """

    course: Course
    submissions: tuple[Path, ...]
    students: tuple[Student, ...]
    exercises: tuple[Exercise, ...]
    backend: str
    lang: str
    personal: bool = False
    may_remove: Callable[[Sequence[str]], bool] = lambda _: False
    watched: Callable[[Iterator[Done], int], Iterator[Done]] = lambda files, _: files


@dataclass(frozen=True)
class GradedClass:
    """The outcome of a run. found: by (student, exercise); graded: number of files graded by this run.

    hollow: students who handed in something, but nothing of the course. refused: number of refused quiz attempts, by
    reason.
    """

    summary: ClassSummary
    found: Mapping[tuple[str, str], Result]
    intake: Intake
    strangers: tuple[str, ...]
    hollow: tuple[str, ...]
    refused: Mapping[str, int]
    graded: int

    @property
    def errors(self) -> list[Result]:
        """The results on which the grader failed."""
        return [result for result in self.found.values() if result.state is State.ERROR]

    @property
    def not_taken(self) -> Mapping[tuple[str, str], list[str]]:
        """The exercises whose files are refused, by student and reason."""
        found: dict[tuple[str, str], list[str]] = {}
        for one in self.found.values():
            if one.state is State.REFUSED:
                found.setdefault((one.student, one.message), []).append(one.exercise)
        return found


def run(asked: Class, results: Results, out: Path, workers: Workers) -> GradedClass:
    """Grade what has not been graded, and write the tables. Raises Failure, and OSError if nothing can be written."""
    course, students, exercises = asked.course, asked.students, asked.exercises
    results.tidy()
    try:
        intake = take_in(asked.submissions, asked.students)
        todo = plan(course, intake.trees, students, exercises, results, asked.backend, asked.lang)
    except OSError as error:
        path, reason = error.filename or asked.submissions[0], error.strerror or error
        raise Failure("unreadable_file", "class.no_folder", path=path, reason=reason) from None
    there = {name: trees[0] if len(trees) == 1 else SeveralTrees(trees) for name, trees in intake.trees.items()}
    gone = [*_gone(todo, results), *_gone_quizzes(asked, there, results)]
    if gone and not asked.may_remove(gone):
        raise Failure("would_remove", "class.would_remove", count=len(gone), out=out)
    quizzes = gradings(course.modules, course_key(course.root), asked.lang, personal=asked.personal)
    records = {(r.student, r.module): r for r in _records(asked, quizzes, there, results)}
    found = {(r.student, r.exercise): r for r in _all_results(todo, results, workers, asked.watched)}
    exercises = _with_earlier(asked, results, found)
    summary = summary_of(course, students, exercises, quizzes, found, records, asked.backend)
    write_tables(out, summary, found)
    write_notes(out, notes_of(course, exercises))
    write_summary(out, summary)
    full = {name: tree for name, tree in there.items() if not tree.is_empty()}
    hollow = tuple(s.id for s in students if s.id in full and not has_work(full[s.id], course))
    refused = Counter(each.message for record in records.values() for each in record.attempts if each.is_refused)
    return GradedClass(summary, found, intake, (*todo.strangers, *intake.stray), hollow, refused, len(todo.jobs))


def _gone(todo: Plan, results: Results) -> Iterator[str]:
    """Scores of an earlier run whose submissions are gone, or can no longer be graded."""
    for result in todo.fresh:
        before = results.read(result.student, result.exercise)
        if before is not None and before.score:
            yield f"{result.student} {result.exercise}: {before.score:g}"


def _gone_quizzes(asked: Class, there: Mapping[str, Tree], results: Results) -> Iterator[str]:
    for student in asked.students:
        for module in asked.course.modules:
            best = (record := read_record(results.quiz_path(student.id, module.number))) and record.best
            tree = there.get(student.id)
            if best and best.score and not (tree is not None and has_quiz(tree, module)):
                yield f"{student.id} {module.number}/quiz: {best.score:g}"


def _with_earlier(asked: Class, results: Results, found: dict[tuple[str, str], Result]) -> tuple[Exercise, ...]:
    """The exercises of this run and of earlier ones, whose results are added to `found` for complete tables."""
    selected = {exercise.id for exercise in asked.exercises}
    shown = []
    for exercise in asked.course.exercises:
        if exercise.id not in selected:
            earlier = {student.id: results.read(student.id, exercise.id) for student in asked.students}
            if not any(earlier.values()):
                continue
            for student, result in earlier.items():
                found[student, exercise.id] = result or Result(student, exercise.id, State.MISSING, "")
        shown.append(exercise)
    return tuple(shown)


def _records(
    asked: Class, quizzes: Mapping[str, QuizGrading], there: Mapping[str, Tree], results: Results
) -> Iterator[QuizRecord]:
    """The record of every student's quiz of every module, saved at once. Raises Failure."""
    nothing = HandedQuiz((), b"")
    for student in asked.students:
        tree = there.get(student.id)
        for number, quiz in quizzes.items():
            handed = quiz_of_student(tree, quiz.module) if tree is not None else nothing
            path = results.quiz_path(student.id, number)
            before = read_record(path)
            if before is not None and before.key == quiz.key(student.id, handed):
                yield before
                continue
            try:
                record = quiz.graded(student.id, handed)
            except QuizError as error:
                raise Failure("course_file", "cli.quiz_broken", module=number, reason=error) from None
            results.keep_quiz(record)
            yield record


def _all_results(
    todo: Plan, results: Results, workers: Workers, watched: Callable[[Iterator[Done], int], Iterator[Done]]
) -> Iterator[Result]:
    """Existing results, then the others as they are graded; each is saved at once."""
    yield from todo.kept
    for result in todo.fresh:
        results.keep(result)
        yield result
    if not todo.jobs:
        return
    grade = partial(grade_job, sandbox=os.environ.get(VARIABLE, ""))
    for job, result in watched(graded(todo.jobs, grade, workers.executor, workers.count), len(todo.jobs)):
        results.keep(result, job.data)
        yield result
