"""The child behind bubblewrap: its own namespaces, no network, no files but those that it needs to run."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache

from grader.sandbox.reach import Reach

PROGRAM = "bwrap"
LEVELS = 2  # the child is a grandchild of bwrap: in between is the first process of its PID namespace
_NOBODY = "65534"
_PROBE_SECONDS = 10.0


def wrapped(command: Sequence[str], reach: Reach, folder: str = "/") -> list[str]:
    """The command that runs `command` in `folder` behind bubblewrap."""
    return [*_walls(), *_mounts(reach), "--chdir", folder, "--", *command]


@cache
def refusal() -> str | None:
    """bubblewrap's own message if it does not work here; None if it works, "" if it is not installed.

    Raises OSError if no process can be started: that must not lead to a weaker sandbox.
    """
    if shutil.which(PROGRAM) is None:
        return ""
    system = Reach(("/usr",), (("/lib", "usr/lib"), ("/lib64", "usr/lib64"), ("/bin", "usr/bin")))
    try:
        done = subprocess.run(wrapped(["/usr/bin/true"], system), capture_output=True, timeout=_PROBE_SECONDS,
                              stdin=subprocess.DEVNULL)  # fmt: skip
    except subprocess.TimeoutExpired as error:
        return str(error)
    said = done.stderr.decode("utf-8", "replace").strip()
    return None if done.returncode == 0 else said or f"status {done.returncode}"


def _walls() -> list[str]:
    # No --die-with-parent: that is tied to the starting thread, and sessions move between threads.
    return [
        PROGRAM, "--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts",
        "--unshare-cgroup-try", "--uid", _NOBODY, "--gid", _NOBODY, "--cap-drop", "ALL",
    ]  # fmt: skip


def _mounts(reach: Reach) -> Iterator[str]:
    yield from ("--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp")
    for path in reach.readable:
        yield from ("--ro-bind", path, path)
    for path, target in reach.links:
        yield from ("--symlink", target, path)
    for path in reach.devices:
        yield from ("--dev-bind", path, path)
    for path in reach.writable:
        yield from ("--bind", path, path)
    yield from ("--remount-ro", "/")
