"""Quiz texts in a terminal: Markdown with little white space and without lost characters.

In table cells, rich truncates lines of wide characters: it strips trailing blanks by the number of characters instead
of columns. Cells that fold keep everything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import ClassVar

from markdown_it import MarkdownIt
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.markdown import CodeBlock, Markdown, MarkdownElement, TableElement
from rich.padding import Padding
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from grader.cli.output import console, show
from grader.report.style import plain_table

_NARROW = 20  # columns: everything in a quiz folds, so it works in narrower windows than other tables

_PARSER = MarkdownIt().enable("table").disable("html_inline").disable("html_block")
_NO_LIST = MarkdownIt().disable(["html_inline", "html_block", "list", "heading"])  # "32. Each lane ..." begins a claim
_RAISED = str.maketrans("0123456789-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻")
_CODE = re.compile(r"(`+)(.+?)\1")


def page() -> Console:
    """The console for quiz texts."""
    return console(_NARROW)


def show_page(*views: RenderableType) -> None:
    """Print views of a quiz with a blank line between them. Raises Failure if stdout cannot be written."""
    show(*views, narrow=_NARROW)


class Prose(Markdown):
    """A quiz text. an_option: a single claim, in which a leading number starts no list."""

    elements: ClassVar[dict[str, type[MarkdownElement]]] = {}

    def __init__(self, text: str, *, an_option: bool = False) -> None:
        super().__init__("", code_theme="ansi_dark", hyperlinks=False)
        self.markup = re.sub(r"<sup>([-−]?\d+)</sup>", lambda found: found[1].translate(_RAISED), text)
        self.parsed = (_NO_LIST if an_option else _PARSER).parse(self.markup)


class _Table(TableElement):
    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        heads = self.header.row.cells if self.header is not None and self.header.row is not None else []
        rows = self.body.rows if self.body is not None else []
        yield folding_table([cell.content for cell in heads], [[cell.content for cell in row.cells] for row in rows])


class _Code(CodeBlock):
    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        code = Syntax(str(self.text).rstrip(), self.lexer_name, theme=self.theme, word_wrap=True)
        yield Padding(code, (0, 0, 0, 1))


Prose.elements = {**Markdown.elements, "table_open": _Table, "fence": _Code, "code_block": _Code}


def folding_table(heads: Iterable[Text], rows: Iterable[Iterable[Text]]) -> Table:
    """A table whose cells wrap and are never cut."""
    table = plain_table()
    for head in heads:
        table.add_column(head, overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table


def inline(text: str) -> Text:
    """A short text with inline `code`, such as a table heading."""
    shown, end = Text(overflow="fold"), 0
    for found in _CODE.finditer(text):
        shown.append(text[end : found.start()])
        shown.append(found[2], style="markdown.code")
        end = found.end()
    return shown.append(text[end:])
