"""The small course's kernel as a subject, and variants of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course.catalog import open_course
from grader.course.tune_space import narrowed
from grader.grading.opening import problem_cases
from grader.grading.tuning.parameters import tunable
from grader.grading.tuning.search import Subject
from tests.tuned_course import KERNEL, write_tuned_course


@pytest.fixture
def subject(tmp_path: Path) -> Subject:
    """The exercise with its own values, in a course of its own."""
    write_tuned_course(tmp_path)
    spec = open_course(tmp_path, problem_cases()).exercises[0].spec
    assert spec.tune is not None
    return Subject(spec, spec.tune, tunable(KERNEL, spec.tune.parameters), "mine.cu")


@pytest.fixture
def modes(subject: Subject) -> Subject:
    """The same with one tile, in the modes 0 (right), 1 (wrong) and 3 (does not compile)."""
    tune = narrowed(subject.tune, {"BM": [16], "TM": [2], "MODE": [0, 1, 3]})
    return Subject(subject.spec, tune, subject.kernel, subject.file)
