"""Files that people name, and writing them atomically."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path

from grader.failure import Failure

_PART = ".part"
UNFINISHED = f".*{_PART}"  # what `write_atomically` leaves behind when the process is killed


def write_atomically(path: Path, content: str | bytes) -> None:
    """Replace a file in one step, making its folders; text is written as UTF-8, line ends unchanged. Raises OSError."""
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
    """A path as messages show it: relative where it is below the current folder."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def backup_path(path: Path) -> Path:
    """The first of NAME.bak, NAME.bak1, NAME.bak2 ... that does not exist."""
    names = (path.with_name(f"{path.name}.bak{number or ''}") for number in count())
    return next(backup for backup in names if not backup.exists())


@contextmanager
def _or_failure(word: str, path: Path | str) -> Iterator[None]:
    """Turn an OSError within into a Failure about `path`."""
    try:
        yield
    except OSError as error:
        raise Failure(f"{word}_file", f"cli.{word}", path=path, reason=error.strerror or error) from None


reading, writing = partial(_or_failure, "unreadable"), partial(_or_failure, "unwritable")


def require_file(path: Path) -> None:
    """Raises Failure unless `path` is a file that can be opened."""
    with reading(path):
        if not path.exists():
            raise Failure("unreadable_file", "cli.no_such_file", path=path)
        if not path.is_file():
            raise Failure("unreadable_file", "cli.is_a_folder", path=path)
        path.open("rb").close()
