"""Is there a GPU that the grader can use? The cheap question, and what the full answer may say."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

_TRACES = ("/proc/driver/nvidia/version", "/dev/nvidiactl")  # of Linux' kernel module
# On WSL2 the driver is Windows', and its device is there with a GPU of any maker. NVIDIA's library is only with
# NVIDIA's: WSL puts it into a folder of its own, and a container has it among the libraries of Debian or Red Hat.
_WSL = "/dev/dxg"
_WSL_LIBRARIES = ("/usr/lib/wsl/lib/libcuda.so.1", "/usr/lib/x86_64-linux-gnu/libcuda.so.1", "/usr/lib64/libcuda.so.1")

OLDEST_DRIVER = 13000  # CUDA 13.0, driver 580: what the compiler's machine code needs
OLDEST_CAPABILITY = (7, 5)  # Turing: what the compiler still makes machine code for


class Unavailable(Exception):
    """There is no usable GPU, or none that is large enough for what was asked.

    key: "no_driver", "no_gpu", "old_driver", "old_gpu", "no_cupy" or "too_small". detail: a version, a name, a size, or
    what the driver said.
    """

    def __init__(self, key: str, detail: str = "") -> None:
        super().__init__(f"{key}: {detail}" if detail else key)
        self.key = key
        self.detail = detail


def has_driver() -> bool:
    """Whether an NVIDIA driver is loaded: worth starting a process that asks it. Takes microseconds."""
    if sys.platform == "darwin":
        return False
    return _any_exists(_TRACES) or (Path(_WSL).exists() and _any_exists(_WSL_LIBRARIES))


def _any_exists(paths: Sequence[str]) -> bool:
    return any(Path(path).exists() for path in paths)
