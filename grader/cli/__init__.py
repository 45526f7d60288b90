"""The command line: each file or folder wires the commands of one group; the work is done in the layers below."""

from __future__ import annotations

import gc
import os
import signal
import sys
from contextlib import ExitStack
from types import FrameType
from typing import NoReturn

from grader.python_version import require_python

SANDBOXED = ("check", "profile")
INTERRUPTED = 128 + signal.SIGINT


def main() -> None:
    """Run `grader` with the process's arguments and leave with its exit status."""
    _open_streams()
    require_python()
    # Before anything imports NumPy: its threads cost more to start than a check has for them to do.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for ending in ("SIGTERM", "SIGHUP"):  # what Ctrl-C does already: unwind, so that the sandbox is closed
        if hasattr(signal, ending):
            signal.signal(getattr(signal, ending), _leave)
    try:
        with ExitStack() as stack:
            open_box = None
            if sys.argv[1:2] and sys.argv[1] in SANDBOXED and "--help" not in sys.argv:
                from grader.cli.headstart import Headstart

                open_box = Headstart(sys.argv[1:])
                stack.callback(open_box.close)
            from grader.cli.app import app

            app(prog_name="grader", obj=open_box)
    except KeyboardInterrupt:  # before the command has begun: from then on it tells of it itself
        sys.exit(INTERRUPTED)
    finally:
        gc.freeze()  # all is closed: nobody waits until Python has looked through every object for cycles


def _open_streams() -> None:
    """Stand-ins for standard streams that are closed (`grader >&-`): else a pipe to the sandbox takes their place."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one
    sys.stdout = sys.stdout or open(1, "w", closefd=False, encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", closefd=False, encoding="utf-8")  # noqa: SIM115


def _leave(number: int, _: FrameType | None) -> NoReturn:
    raise SystemExit(128 + number)
