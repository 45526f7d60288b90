"""Where commands write: the JSON file that was asked for, people's text on stdout, trouble on stderr."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from grader.cli.failure import Failure

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

STDOUT = "-"
WIDE = 120


def write_json(document: object, out: str) -> None:
    """Write `document` to the file `out`, or to stdout for `-`. Raises Failure if it cannot."""
    text = json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    if out == STDOUT:
        sys.stdout.write(text)
        return
    path = Path(out)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Failure("unwritable_file", "cli.unwritable", path=path, reason=error.strerror or error) from None


def console() -> Console:
    """stdout for people: colours only on a terminal that has them, never wider than a line one can read."""
    from rich.console import Console

    plain = Console(highlight=False, markup=False, emoji=False)
    plain.width = min(plain.width, WIDE)
    return plain


def show(*views: RenderableType, quiet: bool = False) -> None:
    """Print views with a blank line between them; nothing when stdout belongs to JSON (`quiet`)."""
    if quiet:
        return
    terminal = console()
    for index, view in enumerate(views):
        if index:
            terminal.print()
        terminal.print(view)


def shown_path(path: Path) -> str:
    """A path as people read it: from the current folder where it lies below it."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def complain(sentence: str) -> None:
    """One sentence about what went wrong, on stderr."""
    sys.stderr.write(f"grader: {sentence}\n")


def make_printable() -> None:
    """Let streams that cannot encode Korean print `?` for it: a report in the wrong locale beats a crash."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
