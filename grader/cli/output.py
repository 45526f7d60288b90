"""Output of commands: requested JSON files, text for people on stdout, errors on stderr.

If the reader of stdout goes away (`grader list | head`), the rest is discarded and the exit status stays the same. A
stdout that cannot be written (a full disk) is a failure.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from grader.failure import Failure

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.progress import Progress, ProgressColumn

    from grader.sandbox.isolation import Isolation

STDOUT = "-"
NARROW, WIDE = 64, 120  # columns: numbers in tables are not split, sentences stay readable


def write_json(document: object, out: str) -> None:
    """Write `document` to the file `out`, or to stdout for `-`. Raises Failure if it cannot."""
    ascii_only = out == STDOUT and not _is_unicode(sys.stdout)
    text = json.dumps(document, ensure_ascii=ascii_only, indent=2, allow_nan=False) + "\n"
    if out == STDOUT:
        with writing_stdout():
            sys.stdout.write(text)
        return
    from grader.files import write_atomically, writing

    path, data = Path(out), text.encode("utf-8", "replace")  # it may quote a path that is not UTF-8
    with writing(out):
        if path.exists() and not path.is_file():  # a pipe, a device
            path.write_bytes(data)
        else:
            write_atomically(path.resolve(), data)


def show(*views: RenderableType, quiet: bool = False, narrow: int = NARROW, piped: int = 0) -> None:
    """Print views with a blank line between them; nothing when stdout belongs to JSON (`quiet`).

    narrow, piped: as in `console`. Raises Failure if stdout cannot be written.
    """
    if quiet:
        return
    terminal = console(narrow, piped)
    with writing_stdout():
        for index, view in enumerate(views):
            if index:
                terminal.print()
            terminal.print(view)


def show_unwrapped(text: str) -> None:
    """Print a text unchanged, for files and programs. Raises Failure if stdout cannot be written."""
    with writing_stdout():
        sys.stdout.write(text + "\n")


def passing_bar(*columns: ProgressColumn) -> Progress:
    """A progress bar on stderr that leaves nothing behind; none where stderr is no terminal. columns: else rich's."""
    from rich.console import Console
    from rich.progress import Progress

    terminal = Console(stderr=True)
    return Progress(*columns, console=terminal, transient=True, disable=not terminal.is_terminal)


def console(narrow: int = NARROW, piped: int = 0) -> Console:
    """stdout for people: colours only on a capable terminal, width limited for readability.

    narrow: the minimum columns, whatever the terminal has. piped: the minimum where stdout is no terminal.
    """
    from rich.console import Console

    class Output(Console):
        def on_broken_pipe(self) -> None:  # rich would end the process here
            raise BrokenPipeError

    plain = Output(highlight=False, markup=False, emoji=False)
    plain.width = min(max(plain.width, narrow, 0 if plain.is_terminal else piped), WIDE)
    return plain


@contextmanager
def writing_stdout() -> Iterator[None]:
    """Flush stdout at the end. Raises Failure if something written within cannot be kept."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        _discard(sys.stdout)
    except OSError as error:
        _discard(sys.stdout)
        raise Failure("unwritable_file", "cli.unwritable", path="stdout", reason=error.strerror or error) from None


def flush_stdout() -> None:
    """Flush stdout. Raises Failure if it cannot be written."""
    with writing_stdout():
        pass


def warn_of_weak_walls(isolation: Isolation, lang: str) -> None:
    """Warn before grading others' code with weaker isolation than bubblewrap."""
    from grader.sandbox.isolation import Isolation
    from grader.texts import say

    if isolation is not Isolation.BUBBLEWRAP:
        complain(say(f"cli.walls_{isolation}", lang))


def complain(sentence: str) -> None:
    """Print one error sentence on stderr; nothing it quotes can control the terminal."""
    from grader.listing import printable

    lines = [printable(line) for line in f"grader: {sentence}".split("\n")]
    try:
        sys.stderr.write("\n".join(map(_by_words, lines) if sys.stderr.isatty() else lines) + "\n")
        sys.stderr.flush()
    except OSError:
        _discard(sys.stderr)


def _by_words(line: str) -> str:
    """A line as a terminal shows it, broken between words where it is too long."""
    from rich.console import Console
    from rich.text import Text

    terminal = Console(stderr=True)
    return "\n".join(part.plain.rstrip() for part in Text(line).wrap(terminal, terminal.width, overflow="fold"))


def make_printable() -> None:
    """Make streams print `?` for what they cannot encode: a report in the wrong locale beats a crash."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _is_unicode(stream: TextIO) -> bool:
    return (stream.encoding or "ascii").lower().replace("-", "").startswith("utf")


def _discard(stream: TextIO) -> None:
    """Redirect a stream to /dev/null, also for what the interpreter flushes at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
