"""What a push runs and what only the long run does.

A push holds every guarantee on a sample, the long run (`make test-long`, WARPLINGS_LONG=1) on everything: all examples
of property tests, all shares, every command in a process of its own. docs/testing.md has the table.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import zlib
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parents[1]
LONG = os.environ.get("WARPLINGS_LONG") == "1"
_HELD = ROOT / "tests" / "held.json"
# What a guarantee rests on: while that is as it was when the long run held the whole of it, a push takes a share.
GUARDS = {
    "attacks": ("grader/sandbox", "grader/toolchain", "tests/attacks"),
    "hardware": ("grader/simt", "grader/cuda", "grader/toolchain", "tests/hardware", "tests/language", "tests/cuda"),
    "quizzes": ("grader/quiz", "grader/cli/quiz", "modules", "tests/quiz"),
    "lessons": ("modules", "exercises", "solutions", "grader/simt", "grader/toolchain", "benchmarks/results",
                "tests/modules"),
    "exercises": ("exercises", "solutions", "tests/submissions", "grader/checks", "grader/grading", "grader/problems",
                  "grader/simt", "grader/toolchain"),
    "site": ("docs/site", "modules", "grader/quiz", "tests/site"),
    "workflows": (".github", "grader/ci", "grader/cli", "grader/release", "tests/cli/ci"),
    "decoding": ("grader/sass", "tests/sass"),
    "classes": ("grader/classroom", "grader/report", "tests/classroom"),
}


def examples(number: int, **more: Any) -> settings:
    """Settings of a property test: so many examples in the long run, a quarter of them on a push, others each time."""
    return settings(max_examples=number if LONG else max(5, number // 4), deadline=None, **more)


def register() -> None:
    """The settings of property tests that have none of their own."""
    # Busy cores make single examples slow without anything being wrong; `pytest --durations` finds slow tests.
    settings.register_profile("warplings", examples(100), suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("warplings")


def in_share(name: str, shares: int, *, guard: str = "") -> bool:
    """Whether a test has its turn: on one of so many commits, by their hashes; always in the long run.

    guard: a key of GUARDS. Always, too, while that is not what the long run has held.
    """
    if LONG or (guard and held().get(guard) != now(guard)):
        return True
    return zlib.crc32(name.encode()) % shares == int(commit()[:8], 16) % shares


@cache
def commit() -> str:
    """The hash of the commit that is checked out; zeros outside a repository."""
    done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "0" * 40


@cache
def held() -> dict[str, str]:
    """What the long run has held, by guard."""
    return dict(json.loads(_HELD.read_text("utf-8"))) if _HELD.is_file() else {}


@cache
def now(guard: str) -> str:
    """A hash of everything that a guard names, as it is."""
    found = hashlib.sha256()
    for folder in GUARDS[guard]:
        for path in sorted((ROOT / folder).rglob("*.*")):
            if path.is_file() and "__pycache__" not in path.parts:
                found.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


if __name__ == "__main__":  # the long run has passed, of all guards or of those that are named
    new = {guard: now(guard) for guard in sys.argv[1:] or GUARDS}
    _HELD.write_text(json.dumps(held() | new, indent=1, sort_keys=True) + "\n", "utf-8")
