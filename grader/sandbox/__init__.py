"""Runs untrusted work in a child process with limits: `Session` is all that the rest of the grader uses."""

from __future__ import annotations

from grader.sandbox.session import Crashed, MemoryExceeded, SandboxError, Session, TimedOut

__all__ = ["Crashed", "MemoryExceeded", "SandboxError", "Session", "TimedOut"]
