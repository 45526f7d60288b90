"""The playground of all attacks, made once for each process of tests."""

from __future__ import annotations

import pytest

from tests.attacks.playground import Playground, make_playground


@pytest.fixture(scope="session")
def playground(tmp_path_factory: pytest.TempPathFactory) -> Playground:
    """Nobody changes it: every run is held to that."""
    return make_playground(tmp_path_factory.mktemp("playground"))
