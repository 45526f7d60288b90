"""The page of a class: what needs attention, how the exercises and quizzes went, and each student's standing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import quote

from grader.classroom.report.alike import ExerciseMatches, MatchView, match_views
from grader.classroom.report.figures import Figures, figures
from grader.classroom.report.gather import ClassData
from grader.classroom.results import State
from grader.classroom.roster import Student
from grader.classroom.summary import Standing
from grader.dataclass import dataclass

MOST_SECTIONS = 20  # with figures of their own
MOST_TROUBLES = 2_000  # rows


@dataclass(frozen=True)
class Section:
    """Students whose figures are shown together: everybody (place 0), or a section of the roster.

    figures: None beyond MOST_SECTIONS; the section then only filters rows.
    """

    place: int
    name: str
    students: int
    figures: Figures | None


@dataclass(frozen=True)
class StudentRow:
    """A line of the table of students. page: the relative URL of their own page."""

    student: Student
    section: int
    page: str
    total: float
    handed_in: int
    done: int
    passed: int
    locked: str


@dataclass(frozen=True)
class Trouble:
    """A student's problem that needs attention. kind: a key; what: the exercise or the file."""

    student: Student
    section: int
    kind: str
    what: str
    message: str


@dataclass(frozen=True)
class ClassView:
    """Everything on the page of a class. sections: the whole class first. matches: None if unknown.

    troubles_left_out, matches_left_out: how many are not shown.
    """

    sections: tuple[Section, ...]
    rows: tuple[StudentRow, ...]
    troubles: tuple[Trouble, ...]
    troubles_left_out: int
    matches: tuple[MatchView, ...] | None
    matches_left_out: int
    compared: tuple[ExerciseMatches, ...]


def class_view(data: ClassData, compared: Sequence[ExerciseMatches] | None) -> ClassView:
    """The page of a class. compared: the near-identical kernels of each exercise, None if unknown."""
    students = data.summary.students
    names = list(dict.fromkeys(student.section for student in students if student.section))
    places = {name: place for place, name in enumerate(names, start=1)}
    section_of = {student.id: places.get(student.section, 0) for student in students}
    everybody = Section(0, "", len(students), figures(data, [student.id for student in students]))
    troubles = list(_troubles(data, section_of))
    matches = match_views(data, compared, section_of) if compared is not None else None
    all_matches = sum(len(own.compared.matches) + own.compared.left_out for own in compared or ())
    return ClassView(
        sections=(everybody, *(_section(data, name, place) for name, place in places.items())),
        rows=tuple(_row(student, data.standings[student.id], section_of[student.id]) for student in students),
        troubles=tuple(troubles[:MOST_TROUBLES]), troubles_left_out=max(0, len(troubles) - MOST_TROUBLES),
        matches=matches, matches_left_out=all_matches - len(matches or ()), compared=tuple(compared or ()),
    )  # fmt: skip


def page_of(student: str) -> str:
    """The name of a student's page."""
    return f"{student}.html"


def _section(data: ClassData, name: str, place: int) -> Section:
    own = [student.id for student in data.summary.students if student.section == name]
    return Section(place, name, len(own), figures(data, own) if place <= MOST_SECTIONS else None)


def _row(student: Student, standing: Standing, section: int) -> StudentRow:
    exercises = standing.exercises.values()
    return StudentRow(student=student, section=section, page=quote(f"students/{page_of(student.id)}"),
                      total=standing.total, handed_in=sum(own.state.is_work for own in exercises),
                      done=sum(own.done for own in exercises),
                      passed=sum(quiz.passed for quiz in standing.quizzes.values()),
                      locked=" ".join(standing.locked))  # fmt: skip


def _troubles(data: ClassData, section_of: Mapping[str, int]) -> Iterator[Trouble]:
    """Grader failures, refused files, time-outs, and results that cannot be read."""
    doubts: dict[str, list[tuple[str, str]]] = {}
    for kind, found in (("unread", data.unread), ("stale", data.stale)):
        for doubt in found:
            doubts.setdefault(doubt.student, []).append((kind, doubt.what))
    for student in data.summary.students:
        told = [*_of_exercises(data, student.id), *((kind, what, "") for kind, what in doubts.get(student.id, ()))]
        for kind, what, message in told:
            yield Trouble(student, section_of[student.id], kind, what, message)


def _of_exercises(data: ClassData, student: str) -> Iterator[tuple[str, str, str]]:
    for exercise in data.summary.exercises:
        graded = data.results.get((student, exercise.id))
        if graded is None:
            continue
        if (sentence := graded.time_out) is not None:
            yield "time_out", exercise.short_id, sentence
        elif graded.state in (State.ERROR, State.REFUSED):
            yield str(graded.state), exercise.short_id, graded.message
    for module in data.summary.modules:
        record = data.quizzes.get((student, module.number))
        for attempt in record.attempts if record is not None else ():
            if attempt.is_refused:
                yield "attempt_refused", attempt.path, attempt.message
