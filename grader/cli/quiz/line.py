"""Reads one line from the student: with arrow keys and history on a terminal, plainly from a pipe."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

_CONTROL = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1bO.|\x1b.?|[\x00-\x08\x0b-\x1f\x7f]")  # keys, not letters


class PutAside(Exception):
    """The student leaves before the end, by Ctrl-C or end of input."""


class NoText(Exception):
    """The input is not UTF-8."""


def read_line(prompt: str) -> str:
    """The next line, stripped. Raises PutAside, NoText."""
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
    """Whether stdin and stdout are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def forget_what_waits() -> None:
    """Drop what was typed or pasted before its question was shown; a pipe keeps everything."""
    if not on_terminal():
        return
    with suppress(ImportError, OSError):
        import termios

        with suppress(termios.error):
            termios.tcflush(sys.stdin, termios.TCIFLUSH)


def _edited(prompt: str) -> str:
    try:
        import readline
        import termios
    except ImportError:
        return input(prompt)
    if "libedit" not in (readline.__doc__ or ""):
        readline.parse_and_bind(r'"\e[": skip-csi-sequence')  # F5 and its like type nothing

    edits: list[Any] = []  # the terminal's settings while readline edits

    def take_again(_: int, __: FrameType | None) -> None:
        if edits:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, edits[0])
        sys.stdout.write(prompt + readline.get_line_buffer())
        sys.stdout.flush()

    readline.set_pre_input_hook(lambda: edits.append(termios.tcgetattr(sys.stdin)))
    with _on_continuing(take_again):
        return input(prompt)  # with readline's editing


@contextmanager
def _on_continuing(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Call the handler when the process continues after Ctrl-Z, on systems that have it."""
    number = getattr(signal, "SIGCONT", None)
    if number is None:
        yield
        return
    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)


def _as_it_comes(prompt: str) -> str:
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.buffer.readline()
    if not line:
        raise EOFError
    return line.decode()
