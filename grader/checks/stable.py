"""Check: what is moved keeps its order."""

from __future__ import annotations

from grader.checks.base import Check, Context, Verdict
from grader.checks.determinism import alike
from grader.course.check_specs import StableSpec


def stable(context: Context, rule: StableSpec) -> Verdict:
    """Elements keep their order, in whatever order blocks and warps run."""
    return alike(context, rule, "stable")


CHECK = Check("stable", StableSpec, stable)
