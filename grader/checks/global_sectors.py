"""Check: 32-byte sectors of global memory, which coalescing and reuse reduce."""

from __future__ import annotations

from grader.checks.base import Check, Context, Verdict
from grader.checks.counts import Counter, judge_total
from grader.course.check_specs import GlobalSectorsSpec

_SECTORS = Counter("global_sectors", "global", value=lambda total: total.cost, bound=lambda total: total.upper,
                   worst=lambda row: row.cost)  # fmt: skip


def global_sectors(context: Context, rule: GlobalSectorsSpec) -> Verdict:
    """Global memory is read and written in few 32-byte sectors: neighbours together, nothing too often."""
    return judge_total(context, _SECTORS, rule.case, rule.at_most, rule.loads_at_least)


CHECK = Check("global_sectors", GlobalSectorsSpec, global_sectors, space=_SECTORS.space)
