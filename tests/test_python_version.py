"""An old Python gets one clear sentence, whichever way the grader is started."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import grader

GUARD = Path(grader.__file__).with_name("python_version.py")
PRETEND = "import sys, runpy; sys.version_info = (3, 9, 18, 'final', 0); sys.argv = ['grader', 'list'];"


@pytest.mark.parametrize(
    "start",
    [
        "runpy.run_module('grader', run_name='__main__')",
        f"runpy.run_path({str(GUARD)!r}, run_name='__main__')",
        "import grader.cli; grader.cli.main()",
    ],
)
def test_an_old_python_is_refused_in_one_sentence(start: str) -> None:
    command = [sys.executable, "-c", PRETEND + start]

    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 2
    assert done.stderr == "Warplings needs Python 3.11 or newer, and this is Python 3.9.\n"
    assert done.stdout == ""


def test_this_python_is_new_enough_for_the_guard() -> None:
    done = subprocess.run([sys.executable, str(GUARD)], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
