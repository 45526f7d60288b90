"""Finds near-identical kernels of a class and shows them side by side."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence

from grader.classroom.report.gather import ClassData
from grader.classroom.report.kernel_view import ComparedLine, compared_lines
from grader.classroom.roster import Student
from grader.classroom.similarity.fingerprints import fingerprints
from grader.classroom.similarity.pairs import Compared, Kernel, Match, Prints, compare, groups
from grader.classroom.similarity.regions import regions
from grader.classroom.similarity.tokens import tokens
from grader.classroom.summary import ExerciseInfo
from grader.dataclass import dataclass
from grader.report.html.visible import TAB

MOST_MATCHES = 300  # rows of the table
MOST_BESIDE = 60  # shown side by side
MOST_NAMED = 5  # students of one text


@dataclass(frozen=True)
class ExerciseMatches:
    """The kernels of one exercise and which are nearly the same. known: as for `compare`."""

    exercise: ExerciseInfo
    compared: Compared
    known: Prints


@dataclass(frozen=True)
class Side:
    """One kernel of a match. students: who handed in exactly this text; more: how many others did."""

    students: tuple[Student, ...]
    more: int
    share: float
    lines: tuple[ComparedLine, ...]


@dataclass(frozen=True)
class MatchView:
    """A match. group: number from 1 of the students connected by matches in the same exercise.

    sections: of everybody in it. same_text: identical including comments and names. beside: shown side by side.
    """

    exercise: ExerciseInfo
    group: int
    sections: tuple[int, ...]
    share: float
    shared: int
    same_text: bool
    left: Side
    right: Side
    beside: bool


def compare_class(data: ClassData) -> tuple[ExerciseMatches, ...] | None:
    """Compare the kernels of each exercise; None if the course's own fingerprints are unknown."""
    known = data.notes.prints if data.notes is not None else None
    if known is None:
        return None
    every = data.summary.exercises
    return tuple(ExerciseMatches(info, compare(list(_kernels(data, info)), known), known) for info in every)


def match_views(
    data: ClassData, compared: Sequence[ExerciseMatches], section_of: Mapping[str, int]
) -> tuple[MatchView, ...]:
    """The strongest matches of all exercises; the first of them side by side."""
    found = [(own, match) for own in compared for match in own.compared.matches]
    found.sort(key=lambda each: (-each[1].share, -each[1].shared))
    numbers = {(own.exercise.id, student): number for own in compared
               for number, group in enumerate(groups(own.compared.matches), start=1) for student in group}  # fmt: skip
    views = []
    for place, (own, match) in enumerate(found[:MOST_MATCHES]):
        left, right = _sides(data, own, match, beside=place < MOST_BESIDE)
        views.append(
            MatchView(exercise=own.exercise, group=numbers[own.exercise.id, match.left[0]],
                      sections=tuple(sorted({section_of[student] for student in match.students})), share=match.share,
                      shared=match.shared, same_text=not match.right, left=left, right=right,
                      beside=place < MOST_BESIDE)
        )  # fmt: skip
    return tuple(views)


def _kernels(data: ClassData, info: ExerciseInfo) -> Iterator[Kernel]:
    for student in data.summary.students:
        graded = data.results.get((student.id, info.id))
        source = data.source(student.id, info.id) if graded is not None and graded.report is not None else None
        if source is not None:
            digest = hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()
            yield Kernel(student.id, fingerprints(tokens(source)), digest)


def _sides(data: ClassData, own: ExerciseMatches, match: Match, *, beside: bool) -> tuple[Side, Side]:
    """The two kernels of a match; of a text that several have, two of them."""
    students = {student.id: student for student in data.summary.students}
    left, right = (match.left, match.right) if match.right else (match.left[:1], match.left[1:])
    sources = ["", ""]
    if beside:
        sources = [(data.source(ids[0], own.exercise.id) or "").expandtabs(TAB) for ids in (left, right)]
    first, second = (tokens(source) for source in sources)
    marks = regions(first, second, own.compared.discounted if match.right else own.known)
    sides = (
        Side(students=tuple(students[each] for each in ids[:MOST_NAMED]), more=max(0, len(ids) - MOST_NAMED),
             share=match.shared / size, lines=compared_lines(source, marked) if beside else ())
        for ids, size, source, marked in zip((left, right), match.own, sources, marks, strict=True)
    )  # fmt: skip
    one, other = sides
    return one, other
