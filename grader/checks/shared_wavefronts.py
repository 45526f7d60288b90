"""Check: all shared-memory wavefronts, and enough loads that dropping shared memory is no way out."""

from __future__ import annotations

from grader.checks.base import Context, Verdict
from grader.checks.counts import Counter, judge_total
from grader.course.models import SharedWavefrontsSpec

_WAVEFRONTS = Counter(
    key="shared_wavefronts",
    space="shared",
    value=lambda total: total.cost,
    bound=lambda total: total.upper,
    worst=lambda row: row.excess,
)


def shared_wavefronts(context: Context, rule: SharedWavefrontsSpec) -> Verdict:
    """The kernel works through shared memory, and needs few wavefronts for it."""
    return judge_total(context, _WAVEFRONTS, rule.case, rule.at_most, rule.loads_at_least)
