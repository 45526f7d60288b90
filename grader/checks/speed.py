"""Check: speed as a ratio to a baseline. Needs a GPU; without one it is not run."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, cast

from grader.checks.base import Check, Context, Reason, Verdict, passed_if
from grader.checks.fault_words import fault_words
from grader.course.models import SpeedSpec
from grader.launch import Fault
from grader.problems import PROBLEMS
from grader.problems.base import Case, Role
from grader.texts import say
from grader.verdicts import Status, Timed

if TYPE_CHECKING:
    from grader.checks.timing import Timing
    from grader.course.models import ExerciseSpec
    from grader.problems.bulk import BulkMismatch


def speed(context: Context, rule: SpeedSpec) -> Verdict:
    """The kernel is fast next to a baseline that runs beside it on the same GPU."""
    target = {"at_least": rule.full}
    timing = context.observations.timing
    if isinstance(timing, Reason):
        return context.not_judged(timing, target)
    from grader.checks.timing import WIDEST
    from grader.checks.where_it_runs import AsksWhere

    if isinstance(timing.problem, AsksWhere):
        message = context.say("checks.speed.asks_where", register=timing.problem.register, line=timing.problem.line)
        return Verdict(Status.FAIL, message, target=target, backend="cuda")
    if timing.problem is not None:
        message = context.say("checks.speed.wrong", what=problem_words(timing.problem, context.lang))
        return Verdict(Status.FAIL, message, target=target, backend="cuda")
    facts = _facts(context, rule, timing)
    measured = math.floor(1000 * timing.ratio + 1e-9) / 1000  # rounded, just below `full` would read as full
    if timing.doubt:
        message = context.say(f"checks.speed.{timing.doubt}", spread=100 * timing.spread, limit=100 * WIDEST)
        return Verdict(Status.INCONCLUSIVE, f"{message} {facts}", measured, target, backend="cuda")
    share = min(1.0, max(0.0, (timing.ratio - rule.zero) / (rule.full - rule.zero)))
    key = "pass" if share == 1.0 else "fail" if share else "nothing"
    percent = math.floor(100 * share + 1e-9)
    message = context.say(f"checks.speed.{key}", ratio=measured, full=rule.full, zero=rule.zero, share=percent)
    return Verdict(passed_if(share == 1.0), f"{message} {facts}", measured, target, backend="cuda", share=share)


def timed(spec: ExerciseSpec, timing: Timing | Reason) -> Timed | None:
    """The result of a contest, for views; None without one that allows a verdict."""
    if isinstance(timing, Reason) or timing.problem is not None or timing.doubt:
        return None
    from grader.checks.timing import BASELINE, LIBRARY, STUDENT

    rule, prepare = spec.checks.get("speed"), PROBLEMS[spec.problem].bulk
    if not isinstance(rule, SpeedSpec) or prepare is None or timing.gpu is None:
        return None
    bulk, gpu = prepare(rule.size), timing.gpu
    ms, baseline_ms, library_ms = map(timing.median, (STUDENT, BASELINE, LIBRARY))
    if ms is None or baseline_ms is None:
        return None
    return Timed(gpu.name, _label(rule), bulk.flops, bulk.bytes, ms, rule.baseline, baseline_ms,
                 bulk.library if library_ms else None, library_ms, gpu.peak_flops, gpu.peak_bytes)  # fmt: skip


def _label(rule: SpeedSpec) -> str:
    return cast(Case, rule.size).label()  # exercise files are read with the problem's own model of a case


def _facts(context: Context, rule: SpeedSpec, timing: Timing) -> str:
    """Times of the contenders, and the share of the vendor library's speed, which is shown but not scored."""
    from grader.checks.timing import BASELINE, LIBRARY, STUDENT

    bulk = PROBLEMS[context.spec.problem].bulk
    library = timing.median(LIBRARY)
    words = [
        context.say(
            "checks.speed.times", case=_label(rule), you=timing.median(STUDENT), baseline=timing.median(BASELINE),
            turns=len(timing.times[STUDENT]), spread=100 * timing.spread,
        )
    ]  # fmt: skip
    if bulk is not None and library is not None:
        name = context.say(f"checks.speed.library_{bulk(rule.size).library}")
        share = 100 * library / (timing.median(STUDENT) or 1.0)
        words.append(context.say("checks.speed.library", name=name, time=library, share=share))
    slowed = {reason for clocks in timing.clocks if clocks for reason in clocks.slowed_by}
    if slowed:
        reasons = ", ".join(context.say(f"checks.slowed.{reason}") for reason in sorted(slowed))
        words.append(context.say("checks.speed.slowed", reasons=reasons))
    return " ".join(words)


def problem_words(problem: BulkMismatch | Fault, lang: str) -> str:
    """What went wrong with a timed launch."""
    if isinstance(problem, Fault):
        return fault_words(problem, lang)
    key = "input" if problem.role is Role.INPUT else "value" if problem.far else "imprecise"
    if problem.row is None:
        key = f"{key}_element"
    return say(f"checks.speed.{key}", lang, buffer=problem.buffer, row=problem.row, column=problem.column,
               expected=f"{problem.expected:.6g}", got=f"{problem.got:.6g}")  # fmt: skip


CHECK = Check("speed", SpeedSpec, speed)
