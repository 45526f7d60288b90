"""What was kept of an attempt, and how answers are typed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.cli.conftest import KEY, REPOSITORY


def kept(root: Path, number: int = 1) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((root / ".warplings/quiz/06" / f"{number:03d}.json").read_text("utf-8"))
    return document


def piped(root: Path, lines: list[str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "grader", "quiz", *(arguments or ("06",))], input="\n".join(lines) + "\n", text=True,
        capture_output=True, cwd=root, timeout=60, env={**os.environ, **KEY, "PYTHONPATH": str(REPOSITORY)},
    )  # fmt: skip


def typed(answers: Mapping[str, Any]) -> list[str]:
    """What one types to give these answers: a line each, several where a question has several places."""
    lines: list[str] = []
    for answer in answers.values():
        if isinstance(answer, list) and answer and isinstance(answer[0], list):
            lines += [" ".join(map(str, row)) for row in answer]
        elif isinstance(answer, list) and any(len(str(part)) > 1 for part in answer):
            lines += [str(part) for part in answer]
        else:
            lines.append(" ".join(map(str, answer)) if isinstance(answer, list) else str(answer))
    return lines
