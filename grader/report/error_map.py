"""A wrong result in the terminal: how one element is computed, and a map of right and wrong."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.text import Text

from grader.dataclass import dataclass
from grader.listing import printable
from grader.texts import say
from grader.verdicts import ErrorMap, Explained

_SHADES, _PLAIN = "·░▒▓█", ".:+x#"  # wrong: none, less than a third, less than two thirds, more, all


def working_view(explained: Explained, lang: str) -> Iterator[RenderableType]:
    """How the first wrong element is computed."""
    if explained.working:
        yield Text(say("report.working", lang, case=explained.case), style="dim")
        yield Padding(Text("\n".join(map(printable, explained.working))), (0, 0, 0, 2))


def map_view(explained: Explained, lang: str) -> Iterator[RenderableType]:
    """The map, if the result has more than one element."""
    if explained.map is not None and explained.map.rows * explained.map.cols > 1:
        yield _Map(explained.map, map_title(explained, lang), lang)


def map_title(explained: Explained, lang: str) -> str:
    """The map's title, with the size of a cell."""
    if explained.map is None:
        return ""
    shape = explained.map
    key = "vector" if 1 in (shape.rows, shape.cols) else "matrix"
    return say(f"report.map_{key}", lang, result=explained.result, case=explained.case, rows=shape.cell[0],
               cols=shape.cell[1], count=shape.cell[0] * shape.cell[1])  # fmt: skip


def shade(share: float) -> int:
    """The shade of a cell by its share of wrong elements: 0 all right, 4 all wrong."""
    return 0 if share == 0 else 4 if share == 1 else 1 + int(3 * share)


@dataclass(frozen=True)
class _Map:
    """Two characters per cell, which makes cells about square; at the left the number of the first row or element."""

    map: ErrorMap
    title: str
    lang: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        shades = _PLAIN if options.ascii_only else _SHADES
        yield Text(printable(self.title), style="dim")
        for number, row in enumerate(self.map.wrong):
            text = Text(f"{first_of_row(self.map, number):>8,}  ", style="dim", no_wrap=True)
            for share in row:
                step = shade(share or 0)
                colour = "not dim red" if step else "not dim green"
                text.append("  " if share is None else 2 * shades[step], style=colour)
            yield text
        yield Text(f"          {say('report.map_key', self.lang, right=shades[0], some=shades[1:4], wrong=shades[4])}",
                   style="dim")  # fmt: skip


def first_of_row(shown: ErrorMap, number: int) -> int:
    """The first row of the matrix, or element of the vector, in a row of cells."""
    if 1 in (shown.rows, shown.cols):
        return number * len(shown.wrong[0]) * shown.cell[0] * shown.cell[1]
    return number * shown.cell[0]
