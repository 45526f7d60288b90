"""The look of the terminal views: one table style, one colour per status, and never colour alone."""

from __future__ import annotations

from collections.abc import Iterable

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from grader.texts import say
from grader.verdicts import Status

STATUS_STYLES = {
    Status.PASS: "green", Status.FAIL: "bold red", Status.NOT_RUN: "dim", Status.INCONCLUSIVE: "yellow",
}  # fmt: skip


def plain_table(title: str | None = None) -> Table:
    """A table as wide as its content with one rule under its head; it prints in 7-bit terminals, too."""
    return Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, show_edge=False,
                 pad_edge=False, padding=(0, 1, 0, 0), header_style="")  # fmt: skip


def stacked(parts: Iterable[RenderableType]) -> Group:
    """Parts below each other, separated by blank lines."""
    return Group(*[view for part in parts for view in ("", part)][1:])


def unwrapped(lines: Iterable[str]) -> list[Text]:
    """Quoted source lines: one that is too long ends in an ellipsis instead of wrapping over its caret."""
    return [Text(line, no_wrap=True, overflow="ellipsis") for line in lines]


def status_text(status: Status, lang: str) -> Text:
    """The status as a coloured word."""
    return Text(say(f"report.status_{status}", lang), style=STATUS_STYLES[status])
