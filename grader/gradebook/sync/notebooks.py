"""Notebooks as JSON: the instructor's, the students', and a student's submission before and after grading."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from grader.dataclass import dataclass
from grader.gradebook.sync.files import text_of
from grader.gradebook.sync.layout import Cell, Kind, NotebookLayout
from grader.gradebook.sync.marks import Mark
from grader.listing import display_width

Json = dict[str, Any]

KERNELSPEC = {"name": "python3", "display_name": "Python 3", "language": "python"}
_OWNER = "warplings"  # key of a notebook's metadata
_SOURCE, _SUBMITTED = "source", "submitted"
_WIDTH = 100  # columns of an answer
_MARKDOWN = (Kind.TEXT, Kind.PROMPT, Kind.RUBRIC, Kind.ANSWER)
# grade, solution, locked: what nbgrader does with a cell.
METADATA = {
    Kind.TOOL: (False, False, True),
    Kind.PROMPT: (False, False, True),
    Kind.REPORT: (False, False, True),
    Kind.MARK: (True, False, True),
    Kind.KERNEL: (False, True, False),
    Kind.ANSWER: (True, True, False),
}


@dataclass(frozen=True)
class Template:
    """A notebook as students get it. layout: of all its cells; released: JSON without what only graders see."""

    layout: NotebookLayout
    released: Json

    def pairs(self) -> Iterator[tuple[Cell, Json | None]]:
        """Each cell of the layout with its JSON, None for a rubric."""
        released = iter(self.released["cells"])
        for cell in self.layout.cells:
            yield cell, None if cell.kind is Kind.RUBRIC else next(released)


@dataclass(frozen=True)
class Content:
    """The content of one student's notebook. marks, sources of kernels and texts of answers, by cell name."""

    marks: Mapping[str, Mark]
    sources: Mapping[str, str] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)


def source(layout: NotebookLayout) -> Json:
    """The instructor's notebook, from which nbgrader makes the students'."""
    cells = [_cell(number, cell) for number, cell in enumerate(c for c in layout.cells if c.kind is not Kind.RUBRIC)]
    return _notebook(cells, _SOURCE)


def submitted(template: Template, content: Content) -> Json:
    """The input of `nbgrader autograde`: the student's text in the grader's cells."""
    cells = [_filled(cell, released, content) for cell, released in template.pairs()]
    return _notebook(_numbered(cells), _SUBMITTED)


def graded(template: Template, content: Content) -> Json:
    """The same after running: with each cell's output and points."""
    run = 0
    cells = []
    for cell, released in template.pairs():
        filled = _filled(cell, released, content)
        if filled["cell_type"] == "code":
            run += 1
            filled = filled | {"execution_count": run, "outputs": _outputs(cell, content.marks.get(cell.name), run)}
        cells.append(filled)
    return _notebook(_numbered(cells), _SUBMITTED)


def encoded(notebook: Json) -> bytes:
    """A notebook as a file, on one line: `json` is ten times slower with indentation, and each student has two."""
    return (json.dumps(notebook, ensure_ascii=False, sort_keys=True, allow_nan=False) + "\n").encode()


def readable(notebook: Json) -> bytes:
    """A notebook as a file for people and version control, formatted as by Jupyter."""
    cells = [cell | {"source": cell["source"].splitlines(keepends=True)} for cell in notebook["cells"]]
    return (json.dumps(notebook | {"cells": cells}, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def is_source(content: bytes) -> bool:
    """Whether a notebook in `source/` was made by this file."""
    return _owner(content) == _SOURCE


def is_submitted(content: bytes) -> bool:
    """Whether a notebook in `submitted/` was made by this file; else a student handed it in."""
    return _owner(content) == _SUBMITTED


def fenced(text: str) -> str:
    """A student's text as a Markdown code block, so that nothing in it is a heading, an image or HTML.

    Lines are wrapped, as formgrader does not wrap them.
    """
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    lines = [row for line in text_of(text).strip().split("\n") for row in _rows(line.rstrip())]
    return "\n".join([f"{fence}text", *lines, fence])


def _rows(line: str) -> list[str]:
    """A line wrapped to the width of a page, between words if possible."""
    if display_width(line) <= _WIDTH:
        return [line]
    rows = [line[: len(line) - len(line.lstrip())]]
    for word in line.split():
        for start in range(0, len(word), _WIDTH):
            piece = word[start : start + _WIDTH]
            if rows[-1].strip() and display_width(rows[-1]) + 1 + display_width(piece) > _WIDTH:
                rows.append(piece)
            else:
                rows[-1] += (" " if rows[-1].strip() else "") + piece
    return rows


def _owner(content: bytes) -> object:
    try:
        metadata = json.loads(content)["metadata"]
        return metadata.get(_OWNER)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _notebook(cells: Sequence[Json], owner: str) -> Json:
    language = {"name": "python", "pygments_lexer": "ipython3"}
    metadata = {"kernelspec": KERNELSPEC, "language_info": language, _OWNER: owner}
    return {"cells": list(cells), "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def _cell(number: int, cell: Cell) -> Json:
    made: Json = {"cell_type": "markdown", "id": f"cell-{number}", "metadata": {}, "source": cell.source}
    if cell.kind not in _MARKDOWN:
        made |= {"cell_type": "code", "execution_count": None, "outputs": []}
    if cell.kind is Kind.KERNEL:
        made["metadata"]["magics_language"] = "cuda"  # for the colours
    if cell.kind in METADATA:
        grade, solution, locked = METADATA[cell.kind]
        own = {"schema_version": 3, "grade_id": cell.name, "grade": grade, "solution": solution, "locked": locked,
               "task": False}  # fmt: skip
        made["metadata"]["nbgrader"] = own if cell.points is None else own | {"points": cell.points}
    return made


def _filled(cell: Cell, released: Json | None, content: Content) -> Json:
    if released is None:
        return _cell(0, cell)
    if cell.kind is Kind.KERNEL and cell.name in content.sources:
        first = cell.source.partition("\n")[0]
        return released | {"source": f"{first}\n{text_of(content.sources[cell.name])}"}
    if cell.kind is Kind.ANSWER and cell.name in content.answers:
        return released | {"source": fenced(content.answers[cell.name])}
    return released


def _numbered(cells: Sequence[Json]) -> list[Json]:
    return [cell | {"id": f"cell-{number}"} for number, cell in enumerate(cells)]


def _outputs(cell: Cell, mark: Mark | None, run: int) -> list[Json]:
    if mark is None or cell.kind not in (Kind.MARK, Kind.REPORT):
        return []
    outputs: list[Json] = [{"output_type": "stream", "name": "stdout", "text": mark.text + "\n"}]
    if cell.kind is Kind.MARK:
        value = {"text/plain": repr(mark.score or 0.0)}
        outputs.append({"output_type": "execute_result", "execution_count": run, "metadata": {}, "data": value})
    return outputs
