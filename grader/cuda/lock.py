"""A lock between the graders of one machine: one at a time measures on a GPU.

Two contests at once would measure noise, and only one process at a time can use the performance counters.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from pathlib import Path

FOLDER = Path("/tmp/warplings-gpu")  # shared by all users, which a private TMPDIR is not
PATIENCE = 60.0  # seconds
_POLL_SECONDS = 0.05


class GpuLock:
    """Held from `acquire` to `release`, or to the end of the process, whichever comes first."""

    def __init__(self, pci_bus_id: str, folder: Path = FOLDER) -> None:
        self._path = folder / f"{pci_bus_id.replace(':', '-').lower()}.lock"
        self._file: int | None = None

    def acquire(self, seconds: float = PATIENCE) -> bool:
        """Wait for the GPU, at most `seconds`. A contest without the lock may be noisy, which its spread shows."""
        if self._file is None:
            self._file = _opened(self._path)
        return self._file is not None and _locked(self._file, seconds)

    def release(self) -> None:
        """Let the next one in."""
        file, self._file = self._file, None
        if file is not None:
            os.close(file)


def shared_folder(folder: Path = FOLDER) -> Path | None:
    """The folder with the locks of all users, made if it is missing; None where something else is in its place."""
    with suppress(OSError):
        folder.mkdir(exist_ok=True)
        with suppress(OSError):  # another user's
            folder.chmod(0o1777)
    return folder if folder.is_dir() and not folder.is_symlink() else None


def _opened(path: Path) -> int | None:
    # fs.protected_regular: another user's file in a shared folder cannot be opened with O_CREAT.
    for flags in (os.O_RDONLY, os.O_RDONLY | os.O_CREAT | os.O_EXCL, os.O_RDONLY):
        with suppress(OSError):
            file = os.open(path, flags | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
            with suppress(OSError):  # readable by others, whatever the umask
                os.fchmod(file, 0o644)
            return file
    return None


def _locked(file: int, seconds: float) -> bool:
    if sys.platform == "win32":
        return False
    import fcntl

    ends = time.monotonic() + seconds
    while True:
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        if time.monotonic() > ends:
            return False
        time.sleep(_POLL_SECONDS)
