"""Check: shared-memory wavefronts beyond the ideal, caused by bank conflicts."""

from __future__ import annotations

from grader.checks.base import Check, Context, Verdict
from grader.checks.counts import Counter, judge_total
from grader.course.check_specs import SharedExcessSpec

# If the hardware needs more wavefronts than counted, its ideal is no smaller than ours.
_EXCESS = Counter("shared_excess", "shared", value=lambda total: total.excess, worst=lambda row: row.excess,
                  bound=lambda total: None if total.upper is None else total.upper - total.ideal)  # fmt: skip


def shared_excess(context: Context, rule: SharedExcessSpec) -> Verdict:
    """Shared memory loses no more wavefronts to bank conflicts than the exercise allows."""
    return judge_total(context, _EXCESS, rule.case, rule.at_most, None)


CHECK = Check("shared_excess", SharedExcessSpec, shared_excess, space=_EXCESS.space)
