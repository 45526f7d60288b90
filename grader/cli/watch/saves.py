"""Saves of the watched file, as events of `grader watch`."""

from __future__ import annotations

import threading
from pathlib import Path

from grader.cli.watch.input import Event, Events

_POLL_MS = 1000  # polling interval where no events come
_SETTLE_MS = 50  # writes closer together are one save


class Saves:
    """Puts a "save" event whenever the watched file changes: written, replaced, deleted or back again.

    Its folder is watched for events; the file is also polled once a second, for where none come (WSL, network mounts).
    """

    def __init__(self, events: Events) -> None:
        self._events = events
        self._path: Path | None = None
        self._ends = threading.Event()
        self._thread: threading.Thread | None = None
        self._seen: object = None

    def watch(self, path: Path) -> None:
        """Watch this file from now on, instead of any other."""
        self.close()
        self._path, self._seen, self._ends = path, looks(path), threading.Event()
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
            except (OSError, RuntimeError):  # the folder is missing, or the system is out of watches
                ends.wait(_POLL_MS / 1000)
                self._look(path)

    def _look(self, path: Path) -> None:
        now = looks(path)
        if now != self._seen:
            self._seen = now
            self._events.put(Event("save"))


def looks(path: Path) -> tuple[int, int, int] | None:
    """A file's version (mtime in ns, bytes, inode) without reading it; None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
