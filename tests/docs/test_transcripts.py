"""The transcripts in the READMEs are what the commands print today."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_the_transcripts_of_the_readmes_are_up_to_date() -> None:
    script = ROOT / "docs" / "transcripts.py"
    done = subprocess.run([sys.executable, script, "--check"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}: run python docs/transcripts.py"
