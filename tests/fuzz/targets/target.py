"""What is fuzzed: a reader, the files it is made for, and the exceptions that it is known to raise."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]


class Form(StrEnum):
    """How inputs are built, and so how they are changed."""

    BYTES = "bytes"
    TEXT = "text"
    JSON = "json"


@dataclass(frozen=True)
class Target:
    """read: takes one input and lets escape what the reader raises; allowed: what it may raise.

    seeds: inputs to begin with. seconds: of the processor, beyond which a case counts as a hang. weight: share of the
    cases, compared with other targets.
    """

    name: str
    read: Callable[[bytes], object]
    seeds: Callable[[], Sequence[bytes]]
    allowed: tuple[type[Exception], ...] = ()
    form: Form = Form.TEXT
    seconds: float = 2.0
    weight: float = 1.0


@cache
def folder() -> Path:
    """A folder for the files of this process, in memory where the system has such a place."""
    memory = Path("/dev/shm")
    made = Path(tempfile.mkdtemp(prefix="fuzz-", dir=memory if memory.is_dir() else None))
    import atexit

    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made


def file(name: str, data: bytes) -> Path:
    """A file with this content; the next of the same name takes its place."""
    path = folder() / name
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def contents(pattern: str) -> list[bytes]:
    """Files of the repository."""
    return [path.read_bytes() for path in sorted(REPOSITORY.glob(pattern))]


def text(data: bytes) -> str:
    """Bytes as text, whatever they are."""
    return data.decode("utf-8", "replace")
