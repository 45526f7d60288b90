"""A class for each test; nbgrader says nothing on its own."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.gradebook.sync.classroom import Classroom, make_class
from tests.surroundings import make_plain


@pytest.fixture(scope="session")
def _model(tmp_path_factory: pytest.TempPathFactory) -> Classroom:
    return make_class(tmp_path_factory.mktemp("class") / "of_three")


@pytest.fixture
def classroom(_model: Classroom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Classroom:
    """Three students who passed everything, not synced yet."""
    make_plain(monkeypatch)
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path / "jupyter"))
    monkeypatch.setenv("PATH", "/usr/bin" + os.pathsep + "/bin")  # without the programs of this environment
    shutil.copytree(_model.root, tmp_path / "class")
    return Classroom(tmp_path / "class")
