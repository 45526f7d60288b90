"""Grades a class: every file of every student, in parallel, and none twice."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from grader import __version__
from grader.classroom.handed_in import Handed, of_student
from grader.classroom.results import Result, Results, State
from grader.classroom.roster import Student
from grader.classroom.trees import Tree
from grader.course.begun import is_begun
from grader.course.catalog import Course, Exercise
from grader.dataclass import dataclass
from grader.texts import say

_AHEAD = 4  # jobs per worker queued in the executor
MOST_STOPPED = 5  # files of a student stopped in one run, after 9 seconds each, before the others must wait


@dataclass(frozen=True)
class Job:
    """One file to grade, for a worker that may be another process. root: of the course, also on the worker's disk."""

    root: str
    student: str
    exercise: str
    file: str
    data: bytes
    backend: str
    lang: str
    key: str


Grade = Callable[[Job], Mapping[str, Any]]  # -> a report as JSON; a module-level function, so that it can be pickled


@dataclass(frozen=True)
class Plan:
    """The work of a run. kept: results of earlier runs; fresh: new ones without grading, to be saved.

    strangers: folders of nobody in the roster.
    """

    kept: tuple[Result, ...]
    fresh: tuple[Result, ...]
    jobs: tuple[Job, ...]
    strangers: tuple[str, ...]


def plan(
    course: Course, submitted: Mapping[str, Sequence[Tree]], students: Sequence[Student],
    exercises: Sequence[Exercise], results: Results, backend: str, lang: str,
) -> Plan:  # fmt: skip
    """Plan the grading of everything handed in. submitted: the students' files, by id, as for `of_student`."""
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
    """Grade jobs on an executor and yield each with its result when it is done; errors are results, too.

    Once MOST_STOPPED files of a student had to be stopped, the student's others become errors, left to the next run.
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
                stopped[job.student] += _is_endless(result)
                yield job, result
    finally:
        for future in running:
            future.cancel()


def _result(job: Job, future: Future[Mapping[str, Any]]) -> Result:
    found = Result(job.student, job.exercise, State.ERROR, job.key)
    try:
        report = future.result()
    except Exception as error:  # such as a worker that died or a report that cannot be pickled
        return replace(found, message=f"{type(error).__name__}: {error}")
    if "error" in report:
        return replace(found, report=report, message=str(report["error"]["message"]))
    return replace(found, state=State.GRADED, report=report)


def _rules(exercise: Exercise) -> bytes:
    """A digest of what an exercise is judged by: its file, its private cases, its solution."""
    files = (exercise.spec_path, exercise.private_path, exercise.solution_path)
    return b"".join(hashlib.sha256(path.read_bytes() if path.is_file() else b"").digest() for path in files)


def _state(handed: Handed, exercise: Exercise) -> State:
    """The state of a file; GRADED for one that has to be graded."""
    if handed.path is None:
        return State.MISSING
    if handed.refused is not None:
        return State.REFUSED
    return State.GRADED if is_begun(exercise, handed.data) else State.UNTOUCHED


def _key(handed: Handed, state: State, rules: bytes, backend: str) -> str:
    found = handed.refused or state  # an empty file is not a missing one
    parts = (__version__.encode(), backend.encode(), rules, found.encode(), handed.data)
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def _is_endless(result: Result) -> bool:
    """Whether the kernel, or its compilation, had to be stopped."""
    return result.report is not None and any(check.get("endless") for check in result.report.get("checks", ()))
