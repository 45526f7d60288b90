"""Freezing counts: what is measured, how much room is left, and that only numbers change in the file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.checks.evaluate import evaluate
from grader.course.check_specs import CountSpec
from grader.course.models import CHECK_SPECS
from grader.course.yaml_marks import parse
from grader.grading.calibration import Limit, inexact, limits, rewritten
from grader.launch import AccessLine, Executed
from tests.checks.specimens import exercise, observed

RULES: dict[str, dict[str, int]] = {
    "correctness": {"points": 50},
    "shared_excess": {"points": 10, "at_most": 0},
    "shared_wavefronts": {"points": 10, "at_most": 1, "loads_at_least": 1},
    "global_sectors": {"points": 10, "at_most": 1},
    "constant_serialisation": {"points": 0, "at_most": 3},
    "work": {"points": 5, "at_most": 9},
    "barriers": {"points": 5, "at_most": 7},
    "resources": {"points": 10, "registers_at_most": 40},
}


def rows(exact: bool = True) -> tuple[AccessLine, ...]:
    return (
        AccessLine(1, "shared", "store", 4, 500, 500, 500, True),
        AccessLine(2, "shared", "load", 4, 200, 600, 200, exact),
        AccessLine(1, "global", "load", 4, 500, 2000, 2000, True),
        AccessLine(3, "constant", "load", 4, 100, 130, 100, True),
    )


def frozen(accesses: tuple[AccessLine, ...], margin: float, barriers: int | None = 48) -> dict[tuple[str, str], Limit]:
    """The limits that a solution of these counts gives."""
    spec = exercise(RULES)
    seen = observed(spec, accesses=accesses)
    counts = {"barriers": barriers, "executed": (Executed(0, 1, "FFMA R0, R1, R2, R3", 600, 19_200, 19_200),)}
    runs = tuple(replace(r, result=r.result and replace(r.result, **counts)) for r in seen.runs)
    results = evaluate(spec, replace(seen, runs=runs), "en")
    return {(limit.check, limit.key): limit for limit in limits(spec, results, {0: accesses}, margin)}


def test_each_limit_has_its_own_count_and_room_on_the_right_side() -> None:
    found = frozen(rows(), 0.1)
    assert found["shared_wavefronts", "at_most"] == Limit("shared_wavefronts", "at_most", 1100, 1, 1210)
    assert found["shared_wavefronts", "loads_at_least"] == Limit("shared_wavefronts", "loads_at_least", 200, 1, 180)
    assert found["shared_excess", "at_most"].after == 440
    assert found["global_sectors", "at_most"].after == 2200
    assert found["constant_serialisation", "at_most"].after == 33


def test_every_check_with_a_limit_of_counts_is_frozen_barriers_too() -> None:
    found = frozen(rows(), 0.1)
    assert found["barriers", "at_most"] == Limit("barriers", "at_most", 48, 7, 52)
    assert found["work", "at_most"] == Limit("work", "at_most", 600, 9, 660)
    assert {name for name, key in found if key == "at_most"} == {
        name for name, spec in CHECK_SPECS.items() if issubclass(spec, CountSpec)
    }


def test_what_nobody_counted_is_not_frozen() -> None:
    with pytest.raises(KeyError, match="barriers"):
        frozen(rows(), 0.1, barriers=None)


def test_no_margin_turns_nothing_into_something() -> None:
    clean = (AccessLine(1, "shared", "load", 4, 10, 10, 10, True),)
    found = frozen(clean, 0.5, barriers=0)
    assert found["shared_excess", "at_most"].after == found["barriers", "at_most"].after == 0


def test_a_count_that_is_not_exact_is_named() -> None:
    assert list(inexact(exercise(RULES), {0: rows()})) == []
    assert list(inexact(exercise(RULES), {0: rows(exact=False)})) == ["shared_excess", "shared_wavefronts"]


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
