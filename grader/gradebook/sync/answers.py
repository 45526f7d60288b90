"""A student's answers to the questions that a person grades: texts out of the notebook that was handed in.

Nothing else of that notebook is used: what it would run, and what it says of itself, is left where it is. It is kept
as it was handed in, in `handed_in/STUDENT/MODULE/`, and in `submitted/` one of the grader's takes its place, so that
`nbgrader autograde` runs nobody's code.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.gradebook.sync import notebooks
from grader.gradebook.sync.files import put, read
from grader.gradebook.sync.layout import QUIZ

FOLDER = "handed_in"
_FILE = f"{QUIZ}.ipynb"
_LONGEST = 100_000  # characters of one answer that are shown


@dataclass(frozen=True)
class HandedNotebook:
    """What there is of a student's quiz notebook.

    fresh: handed in since the last run, and still in its place. answers: texts by the name of the cell; changed: names
    whose text is another than before. readable: whether the cells for answers can be found in it, or there is none.
    """

    submitted: Path
    kept: Path
    fresh: bytes | None
    answers: Mapping[str, str]
    changed: frozenset[str]
    readable: bool = True

    @property
    def is_there(self) -> bool:
        """Whether one was ever handed in."""
        return self.fresh is not None or self.kept.exists()

    def put_aside(self) -> None:
        """Keep what was handed in since the last run. Raises OSError."""
        if self.fresh is not None:
            put(self.kept, self.fresh)


def handed_notebook(submitted: Path, kept: Path, names: Sequence[str], stub: str) -> HandedNotebook:
    """What a student handed in. submitted, kept: folders. names: of the cells for answers; stub: what is in them first.

    Raises OSError.
    """
    there, before = read(submitted / _FILE), read(kept / _FILE)
    fresh = there if there is not None and not notebooks.is_submitted(there) else None
    old, new = (texts(content, names, stub) for content in (before, before if fresh is None else fresh))
    changed = frozenset(name for name in names if fresh is not None and (new or {}).get(name) != (old or {}).get(name))
    readable = new is not None or (fresh is None and before is None)
    return HandedNotebook(submitted / _FILE, kept / _FILE, fresh, new or {}, changed, readable)


def texts(content: bytes | None, names: Sequence[str], stub: str) -> Mapping[str, str] | None:
    """The answers in a notebook, without those that are empty or as they were; None where no cell for one is found.

    Of several cells with one name the last counts, as in nbgrader.
    """
    try:
        cells = json.loads(content or b"")["cells"]
        found = {_name(cell): _source(cell) for cell in cells}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    if names and found.keys().isdisjoint(names):
        return None
    answers = {name: found[name].strip() for name in names if name in found}
    return {name: text[:_LONGEST] for name, text in answers.items() if text and text != stub.strip()}


def _name(cell: object) -> object:
    metadata = cell.get("metadata", {}) if isinstance(cell, dict) else {}
    own = metadata.get("nbgrader", {}) if isinstance(metadata, dict) else {}
    name = own.get("grade_id") if isinstance(own, dict) else None
    return name if isinstance(name, str) else None


def _source(cell: Mapping[str, object]) -> str:
    source = cell.get("source", "")
    lines = source if isinstance(source, list) else [source]
    return "".join(line for line in lines if isinstance(line, str))
