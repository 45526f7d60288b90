"""The command line of a sandboxed process."""

from __future__ import annotations

import os
import site
import sys
from pathlib import Path

from grader.sandbox import bubblewrap
from grader.sandbox.isolation import Isolation
from grader.sandbox.reach import Reach
from grader.toolchain.headers import FOLDERS, wheel_folders

_STARTUP = """import sys; sys.path[:0] = {paths!r}
from {module} import serve; serve({arguments})"""
_ALWAYS_READABLE = ("/dev/urandom", "/proc/self")
_ALWAYS_WRITABLE = ("/dev/null",)
_KEPT = ("PATH", "LANG", "SYSTEMROOT", "LD_LIBRARY_PATH")


def command(module: str, arguments: tuple[object, ...], isolation: Isolation, reach: Reach) -> list[str]:
    """The command that runs `module.serve(*arguments, paths)`. paths: those that Landlock allows, None without it."""
    landlocked = isolation is Isolation.LANDLOCK
    open_to = ([*reach.readable, *_ALWAYS_READABLE], list(_ALWAYS_WRITABLE)) if landlocked else None
    spelled = ", ".join(map(repr, (*arguments, open_to)))
    # Without `site`, which reads files that no child needs: it is told where the packages are.
    paths = [str(Path(__file__).resolve().parents[2]), *site.getsitepackages()]
    code = _STARTUP.format(paths=paths, module=module, arguments=spelled)
    started = [sys.executable, "-I", "-S", "-c", code]
    return bubblewrap.wrapped(started, reach) if isolation is Isolation.BUBBLEWRAP else started


def levels(isolation: Isolation) -> int:
    """Generations between the started process and the one that serves."""
    return bubblewrap.LEVELS if isolation is Isolation.BUBBLEWRAP else 0


def environment() -> dict[str, str]:
    """The environment variables of a sandboxed process."""
    return {k: os.environ[k] for k in _KEPT if k in os.environ} | {
        FOLDERS: os.pathsep.join(map(str, wheel_folders())), "HOME": "/nonexistent",
        "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1",
    }  # fmt: skip
