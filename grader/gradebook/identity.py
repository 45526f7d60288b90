"""How a platform identifies students: by the value of one of its fields, from a column of the roster."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from grader.classroom.roster import Student
from grader.dataclass import dataclass
from grader.gradebook.errors import ExportError, listed, named
from grader.gradebook.sheet import plain


@dataclass(frozen=True)
class IdField:
    """A field by which a platform identifies students. heading: in the platform's own files.

    aliases: further headings in rosters, which take precedence. is_email: without such a column it is the roster's
    email, otherwise the roster's id.
    """

    heading: str
    aliases: tuple[str, ...] = ()
    is_email: bool = False

    def column(self, students: Iterable[Student]) -> str | None:
        """The roster's own heading for this field, None if it has none."""
        wanted = [plain(name) for name in (*self.aliases, self.heading)]
        headings = {plain(name): name for student in students for name in student.other}
        return next((headings[name] for name in wanted if name in headings), None)


def values(students: tuple[Student, ...], field: IdField, id_column: str | None = None) -> dict[str, str]:
    """The field's value for each student, by the roster's id; "" if there is none.

    id_column: the heading of its column, if not the usual one. Raises ExportError.
    """
    column = _named_column(students, id_column) if id_column is not None else field.column(students)
    if column is not None:
        return {student.id: student.other.get(column, "").strip() for student in students}
    return {student.id: student.email if field.is_email else student.id for student in students}


def required(students: tuple[Student, ...], found: Mapping[str, str], heading: str) -> Mapping[str, str]:
    """The values, if every student has a unique one. Raises ExportError."""
    without = [student for student in students if not found[student.id]]
    if without:
        raise ExportError("no_value", field=heading, students=named(without))
    times = Counter(value.casefold() for value in found.values())
    shared = [student for student in students if times[found[student.id].casefold()] > 1]
    if shared:
        raise ExportError("value_twice", field=heading, students=named(shared))
    return found


def _named_column(students: tuple[Student, ...], wanted: str) -> str:
    headings = {plain(name): name for student in students for name in student.other}
    if plain(wanted) not in headings:
        raise ExportError("no_such_column", column=wanted, known=listed(headings.values()))
    return headings[plain(wanted)]
