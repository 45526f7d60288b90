"""Damaged machine code, senseless launches: no traceback, no hang, no more than 1 GiB."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, given, note, settings

from tests.simt.fuzzing.choices import Choices, made_by
from tests.simt.fuzzing.contract import in_memory, outcome_of_code, outcome_of_launch
from tests.simt.fuzzing.damage import Damage, damage
from tests.simt.fuzzing.formats import call, outcome_of_call
from tests.simt.fuzzing.launches import Launch, launch


@dataclass(frozen=True)
class Fuzz:
    """make: a case from choices; judge: how it ended, or an error. few, many: cases in a fast and in a slow run.

    running: the share of cases that must get as far as running, so that the test keeps looking into every corner.
    """

    make: Callable[[Choices], Any]
    judge: Callable[[Any], str]
    few: int
    many: int
    running: float


def _code(case: Damage) -> str:
    return outcome_of_code(case.program, case.kernel)


def _launch(case: Launch) -> str:
    return outcome_of_launch(case.ready, case.request)


FUZZES = {
    "damaged machine code": Fuzz(damage, _code, 1200, 40_000, 0.2),
    "launches": Fuzz(launch, _launch, 1200, 25_000, 0.2),
    "printf": Fuzz(call, outcome_of_call, 300, 8_000, 1.0),
}
LEAST = 70_000  # cases of a slow run, all together
STOPPED = {"refused", "mismatch", "unsupported", "launch_configuration"}


def outcomes(fuzz: Fuzz, cases: int) -> Counter[str]:
    """Judge that many cases; hypothesis shrinks one that fails."""
    found: Counter[str] = Counter()

    @settings(max_examples=cases, derandomize=cases == fuzz.few, suppress_health_check=list(HealthCheck))
    @given(made_by(fuzz.make))
    def every(case: Any) -> None:
        note(f"{case}")
        found[fuzz.judge(case)] += 1

    fuzz.make(Choices(b""))  # what is compiled once is no part of a case
    with in_memory():
        every()
    return found


def check(fuzz: Fuzz, cases: int) -> None:
    """So many cases were judged, and enough of them ran."""
    found = outcomes(fuzz, cases)
    assert found.total() >= cases
    assert sum(count for word, count in found.items() if word not in STOPPED) >= fuzz.running * cases, found


@pytest.mark.slow
@pytest.mark.parametrize("name", FUZZES)
def test_some_cases(name: str) -> None:
    check(FUZZES[name], FUZZES[name].few)


@pytest.mark.long
@pytest.mark.parametrize("name", FUZZES)
def test_many_cases(name: str) -> None:
    check(FUZZES[name], FUZZES[name].many)


def test_a_slow_run_has_cases_enough() -> None:
    assert sum(fuzz.many for fuzz in FUZZES.values()) >= LEAST
