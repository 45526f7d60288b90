"""What the machine code executed, by source line: where the instructions of a kernel go."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from grader.launch import Executed, Instructions
from grader.listing import printable, source_line
from grader.report.style import plain_table
from grader.report.values import NOTHING
from grader.sass.pipes import OTHER
from grader.texts import say

_SHOWN = 12  # lines
_PIPES = 5  # those that execute most


def executed_totals(rows: Sequence[Executed], lang: str) -> list[str]:
    """How many instructions the warps executed, with how many threads."""
    total = Instructions.of(rows)
    pipes: Counter[str] = Counter()
    for row in rows:
        pipes[row.pipe or OTHER] += row.inst_executed
    shares = ", ".join(f"{pipe} {100 * count / total.warp:.0f} %" for pipe, count in pipes.most_common(_PIPES))
    return [say("report.warp_instructions", lang, count=_count(total)),
            say("report.active_threads", lang, active=total.thread / total.warp),
            say("report.pipes", lang, shares=shares)]  # fmt: skip


def executed_table(rows: Sequence[Executed], source: str, lang: str) -> Table:
    """The lines on which most instructions were executed, in source order."""
    by_line: dict[int, list[Executed]] = defaultdict(list)
    for row in rows:
        by_line[row.line].append(row)
    sums = {line: Instructions.of(own) for line, own in by_line.items()}
    shown = sorted(sorted(sums, key=lambda line: -sums[line].warp)[:_SHOWN])
    table = plain_table(title=say("report.instructions_by_line", lang))
    table.add_column(say("report.column_line", lang), justify="right", no_wrap=True)
    table.add_column(say("report.column_source", lang))
    total, lines = Instructions.of(rows), source.split("\n")
    for column in ("warp_instructions", "share", "active", *(("parted",) if total.divergent else ())):
        table.add_column(say(f"report.column_{column}", lang), justify="right", no_wrap=True)
    for line in shown:
        _add(table, str(line) if line else NOTHING, printable(source_line(lines, line)), sums[line], total)
    if len(shown) < len(sums):
        others = Instructions.of(row for line in sums.keys() - set(shown) for row in by_line[line])
        _add(table, "", say("report.other_lines", lang, count=len(sums) - len(shown)), others, total)
    return table


def _add(table: Table, line: str, text: str, own: Instructions, total: Instructions) -> None:
    parted = (f"{own.divergent:,}" if own.divergent else "",) if total.divergent else ()
    table.add_row(line, Text(text, no_wrap=True, overflow="ellipsis"), _count(own),
                  f"{100 * own.warp / total.warp:.0f} %", f"{own.thread / own.warp:.1f}", *parted)  # fmt: skip


def _count(total: Instructions) -> str:
    return f"{total.warp:,}" if total.exact else f"~{total.warp:,}"
