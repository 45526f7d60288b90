"""Starts the sandbox before anything else is imported, so that its child loads its libraries meanwhile."""

from __future__ import annotations

from grader.sandbox import Session


class Headstart:
    """Opens sessions; the first one is already under way. Close it at the end, used or not."""

    def __init__(self) -> None:
        self._started: Session | None = Session()

    def __call__(self) -> Session:
        """A fresh session of a child process."""
        session, self._started = self._started, None
        return session or Session()

    def close(self) -> None:
        """End the session that nobody has asked for."""
        if self._started is not None:
            self._started.close()
