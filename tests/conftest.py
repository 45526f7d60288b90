"""Settings that every test shares."""

from __future__ import annotations

import os
import signal
import time

import pytest

from tests import tiers

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the grader itself does, and before NumPy is imported
tiers.register()
_BEGAN = time.monotonic()

# Whoever starts the tests in the background of a shell without job control hands them a Ctrl-C that is ignored, and so
# would every program that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--seconds N`: start no test after so many seconds."""
    parser.addoption("--seconds", type=float, default=None, help="skip the tests that have not begun by then")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """No test begins when the time is up; the summary counts those that were skipped for it."""
    seconds = item.config.getoption("--seconds")
    if seconds is not None and time.monotonic() - _BEGAN > seconds:
        pytest.skip(f"{seconds:g} s are over")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out those whose share has not its turn on this commit."""
    waiting = [item for item in items if not _has_its_turn(item)]
    if waiting:
        config.hook.pytest_deselected(items=waiting)
        items[:] = [item for item in items if item not in set(waiting)]


def _has_its_turn(item: pytest.Item) -> bool:
    parameters: dict[str, object] = getattr(getattr(item, "callspec", None), "params", {})

    def in_share(shares: int, guard: str = "", by: str = "") -> bool:
        return tiers.in_share(str(parameters.get(by, by or item.nodeid)), shares, guard=guard)

    return all(in_share(*mark.args, **mark.kwargs) for mark in item.iter_markers("share"))
