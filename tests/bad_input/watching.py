"""Runs the `grader` command as a process and watches it: time, memory of the whole tree, children that stay behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from grader.cli.app import app
from grader.sandbox.fork_server import warm_sessions
from tests.surroundings import SPOKEN

REPOSITORY = Path(__file__).resolve().parents[2]
PAGE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")
EVERY = 0.03  # seconds between two looks at the process tree
PLAIN = {"LANG": "C.UTF-8", "PYTHONPATH": str(REPOSITORY)}
PATIENCE = 90.0  # seconds until a run counts as hanging


@dataclass(frozen=True)
class Run:
    """What one process did. seconds: wall time; peak: bytes resident in all its processes together.

    processor: seconds of the processor that they all had.
    """

    status: int
    stdout: str
    stderr: str
    seconds: float
    peak: int
    survivors: tuple[int, ...]
    processor: float = 0.0

    @property
    def text(self) -> str:
        """All that a person sees."""
        return self.stdout + self.stderr

    def json(self) -> Any:
        """The JSON on stdout; it must be strict JSON (no NaN)."""
        return json.loads(self.stdout, parse_constant=_refuse)


@dataclass
class _Watch:
    """Looks at a process and all its descendants until it is told to stop."""

    pid: int
    peak: int = 0
    seen: dict[int, str] = field(default_factory=dict)
    ticks: dict[int, int] = field(default_factory=dict)  # of the processor that each has had
    done: threading.Event = field(default_factory=threading.Event)

    def look(self) -> None:
        while not self.done.is_set():
            total = 0
            for pid in _tree(self.pid):
                self.seen.setdefault(pid, _started(pid))
                total += _resident(pid)
                self.ticks[pid] = max(_ticks(pid), self.ticks.get(pid, 0))
            self.peak = max(self.peak, total)
            self.done.wait(EVERY)


def answered(*arguments: object, folder: Path) -> Run:
    """What `grader ARGUMENTS` says in a folder: in this process, with a warm sandbox.

    With WARPLINGS_REAL_PROCESSES, as in the long run, it is a watched process as `run_grader` starts it.
    """
    if os.environ.get("WARPLINGS_REAL_PROCESSES"):
        return run_grader(*arguments, folder=folder)
    began, processor = time.monotonic(), time.process_time()
    with pytest.MonkeyPatch.context() as patch:
        for name in SPOKEN:
            patch.delenv(name, raising=False)
        patch.setenv("LANG", PLAIN["LANG"])
        patch.chdir(folder)
        done = CliRunner().invoke(app, [str(argument) for argument in arguments], obj=warm_sessions())
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Run(done.exit_code, done.stdout, done.stderr, time.monotonic() - began, 0, (),
               time.process_time() - processor)  # fmt: skip


def run_grader(
    *arguments: object,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    interrupt_after: float | None = None,
) -> Run:
    """Run `python -m grader ARGUMENTS` to its end. interrupt_after: seconds until Ctrl-C is sent to its group."""
    return run([sys.executable, "-m", "grader", *map(str, arguments)], environment, folder, interrupt_after)


def run(
    command: Sequence[str],
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    interrupt_after: float | None = None,
) -> Run:
    """Run a command to its end and watch it. It gets a small, English environment with `environment` on top."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LD_LIBRARY_PATH") if name in os.environ}
    began = time.monotonic()
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder,
        env=kept | PLAIN | dict(environment or {}),
        start_new_session=True,
    )  # fmt: skip
    watch = _Watch(process.pid)
    looking = threading.Thread(target=watch.look, daemon=True)
    looking.start()
    if interrupt_after is not None:
        threading.Timer(interrupt_after, os.killpg, (process.pid, signal.SIGINT)).start()
    try:
        stdout, stderr = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        seconds = time.monotonic() - began
        watch.done.set()
        looking.join()
    return Run(
        process.returncode, stdout.decode("utf-8", "replace"), stderr.decode("utf-8", "replace"), seconds, watch.peak,
        tuple(_alive(watch.seen, grace=0.5)), sum(watch.ticks.values()) / TICKS,
    )  # fmt: skip


def _alive(seen: Mapping[int, str], grace: float) -> list[int]:
    """Processes that are still there after `grace` seconds (a number that was given again does not count)."""
    until = time.monotonic() + grace
    while True:
        left = [pid for pid, started in seen.items() if started and _started(pid) == started]
        if not left or time.monotonic() > until:
            return left
        time.sleep(0.02)


def children_of(pid: int) -> list[int]:
    """The processes that `pid` has started, as their parents' numbers tell."""
    numbers = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    return [number for number in numbers if _stat(number)[1:2] == [str(pid)]]


def runs(pid: int) -> bool:
    """Whether there is such a process and it has not ended."""
    return bool(_started(pid))


def _tree(pid: int) -> list[int]:
    """The process and its descendants."""
    parents = {int(name): _stat(int(name))[1:2] for name in os.listdir("/proc") if name.isdigit()}
    found = [pid]
    for parent in found:  # grows while it is read
        found += [child for child, of in parents.items() if of == [str(parent)]]
    return found


def _resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE
    except (OSError, IndexError):
        return 0


def _ticks(pid: int) -> int:
    """Of the processor that a process has had, in its own code and in the system's."""
    fields = _stat(pid)
    return int(fields[11]) + int(fields[12]) if len(fields) > 12 else 0


def _started(pid: int) -> str:
    """Start time of a living process in ticks; empty for one that has ended (also a zombie)."""
    fields = _stat(pid)
    return "" if not fields or fields[0] in "ZX" else fields[19]


def _stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat behind the process's name: state, parent ..."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")
