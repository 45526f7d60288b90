"""Settings that every test shares."""

from __future__ import annotations

import signal

import pytest

from tests import tiers

tiers.register()

# Whoever starts the tests in the background of a shell without job control hands them a Ctrl-C that is ignored, and so
# would every program that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out those whose share has not its turn on this commit."""
    waiting = [item for item in items if not _has_its_turn(item)]
    if waiting:
        config.hook.pytest_deselected(items=waiting)
        items[:] = [item for item in items if item not in set(waiting)]


def _has_its_turn(item: pytest.Item) -> bool:
    marks = item.iter_markers("share")
    return all(tiers.in_share(item.nodeid, *mark.args, **mark.kwargs) for mark in marks)
