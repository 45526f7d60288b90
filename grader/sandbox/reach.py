"""The files that a sandboxed child may see: Python, its packages, the grader, libraries. No course, no home."""

from __future__ import annotations

import glob
import os
import sys
from functools import cache
from pathlib import Path

from grader.dataclass import dataclass
from grader.toolchain.headers import wheel_folders

_PACKAGE = Path(__file__).resolve().parents[1]

_SYSTEM = ("/usr", "/etc/ld.so.cache", "/etc/alternatives")
_LINKED = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")  # links into /usr nearly everywhere
_GPU_TOOLS = ("/opt/nvidia", "/usr/local/nvidia", "/usr/local/cuda")
_GPU_DEVICES = ("/dev/nvidia*", "/dev/dxg")  # the latter is WSL2's


@dataclass(frozen=True)
class Reach:
    """Existing paths. links: (path, target). devices: GPUs. Everything else is hidden or cannot be opened."""

    readable: tuple[str, ...]
    links: tuple[tuple[str, str], ...] = ()
    writable: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()


@cache
def reach() -> Reach:
    """The paths that compiling and emulating need."""
    links = tuple((path, os.readlink(path)) for path in _LINKED if os.path.islink(path))
    folders = (*_SYSTEM, *(path for path in _LINKED if os.path.isdir(path) and not os.path.islink(path)))
    python = (sys.base_prefix, sys.prefix, sys.base_exec_prefix, *(path for path in sys.path if _is_of_packages(path)))
    return Reach(_outermost([*folders, *python, *map(str, wheel_folders()), str(_PACKAGE)]), links)


def reach_with_gpu(*folders: str) -> Reach:
    """The same with this machine's GPUs and NVIDIA's tools. folders: writable ones."""
    base = reach()
    libraries = os.environ.get("LD_LIBRARY_PATH", "").split(os.pathsep)
    tools = [path for path in (*_GPU_TOOLS, os.environ.get("CUDA_PATH", ""), *libraries) if path]
    devices = sorted(found for pattern in _GPU_DEVICES for found in glob.glob(pattern))
    readable = _outermost([*base.readable, *tools, "/sys", "/usr/lib/wsl"])
    return Reach(readable, base.links, folders, tuple(devices))


def _is_of_packages(path: str) -> bool:
    """Whether a folder of `sys.path` holds installed packages, unlike the current folder or a checkout."""
    return Path(path).name in ("site-packages", "dist-packages") and os.path.isdir(path)


def _outermost(paths: list[str]) -> tuple[str, ...]:
    """The existing paths, without those inside another of them."""
    there = sorted({os.path.abspath(path) for path in paths if os.path.exists(path)}, key=len)
    kept: list[str] = []
    for path in there:
        if path != "/" and not any(path == above or path.startswith(f"{above}{os.sep}") for above in kept):
            kept.append(path)
    return tuple(kept)
