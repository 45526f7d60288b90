"""A run that is killed, whenever that is, is made good by the next one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.gradebook.sync.classroom import REPOSITORY
from tests.tiers import LONG

pytest.importorskip("nbgrader", reason="nbgrader is not installed: pip install -e '.[instructor]'")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")]

MOMENTS = 50 if LONG else 10


def test_kills_leave_the_gradebook_of_a_run_without(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.gradebook.sync.killing", str(tmp_path), str(MOMENTS)]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["differences"] == [] and found["broken"] == []
    assert found["killed"] >= 0.7 * MOMENTS, "most moments fall into the work"
    assert found["killed"] + found["finished"] == MOMENTS
