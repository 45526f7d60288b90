"""Check: speed as a ratio to a baseline. It needs a GPU: without one it says so and judges nothing."""

from __future__ import annotations

from grader.checks.base import Context, Verdict
from grader.course.models import SpeedSpec
from grader.report.model import Status


def speed(context: Context, rule: SpeedSpec) -> Verdict:
    """The kernel is fast next to a baseline that runs beside it on the same GPU."""
    message = context.say("checks.speed.no_gpu")
    return Verdict(Status.NOT_RUN, message, target={"at_least": rule.full}, judgeable_here=False)
