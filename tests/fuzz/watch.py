"""Runs one case under limits, and says what went wrong: an exception nobody named, a hang, too much memory."""

from __future__ import annotations

import resource
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, TracebackType

from tests.fuzz.targets.target import REPOSITORY, Target

MEMORY = 500 << 20  # bytes beyond what the process has when its cases begin
_PAGE = resource.getpagesize()


@dataclass(frozen=True)
class Finding:
    """What a case showed. kind: the exception, `hang` or `memory`; place: the innermost line of the grader."""

    target: str
    kind: str
    place: str
    message: str
    data: bytes

    @property
    def key(self) -> tuple[str, str, str]:
        """What makes two findings the same."""
        return self.target, self.kind, self.place


class _Hang(BaseException):
    """The case took too much of the processor."""


def run_case(target: Target, data: bytes) -> Finding | None:
    """Run one case."""
    signal.setitimer(signal.ITIMER_PROF, target.seconds)
    try:
        target.read(data)
    except target.allowed:
        pass
    except MemoryError as error:
        signal.setitimer(signal.ITIMER_PROF, 0)
        return _finding(target, "memory", error, data)
    except _Hang as error:
        return _finding(target, "hang", error, data)
    except Exception as error:
        signal.setitimer(signal.ITIMER_PROF, 0)
        return _finding(target, type(error).__name__, error, data)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return None


@contextmanager
def limits() -> Iterator[None]:
    """Within, cases are stopped after their time, and beyond their memory."""
    before = signal.signal(signal.SIGPROF, _late)
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    try:
        limit_memory()
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        signal.signal(signal.SIGPROF, before)


def limit_memory() -> None:
    """From now on, so much and no more."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (_address_space() + MEMORY, hard))


def _address_space() -> int:
    return int(Path("/proc/self/statm").read_text().split()[0]) * _PAGE


def _late(_: int, __: FrameType | None) -> None:
    raise _Hang


def _finding(target: Target, kind: str, error: BaseException, data: bytes) -> Finding:
    return Finding(target.name, kind, _place(error.__traceback__), f"{type(error).__name__}: {error}"[:300], data)


def _place(trace: TracebackType | None) -> str:
    """The innermost line of the grader, else of anything."""
    frames = traceback.extract_tb(trace)
    own = [frame for frame in frames if f"{REPOSITORY}/grader/" in frame.filename]
    frame = (own or frames)[-1]
    return f"{frame.filename.removeprefix(f'{REPOSITORY}/')}:{frame.name}:{frame.lineno}"


def minimised(target: Target, finding: Finding, seconds: float = 5.0) -> Finding:
    """A shorter input with the same finding: pieces are left away as long as there is time."""
    ends, best = time.monotonic() + (0 if finding.kind in ("hang", "memory") else seconds), finding
    size = max(1, len(best.data) // 2)
    while size and time.monotonic() < ends:
        at, shorter = 0, False
        while at < len(best.data) and time.monotonic() < ends:
            found = run_case(target, best.data[:at] + best.data[at + size :])
            if found is not None and found.key == finding.key:
                best, shorter = found, True
            else:
                at += size
        size = size if shorter else size // 2
    return best


def complain(finding: Finding) -> None:
    """Tell of a finding at once."""
    shown = f"{len(finding.data)} bytes: {finding.data[:200]!r}"
    print(f"{finding.target}: {finding.message}\n  at {finding.place}, {shown}", file=sys.stderr, flush=True)
