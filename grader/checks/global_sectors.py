"""Check: 32-byte sectors of global memory, what coalescing and reuse save."""

from __future__ import annotations

from grader.checks.base import Context, Verdict
from grader.checks.counts import Counter, judge_total
from grader.course.models import GlobalSectorsSpec

_SECTORS = Counter(
    key="global_sectors",
    space="global",
    value=lambda total: total.cost,
    bound=lambda total: total.upper,
    worst=lambda row: row.cost,
)


def global_sectors(context: Context, rule: GlobalSectorsSpec) -> Verdict:
    """Global memory is read and written in few 32-byte sectors: neighbours together, nothing too often."""
    return judge_total(context, _SECTORS, rule.case, rule.at_most, rule.loads_at_least)
