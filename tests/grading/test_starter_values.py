"""The skeleton's frozen values: found in its report, compared, and written into the exercise file as text."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course.yaml_marks import parse
from grader.grading.starter_values import with_starter

FILE = Path("x.yaml")
VALUES = {"correctness": 3, "resources": {"shared_bytes": 6144}, "machine_code": {"LDS.128": 0, "FFMA": 1.5}}
REST = "# why\nstarter_fails: hazards  # 왜\n{}hints:\n  en: [starter]\n"


@pytest.mark.parametrize(
    "entry", ["", "starter: {}\n", "starter: {hazards: 3}  # old\n", "starter:\n  hazards: 3\n  resources: {a: 1}\n"]
)
def test_only_the_entry_changes_however_it_was_written(entry: str) -> None:
    after = with_starter(REST.format(entry), FILE, VALUES)
    lines = [line for line in after.splitlines(keepends=True) if not line.startswith("starter:")]
    assert "".join(lines) == REST.format("")
    assert parse(after, FILE).data["starter"] == VALUES  # type: ignore[call-overload,index]


def test_many_values_take_a_line_each() -> None:
    values = {f"check_{n}": n for n in range(20)}
    after = with_starter(REST.format("starter: {a: 1}\n"), FILE, values)
    assert max(map(len, after.splitlines())) <= 120
    assert with_starter(after, FILE, VALUES) == with_starter(REST.format(""), FILE, VALUES)


@pytest.mark.parametrize("text", ["{starter_fails: a, starter: {b: 1}}\n", "title: x\n", "[]\n"])
def test_a_file_with_no_line_for_the_entry_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"x\.yaml"):
        with_starter(text, FILE, VALUES)
