"""Keys and saves of `grader watch`, as events of one queue."""

from __future__ import annotations

import os
import select
import sys
import threading
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from types import TracebackType
from typing import Any, Literal, NamedTuple, Self

_WAIT = 0.25  # seconds until a thread looks whether it is to end
_POLL_MS = 1000  # how often the file is looked at where no events come
_SETTLE_MS = 50  # several writes of one save are one


class Event(NamedTuple):
    """What happened. value: the key, or what a check found."""

    kind: Literal["key", "save", "checked", "resize", "end"]
    value: Any = None


Events = SimpleQueue[Event]


class Keys:
    """Single keys where stdin is a terminal, first letters of lines where it is not. Paused while others read stdin."""

    def __init__(self, events: Events) -> None:
        self._events = events
        self._ends, self._paused, self._idle = threading.Event(), threading.Event(), threading.Event()
        self._saved: list[Any] | None = None
        self._thread = threading.Thread(target=self._read, daemon=True)

    def __enter__(self) -> Self:
        self._raw()
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ends.set()
        self._thread.join(2 * _WAIT)
        self._cooked()

    def pause(self) -> None:
        """Leave stdin to others, with lines as they are usually typed."""
        self._idle.clear()
        self._paused.set()
        self._idle.wait(4 * _WAIT)
        self._cooked()

    def resume(self) -> None:
        """Read keys again."""
        self._raw()
        self._paused.clear()

    def _read(self) -> None:
        number = sys.stdin.fileno()
        while not self._ends.is_set():
            if self._paused.is_set():
                self._idle.set()
                self._ends.wait(_WAIT / 5)
                continue
            if not select.select([number], [], [], _WAIT)[0] or self._paused.is_set():
                continue
            try:
                data = os.read(number, 64)
            except OSError:
                data = b""
            if not data:
                self._events.put(Event("end"))
                return
            for letter in data.decode("utf-8", "ignore").strip():
                self._events.put(Event("key", letter))

    def _raw(self) -> None:
        with suppress(ImportError, OSError):
            import termios
            import tty

            if os.isatty(sys.stdin.fileno()):
                self._saved = termios.tcgetattr(sys.stdin.fileno())
                tty.setcbreak(sys.stdin.fileno())

    def _cooked(self) -> None:
        with suppress(ImportError, OSError):
            import termios

            if self._saved is not None:
                termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._saved)
        self._saved = None


class Saves:
    """Puts a "save" whenever the watched file is another than before: written, replaced, deleted or back again.

    Its folder is watched for events; once a second the file itself is looked at, for where none come (WSL, network
    mounts).
    """

    def __init__(self, events: Events) -> None:
        self._events = events
        self._path: Path | None = None
        self._ends = threading.Event()
        self._thread: threading.Thread | None = None
        self._seen: object = None

    def watch(self, path: Path) -> None:
        """Watch this file from now on, in place of any other."""
        self.close()
        self._path, self._seen, self._ends = path, _looks(path), threading.Event()
        self._thread = threading.Thread(target=self._run, args=(path, self._ends), daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Watch nothing."""
        self._ends.set()
        self._thread = None

    def _run(self, path: Path, ends: threading.Event) -> None:
        from watchfiles import watch

        while not ends.is_set():
            try:
                for _ in watch(path.parent, watch_filter=None, debounce=2 * _SETTLE_MS, step=_SETTLE_MS,
                               rust_timeout=_POLL_MS, yield_on_timeout=True, stop_event=ends, recursive=False,
                               raise_interrupt=False):  # fmt: skip
                    if ends.is_set():
                        return
                    self._look(path)
            except OSError:  # the folder is not there, or the system has no more watches to give
                ends.wait(_POLL_MS / 1000)
                self._look(path)

    def _look(self, path: Path) -> None:
        now = _looks(path)
        if now != self._seen:
            self._seen = now
            self._events.put(Event("save"))


def _looks(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
