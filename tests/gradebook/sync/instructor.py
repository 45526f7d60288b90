"""What an instructor does with nbgrader: its commands in this process, which spares most of their start."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.gradebook.sync.classroom import Classroom


@contextmanager
def api(classroom: Classroom) -> Iterator[Any]:
    """nbgrader's own interface to the course."""
    from nbgrader.apps import NbGrader
    from nbgrader.apps.api import NbGraderAPI

    before = os.getcwd()
    os.chdir(classroom.folder)
    try:
        app = NbGrader(log_level=logging.CRITICAL)
        app.initialize([], root=str(classroom.folder))
        yield NbGraderAPI(app.coursedir, parent=app)
    finally:
        os.chdir(before)


def autograde(classroom: Classroom, assignment: str, student: str) -> str:
    """`nbgrader autograde --force`; what it logged."""
    with api(classroom) as nbgrader:
        return _done(nbgrader.autograde(assignment, student))


def generate_feedback(classroom: Classroom, assignment: str, student: str) -> None:
    """`nbgrader generate_feedback`."""
    with api(classroom) as nbgrader:
        _done(nbgrader.generate_feedback(assignment, student))


def generate_assignment(classroom: Classroom, assignment: str) -> None:
    """`nbgrader generate_assignment --force`."""
    with api(classroom) as nbgrader:
        _done(nbgrader.generate_assignment(assignment))


def command(classroom: Classroom, *arguments: str) -> str:
    """Run `nbgrader` in the course's folder as from a shell in which this environment is active; what it logs."""
    surroundings = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run([sys.executable, "-m", "nbgrader", *arguments], cwd=classroom.folder, capture_output=True,
                          text=True, env=surroundings, check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stderr


def _done(result: dict[str, Any]) -> str:
    assert result["success"], result.get("error") or result.get("log")
    return str(result.get("log") or "")
