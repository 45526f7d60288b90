"""Which files the latest commits of a repository changed."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

_COMMIT = re.compile(r"[0-9a-f]{7,64}")
_SECONDS = 60.0
# The repository and its configuration are a student's, so nothing it names may run: promised objects would make git
# fetch, and a fetch runs commands. Variables, unlike options, override everything in the repository.
_ENVIRONMENT = {"GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0"}
_GIT = ["git", "-c", "safe.directory=*", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"]


def head(repository: Path) -> str:
    """The commit that is checked out, in hexadecimal; "" where there is no repository, or no git."""
    return _asked(repository, "rev-parse", "--verify", "--quiet", "HEAD^{commit}").strip()


def changed_since(repository: Path, commit: str) -> frozenset[str] | None:
    """Paths with slashes that differ between a commit and the checked-out one.

    None where that is unknown: a first push names no commit, a forced push one that is gone.
    """
    if not _COMMIT.fullmatch(commit) or not commit.strip("0") or not head(repository):
        return None
    if not _asked(repository, "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}"):
        return None
    paths = _asked(repository, "diff-tree", "-r", "-z", "--name-only", "--no-renames", commit, "HEAD")
    return frozenset(filter(None, paths.split("\0")))


def _asked(repository: Path, *arguments: str) -> str:
    """git's output; "" if it fails."""
    try:
        done = subprocess.run([*_GIT, "-C", str(repository), *arguments], capture_output=True, timeout=_SECONDS,
                              stdin=subprocess.DEVNULL, env=os.environ | _ENVIRONMENT, check=False)  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else ""
