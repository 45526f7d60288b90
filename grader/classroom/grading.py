"""Grades a class: every file of every student, several at once, and none twice."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any

from grader import __version__
from grader.classroom.handed_in import Handed, of_student
from grader.classroom.report.time_outs import took_too_long
from grader.classroom.results import Result, Results, State
from grader.classroom.roster import Student
from grader.classroom.trees import Tree
from grader.course.begun import is_begun
from grader.course.catalog import Course, Exercise
from grader.texts import say

_AHEAD = 4  # jobs for each worker that wait in the executor
MOST_STOPPED = 5  # files of a student in one run that were stopped, for 9 seconds each, before others have to wait


@dataclass(frozen=True)
class Job:
    """One file to grade, for a worker that may be another process. root: of the course, on the worker's disk too."""

    root: str
    student: str
    exercise: str
    file: str
    data: bytes
    backend: str
    lang: str
    key: str


Grade = Callable[[Job], Mapping[str, Any]]  # -> a report as JSON; a module's function, so that it can be sent


@dataclass(frozen=True)
class Plan:
    """What a run has to do. kept: results of earlier runs; fresh: those that need no grading, to be kept.

    strangers: folders that are not in the roster.
    """

    kept: tuple[Result, ...]
    fresh: tuple[Result, ...]
    jobs: tuple[Job, ...]
    strangers: tuple[str, ...]


def plan(
    course: Course,
    submitted: Mapping[str, Sequence[Tree]],
    students: Sequence[Student],
    exercises: Sequence[Exercise],
    results: Results,
    backend: str,
    lang: str,
) -> Plan:
    """Look at everything that was handed in. submitted: the students' files, by id, as `of_student` has them."""
    there = dict(submitted)
    rules = {exercise.id: _rules(exercise) for exercise in exercises}
    kept: list[Result] = []
    fresh: list[Result] = []
    jobs: list[Job] = []
    by_id = {exercise.id: exercise for exercise in exercises}
    for student in students:
        for each in of_student(student.id, there.pop(student.id, ()), exercises):
            state = _state(each, by_id[each.exercise])
            key = _key(each, state, rules[each.exercise], backend)
            if (before := results.kept(each.student, each.exercise, key)) is not None:
                kept.append(before)
            elif state is not State.GRADED:
                why = say(f"class.refused_{each.refused}", lang) if state is State.REFUSED else ""
                fresh.append(Result(each.student, each.exercise, state, key, message=why))
            else:
                name = PurePosixPath(each.path or "").name
                jobs.append(Job(str(course.root), each.student, each.exercise, name, each.data, backend, lang, key))
    return Plan(tuple(kept), tuple(fresh), tuple(jobs), tuple(there))


def graded(jobs: Iterable[Job], grade: Grade, executor: Executor, workers: int) -> Iterator[tuple[Job, Result]]:
    """Grade jobs on an executor, each with its result as it comes: what goes wrong with one is a result, too.

    Once several files of a student had to be stopped, the others of that student are errors, left to the next run.
    """
    waiting = iter(jobs)
    running: dict[Future[Mapping[str, Any]], Job] = {}
    stopped: Counter[str] = Counter()
    try:
        while True:
            while len(running) < workers * _AHEAD and (job := next(waiting, None)) is not None:
                if stopped[job.student] < MOST_STOPPED:
                    running[executor.submit(grade, job)] = job
                else:
                    why = say("class.budget", job.lang, count=stopped[job.student])
                    yield job, Result(job.student, job.exercise, State.ERROR, job.key, message=why)
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                job = running.pop(future)
                result = _result(job, future)
                stopped[job.student] += result.report is not None and took_too_long(result.report)
                yield job, result
    finally:
        for future in running:
            future.cancel()


def _result(job: Job, future: Future[Mapping[str, Any]]) -> Result:
    found = Result(job.student, job.exercise, State.ERROR, job.key)
    try:
        report = future.result()
    except Exception as error:  # of a worker that died, of a report that cannot be sent
        return replace(found, message=f"{type(error).__name__}: {error}")
    if "error" in report:
        return replace(found, report=report, message=str(report["error"]["message"]))
    return replace(found, state=State.GRADED, report=report)


def _rules(exercise: Exercise) -> bytes:
    """What an exercise is judged by: its file, its private cases, and the solution it may be timed beside."""
    files = (exercise.spec_path, exercise.private_path, exercise.solution_path)
    return b"".join(hashlib.sha256(path.read_bytes() if path.is_file() else b"").digest() for path in files)


def _state(handed: Handed, exercise: Exercise) -> State:
    """What becomes of a file; GRADED for one that has to be graded."""
    if handed.path is None:
        return State.MISSING
    if handed.refused is not None:
        return State.REFUSED
    return State.GRADED if is_begun(exercise, handed.data) else State.UNTOUCHED


def _key(handed: Handed, state: State, rules: bytes, backend: str) -> str:
    found = handed.refused or state  # an empty file is not a missing one
    parts = (__version__.encode(), backend.encode(), rules, found.encode(), handed.data)
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()
