"""Files that people name, and writing them so that nobody ever reads half of one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from grader.failure import Failure

_PART = ".part"
UNFINISHED = f".*{_PART}"  # names of what `write_atomically` leaves behind when it is killed


def write_atomically(path: Path, content: str | bytes) -> None:
    """Replace a file in one step, so that nobody ever reads half of it; text is written as UTF-8, its line ends as they
    are. Folders are made. Raises OSError.
    """
    data = content.encode() if isinstance(content, str) else content
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o644
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=_PART)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(name, mode)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def shown_path(path: Path) -> str:
    """A path as people read it: from the current folder where it lies below it."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def require_file(path: Path) -> None:
    """Raises Failure unless `path` is a file that can be opened."""
    try:
        if not path.exists():
            raise Failure("unreadable_file", "cli.no_such_file", path=path)
        if not path.is_file():
            raise Failure("unreadable_file", "cli.is_a_folder", path=path)
        path.open("rb").close()
    except OSError as error:
        reason = error.strerror or error
        raise Failure("unreadable_file", "cli.unreadable", path=path, reason=reason) from None
