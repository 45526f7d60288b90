"""How much of the processor a child process has had."""

from __future__ import annotations

import time

from grader.simt.stopwatch import charged


class ChildStopwatch:
    """Runs from its making, for another process."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._wall, self._processor = time.monotonic(), self._seconds_of_processor()

    def seconds(self) -> float:
        """What the child is charged for; all that passed on the clock where the system does not tell."""
        wall, processor = time.monotonic() - self._wall, self._seconds_of_processor()
        if processor is None or self._processor is None:
            return wall
        return charged(wall, processor - self._processor)

    def _seconds_of_processor(self) -> float | None:
        import psutil

        try:
            times = psutil.Process(self._pid).cpu_times()
        except psutil.Error:
            return None
        return float(times.user + times.system)
