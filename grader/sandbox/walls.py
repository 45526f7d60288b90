"""The command that starts a sandboxed process behind the walls that there are."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from grader.sandbox import bubblewrap
from grader.sandbox.isolation import Isolation
from grader.sandbox.reach import Reach
from grader.toolchain.headers import FOLDERS, wheel_folders

_STARTUP = """import sys; sys.path[:0] = [{path!r}]
from {module} import serve; serve({arguments})"""
_ALWAYS_READABLE = ("/dev/urandom", "/proc/self")
_ALWAYS_WRITABLE = ("/dev/null",)
_KEPT = ("PATH", "LANG", "SYSTEMROOT", "LD_LIBRARY_PATH")


def command(module: str, arguments: tuple[object, ...], isolation: Isolation, reach: Reach) -> list[str]:
    """What starts `module.serve(*arguments, paths)`. paths: what Landlock has to leave open, None without it."""
    paths = None
    if isolation is Isolation.LANDLOCK:
        paths = ([*reach.readable, *_ALWAYS_READABLE], list(_ALWAYS_WRITABLE))
    spelled = ", ".join(map(repr, (*arguments, paths)))
    code = _STARTUP.format(path=str(Path(__file__).resolve().parents[2]), module=module, arguments=spelled)
    started = [sys.executable, "-I", "-c", code]
    return bubblewrap.wrapped(started, reach) if isolation is Isolation.BUBBLEWRAP else started


def levels(isolation: Isolation) -> int:
    """Generations between the process that is started and the one that serves."""
    return bubblewrap.LEVELS if isolation is Isolation.BUBBLEWRAP else 0


def environment() -> dict[str, str]:
    """The variables of a sandboxed process."""
    return {k: os.environ[k] for k in _KEPT if k in os.environ} | {
        FOLDERS: os.pathsep.join(map(str, wheel_folders())), "HOME": "/nonexistent",
        "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1",
    }  # fmt: skip
