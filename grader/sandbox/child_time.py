"""How much of the processor a child process has had."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from grader.simt.stopwatch import charged

if TYPE_CHECKING:
    from psutil import Process


class ChildStopwatch:
    """Runs from its making, for another process."""

    def __init__(self, pid: int) -> None:
        self._child = _process(pid)
        self._wall, self._processor = time.monotonic(), _seconds_of_processor(self._child)

    def seconds(self) -> float:
        """What the child is charged for; all that passed on the clock where the system does not tell."""
        wall, processor = time.monotonic() - self._wall, _seconds_of_processor(self._child)
        if processor is None or self._processor is None:
            return wall
        return charged(wall, processor - self._processor)


def _process(pid: int) -> Process | None:
    import psutil

    try:
        return psutil.Process(pid)
    except psutil.Error:
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
