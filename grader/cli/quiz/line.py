"""One line from the student: with arrow keys and history on a terminal, as it comes from a pipe."""

from __future__ import annotations

import re
import sys
from contextlib import suppress

_CONTROL = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1bO.|\x1b.?|[\x00-\x08\x0b-\x1f\x7f]")  # keys, not letters


class PutAside(Exception):
    """The student leaves before the end, by Ctrl-C or because the input ended."""


class NoText(Exception):
    """What was typed is no text: bytes that are no UTF-8."""


def read_line(prompt: str) -> str:
    """The next line without the blanks around it. Raises PutAside, NoText."""
    try:
        line = _edited(prompt) if on_terminal() else _as_it_comes(prompt)
        line.encode()
    except UnicodeError:
        raise NoText from None
    except (EOFError, KeyboardInterrupt, OSError):
        with suppress(OSError):
            print(flush=True)
        raise PutAside from None
    return _CONTROL.sub("", line).strip()


def on_terminal() -> bool:
    """Whether somebody types here and sees what is asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def forget_what_waits() -> None:
    """Drop what was typed or pasted before its question could be seen; a pipe keeps everything."""
    if not on_terminal():
        return
    with suppress(ImportError, OSError):
        import termios

        with suppress(termios.error):
            termios.tcflush(sys.stdin, termios.TCIFLUSH)


def _edited(prompt: str) -> str:
    with suppress(ImportError):
        import readline  # its presence alone makes input() an editor

        if "libedit" not in (readline.__doc__ or ""):
            readline.parse_and_bind(r'"\e[": skip-csi-sequence')  # F5 and its like type nothing
    return input(prompt)


def _as_it_comes(prompt: str) -> str:
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.buffer.readline()
    if not line:
        raise EOFError
    return line.decode()
