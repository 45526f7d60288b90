"""Is there a GPU that the grader can use? The cheap question, and what the full answer may say."""

from __future__ import annotations

import sys
from pathlib import Path

# Linux with the driver's kernel module, and WSL2, where the driver is Windows'.
_TRACES = ("/proc/driver/nvidia/version", "/dev/nvidiactl", "/dev/dxg")

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
    return sys.platform != "darwin" and any(Path(trace).exists() for trace in _TRACES)
