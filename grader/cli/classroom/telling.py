"""The final output of `grader class grade`: a line for each exercise and quiz, and anything unusual."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from grader.classroom.results import State
from grader.classroom.run import Done, GradedClass
from grader.classroom.summary import ClassSummary, ExerciseInfo, ModuleInfo
from grader.cli.output import complain, show
from grader.files import shown_path
from grader.gradebook.errors import listed
from grader.report.style import plain_table
from grader.texts import say

_NAMES_SHOWN, _ERRORS_SHOWN = 10, 20

Figures = dict[str, float | int | None]


def with_progress(lang: str) -> Callable[[Iterator[Done], int], Iterator[Done]]:
    """Shows on stderr how many files are graded, as they are."""

    def watched(files: Iterator[Done], count: int) -> Iterator[Done]:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True)) as bar:
            task = bar.add_task(say("class.progress", lang), total=count)
            for done in files:
                bar.advance(task)
                yield done

    return watched


def tell(graded: GradedClass, out: Path, lang: str) -> None:
    """Show how the class did on stdout, and on stderr what needs attention."""
    summary = graded.summary
    show(_exercises(summary, lang), *([_quizzes(summary, lang)] if _with_quiz(summary) else []))
    for key, names in (("stranger", graded.strangers), ("hollow", graded.hollow)):
        for name in names[:_NAMES_SHOWN]:
            complain(say(f"class.{key}", lang, name=name))
        if len(names) > _NAMES_SHOWN:
            complain(say(f"class.{key}_more", lang, count=len(names) - _NAMES_SHOWN))
    for key, found in (("twice", graded.intake.twice), ("unread", graded.intake.unread)):
        for student, paths in found.items():
            complain(say(f"class.{key}", lang, name=student, files=", ".join(map(shown_path, paths))))
    for line in list(_not_taken(graded, lang))[:_ERRORS_SHOWN]:
        complain(line)
    for reason, count in graded.refused.items():
        complain(say("class.refused_attempts", lang, count=count, reason=reason))
    if graded.errors:
        lines = [say("class.error_line", lang, student=e.student, exercise=e.exercise, message=e.message)
                 for e in graded.errors[:_ERRORS_SHOWN]]  # fmt: skip
        complain("\n".join([say("class.errors", lang, count=len(graded.errors)), *lines]))
    locked = sum(bool(standing.locked) for standing in summary.standings)
    if locked:
        show(Text(say("class.withheld", lang, count=locked)))
    files = sum(result.report is not None for result in graded.found.values())
    if files and not graded.graded:
        show(Text(say("class.nothing_left", lang)))
    show(Text(say("class.done", lang, students=len(summary.students), files=files, graded=graded.graded,
                  scores=shown_path(out / "scores.csv"))))  # fmt: skip


def _not_taken(graded: GradedClass, lang: str) -> Iterator[str]:
    """Refused files, but not those of archives that are told of as unread."""
    for (student, reason), exercises in graded.not_taken.items():
        if student not in graded.intake.unread:
            yield say("class.not_taken", lang, student=student, exercises=listed(exercises), reason=reason)


def as_json(graded: GradedClass) -> dict[str, object]:
    """The same as JSON."""
    summary = graded.summary
    return {
        "students": len(summary.students),
        "graded": graded.graded,
        "strangers": list(graded.strangers),
        "nothing_found": list(graded.hollow),
        "handed_in_twice": {name: list(map(shown_path, paths)) for name, paths in graded.intake.twice.items()},
        "unread_archives": {name: list(map(shown_path, paths)) for name, paths in graded.intake.unread.items()},
        "refused_files": [{"student": student, "reason": reason, "exercises": exercises}
                          for (student, reason), exercises in graded.not_taken.items()],
        "refused_attempts": dict(graded.refused),
        "exercises": {exercise.id: _of_exercise(summary, exercise) for exercise in summary.exercises},
        "quizzes": {module.number: _of_quiz(summary, module) for module in _with_quiz(summary)},
        "errors": [{"student": e.student, "exercise": e.exercise, "message": e.message} for e in graded.errors],
    }


def _exercises(summary: ClassSummary, lang: str) -> Table:
    table = _table(("exercise", "handed_in", "full", "mean", "errors"), lang)
    for exercise in summary.exercises:
        row = _of_exercise(summary, exercise)
        table.add_row(exercise.id, *_cells(row, "handed_in", "full", "mean"), str(row["errors"] or ""))
    return table


def _quizzes(summary: ClassSummary, lang: str) -> Table:
    table = _table(("quiz", "attempted", "passed", "mean", "refused"), lang)
    for module in _with_quiz(summary):
        row = _of_quiz(summary, module)
        table.add_row(module.name, *_cells(row, "attempted", "passed", "mean"), str(row["refused"] or ""))
    return table


def _table(columns: tuple[str, ...], lang: str) -> Table:
    table = plain_table()
    for place, column in enumerate(columns):
        table.add_column(say(f"class.column_{column}", lang), justify="right" if place else "left")
    return table


def _cells(row: Figures, *names: str) -> list[str]:
    values = [row[name] for name in names]
    return ["" if v is None else f"{v:.1f}" if isinstance(v, float) else str(v) for v in values]


def _with_quiz(summary: ClassSummary) -> list[ModuleInfo]:
    return [module for module in summary.modules if module.quiz_points is not None]


def _of_exercise(summary: ClassSummary, exercise: ExerciseInfo) -> Figures:
    """Figures of one exercise: files handed in, not begun, with all points available here, the mean, errors."""
    own = [standing.exercises[exercise.id] for standing in summary.standings]
    graded = [(each.score, each.max_score_here) for each in own if each.score is not None]
    return {
        "handed_in": sum(each.state.is_work for each in own),
        "untouched": sum(each.state is State.UNTOUCHED for each in own),
        "full": sum(score == most for score, most in graded),
        "mean": statistics.fmean(score for score, _ in graded) if graded else None,
        "errors": sum(each.state in (State.ERROR, State.REFUSED) for each in own),
    }


def _of_quiz(summary: ClassSummary, module: ModuleInfo) -> Figures:
    """Figures of one quiz: students who attempted it, who passed, the mean of best scores, refused attempts."""
    own = [standing.quizzes[module.number] for standing in summary.standings]
    scores = [each.score for each in own if each.score is not None]
    return {
        "attempted": len(scores), "passed": sum(each.passed for each in own),
        "mean": statistics.fmean(scores) if scores else None, "refused": sum(each.refused for each in own),
    }  # fmt: skip
