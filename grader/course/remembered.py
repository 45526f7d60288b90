"""A cache of records read from a course's files, kept beside the student's progress.

It serves people working on their own course. Whatever grades other people's work reads the files themselves: a course
handed in by somebody else could contain forged records.
"""

from __future__ import annotations

import hashlib
import io
import os
import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from grader.course.state import FOLDER
from grader.files import write_atomically
from grader.records import Record

T = TypeVar("T")
_FOLDER = FOLDER / "read"
_DIGEST = hashlib.sha256().digest_size
_MODULES = ("grader.course.", "grader.problems.")


def remembered(root: Path, name: str, sources: Sequence[Path], read: Callable[[], T]) -> T:
    """The record that `read` returns, cached while these files of the course in `root` stay the same.

    name: of the cache file, below `.warplings/read`. Raises what `read` raises.
    """
    path, key = root / _FOLDER / name, b"".join((_code(), *map(_content, sources)))
    with suppress(Exception):  # missing, stale or damaged
        return _kept(path.read_bytes(), key)  # type: ignore[no-any-return]
    found = read()
    content = pickle.dumps(found)
    with suppress(OSError):
        write_atomically(path, hashlib.sha256(key + content).digest() + content)
    return found


def _kept(data: bytes, key: bytes) -> Any:
    digest, content = data[:_DIGEST], data[_DIGEST:]
    if hashlib.sha256(key + content).digest() != digest:
        raise ValueError("of other files")
    return _Records(io.BytesIO(content)).load()


class _Records(pickle.Unpickler):
    """Loads records and plain values, and nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        found = getattr(import_module(module), name) if module.startswith(_MODULES) else None
        if not (isinstance(found, type) and issubclass(found, Record)):
            raise pickle.UnpicklingError(f"{module}.{name} is no record")
        return found


def _content(path: Path) -> bytes:
    """The digest of a file; 32 zero bytes for one that does not exist."""
    try:
        return hashlib.sha256(path.read_bytes()).digest()
    except OSError:
        return bytes(_DIGEST)


@cache
def _code() -> bytes:
    """A digest of the code that reads the files, by the times and sizes of its sources."""
    return hashlib.sha256(repr(list(_sources(Path(__file__).parents[1]))).encode()).digest()


def _sources(package: Path) -> Iterator[tuple[str, int, int]]:
    for folder in (package, package / "course", package / "problems"):
        for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
            if entry.name.endswith(".py"):
                yield entry.name, entry.stat().st_mtime_ns, entry.stat().st_size
