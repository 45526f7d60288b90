"""A newcomer is told one first step, and everywhere the same: module 00."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from grader.course.catalog import open_course
from grader.grading.opening import problem_cases

ROOT = Path(__file__).resolve().parents[2]
FIRST = open_course(ROOT, problem_cases()).exercises[0]
STEPS = (f"grader lesson {FIRST.module.number}", f"exercises/{FIRST.id}.cu", f"grader check {FIRST.module.number}/")


@pytest.mark.parametrize("name", ["README.md", "README.ko.md"])
def test_the_readme_begins_at_the_first_module(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    assert [step for step in STEPS if step not in text.partition("06/sgemm_tiled")[0]] == []


def test_make_try_ends_with_the_first_exercise_of_the_course() -> None:
    spec = importlib.util.spec_from_file_location("try_module", ROOT / "docs" / "try_module.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    said = module.first_step(FIRST)
    assert all(step in said for step in STEPS) and "06" not in said
