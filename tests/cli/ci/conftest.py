"""A student's repository with two commits: as it was handed out, and with work in it."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cli.conftest import MODULE, REPOSITORY

WRONG = REPOSITORY / "tests" / "submissions" / MODULE / "sgemm_tiled" / "wrong" / "padded_tiles.cu"


@dataclass(frozen=True)
class Repository:
    """A working tree and its first commit."""

    folder: Path
    first: str

    def kernel(self, name: str) -> Path:
        return self.folder / "exercises" / MODULE / f"{name}.cu"

    def git(self, *arguments: str) -> str:
        command = ["git", "-C", str(self.folder), "-c", "user.name=kim", "-c", "user.email=kim@example.org", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@pytest.fixture
def repository(course: Path, tmp_path: Path) -> Repository:
    """sgemm_tiled conflicts, transpose_tiled is solved, choose_padding is as it was handed out."""
    folder = tmp_path / "submission"
    shutil.copytree(course / "exercises", folder / "exercises")
    made = Repository(folder, "")
    made.git("init", "-q")
    made.git("add", "-A")
    made.git("commit", "-qm", "as handed out")
    made = Repository(folder, made.git("rev-parse", "HEAD"))
    shutil.copy(course / "solutions" / MODULE / "transpose_tiled.cu", made.kernel("transpose_tiled"))
    made.git("commit", "-qam", "one")
    before = made.git("rev-parse", "HEAD")
    shutil.copy(WRONG, made.kernel("sgemm_tiled"))
    made.git("commit", "-qam", "two")
    return Repository(folder, before)
