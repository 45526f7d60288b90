"""What a student's kernel is charged for: time of the processor, because a busy machine is not the student's fault."""

from __future__ import annotations

import time

PATIENCE = 4.0  # times a limit that may pass on the clock, however little of the processor was had


def charged(wall: float, processor: float) -> float:
    """Seconds that count: of the processor, but no fewer than a part of those on the clock, and never more."""
    return max(min(wall, processor), wall / PATIENCE)


class Stopwatch:
    """Runs from its making, for this process."""

    def __init__(self) -> None:
        self._wall, self._processor = time.monotonic(), time.process_time()

    def is_over(self, limit: float) -> bool:
        """Have so many seconds been used? (The processor's clock is asked only when it can matter: it is slow.)"""
        wall = time.monotonic() - self._wall
        return wall > limit and charged(wall, time.process_time() - self._processor) > limit
