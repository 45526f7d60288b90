"""The dev container and the editor's tasks: what they call is there, and findings land on their lines."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
KERNEL = "tests/submissions/06_shared_memory_tiling/sgemm_tiled/wrong/padded_tiles.cu"
BROKEN = "exercises/06_shared_memory_tiling/choose_padding.cu"


def document(name: str) -> dict[str, Any]:
    lines = (ROOT / name).read_text("utf-8").splitlines()
    found: dict[str, Any] = json.loads("\n".join(line for line in lines if not line.lstrip().startswith("//")))
    return found


def checked(*arguments: str) -> list[str]:
    command = [sys.executable, "-m", "grader", "check", *arguments, "--format", "gcc", "--lang", "en"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.splitlines()


def test_the_container_installs_what_the_makefile_installs() -> None:
    container = document(".devcontainer/devcontainer.json")
    target = container["postCreateCommand"].removeprefix("make ")
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text("utf-8"), re.M)
    assert container["remoteEnv"]["PATH"].startswith("${containerWorkspaceFolder}/.venv/bin:")
    wanted = re.search(r'requires-python = ">=(\d+)\.(\d+)"', (ROOT / "pyproject.toml").read_text("utf-8"))
    given = re.search(r"python:(\d+)\.(\d+)", container["image"])
    assert wanted and given and tuple(map(int, given.groups())) >= tuple(map(int, wanted.groups()))


@pytest.mark.parametrize("task", document(".vscode/tasks.json")["tasks"], ids=lambda task: task["label"])
def test_a_task_calls_a_command_of_the_grader(task: dict[str, Any]) -> None:
    done = subprocess.run([sys.executable, "-m", "grader", task["args"][0], "--help"], capture_output=True, check=False)
    assert done.returncode == 0 and task["command"].endswith(".venv/bin/grader")


@pytest.mark.slow
def test_problem_matchers_find_every_line_and_its_place() -> None:
    matcher = document(".vscode/tasks.json")["tasks"][0]["problemMatcher"]["pattern"]
    lines = [*checked("06/sgemm_tiled", "--file", KERNEL), *checked("06/choose_padding")]
    found = []
    for line in lines:
        match = re.match(matcher["regexp"], line)
        assert match is not None, line
        found.append((match[matcher["file"]], int(match[matcher["line"]])))
        assert match[matcher["message"]] and match[matcher["severity"]] in ("error", "warning", "note")
        assert "%25" not in line and "%3A" not in line
    assert (KERNEL, 21) in found and {file for file, _ in found} == {KERNEL, BROKEN}
    assert all((ROOT / file).read_text("utf-8").splitlines()[line - 1].strip() for file, line in found)
