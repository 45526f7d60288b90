"""A gate is computed from what was handed in: 80 % of the points, exactly, the best attempt."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Literal

import pytest
import yaml

from grader.course.catalog import Course, open_course
from grader.grading.opening import problem_cases
from grader.quiz.attempts import Attempt, ItemPoints, Kind
from grader.quiz.gate import ModuleState, before, states

NAMES = ("00_start", "01_gate", "02_middle", "03_gate", "04_end")


def course(
    root: Path, *, gate: Mapping[str, object] | None = None, requires: Mapping[str, list[str]] | None = None
) -> Course:
    modules = []
    for name in NAMES:
        (root / "exercises" / name).mkdir(parents=True, exist_ok=True)
        modules.append({"name": name, "title": {"ko": name, "en": name}, "checkpoint": name.endswith("gate"),
                        "requires": (requires or {}).get(name, [])})  # fmt: skip
    document = {"title": {"ko": "t", "en": "t"}, "gate": dict(gate or {}), "modules": modules}
    (root / "course.yaml").write_text(yaml.safe_dump(document), "utf-8")
    return open_course(root, problem_cases())


def attempt(points: float, *, maximum: float = 10.0, kind: Kind = "graded", handed_in: bool = True) -> Attempt:
    status: Literal["pass", "fail"] = "pass" if points == maximum else "fail"
    items = (ItemPoints(id="a", status=status, points=points, max_points=maximum),) if handed_in else ()
    return Attempt(module="01", attempt=1, kind=kind, quiz_sha256="", began="", handed_in="now" if handed_in else None,
                   items=items)  # fmt: skip


def state_of(found: tuple[ModuleState, ...], number: str) -> ModuleState:
    return next(state for state in found if state.module.number == number)


def judged(root: Path, attempts: Mapping[str, list[Attempt]], **settings: object) -> tuple[ModuleState, ...]:
    return states(course(root, **settings), lambda number: attempts.get(number, []), lambda _: False)  # type: ignore[arg-type]


def locks(found: tuple[ModuleState, ...]) -> dict[str, list[str]]:
    return {state.module.number: [other.number for other in state.locked_by] for state in found}


def test_before_any_attempt_everything_behind_the_first_checkpoint_is_locked(tmp_path: Path) -> None:
    assert locks(judged(tmp_path, {})) == {"00": [], "01": [], "02": ["01"], "03": ["01"], "04": ["01", "03"]}


@pytest.mark.parametrize(("points", "opens"), [(8.0, True), (7.999, False), (10.0, True), (0.0, False)])
def test_eighty_percent_opens_and_nothing_is_rounded_up(tmp_path: Path, points: float, opens: bool) -> None:
    found = judged(tmp_path, {"01": [attempt(points)]})
    assert state_of(found, "01").passed is opens
    assert locks(found)["02"] == ([] if opens else ["01"])


def test_six_of_eight_is_not_eighty_percent(tmp_path: Path) -> None:
    assert not state_of(judged(tmp_path, {"01": [attempt(6.0, maximum=8.0)]}), "01").passed


def test_the_best_attempt_counts(tmp_path: Path) -> None:
    found = state_of(judged(tmp_path, {"01": [attempt(9.0), attempt(2.0)]}), "01")
    assert found.passed and found.best == Fraction(9, 10) and found.failures == 1


def test_practice_and_what_was_put_aside_open_nothing(tmp_path: Path) -> None:
    tries = [attempt(10.0, kind="practice"), attempt(10.0, handed_in=False)]
    found = state_of(judged(tmp_path, {"01": tries}), "01")
    assert not found.passed and found.best is None and found.failures == 0


def test_after_three_failures_it_is_time_for_help_until_it_is_passed(tmp_path: Path) -> None:
    assert not state_of(judged(tmp_path, {"01": [attempt(1.0)] * 2}), "01").struggling
    assert state_of(judged(tmp_path, {"01": [attempt(1.0)] * 3}), "01").struggling
    assert not state_of(judged(tmp_path, {"01": [*[attempt(1.0)] * 3, attempt(8.0)]}), "01").struggling


def test_a_gate_that_advises_locks_nothing(tmp_path: Path) -> None:
    found = judged(tmp_path, {}, gate={"mode": "advise"})
    assert set(map(tuple, locks(found).values())) == {()}
    assert [other.number for other in state_of(found, "04").advised] == ["01", "03"]


def test_the_share_is_the_course_s(tmp_path: Path) -> None:
    assert state_of(judged(tmp_path, {"01": [attempt(6.0)]}, gate={"share": 0.6}), "01").passed


def test_a_module_waits_for_what_it_requires_and_for_nothing_else(tmp_path: Path) -> None:
    found = judged(tmp_path, {}, requires={"04_end": ["02"]})
    assert locks(found)["04"] == ["01"]
    one = course(tmp_path, requires={"04_end": ["00_start"]})
    assert before(one, one.modules[-1]) == ("00_start",)


def test_a_gate_may_ask_for_exercises_and_placement_does_without_them(tmp_path: Path) -> None:
    for name in NAMES:
        (tmp_path / "exercises" / name).mkdir(parents=True)
    (tmp_path / "exercises" / "01_gate" / "copy.yaml").write_text("", "utf-8")
    gate = {"exercises": "all"}
    passed = {"01": [attempt(9.0)]}
    undone = state_of(judged(tmp_path, passed, gate=gate), "01")
    assert not undone.passed and [exercise.name for exercise in undone.undone] == ["copy"]
    done = states(course(tmp_path, gate=gate), lambda number: passed.get(number, []), lambda _: True)
    assert state_of(done, "01").passed
    assert state_of(judged(tmp_path, {"01": [attempt(9.0, kind="placement")]}, gate=gate), "01").passed
