"""Answers out of a notebook that a student handed in, whatever that is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grader.gradebook.sync.answers import handed_notebook, texts

NAMES, STUB = ("open__why", "open__how"), "YOUR ANSWER HERE"


def cell(name: str, source: Any) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {"nbgrader": {"grade_id": name}}, "source": source}


def notebook(*cells: Any, **metadata: Any) -> bytes:
    return json.dumps({"cells": cells, "metadata": metadata}).encode()


@pytest.mark.parametrize(
    ("cells", "answers"),
    [
        ([cell("open__why", "Because.")], {"open__why": "Because."}),
        ([cell("open__why", ["Line one\n", "line two\n"])], {"open__why": "Line one\nline two"}),
        ([cell("open__why", STUB), cell("open__how", "  \n ")], {}),
        ([cell("open__why", "first"), cell("open__why", "last")], {"open__why": "last"}),
        (
            [cell("other", "x"), {"metadata": None}, {}, cell("open__how", 3), cell("open__why", "y")],
            {"open__why": "y"},
        ),
        ([cell("open__why", "x" * 200_000)], {"open__why": "x" * 100_000}),
        ([cell("other", "x")], None),
        ([], None),
    ],
)
def test_the_text_of_each_answer_counts_and_nothing_else(cells: list[Any], answers: dict[str, str] | None) -> None:
    assert texts(notebook(*cells), NAMES, STUB) == answers


def test_a_module_without_questions_has_no_answers_to_find() -> None:
    assert texts(notebook(), (), STUB) == {}


def test_what_is_in_its_place_is_fresh_until_it_is_put_aside(tmp_path: Path) -> None:
    submitted, kept = tmp_path / "submitted", tmp_path / "kept"
    assert not handed_notebook(submitted, kept, NAMES, STUB).is_there
    submitted.mkdir()
    (submitted / "quiz.ipynb").write_bytes(notebook(cell("open__why", "One.")))
    first = handed_notebook(submitted, kept, NAMES, STUB)
    assert first.fresh and first.answers == {"open__why": "One."} and first.changed == {"open__why"}
    first.put_aside()
    (submitted / "quiz.ipynb").write_bytes(notebook(warplings="submitted"))
    after = handed_notebook(submitted, kept, NAMES, STUB)
    assert after.fresh is None and after.is_there and after.readable
    assert after.answers == {"open__why": "One."} and not after.changed
    (submitted / "quiz.ipynb").write_bytes(notebook(cell("open__why", "One."), cell("open__how", "Two.")))
    assert handed_notebook(submitted, kept, NAMES, STUB).changed == {"open__how"}
    (submitted / "quiz.ipynb").write_bytes(b"")
    emptied = handed_notebook(submitted, kept, NAMES, STUB)
    assert not emptied.readable and emptied.changed == {"open__why"}
