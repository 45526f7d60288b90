"""Limits of a launch."""

from __future__ import annotations

from grader.dataclass import dataclass


@dataclass(frozen=True)
class Limits:
    """Limits of one launch. steps: instructions, counted once for all threads that run them together.

    printed: printf calls of one instruction that are shown.
    """

    thread_instructions: int = 1 << 31
    seconds: float = 8.0
    printed: int = 4096
    steps: int = 1 << 36
