"""A student's answers to manually graded questions: texts from the submitted notebook.

Nothing else of that notebook is used, neither its code nor its metadata. It is kept unchanged in
`handed_in/STUDENT/MODULE/`; in `submitted/` it is replaced by the grader's own, so that `nbgrader autograde` runs no
student's code.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from grader.dataclass import dataclass
from grader.gradebook.sync import notebooks
from grader.gradebook.sync.files import put, read
from grader.gradebook.sync.layout import QUIZ

FOLDER = "handed_in"
_FILE = f"{QUIZ}.ipynb"
_LONGEST = 100_000  # characters shown per answer


@dataclass(frozen=True)
class HandedNotebook:
    """A student's quiz notebook.

    fresh: its content, if handed in since the last run. answers: texts by cell name; changed: names of cells whose text
    has changed. readable: whether its answer cells can be found, or there is no notebook.
    """

    submitted: Path
    kept: Path
    fresh: bytes | None
    answers: Mapping[str, str]
    changed: frozenset[str]
    readable: bool = True

    @property
    def is_there(self) -> bool:
        """Whether a notebook was ever handed in."""
        return self.fresh is not None or self.kept.exists()

    def put_aside(self) -> None:
        """Save what was handed in since the last run. Raises OSError."""
        if self.fresh is not None:
            put(self.kept, self.fresh)


def handed_notebook(submitted: Path, kept: Path, names: Sequence[str], stub: str) -> HandedNotebook:
    """Read a student's notebook. submitted, kept: folders. names: of the answer cells; stub: their initial text.

    Raises OSError.
    """
    there, before = read(submitted / _FILE), read(kept / _FILE)
    fresh = there if there is not None and not notebooks.is_submitted(there) else None
    old, new = (texts(content, names, stub) for content in (before, before if fresh is None else fresh))
    changed = frozenset(name for name in names if fresh is not None and (new or {}).get(name) != (old or {}).get(name))
    readable = new is not None or (fresh is None and before is None)
    return HandedNotebook(submitted / _FILE, kept / _FILE, fresh, new or {}, changed, readable)


def texts(content: bytes | None, names: Sequence[str], stub: str) -> Mapping[str, str] | None:
    """The answers in a notebook, without empty or unchanged ones; None if it has no answer cells.

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
