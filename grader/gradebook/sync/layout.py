"""The notebooks and cells of a module in nbgrader, as plain data without any student's content."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum

from grader.classroom.summary import CheckInfo, ExerciseInfo, ModuleInfo
from grader.course.open_questions import OpenQuestion
from grader.dataclass import dataclass
from grader.texts import say

KERNELS, QUIZ = "kernels", "quiz"  # the notebooks of an assignment
QUIZ_CELL = "quiz__best"
_TOOL_CELL = "tool"
_NOTHING_YET = "// BEGIN SOLUTION\n// The kernel that a student handed in.\n// END SOLUTION"


class Kind(StrEnum):
    """What a cell is for. For nbgrader's terms see `notebooks.METADATA`."""

    TEXT = "text"
    TOOL = "tool"  # reads the grader's results; locked
    PROMPT = "prompt"  # a question; locked
    RUBRIC = "rubric"  # not in students' notebooks
    REPORT = "report"  # the grader's report on a kernel; locked, worth nothing
    MARK = "mark"  # the points of a check or a quiz; locked
    KERNEL = "kernel"  # the student's source, which can be commented on
    ANSWER = "answer"  # written by the student, graded by a person


@dataclass(frozen=True)
class Cell:
    """A cell. name: nbgrader's grade id, "" for text. points: its maximum, None if it is not graded."""

    kind: Kind
    source: str
    name: str = ""
    points: float | None = None


@dataclass(frozen=True)
class NotebookLayout:
    """The cells of one notebook. left_over: those no longer in the course."""

    name: str
    cells: tuple[Cell, ...]
    left_over: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class ByHand:
    """Names of cells that a person has worked on. marks, answers: given points; kernels: given comments."""

    marks: Collection[str] = ()
    answers: Collection[str] = ()
    kernels: Collection[str] = ()


@dataclass(frozen=True)
class ModuleContent:
    """The content of a module's notebooks. checks: those that count, by exercise id."""

    module: ModuleInfo
    exercises: Sequence[ExerciseInfo]
    checks: Mapping[str, Sequence[CheckInfo]]
    questions: Sequence[OpenQuestion]


def mark_cell(exercise: str, check: str) -> str:
    """The name of the cell of a check. exercise: its full id."""
    return f"{_short(exercise)}__{check}"


def kernel_cell(exercise: str) -> str:
    """The name of the cell with the student's source."""
    return f"{_short(exercise)}__source"


def report_cell(exercise: str) -> str:
    """The name of the cell above the checks of a kernel."""
    return f"{_short(exercise)}__report"


def answer_cell(question: str) -> str:
    """The name of the cell of a student's answer."""
    return f"open__{question}"


def kernels_notebook(content: ModuleContent, by_hand: ByHand, lang: str) -> NotebookLayout:
    """A heading, the source, the report and a cell for each check of every exercise of the module."""
    cells = [_text(f"# {_title(content.module, lang)}\n\n{say('gradebook.sync_kernels_intro', lang)}"), _tool()]
    for exercise in content.exercises:
        cells.append(_text(f"## {exercise.title.in_language(lang)}\n\n`{exercise.id}`"))
        cells.append(_kernel(kernel_cell(exercise.id)))
        cells.append(Cell(Kind.REPORT, f"report({report_cell(exercise.id)!r})", report_cell(exercise.id)))
        cells += (_mark(mark_cell(exercise.id, c.id), c.max_points) for c in content.checks[exercise.id])
    return _notebook(KERNELS, cells, by_hand, lang)


def quiz_notebook(content: ModuleContent, by_hand: ByHand, lang: str) -> NotebookLayout:
    """The best attempt at the quiz, and the manually graded questions."""
    cells = [_text(f"# {_title(content.module, lang)}\n\n{say('gradebook.sync_quiz_intro', lang)}"), _tool()]
    if content.module.quiz_points is not None:
        cells.append(_mark(QUIZ_CELL, content.module.quiz_points))
    for number, question in enumerate(content.questions, 1):
        cells += _question(number, question, lang)
    return _notebook(QUIZ, cells, by_hand, lang)


def _question(number: int, question: OpenQuestion, lang: str) -> Iterator[Cell]:
    rubric = question.rubric.in_language(lang).strip()
    name = answer_cell(question.id)
    heading = say("gradebook.sync_question", lang, number=number, points=f"{question.points:g}")
    yield Cell(Kind.PROMPT, f"## {heading}\n\n{question.prompt.in_language(lang).strip()}", f"{name}__prompt")
    yield Cell(Kind.RUBRIC, f"**{say('gradebook.sync_rubric', lang)}**\n\n{rubric}")
    yield Cell(Kind.ANSWER, f"### BEGIN SOLUTION\n{rubric}\n### END SOLUTION", name, question.points)


def _notebook(name: str, cells: Sequence[Cell], by_hand: ByHand, lang: str) -> NotebookLayout:
    """A notebook with its cells, followed by those no longer in the course, which stay, worth nothing."""
    names = {cell.name for cell in cells}
    left = [_kernel(name) for name in sorted(by_hand.kernels) if name not in names]
    left += (_mark(name, 0.0) for name in sorted(by_hand.marks) if name not in names)
    left += (Cell(Kind.ANSWER, "", name, 0.0) for name in sorted(by_hand.answers) if name not in names)
    heading = [_text(f"## {say('gradebook.sync_left_over', lang)}")] if left else []
    return NotebookLayout(name, (*cells, *heading, *left), tuple(left))


def _text(source: str) -> Cell:
    return Cell(Kind.TEXT, source)


def _kernel(name: str) -> Cell:
    return Cell(Kind.KERNEL, f"%%cuda {name.removesuffix('__source')}.cu\n{_NOTHING_YET}", name)


def _mark(name: str, points: float) -> Cell:
    return Cell(Kind.MARK, f"points({name!r})", name, float(points))


def _title(module: ModuleInfo, lang: str) -> str:
    return f"{module.number} · {module.title.in_language(lang)}"


def _short(exercise: str) -> str:
    return exercise.rpartition("/")[2]


def _tool() -> Cell:
    return Cell(Kind.TOOL, TOOL, _TOOL_CELL)


# nbgrader gives full marks for a cell without a result, for results that are not numbers or negative, and for NumPy's
# numbers, and it fails for results above the maximum. So cells return only floats between 0 and their points.
TOOL = '''\
# Written by `grader gradebook sync`. What the grader found stands in results.json, which nobody else writes.
import json
from pathlib import Path

from IPython.core.magic import register_cell_magic

_file = Path("results.json")
_results = json.loads(_file.read_text("utf-8")) if _file.is_file() else {}


@register_cell_magic
def cuda(line, cell):
    """The kernel that was graded: it is shown, and never run here."""


def report(name):
    print(_results[name]["text"])


def points(name):
    report(name)
    score, most = _results[name]["score"], _results[name]["points"]
    if type(score) is not float or not 0.0 <= score <= most:
        raise ValueError(f"no points between 0 and {most}: {score!r}")
    return score
'''
