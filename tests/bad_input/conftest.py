"""The course in a folder of its own, and the command run in this process or in one that is watched."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from grader.cli.app import app
from grader.sandbox.fork_server import warm_sessions
from tests.bad_input.watching import REPOSITORY
from tests.small_course import without_tiny_steps
from tests.surroundings import make_plain

MODULE = "06_shared_memory_tiling"


@dataclass(frozen=True)
class Answer:
    """What a command run in this process left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """stdout as JSON."""
        return json.loads(self.out)


Grader = Callable[..., Answer]


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A copy of the course that a test may break. Its exercises are the skeletons made from the solutions."""
    from tests.skeletons import write_skeletons

    root = tmp_path / "course"
    root.mkdir()
    shutil.copy(REPOSITORY / "course.yaml", root)
    for folder in ("exercises", "solutions"):
        shutil.copytree(REPOSITORY / folder, root / folder)
    without_tiny_steps(root)
    write_skeletons(root)
    return root


@pytest.fixture
def here(course: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The course's folder, made the current one."""
    monkeypatch.chdir(course)
    return course


@pytest.fixture
def grader(monkeypatch: pytest.MonkeyPatch) -> Grader:
    """Run a command in this process (the sandbox is a process of its own all the same)."""
    make_plain(monkeypatch)

    def run(*arguments: object) -> Answer:
        result = CliRunner().invoke(app, [str(argument) for argument in arguments], obj=warm_sessions())
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Answer(result.exit_code, result.stdout, result.stderr)

    return run
