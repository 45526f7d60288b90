"""result.json by the contract of Classroom 50: its shape, its identity, and what its collector checks across fields."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.gradebook.errors import ExportError
from grader.gradebook.exports import exported
from grader.gradebook.exports.options import Options
from grader.gradebook.sheet import Cell, Part, Sheet
from tests.gradebook.specimens import assert_schema, item, sheet, sheets, student

NAME, COUNT = {"type": "string", "minLength": 1}, {"type": "integer", "minimum": 0}
MOMENT = {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$"}
KEYS = {
    "schema": {"const": "classroom50/result/v1"}, "classroom": NAME, "assignment": NAME,
    "assignment_type": {"enum": ["individual", "group"]}, "owner": NAME,
    "submission": {"type": "string", "pattern": "^submit/"}, "commit": NAME, "release": NAME, "review": NAME,
    "datetime": MOMENT, "score": COUNT, "max-score": COUNT,
    "tests": {
        "type": "array",
        "items": {
            "type": "object",
            "required": ["test-name", "passed", "score", "max-score"],
            "properties": {"test-name": NAME, "passed": {"type": "boolean"}, "score": COUNT, "max-score": COUNT},
        },
    },
}  # fmt: skip
# The contract of result.json on the wiki page "Advanced Autograding": nothing else on top but what may be left out.
CONTRACT = {
    "type": "object",
    "additionalProperties": False,
    "required": list(KEYS),
    "properties": {**KEYS, "graded_at": MOMENT, "submitted_by": {"type": "object"}},
}


def record(owner: str, number: int = 1) -> dict[str, Any]:
    """A submission as scores.json keeps it: with more than a result.json may have, and without its assignment."""
    repository = f"https://github.com/org/room-hw-{owner}"
    tag = f"submit/2026-06-0{number}T14-32-05Z-a1b2c3d"
    return {
        "schema": "classroom50/result/v1", "classroom": "room", "assignment_type": "individual", "owner": owner,
        "submission": tag, "commit": f"{repository}/commit/{number}", "release": f"{repository}/releases/tag/{tag}",
        "review": f"{repository}/compare/0...{number}", "datetime": f"2026-06-0{number}T14:32:01Z", "score": 1,
        "max-score": 2, "tests": [], "late": True, "graded_at": "2026-06-09T00:00:00Z",
        "submitted_by": {"username": owner, "id": None},
    }  # fmt: skip


def scores_json(path: Path, *owners: str, kind: str = "individual", more: tuple[str, ...] = ()) -> Path:
    entries = [{"owner": own, "email": "x@x.edu", "submissions": [record(own, 2), record(own, 1)]} for own in owners]
    buckets = {"hw": {"type": kind, "entries": entries, "collected_at": "2026-06-09T00:00:00Z"}}
    buckets |= {name: {"type": "individual", "entries": []} for name in more}
    path.write_text(json.dumps({"schema": "classroom50/scores/v1", "assignments": buckets}), "utf-8")
    return path


def collected(document: dict[str, Any], owner: str) -> None:
    """What the collector checks beyond the shape; AssertionError where it would skip the submission."""
    assert (document["classroom"], document["assignment"]) == ("room", "hw")
    assert document["owner"].lower() == owner.lower()
    assert document["assignment_type"] == "individual"
    assert document["score"] <= document["max-score"]
    assert all(test["score"] <= test["max-score"] for test in document["tests"])
    assert document["score"] == sum(test["score"] for test in document["tests"])
    assert document["max-score"] == sum(test["max-score"] for test in document["tests"])


def classroom50(one: Sheet, **options: object) -> dict[str, Any]:
    files = exported("classroom50", one, Options(**options))  # type: ignore[arg-type]
    assert not isinstance(files, bytes)
    return {name: json.loads(data.decode("utf-8")) for name, data in files.items()}


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(one=sheets(values=st.integers(0, 10_000).map(lambda hundredths: hundredths / 100)))
def test_every_student_gets_the_score_of_the_sheet_in_hundredths(tmp_path: Path, one: Sheet) -> None:
    path = scores_json(tmp_path / "scores.json", *(s.id.swapcase() for s in one.students))
    files = classroom50(one, columns=path)
    assert list(files) == [f"{s.id}/result.json" for s in one.students]
    for s, document in zip(one.students, files.values(), strict=True):
        assert_schema(document, CONTRACT)
        collected(document, s.id)
        assert document["score"] == round(sum(cell.score or 0 for _, cell in one.row(s)) * 100)
        assert document["max-score"] == round(sum(i.points for i in one.items) * 100)


def test_it_is_the_newest_submission_that_gets_the_score(tmp_path: Path) -> None:
    (document,) = classroom50(sheet({"mina": {"06": 7.25}}), columns=scores_json(tmp_path / "s.json", "Mina")).values()
    newest = record("Mina", 2)
    for key in ("owner", "submission", "commit", "release", "review", "datetime", "submitted_by"):
        assert document[key] == newest[key]
    assert document["score"] == 725 and "late" not in document and "graded_at" not in document


def test_extra_credit_is_no_more_than_there_is(tmp_path: Path) -> None:
    parts = (Part("a", 3.5, 3.0), Part("b", 1.0, 2.0))
    one = Sheet((student("mina"),), (item("06", 5.0),), {("mina", "06"): Cell(4.5, parts=parts)})
    (document,) = classroom50(one, columns=scores_json(tmp_path / "s.json", "mina")).values()
    collected(document, "mina")
    assert [test["score"] for test in document["tests"]] == [300, 100]


def test_the_roster_may_say_who_is_who_on_github(tmp_path: Path) -> None:
    path = scores_json(tmp_path / "s.json", "octocat")
    for other, column in (({"GitHub": "octocat"}, None), ({"계정": "OctoCat"}, "계정")):
        one = sheet({"mina": {"06": 1.0}}, other=other)
        assert list(classroom50(one, columns=path, id_column=column)) == ["mina/result.json"]


def test_who_submitted_nothing_has_no_file_and_who_has_scores_but_no_submission_is_named(tmp_path: Path) -> None:
    path = scores_json(tmp_path / "s.json", "mina")
    assert list(classroom50(sheet({"mina": {"06": 1.0}, "bo": {"06": None}}), columns=path)) == ["mina/result.json"]
    with pytest.raises(ExportError) as caught:
        classroom50(sheet({"mina": {"06": 1.0}, "bo": {"06": 1.0}}), columns=path)
    assert caught.value.key == "columns_no_student" and caught.value.details["students"] == "bo"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "scores_json"),
        ("{}", "scores_json"),
        ('{"schema": "classroom50/scores/v2", "assignments": {}}', "scores_json"),
        ('{"schema": "classroom50/scores/v1", "assignments": {}}', "which_assignment"),
        ("[1, 2]", "scores_json"),
    ],
)
def test_a_file_that_is_no_scores_json_is_told(tmp_path: Path, text: str, key: str) -> None:
    path = tmp_path / "s.json"
    path.write_text(text, "utf-8")
    with pytest.raises(ExportError) as caught:
        classroom50(sheet({"mina": {"06": 1.0}}), columns=path)
    assert caught.value.key == key


def test_one_of_several_assignments_is_named_and_groups_are_refused(tmp_path: Path) -> None:
    one = sheet({"mina": {"06": 1.0}})
    path = scores_json(tmp_path / "s.json", "mina", more=("other",))
    with pytest.raises(ExportError) as caught:
        classroom50(one, columns=path)
    assert caught.value.details["known"] == "hw, other"
    assert len(classroom50(one, columns=path, assignment="hw")) == 1
    with pytest.raises(ExportError, match="which_assignment"):
        classroom50(one, columns=path, assignment="none")
    with pytest.raises(ExportError, match="group_assignment"):
        classroom50(one, columns=scores_json(tmp_path / "g.json", "mina", kind="group"))
    with pytest.raises(ExportError, match="needs_columns"):
        classroom50(one)
