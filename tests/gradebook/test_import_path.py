"""nbgrader stays where it is wanted: nothing but its own plug-ins imports it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


def test_exports_need_no_nbgrader() -> None:
    code = (
        "import sys; sys.modules['nbgrader'] = sys.modules['traitlets'] = None;"
        "import grader.cli.app, grader.cli.gradebook.telling, grader.gradebook.exports, grader.gradebook.from_nbgrader,"
        "grader.gradebook.from_class, grader.gradebook.writing"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=REPOSITORY)
    assert (done.returncode, done.stderr) == (0, "")
