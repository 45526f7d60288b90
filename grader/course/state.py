"""The student's state beside the course: its folder, and a lock for writers."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

FOLDER = Path(".warplings")


@contextmanager
def one_writer(root: Path) -> Iterator[None]:
    """Hold the lock for reading, changing and writing state. Raises OSError if nothing can be written.

    Where the system or the file system has no such locks, it goes on without.
    """
    folder = root / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    file = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        with suppress(ImportError, OSError):
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield
    finally:
        os.close(file)


def set_aside(path: Path) -> Path:
    """Move a damaged file to the first free `NAME.damaged-N.json` beside it. Raises OSError if it cannot be moved."""
    number = 1
    while (target := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    return path.rename(target)
