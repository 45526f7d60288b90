"""Freezing counts: what is measured, how much room is left, and that only numbers change in the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.course.exercise_file import load_exercise
from grader.course.models import ExerciseSpec
from grader.course.yaml_marks import parse
from grader.grading.calibration import Limit, inexact, limits, rewritten
from grader.launch import AccessLine
from grader.problems import PROBLEMS

REPOSITORY = Path(__file__).resolve().parents[2]
TRANSPOSE = REPOSITORY / "exercises" / "06_shared_memory_tiling" / "transpose_tiled.yaml"


@pytest.fixture(scope="module")
def spec() -> ExerciseSpec:
    return load_exercise(TRANSPOSE, {name: problem.case_model for name, problem in PROBLEMS.items()})


def rows(exact: bool = True) -> tuple[AccessLine, ...]:
    return (
        AccessLine(1, "shared", "store", 4, 500, 500, 500, True),
        AccessLine(2, "shared", "load", 4, 200, 600, 200, exact),
        AccessLine(1, "global", "load", 4, 500, 2000, 2000, True),
    )


def test_each_limit_has_its_own_count_and_room_on_the_right_side(spec: ExerciseSpec) -> None:
    found = {(limit.check, limit.key): limit for limit in limits(spec, {0: rows()}, 0.1)}
    assert (found["shared_wavefronts", "at_most"].measured, found["shared_wavefronts", "at_most"].after) == (1100, 1210)
    assert found["shared_wavefronts", "loads_at_least"].after == 180
    assert found["shared_excess", "at_most"].after == 440
    assert found["global_sectors", "at_most"].after == 2200


def test_no_margin_turns_nothing_into_something(spec: ExerciseSpec) -> None:
    clean = (AccessLine(1, "shared", "load", 4, 10, 10, 10, True),)
    found = {(limit.check, limit.key): limit.after for limit in limits(spec, {0: clean}, 0.5)}
    assert found["shared_excess", "at_most"] == 0


def test_a_count_that_is_not_exact_is_named(spec: ExerciseSpec) -> None:
    assert list(inexact(spec, {0: rows()})) == []
    assert list(inexact(spec, {0: rows(exact=False)})) == ["shared_excess", "shared_wavefronts"]


@given(
    st.integers(0, 10**7),
    st.integers(0, 10**7),
    st.booleans(),
    st.sampled_from(["", "  # 왜 이 값인지", " # at_most: 3"]),
)
def test_only_the_number_changes_whatever_the_layout(before: int, after: int, flow: bool, comment: str) -> None:
    number = "{at_most: %d, points: 10}" if flow else "\n    points: 10\n    at_most:   %d"
    text = f"title: 전치 # at_most: {before}\nchecks:\n  shared_excess: {number}{comment}\n  last: 1\n"
    change = Limit("shared_excess", "at_most", 0, before, after)
    document = parse(text % before, Path("x.yaml"))
    assert rewritten(text % before, document, [change]) == text % after


def test_several_numbers_on_one_line_are_all_replaced() -> None:
    text = "checks:\n  w: {at_most: 9, loads_at_least: 7}\n"
    changes = [Limit("w", "at_most", 0, 9, 12345), Limit("w", "loads_at_least", 0, 7, 6)]
    after = rewritten(text, parse(text, Path("x.yaml")), changes)
    assert after == "checks:\n  w: {at_most: 12345, loads_at_least: 6}\n"


def test_a_number_that_is_not_where_it_should_be_is_refused() -> None:
    text = "a: &n 9\nchecks:\n  w: {at_most: *n}\n"
    with pytest.raises(ValueError, match=r"x\.yaml:\d+:\d+"):
        rewritten(text, parse(text, Path("x.yaml")), [Limit("w", "at_most", 0, 5, 10)])
