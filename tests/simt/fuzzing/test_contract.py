"""The contract itself: what never ends is stopped, what was slow once is not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.simt.fuzzing import contract


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract, "SECONDS", 0.05)


def spin() -> str:
    while True:
        pass


def test_a_loop_without_end_is_stopped() -> None:
    with pytest.raises(contract.TookTooLong):
        contract.in_time(spin)


def test_a_case_that_was_slow_once_is_judged_again() -> None:
    turns: Iterator[bool] = iter([True, False])
    assert contract.in_time(lambda: spin() if next(turns) else "ran") == "ran"


def test_an_error_is_no_reason_to_try_again() -> None:
    turns = iter([ZeroDivisionError, KeyError])

    def fails() -> None:
        raise next(turns)

    with pytest.raises(ZeroDivisionError):
        contract.in_time(fails)
