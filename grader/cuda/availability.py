"""Is there a GPU that the grader can use? The quick test, and the reasons that a full one can give."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

_TRACES = ("/proc/driver/nvidia/version", "/dev/nvidiactl")  # left by the Linux kernel module
# On WSL2 the driver belongs to Windows, and /dev/dxg exists for any GPU. libcuda is there for NVIDIA's only: WSL has a
# folder of its own for it, containers have it among the libraries of Debian or Red Hat.
_WSL = "/dev/dxg"
_WSL_LIBRARIES = ("/usr/lib/wsl/lib/libcuda.so.1", "/usr/lib/x86_64-linux-gnu/libcuda.so.1", "/usr/lib64/libcuda.so.1")

OLDEST_DRIVER = 13000  # CUDA 13.0, driver 580: the oldest that runs the compiler's machine code
OLDEST_CAPABILITY = (7, 5)  # Turing: the oldest that the compiler targets


class Refusal(Exception):
    """Something is unavailable on this machine. key: the reason; detail: what was found, or what a tool said."""

    def __init__(self, key: str, detail: str = "") -> None:
        super().__init__(f"{key}: {detail}" if detail else key)
        self.key = key
        self.detail = detail


class Unavailable(Refusal):
    """There is no usable GPU, or it lacks the memory for a request.

    key: "no_driver", "no_gpu", "old_driver", "old_gpu", "no_cupy" or "too_small". detail: a version, a name, a size, or
    what the driver said.
    """


def has_driver() -> bool:
    """Whether an NVIDIA driver is loaded, so that it pays to start a process that asks it. Takes microseconds."""
    if sys.platform == "darwin":
        return False
    return _any_exists(_TRACES) or (Path(_WSL).exists() and _any_exists(_WSL_LIBRARIES))


def _any_exists(paths: Sequence[str]) -> bool:
    return any(Path(path).exists() for path in paths)
