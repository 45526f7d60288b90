"""The CPU time of a child process."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from grader.simt.stopwatch import charged

if TYPE_CHECKING:
    from psutil import Process


class ChildStopwatch:
    """Measures another process from now on: `pid`, or its only child's only child ..., `levels` generations down."""

    def __init__(self, pid: int, levels: int = 0) -> None:
        self._pid, self._levels = pid, levels
        self._child = _descendant(pid, levels)
        self._wall = time.monotonic()
        # A process that does not exist yet has used nothing.
        self._processor = 0.0 if self._child is None and levels else _seconds_of_processor(self._child)

    def seconds(self) -> float:
        """Seconds charged to the child; wall-clock time if its CPU time is unknown."""
        if self._child is None and self._levels:
            self._child = _descendant(self._pid, self._levels)
        wall, processor = time.monotonic() - self._wall, _seconds_of_processor(self._child)
        if processor is None or self._processor is None:
            return wall
        return charged(wall, processor - self._processor)


def _descendant(pid: int, levels: int) -> Process | None:
    import psutil

    try:
        for _ in range(levels):
            (pid,) = map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split())
        return psutil.Process(pid)
    except (psutil.Error, OSError, ValueError):
        return None


def _seconds_of_processor(process: Process | None) -> float | None:
    import psutil

    if process is None:
        return None
    try:
        times = process.cpu_times()
    except psutil.Error:
        return None
    return float(times.user + times.system)
