"""Check: shared-memory wavefronts beyond the ideal, the diagnosis of bank conflicts."""

from __future__ import annotations

from grader.checks.base import Context, Verdict
from grader.checks.counts import Counter, judge_total
from grader.course.models import SharedExcessSpec

# If the hardware needs more wavefronts than counted, its ideal is no smaller than ours.
_EXCESS = Counter(
    key="shared_excess",
    space="shared",
    value=lambda total: total.excess,
    bound=lambda total: None if total.upper is None else total.upper - total.ideal,
    worst=lambda row: row.excess,
)


def shared_excess(context: Context, rule: SharedExcessSpec) -> Verdict:
    """Shared memory loses no more wavefronts to bank conflicts than the exercise allows."""
    return judge_total(context, _EXCESS, rule.case, rule.at_most, None)
