"""The events of `grader watch` in one queue, and the keys among them."""

from __future__ import annotations

import os
import select
import sys
import threading
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, Literal, NamedTuple

from grader.cli.watch.keys import END, KeyDecoder

_WAIT = 0.25  # seconds between the thread's checks whether it is to end
_SEQUENCE_WAIT = 0.1  # seconds for the rest of an escape sequence, even over a slow line


class Event(NamedTuple):
    """What happened. value: the key, the path that was saved, or what a check found."""

    kind: Literal["key", "save", "checked", "resize", "suspend", "continue", "end"]
    value: Any = None


Events = SimpleQueue[Event]


class Keys:
    """Puts single keys from the terminal as events; pause it while others read stdin."""

    def __init__(self, events: Events) -> None:
        self._events, self._decoder = events, KeyDecoder()
        self._ends, self._paused, self._idle = threading.Event(), threading.Event(), threading.Event()
        self._usual: list[Any] | None = None
        self._thread = threading.Thread(target=self._read, daemon=True)

    def start(self) -> None:
        """Read keys from now on."""
        self.single()
        self._thread.start()

    def close(self) -> None:
        """Stop reading and restore the terminal."""
        self._ends.set()
        self._thread.join(2 * _WAIT)
        self._lines()

    def pause(self) -> None:
        """Leave stdin to others, in line mode."""
        self._idle.clear()
        self._paused.set()
        self._idle.wait(4 * _WAIT)
        self._lines()

    def resume(self) -> None:
        """Read keys again."""
        self.single()
        self._paused.clear()

    def single(self) -> None:
        """Make the terminal send each key as it is pressed, without echo."""
        with suppress(ImportError):
            import termios
            import tty

            with suppress(termios.error):
                if self._usual is None:
                    self._usual = termios.tcgetattr(sys.stdin.fileno())
                tty.setcbreak(sys.stdin.fileno())

    def _lines(self) -> None:
        with suppress(ImportError):
            import termios

            with suppress(termios.error):
                if self._usual is not None:
                    termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._usual)
        self._usual = None

    def _read(self) -> None:
        number = sys.stdin.fileno()
        while not self._ends.is_set():
            if self._paused.is_set():
                self._idle.set()
                self._ends.wait(_WAIT / 5)
            elif not select.select([number], [], [], _SEQUENCE_WAIT if self._decoder.waits else _WAIT)[0]:
                self._put(self._decoder.give_up())
            elif not self._paused.is_set():
                try:
                    data = os.read(number, 1024)
                except OSError:
                    data = b""
                self._put(self._decoder.feed(data) if data else [END])
                if not data:
                    return

    def _put(self, keys: list[str]) -> None:
        for key in keys:
            self._events.put(Event("end") if key == END else Event("key", key))
