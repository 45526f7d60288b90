"""The head start: a process with a GPU is begun for the commands that will ask for one, and for no others."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.cli import headstart
from grader.cli.headstart import Headstart
from tests.cli.conftest import REPOSITORY


class Opened:
    """A session that was started; nothing is behind it."""

    def close(self) -> None:
        pass


def started_gpu(monkeypatch: pytest.MonkeyPatch, arguments: list[str], driver: bool = True) -> bool:
    """Whether a head start for these arguments begins a process with a GPU."""
    begun: list[str] = []
    monkeypatch.setattr(headstart, "has_driver", lambda: driver)
    monkeypatch.setattr(headstart, "Session", Opened)
    monkeypatch.setattr("grader.sandbox.gpu_session.GpuSession", lambda: begun.append("gpu") or Opened())
    Headstart(arguments).close()
    return bool(begun)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("check", True),
        ("check 06 --backend auto", True),
        ("check 06 --backend=cuda", True),
        ("check 06 --backend emulated", False),
        ("check 06 --backend=emulated", False),
        ("check --file emulated.cu", True),
        ("check --file emulated.cu --backend cuda", True),
        ("check 06 --backend emulated --backend auto", True),
        ("check 06 --backend=cuda --backend emulated", False),
        ("check --backend cuda -- --backend emulated", True),
        ("check -- --backend emulated", True),
        ("check 06 --backends emulated", True),
        ("check 06 --backend wrong", False),
        ("profile k.cu", False),
        ("profile both/k.cu --kernel cuda --grid 1 --block 1", False),
        ("profile k.cu --backend both", True),
        ("profile k.cu --backend=cuda", True),
        ("profile emulated.cu --backend cuda", True),
        ("profile cuda.cu --backend emulated", False),
        ("profile k.cu -- --backend cuda", False),
    ],
)
def test_the_backend_that_is_asked_for_decides_and_no_other_word(
    monkeypatch: pytest.MonkeyPatch, line: str, wanted: bool
) -> None:
    assert started_gpu(monkeypatch, line.split()) is wanted
    assert not started_gpu(monkeypatch, line.split(), driver=False)


def test_it_begins_before_the_option_parser_is_imported() -> None:
    code = "import sys, grader.cli.headstart; print({'typer', 'click', 'numpy'} & set(sys.modules) or 'nothing')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=REPOSITORY)
    assert done.stdout.strip() == "nothing"


def test_no_room_for_a_process_is_told_by_the_command(course: Path) -> None:
    command = f"ulimit -n 8; exec {sys.executable} -m grader check 06/sgemm_tiled"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False,
                          env={**os.environ, "PYTHONPATH": str(REPOSITORY)})  # fmt: skip
    assert done.returncode == 2 and done.stderr.startswith("grader: ") and "Too many open files" in done.stderr
    assert "Traceback" not in done.stderr
