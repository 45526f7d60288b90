"""Shared by the checks of executed instructions: those of a case, and their sums by source line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from grader.checks.base import Context
from grader.launch import Executed, Instructions


def executed(context: Context, case: int) -> tuple[str, tuple[Executed, ...]] | None:
    """The name of the case and what its machine code executed; None if it did not finish or nobody counted it."""
    counted = context.counted(case)
    if counted is None or not counted[1].executed:
        return None
    return context.name_of(counted[0]), counted[1].executed


def by_line(rows: Iterable[Executed]) -> dict[int, Instructions]:
    """The sums of each source line; 0: of none."""
    lines: dict[int, list[Executed]] = defaultdict(list)
    for row in rows:
        lines[row.line].append(row)
    return {line: Instructions.of(own) for line, own in lines.items()}
