"""Tables of memory accesses by source line: requests, cost and ideal cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.table import Table
from rich.text import Text

from grader.launch import AccessLine, AccessTotal
from grader.listing import printable, source_line
from grader.report.style import plain_table
from grader.report.values import NOTHING
from grader.texts import say

SPACES = ("shared", "global", "constant")


def access_tables(rows: Sequence[AccessLine], source: str, lang: str) -> list[Table]:
    """One table for each memory space that was accessed, its lines in source order."""
    lines = source.split("\n")
    tables = []
    for space in SPACES:
        of_space = sorted((r for r in rows if r.space == space), key=lambda r: (r.line, r.operation, r.width))
        if of_space:
            tables.append(_table(of_space, space, lines, lang))
    return tables


def inexact(rows: Iterable[AccessLine]) -> bool:
    """Whether any row's cost is an estimate, shown with a `~`."""
    return not all(row.exact for row in rows)


def totals_table(totals: Sequence[tuple[str, AccessTotal]], lang: str) -> Table:
    """One row for each space with its sums."""
    table = plain_table()
    for column in ("space", "requests", "cost", "ideal", "excess"):
        name = say(f"report.column_{column}", lang)
        table.add_column(name, justify="left" if column == "space" else "right")
    for space, total in totals:
        if space == "constant" and not total.requests:
            continue
        unit = say(f"report.unit_{space}", lang)
        cost = f"{_count(total.cost, total.exact)} {unit}"
        table.add_row(say(f"report.space_{space}", lang), f"{total.requests:,}", cost, f"{total.ideal:,}",
                      _excess(total.excess, total.exact))  # fmt: skip
    return table


def _table(rows: Sequence[AccessLine], space: str, lines: Sequence[str], lang: str) -> Table:
    table = plain_table(title=say(f"report.accesses_{space}", lang))
    table.add_column(say("report.column_line", lang), justify="right", no_wrap=True)
    table.add_column(say("report.column_source", lang))
    table.add_column(say("report.column_operation", lang), no_wrap=True)
    contended = ("passes", "most_lanes") if any(row.most for row in rows) else ()
    for column in ("requests", space, "ideal", "excess", *contended):
        table.add_column(say(f"report.column_{column}", lang), justify="right", no_wrap=True)
    previous = None
    for row in rows:
        repeated = row.line == previous
        previous = row.line
        table.add_row(
            "" if repeated else str(row.line) if row.line else NOTHING,
            # The column may shrink but its text must not wrap: a line that is too long ends in an ellipsis.
            Text("" if repeated else printable(source_line(lines, row.line)), no_wrap=True, overflow="ellipsis"),
            say(f"report.operation_{row.operation}", lang, width=row.width),
            f"{row.requests:,}",
            _count(row.cost, row.exact),
            f"{row.ideal:,}",
            _excess(row.excess, row.exact),
            *(_contention(row) if contended else ()),
        )
    return table


def _contention(row: AccessLine) -> tuple[str, str]:
    """Passes of an atomic access, and the most lanes at one address."""
    if not row.most:
        return "", ""
    return _count(row.passes, row.exact and row.passes_exact), str(row.most)


def _count(number: int, exact: bool) -> str:
    return f"{number:,}" if exact else f"~{number:,}"


def _excess(number: int, exact: bool) -> Text:
    return Text(_count(number, exact), style="bold yellow" if number > 0 else "")
