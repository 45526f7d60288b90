"""Saves of the watched files, as events of `grader watch`."""

from __future__ import annotations

import threading
from pathlib import Path

from grader.cli.watch.input import Event, Events

_POLL_MS = 1000  # polling interval where no events come
_SETTLE_MS = 50  # writes closer together are one save


class Saves:
    """Puts a "save" event with its path whenever a watched file changes: written, replaced, deleted or back again.

    Their folders are watched for events; the files are also polled once a second, for where none come (WSL, network
    mounts).
    """

    def __init__(self, events: Events) -> None:
        self._events = events
        self._ends = threading.Event()
        self._thread: threading.Thread | None = None
        self._seen: dict[Path, object] = {}

    def watch(self, *paths: Path) -> None:
        """Watch these files from now on, instead of any other."""
        self.close()
        self._seen, self._ends = {path: self._seen.get(path, looks(path)) for path in paths}, threading.Event()
        self._thread = threading.Thread(target=self._run, args=(paths, self._ends), daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Watch nothing."""
        self._ends.set()
        self._thread = None

    def _run(self, paths: tuple[Path, ...], ends: threading.Event) -> None:
        from watchfiles import watch

        while not ends.is_set():
            try:
                for _ in watch(*{path.parent for path in paths}, watch_filter=None, debounce=2 * _SETTLE_MS,
                               step=_SETTLE_MS, rust_timeout=_POLL_MS, yield_on_timeout=True, stop_event=ends,
                               recursive=False, raise_interrupt=False):  # fmt: skip
                    if ends.is_set():
                        return
                    self._look(paths)
            except (OSError, RuntimeError):  # the folder is missing, or the system is out of watches
                ends.wait(_POLL_MS / 1000)
                self._look(paths)

    def _look(self, paths: tuple[Path, ...]) -> None:
        for path in paths:
            now = looks(path)
            if now != self._seen[path]:
                self._seen[path] = now
                self._events.put(Event("save", path))


def looks(path: Path) -> tuple[int, int, int] | None:
    """A file's version (mtime in ns, bytes, inode) without reading it; None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
