"""Check: all shared-memory wavefronts, with a lower limit on loads so that a kernel cannot avoid shared memory."""

from __future__ import annotations

from grader.checks.base import Check, Context, Verdict
from grader.checks.counts import Counter, judge_total
from grader.course.check_specs import SharedWavefrontsSpec

_WAVEFRONTS = Counter("shared_wavefronts", "shared", value=lambda total: total.cost, bound=lambda total: total.upper,
                      worst=lambda row: row.excess)  # fmt: skip


def shared_wavefronts(context: Context, rule: SharedWavefrontsSpec) -> Verdict:
    """The kernel works through shared memory, and needs few wavefronts for it."""
    return judge_total(context, _WAVEFRONTS, rule.case, rule.at_most, rule.loads_at_least)


CHECK = Check("shared_wavefronts", SharedWavefrontsSpec, shared_wavefronts, space=_WAVEFRONTS.space)
