"""How many processors this process may use."""

from __future__ import annotations

import os


def processors() -> int:
    """The CPUs in this process's affinity mask, where the system has one, else all."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
