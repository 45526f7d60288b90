"""Withholds points behind closed gates in a repository, by the same rule as in a class.

A class judges quiz answers anew; here the points claimed by the attempts in the repository count, as in the student's
own course. Either way the result is advisory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import ValidationError

from grader.ci.document import Entry
from grader.classroom.summary import is_done
from grader.classroom.trees import Tree
from grader.course.catalog import Course, Exercise
from grader.course.state import FOLDER
from grader.quiz.attempts import Attempt
from grader.quiz.gate import states

_MOST = 100  # attempts read per quiz


def with_gates(course: Course, tree: Tree, entries: Sequence[Entry]) -> list[Entry]:
    """The entries with `withheld` filled in. tree: the repository."""
    by_id = {entry.exercise: entry for entry in entries}

    def done(exercise: Exercise) -> bool:
        report = by_id[exercise.id].report
        return report is not None and is_done(report.model_dump(exclude_none=True))

    found = states(course, lambda number: list(_attempts(tree, number)), done)
    closed = {exercise.id for state in found if state.locked_by for exercise in state.module.exercises}
    return [entry.model_copy(update={"withheld": entry.exercise in closed}) for entry in entries]


def _attempts(tree: Tree, number: str) -> Iterator[Attempt]:
    folder = f"{FOLDER}/quiz/{number}"
    for name in tree.names(folder)[:_MOST]:
        try:
            attempt = Attempt.model_validate_json(tree.content(f"{folder}/{name}")[0])
        except ValidationError:
            continue
        if attempt.module == number:
            yield attempt
