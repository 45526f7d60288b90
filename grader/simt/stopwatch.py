"""The time charged to a student's kernel: CPU time, because a busy machine is not the student's fault."""

from __future__ import annotations

import time

PATIENCE = 4.0  # times a limit that may pass by the clock, even if little CPU time was used


def charged(wall: float, processor: float) -> float:
    """Seconds that count: CPU time, but at least 1/PATIENCE of the wall-clock time, and never more than that."""
    return max(min(wall, processor), wall / PATIENCE)


class Stopwatch:
    """Measures this process from its creation on."""

    def __init__(self) -> None:
        self._wall, self._processor = time.monotonic(), time.process_time()

    def left(self, limit: float) -> float:
        """What of `limit` seconds is not charged yet."""
        return limit - charged(time.monotonic() - self._wall, time.process_time() - self._processor)

    def is_over(self, limit: float) -> bool:
        """Whether more than `limit` seconds are charged. Reads the CPU clock, which is slow, only if it can matter."""
        wall = time.monotonic() - self._wall
        return wall > limit and charged(wall, time.process_time() - self._processor) > limit
