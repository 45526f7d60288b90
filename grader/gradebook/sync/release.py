"""Makes the students' notebook from the instructor's with nbgrader's own preprocessors, as `generate_assignment`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import nbformat
from nbgrader.preprocessors import CheckCellMetadata, ClearOutput, ClearSolutions, ComputeChecksums, LockCells

from grader.dataclass import dataclass
from grader.gradebook.sync.notebooks import Json

_STEPS = (LockCells, ClearSolutions, ClearOutput, CheckCellMetadata, ComputeChecksums)


@dataclass(frozen=True)
class CellRow:
    """A cell in nbgrader's database. max_score: None if it is not graded."""

    name: str
    cell_type: str
    is_grade: bool
    is_solution: bool
    is_locked: bool
    max_score: float | None
    source: str
    checksum: str


def released(source: Json, config: Any) -> Json:
    """The students' notebook: solutions removed, checksums added. config: nbgrader's."""
    notebook = nbformat.from_dict(source)
    resources: dict[str, Any] = {}
    for step in _STEPS:
        notebook, resources = step(config=config).preprocess(notebook, resources)
    nbformat.validate(notebook)
    made: Json = _plain(notebook)
    return made


def cell_rows(notebook: Json) -> Iterator[CellRow]:
    """The cells of a released notebook that nbgrader keeps in its database."""
    for cell in notebook["cells"]:
        own = cell["metadata"].get("nbgrader")
        if own is not None:
            yield CellRow(own["grade_id"], cell["cell_type"], own["grade"], own["solution"],
                          own["locked"] and not own["solution"], own.get("points"), cell["source"],
                          own["checksum"])  # fmt: skip


def _plain(value: Any) -> Any:
    """nbformat's own dictionaries as plain ones, which `json` serialises faster."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list) else value
