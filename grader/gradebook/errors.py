"""Errors of exports."""

from __future__ import annotations

from collections.abc import Iterable

from grader.classroom.roster import Student
from grader.failure import Keyed

_NAMED = 30
# The options of `grader gradebook export` for placeholders in messages; nbgrader has other names for them.
OPTIONS = {f"option_{name}": f"--{name.replace('_', '-')}"
           for name in ("columns", "match", "id_column", "assignment", "only", "points")}  # fmt: skip


class ExportError(Keyed):
    """Nothing was written. key and details: of a message in the area `gradebook`."""


class CannotSync(Keyed):
    """The gradebook or the results cannot be used. key and details: of the message `gradebook.sync_KEY`."""


def named(students: Iterable[Student]) -> str:
    """Students listed for a message: `Kim Mina (mina), bo`."""
    return listed(f"{student.name} ({student.id})" if student.name else student.id for student in students)


def listed(names: Iterable[str]) -> str:
    """Names separated by commas; if there are too many, the first ones and the number of the others."""
    every = list(names)
    more = f", ... (+{len(every) - _NAMED})" if len(every) > _NAMED else ""
    return ", ".join(every[:_NAMED]) + more
