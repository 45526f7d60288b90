"""results.json by Gradescope's specification: its shape, and whose score it says."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from grader.classroom.results import State
from grader.gradebook.errors import ExportError
from grader.gradebook.exports import exported
from grader.gradebook.exports.options import Options
from grader.gradebook.sheet import Cell, Part, Sheet
from tests.gradebook.specimens import assert_schema, item, sheets, student

REPOSITORY = Path(__file__).resolve().parents[3]
TEXT, NUMBER = {"type": "string"}, {"type": "number", "minimum": 0}
FORMATS = {"enum": ["text", "html", "simple_format", "md", "ansi"]}
VISIBILITY = {"enum": ["hidden", "after_due_date", "after_published", "visible"]}
# gradescope-autograders.readthedocs.io/en/latest/specs, "Output format"
SPECIFICATION = {
    "type": "object",
    "additionalProperties": False,
    "anyOf": [{"required": ["score"]}, {"required": ["tests"]}],
    "properties": {
        "score": NUMBER, "execution_time": NUMBER, "output": TEXT, "output_format": FORMATS,
        "test_output_format": FORMATS, "test_name_format": FORMATS, "visibility": VISIBILITY,
        "stdout_visibility": VISIBILITY, "extra_data": {"type": "object"}, "leaderboard": {"type": "array"},
        "tests": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "score": NUMBER, "max_score": NUMBER, "status": {"enum": ["passed", "failed"]}, "name": TEXT,
                    "name_format": FORMATS, "number": TEXT, "output": TEXT, "output_format": FORMATS,
                    "tags": {"type": "array", "items": TEXT}, "visibility": VISIBILITY,
                    "extra_data": {"type": "object"},
                },
            },
        },
    },
}  # fmt: skip


def gradescope(one: Sheet) -> dict[str, Any]:
    files = exported("gradescope", one, Options())
    assert not isinstance(files, bytes)
    return {name: json.loads(data.decode("utf-8")) for name, data in files.items()}


@given(sheets())
def test_every_student_gets_the_score_of_the_sheet_and_whoever_has_none_no_file(one: Sheet) -> None:
    files = gradescope(one)
    worked = [s for s in one.students if any(cell.score is not None for _, cell in one.row(s))]
    assert list(files) == [f"{s.id}/results.json" for s in worked]
    for s in worked:
        document = files[f"{s.id}/results.json"]
        assert_schema(document, SPECIFICATION)
        row = one.row(s)
        assert document["score"] == pytest.approx(sum(cell.score or 0 for _, cell in row))
        assert document["score"] == pytest.approx(sum(test["score"] for test in document["tests"]))
        said = {test["name"]: test["score"] for test in document["tests"]}
        assert said == {i.title: cell.score for i, cell in row if cell.score is not None}
        assert document["extra_data"] == {"student": s.id, "email": s.email}


def test_what_is_blank_is_said_and_what_was_not_judged_is_neither_passed_nor_failed() -> None:
    checks = (Part("correctness", 60.0, 60.0, "pass", "right"), Part("speed", None, 40.0, "not_run", "no <GPU>"))
    nothing = Cell(None, "Nothing was handed in.", State.MISSING)
    cells = {("mina", "06 a"): Cell(60.0, parts=checks), ("mina", "06 b"): nothing}
    one = Sheet((student("mina"),), (item("06 a"), item("06 b")), cells)
    (document,) = gradescope(one).values()
    assert_schema(document, SPECIFICATION)
    assert document["output"] == "06 b: Nothing was handed in."
    first, second = document["tests"]
    assert (first["status"], first["output"]) == ("passed", "right")
    assert "status" not in second and (second["score"], second["max_score"]) == (0, 40)
    assert document["test_output_format"] == document["output_format"] == document["test_name_format"] == "text"


def test_an_id_that_leads_out_of_the_folder_is_refused() -> None:
    one = Sheet((student("../mina"),), (item("06"),), {("../mina", "06"): Cell(1.0)})
    with pytest.raises(ExportError, match="bad_id"):
        gradescope(one)


def test_the_autograder_of_the_documentation_picks_the_students_own_file(tmp_path: Path) -> None:
    page = (REPOSITORY / "docs" / "gradebook.md").read_text("utf-8")
    script = page.split("```python\n#!/usr/bin/env python3", 1)[1].split("```", 1)[0]
    one = Sheet((student("mina", email="Mina@x.edu"), student("omar", email="omar@x.edu")), (item("06"),), {
        ("mina", "06"): Cell(1.0), ("omar", "06"): Cell(2.0),
    })  # fmt: skip
    files = exported("gradescope", one, Options())
    assert not isinstance(files, bytes)
    for name, data in files.items():
        path = tmp_path / "source" / "grades" / name
        path.parent.mkdir(parents=True)
        path.write_bytes(data)
    (tmp_path / "results").mkdir()
    (tmp_path / "run_autograder").write_text(script.replace("/autograder", str(tmp_path)), "utf-8")
    for email, score in (("mina@X.edu", 1.0), ("omar@x.edu", 2.0), ("nobody@x.edu", 0)):
        (tmp_path / "submission_metadata.json").write_text(json.dumps({"users": [{"email": email}]}), "utf-8")
        subprocess.run([sys.executable, tmp_path / "run_autograder"], check=True)
        written = json.loads((tmp_path / "results" / "results.json").read_text("utf-8"))
        assert_schema(written, SPECIFICATION)
        assert written["score"] == score
