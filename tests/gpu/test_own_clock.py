"""The clock that module 03 gives students: it times right kernels, and no wrong ones."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULE = "03_matmul_and_roofline"


@pytest.mark.parametrize("folder", ["solutions", "exercises"])
def test_it_times_the_solution_and_not_the_skeleton(folder: str) -> None:
    command = [sys.executable, f"modules/{MODULE}/own_clock.py", f"{folder}/{MODULE}/matvec.cu", "4096", "1024"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.stdout.startswith("largest error")
    if folder == "solutions":
        assert (done.returncode, done.stderr) == (0, "")
        assert [line.split()[0] for line in done.stdout.splitlines()] == ["largest", "yours", "cublas"]
    else:
        assert (done.returncode, done.stderr) == (1, "wrong results: not timed\n")
        assert "GB/s" not in done.stdout
