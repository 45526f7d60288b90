"""Processor time of a command and of everything it starts, killed children included, from a control group of its own.

What `os.times` and `getrusage` tell leaves out every process that nobody waited for: behind bubblewrap, all the work.
Needs a cgroup that may be made: root, or a delegated one (`systemd-run --user --scope -p Delegate=yes ...`).
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

MOUNT = Path("/sys/fs/cgroup")


class Group:
    """A control group: what runs in it, and the seconds of the processor that it has had."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def join(self) -> None:
        """Move this process into it, and so all that it starts."""
        (self._folder / "cgroup.procs").write_text("0")

    def seconds(self) -> float:
        """Seconds of the processor so far, of all threads of all its processes, those that have ended included."""
        usage = self._folder / "cpuacct.usage"  # version 1, in nanoseconds
        if usage.exists():
            return int(usage.read_text()) / 1e9
        stat = dict(line.split() for line in (self._folder / "cpu.stat").read_text().splitlines())
        return int(stat["usage_usec"]) / 1e6


@contextmanager
def group() -> Iterator[Group]:
    """A fresh control group. Raises SystemExit where none can be made."""
    parent = MOUNT / "cpuacct" if (MOUNT / "cpuacct").is_dir() else _own()
    folder = parent / f"warplings-{os.getpid()}-{time.monotonic_ns()}"
    try:
        folder.mkdir()
    except OSError as error:
        raise SystemExit(f"no control group can be made ({error}): run this as root or in a delegated group") from None
    try:
        yield Group(folder)
    finally:
        for _ in range(100):  # processes that were killed leave it one after the other
            try:
                folder.rmdir()
                break
            except OSError:
                time.sleep(0.05)


def _own() -> Path:
    """This process's own group of version 2."""
    (own,) = (line[3:] for line in Path("/proc/self/cgroup").read_text().splitlines() if line.startswith("0::"))
    return MOUNT / own.lstrip("/")


def run(
    command: Sequence[str], folder: Path, environment: Mapping[str, str], watch: Callable[[int], None] | None = None
) -> tuple[float, float, int]:
    """Run a command in a folder: seconds on the clock, seconds of the processor, exit status.

    watch: called with its number every 50 ms while it runs.
    """
    with group() as metered:
        began = time.perf_counter()
        process = subprocess.Popen(command, cwd=folder, env=environment, preexec_fn=metered.join,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
        if watch is None:
            process.wait()
        else:
            while process.poll() is None:
                watch(process.pid)
                time.sleep(0.05)
        return time.perf_counter() - began, metered.seconds(), process.returncode
