"""The command line: each file or folder wires up one group of commands; the work is done in the layers below."""

from __future__ import annotations

import gc
import os
import signal
import sys
from contextlib import ExitStack
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from grader.python_version import require_python

if TYPE_CHECKING:
    from grader.cli.check import Asked
    from grader.cli.headstart import Headstart

SANDBOXED = ("check", "profile")
INTERRUPTED = 128 + signal.SIGINT


def main() -> None:
    """Run `grader` with the process's arguments and exit with its status."""
    _open_streams()
    require_python()
    # Loading modules creates no garbage: collecting meanwhile would take a tenth of a short command.
    gc.set_threshold(50_000)
    # Before anything imports NumPy: starting its threads costs more than a check gains from them.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for ending in ("SIGTERM", "SIGHUP"):  # unwind as on Ctrl-C, so that the sandbox is closed
        if hasattr(signal, ending):
            signal.signal(getattr(signal, ending), _leave)
    try:
        with ExitStack() as stack:
            open_box = None
            if sys.argv[1:2] and sys.argv[1] in SANDBOXED and "--help" not in sys.argv:
                from grader.cli.headstart import Headstart

                open_box = Headstart(sys.argv[1:])
                stack.callback(open_box.close)
                from grader.cli.plain_check import plain_check

                if (asked := plain_check(sys.argv[1:])) is not None:
                    sys.exit(_checked(asked, open_box))
            from grader.cli.app import app

            app(prog_name="grader", obj=open_box)
    except KeyboardInterrupt:  # before the command has begun; afterwards the command reports it itself
        sys.exit(INTERRUPTED)
    finally:
        gc.freeze()  # everything is closed: skip the search of all objects for cycles at exit


def _checked(asked: Asked, head: Headstart) -> int:
    from grader.cli.check import check
    from grader.cli.leaving import status_of
    from grader.cli.output import make_printable

    make_printable()
    return status_of(lambda: check(asked, head), sys.argv[1:])


def _open_streams() -> None:
    """Replace closed standard streams (`grader >&-`) by /dev/null: else a pipe to the sandbox takes their numbers."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one
    sys.stdout = sys.stdout or open(1, "w", closefd=False, encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", closefd=False, encoding="utf-8")  # noqa: SIM115


def _leave(number: int, _: FrameType | None) -> NoReturn:
    raise SystemExit(128 + number)
