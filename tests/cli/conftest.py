"""The course in a folder of its own, and commands run in this process or in one of their own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner, Result

from grader.cli.app import app
from grader.launch import LaunchRequest, LaunchResult
from grader.quiz.drawing import drawer, open_quiz
from grader.simt import emulator
from grader.simt.unsupported import Unsupported
from grader.toolchain import Program, compile_source
from tests.small_course import without_tiny_steps
from tests.surroundings import make_plain

REPOSITORY = Path(__file__).resolve().parents[2]
MODULE = "06_shared_memory_tiling"
KEY = {"WARPLINGS_COURSE_KEY": "a key of the course", "WARPLINGS_STUDENT": "mina"}


class InProcess:
    """A sandbox without a process: as fast as the work itself, and no protection."""

    def __enter__(self) -> InProcess:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def compile(self, source: str, **options: Any) -> Program:
        self.program = compile_source(source, **options)
        return self.program

    def launch(self, request: LaunchRequest) -> LaunchResult:
        try:
            kernel = emulator.load(self.program, request.kernel)
        except Unsupported as construct:
            return emulator.unsupported(construct)
        return emulator.launch(kernel, request)


@dataclass(frozen=True)
class Run:
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """stdout as JSON."""
        return json.loads(self.out)


Grader = Callable[..., Run]


@pytest.fixture(autouse=True)
def _plain_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    make_plain(monkeypatch)


@pytest.fixture
def authors_in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Authors' commands grade one kernel after the other, in this process."""
    monkeypatch.setattr("grader.sandbox.fork_server.warm_sessions", lambda: InProcess)
    monkeypatch.setattr("grader.cli.authors.processors", lambda: 1)


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of one module of this course without its tiny steps, the current folder of the test; its skeletons are
    fresh."""
    root = tmp_path / "course"
    root.mkdir()
    head, *modules = re.split(r"^(?=  - name: )", (REPOSITORY / "course.yaml").read_text("utf-8"), flags=re.M)
    kept = [module for module in modules if MODULE in module]
    (root / "course.yaml").write_text(head + "".join(kept), "utf-8")
    for folder in ("solutions", "exercises"):
        from_here, to_there = REPOSITORY / folder / MODULE, root / folder / MODULE
        shutil.copytree(from_here, to_there, ignore=shutil.ignore_patterns("*.bak*"))
    from tests.skeletons import write_skeletons

    without_tiny_steps(root)
    write_skeletons(root)
    monkeypatch.chdir(root)
    return root


@pytest.fixture
def quizzes(course: Path) -> Path:
    """The course with the lesson and the quiz of its module."""
    for name in ("quiz.yaml", "lesson.en.md", "lesson.ko.md"):
        (course / "modules" / MODULE).mkdir(parents=True, exist_ok=True)
        shutil.copy(REPOSITORY / "modules" / MODULE / name, course / "modules" / MODULE / name)
    if (deeper := REPOSITORY / "modules" / MODULE / "deeper").is_dir():
        shutil.copytree(deeper, course / "modules" / MODULE / "deeper")
    return course


@pytest.fixture
def grader() -> Grader:
    """Run a command in this process, its sandbox too: `grader("check", "06/sgemm_tiled")`."""

    def run(*arguments: str, env: Mapping[str, str] | None = None, typed: str | None = None) -> Run:
        result: Result = CliRunner().invoke(app, list(arguments), obj=InProcess, env=dict(env or {}), input=typed)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Run(result.exit_code, result.stdout, result.stderr)

    return run


@pytest.fixture
def process() -> Grader:
    """Run a command as people do, in a process of its own."""

    def run(*arguments: str, env: Mapping[str, str] | None = None) -> Run:
        done = subprocess.run(
            [sys.executable, "-m", "grader", *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=60,
            env={**os.environ, "PYTHONPATH": str(REPOSITORY), **(env or {})},
        )
        return Run(done.returncode, done.stdout, done.stderr)

    return run


def right(root: Path, attempt: int = 1, env: Mapping[str, str] = KEY) -> dict[str, Any]:
    """Right answers to every question of an attempt."""
    file = open_quiz(root / "modules" / MODULE / "quiz.yaml", "06")
    return {item.id: item.key.example for item in drawer(root, env).graded(file, attempt).items}


def written(root: Path, answers: Mapping[str, Any], attempt: int = 1, module: object = "06") -> str:
    path = root / "answers.yaml"
    path.write_text(yaml.safe_dump({"module": module, "attempt": attempt, "answers": dict(answers)}), "utf-8")
    return str(path)
