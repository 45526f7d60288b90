"""The sheet of a class graded by `grader class grade`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path

from grader.classroom.quizzes import read_record
from grader.classroom.results import Result, Results, State
from grader.classroom.summary import ClassSummary, ExerciseInfo, ExerciseStanding, ModuleInfo, QuizStanding, Standing
from grader.course.models import NEED_A_GPU
from grader.dataclass import dataclass
from grader.gradebook.errors import ExportError, listed
from grader.gradebook.sheet import Cell, Item, Part, Sheet, cents, names_of, one_line, plain, shown, with_titles_apart
from grader.texts import LANGUAGES, say

_QUIZ = "quiz"


class Points(StrEnum):
    """The maximum of an exercise."""

    FULL = "full"  # all its points
    HERE = "here"  # those that the grading machine could judge


class Missing(StrEnum):
    """What missing work counts as."""

    BLANK = "blank"
    ZERO = "zero"


@dataclass(frozen=True)
class Policy:
    """The instructor's policy on scores."""

    points: Points = Points.FULL
    missing: Missing = Missing.BLANK


def sheet_of(
    summary: ClassSummary, folder: Path, policy: Policy, lang: str, only: Sequence[str] | None = None
) -> Sheet:
    """The sheet of the results in a folder: exercises, and the best attempt at each quiz.

    only: names of items, or numbers or names of modules. Points behind a closed gate count as 0 and are named in the
    comment. Grader failures are blank under any policy. Raises ExportError.
    """
    if not _is_whole(summary):
        raise ExportError("inconsistent")
    maker = _Maker(summary, Results(folder), policy, lang)
    columns = [column for module in summary.modules for column in maker.of_module(module)]
    if len({item.id for item, _ in columns}) < len(columns):
        raise ExportError("inconsistent")
    kept = _chosen([item for item, _ in columns], only, summary.modules)
    items = with_titles_apart(kept)
    ids = {item.id for item in items}
    cells = {(standing.student, item.id): cell_of(standing, item) for standing in summary.standings
             for item, cell_of in columns if item.id in ids}  # fmt: skip
    return Sheet(summary.students, items, cells)


CellOf = Callable[[Standing, Item], Cell]


@dataclass(frozen=True)
class _Maker:
    summary: ClassSummary
    results: Results
    policy: Policy
    lang: str

    def of_module(self, module: ModuleInfo) -> list[tuple[Item, CellOf]]:
        """The exercises of a module, then its quiz, each with the function that makes its cells."""
        own = [exercise for exercise in self.summary.exercises if exercise.module == module.name]
        columns: list[tuple[Item, CellOf]] = [(self._exercise_item(each, module), self._exercise_cell) for each in own]
        if module.quiz_points is not None:
            columns.append((self._quiz_item(module), partial(self._quiz_cell, module.number)))
        return columns

    def _exercise_item(self, exercise: ExerciseInfo, module: ModuleInfo) -> Item:
        short = exercise.id.rpartition("/")[2]
        titles = {lang: _numbered(module, exercise.title.in_language(lang)) for lang in LANGUAGES}
        bare = (exercise.title.in_language(lang) for lang in LANGUAGES)
        names = names_of([*titles.values(), *bare, exercise.id, short, f"{module.number}/{short}"])
        return Item(exercise.id, titles[self.lang], cents(self._points(exercise)), module.name, names)

    def _points(self, exercise: ExerciseInfo) -> float:
        return self.summary.points_here(exercise) if self.policy.points is Points.HERE else exercise.max_points

    def _exercise_cell(self, standing: Standing, item: Item) -> Cell:
        own = standing.exercises[item.id]
        result = self.results.read(standing.student, item.id) if own.state is not State.MISSING else None
        if own.state is not State.GRADED or own.score is None:
            return self._ungraded(own, result)
        parts = _checks(result, item.points)
        if own.withheld:
            points = shown(item.points)
            return Cell(0.0, say("gradebook.comment_withheld", self.lang, score=shown(own.score), points=points))
        return Cell(cents(own.score), self._made_of(parts), parts=parts)

    def _ungraded(self, own: ExerciseStanding, result: Result | None) -> Cell:
        reason = one_line(result.message) if result is not None else ""
        comment = say(f"gradebook.comment_{own.state}", self.lang, reason=reason)
        return Cell(None if own.state is State.ERROR else self._nothing, comment, own.state)

    def _quiz_item(self, module: ModuleInfo) -> Item:
        titles = {lang: _numbered(module, _quiz_title(module, lang)) for lang in LANGUAGES}
        bare = (_quiz_title(module, lang) for lang in LANGUAGES)
        names = names_of([*titles.values(), *bare, f"{module.name}/{_QUIZ}", f"{module.number}/{_QUIZ}"])
        points = cents(module.quiz_points or 0)
        return Item(f"{module.name}/{_QUIZ}", titles[self.lang], points, module.name, names, is_quiz=True)

    def _quiz_cell(self, number: str, standing: Standing, _: Item) -> Cell:
        own = standing.quizzes.get(number, QuizStanding())
        if own.score is None:
            state = State.REFUSED if own.refused else State.MISSING
            key = "comment_attempts_refused" if own.refused else "comment_missing"
            return Cell(self._nothing, say(f"gradebook.{key}", self.lang, count=own.refused), state)
        record = read_record(self.results.quiz_path(standing.student, number))
        best = record.best if record is not None else None
        questions = best.items if best is not None and best.attempt == own.attempt else ()
        parts = tuple(Part(q.id, cents(q.points), cents(q.max_points), q.status) for q in questions)
        comment = say("gradebook.comment_quiz", self.lang, attempt=own.attempt, count=own.attempts)
        return Cell(cents(own.score), comment, parts=parts)

    @property
    def _nothing(self) -> float | None:
        return 0.0 if self.policy.missing is Missing.ZERO else None

    def _made_of(self, parts: Sequence[Part]) -> str:
        """The points of every check, on one line."""
        unjudged = f"({say('gradebook.not_judged', self.lang)})"
        points = (unjudged if p.points is None else f"{shown(p.points)}/{shown(p.max_points)}" for p in parts)
        return ", ".join(f"{part.id} {each}" for part, each in zip(parts, points, strict=True))


def _is_whole(summary: ClassSummary) -> bool:
    """Whether every student has a standing with every exercise and no score exceeds its maximum."""
    most = {exercise.id: exercise.max_points for exercise in summary.exercises}
    quizzes = {module.number: module.quiz_points or 0 for module in summary.modules}
    scores = [(own.score, most.get(name, 0)) for s in summary.standings for name, own in s.exercises.items()]
    scores += [(own.score, quizzes.get(name, 0)) for s in summary.standings for name, own in s.quizzes.items()]
    return (
        [student.id for student in summary.students] == [standing.student for standing in summary.standings]
        and all(standing.exercises.keys() >= most.keys() for standing in summary.standings)
        and all(score is None or 0 <= score <= points for score, points in scores)
    )


def _checks(result: Result | None, points: float) -> tuple[Part, ...]:
    """The checks that make up the points of an item; none if the report does not say.

    `speed` is left out if the machine could not judge it and only the others count.
    """
    if result is None or result.report is None:
        return ()
    checks = [check for check in result.report["checks"] if check["max_points"]]
    if sum(check["max_points"] for check in checks) != points:
        checks = [c for c in checks if c["id"] not in NEED_A_GPU or c["status"] != "not_run"]
    return tuple(
        Part(c["id"], None if c["points"] is None else cents(c["points"]), cents(c["max_points"]), c["status"],
             c["message"])
        for c in checks
    )  # fmt: skip


def _chosen(items: Sequence[Item], only: Sequence[str] | None, modules: Sequence[ModuleInfo]) -> list[Item]:
    """The selected items. Raises ExportError for an unknown name, or if there are no items."""
    if not items:
        raise ExportError("no_items")
    if not only:
        return list(items)
    groups: Mapping[str, str] = {name: module.name for module in modules for name in (module.number, module.name)}
    kept: set[str] = set()
    for wish in only:
        group = groups.get(wish) or groups.get(wish.zfill(2))
        found = {item.id for item in items if item.group == group or plain(wish) in item.names}
        if not found:
            raise ExportError("no_such_item", name=wish, known=listed(item.id for item in items))
        kept |= found
    return [item for item in items if item.id in kept]


def _numbered(module: ModuleInfo, title: str) -> str:
    return f"{module.number} {title}"


def _quiz_title(module: ModuleInfo, lang: str) -> str:
    return say("gradebook.quiz_title", lang, title=module.title.in_language(lang))
