"""Why grades cannot be exported."""

from __future__ import annotations

from collections.abc import Iterable

from grader.classroom.summary import StudentInfo

_NAMED = 30
# The options of `grader gradebook export` that sentences advise, by their place in them; nbgrader has names of its own.
OPTIONS = {
    f"option_{name}": f"--{name.replace('_', '-')}"
    for name in ("columns", "match", "id_column", "assignment", "only", "points")
}


class ExportError(Exception):
    """Nothing was written. key and details: of a message in the area `gradebook`."""

    def __init__(self, key: str, **details: object) -> None:
        super().__init__(f"{key}: {details}")
        self.key = key
        self.details = details


def named(students: Iterable[StudentInfo]) -> str:
    """Students as a sentence lists them: `Kim Mina (mina), bo`."""
    return listed(f"{student.name} ({student.id})" if student.name else student.id for student in students)


def listed(names: Iterable[str]) -> str:
    """Names with commas between them; of a great many the first ones, and how many more there are."""
    every = list(names)
    more = f", ... (+{len(every) - _NAMED})" if len(every) > _NAMED else ""
    return ", ".join(every[:_NAMED]) + more
