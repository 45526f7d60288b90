"""From observations to verdicts: which checks are judged, in which order, for how many points."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING

from grader.checks.base import Check, Context, Observations, Reason, Verdict
from grader.course.models import CHECK_IDS, NEED_A_GPU
from grader.verdicts import CheckResult, Report, Status

if TYPE_CHECKING:
    from grader.course.models import ExerciseSpec
    from grader.course.private import PrivatePart

COMPILES = "compiles"
CORRECTNESS = "correctness"

# Every check, in the order of dependence, which is also the order of display.
CHECKS: dict[str, Check] = {
    name: import_module(f"grader.checks.{name}").CHECK for name in (COMPILES, *CHECK_IDS)
}  # fmt: skip
ESSENTIAL = tuple(name for name, check in CHECKS.items() if check.essential)


def evaluate(
    exercise_spec: ExerciseSpec, observations: Observations, lang: str, private: PrivatePart | None = None
) -> tuple[CheckResult, ...]:
    """All checks of the exercise, `compiles` first, then in the order of CHECKS, in `lang` ("en" or "ko").

    private: the exercise's private part. Its limits must be kept too, and its sizes are not revealed.
    """
    context = Context(exercise_spec, observations, lang, private)
    limits = private.limits if private else {}
    first = CHECKS[COMPILES].judge(context, None)
    results = [_result(context, COMPILES, first, 0.0)]
    correct = CHECKS[CORRECTNESS].judge(context, None) if first.status is Status.PASS else None
    for name, rule in exercise_spec.checks.items():
        if correct is None:
            results.append(_result(context, name, _blocked(context, name), rule.points, failed=COMPILES))
            continue
        failed = CORRECTNESS if correct.status is Status.FAIL else None
        check = CHECKS[name]
        verdict = correct if name == CORRECTNESS else check.judge(context, rule)
        if name in limits and verdict.status is Status.PASS:
            verdict = _on_private_case(context, verdict, check.judge(context, limits[name]))
        if not check.independent and verdict.judgeable_here:
            verdict = _withheld(context, verdict, correct.status)
        results.append(_result(context, name, verdict, rule.points, failed))
    return tuple(sorted(results, key=lambda r: list(CHECKS).index(r.id)))


def _result(context: Context, name: str, verdict: Verdict, points: float, failed: str | None = None) -> CheckResult:
    """The verdict with its points; None where nothing was judged. failed: the predecessor that failed, if any."""
    judged = verdict.status in (Status.PASS, Status.FAIL)
    section = context.spec.read.get(name)
    return CheckResult(
        id=name, status=verdict.status, backend=verdict.backend or context.observations.backend,
        points=(points if verdict.status is Status.PASS else points * verdict.share) if judged else None,
        max_points=points, measured=verdict.measured, target=verdict.target, starter=context.spec.starter.get(name),
        title=context.say(f"checks.{name}.title"), message=verdict.message, lines=verdict.lines,
        instructor=verdict.instructor, explained=verdict.explained, endless=verdict.endless,
        depends_on_failed=failed if verdict.status is Status.NOT_RUN and verdict.judgeable_here else None,
        judgeable_here=verdict.judgeable_here,
        read=section.in_language(context.lang) if section and verdict.status is Status.FAIL else None,
    )  # fmt: skip


def _on_private_case(context: Context, verdict: Verdict, other: Verdict) -> Verdict:
    """The verdict, or that on a private case, without numbers, if it is not a pass."""
    if other.status is Status.PASS:
        return verdict
    kept = "\n".join([other.message, *(f"{note.line}: {note.message}" for note in other.lines)])
    message = context.say("checks.private_count")
    return replace(verdict, status=other.status, message=message, lines=(), instructor=kept)


def _blocked(context: Context, name: str) -> Verdict:
    """The verdict on a source that does not compile."""
    message = context.say("checks.compiles_first")
    timing = context.observations.timing
    reachable = not CHECKS[name].needs_gpu or not isinstance(timing, Reason) or timing.here
    return Verdict(Status.NOT_RUN, message, judgeable_here=reachable)


def _withheld(context: Context, verdict: Verdict, correct: Status) -> Verdict:
    """The verdict on counts of a kernel that is wrong, or not known to be right: they are shown but score nothing."""
    if correct is Status.PASS:
        return verdict
    if correct is Status.FAIL:
        message = context.say("checks.correct_first")
        return replace(verdict, status=Status.NOT_RUN, message=message, lines=())
    status = Status.NOT_RUN if verdict.status is Status.NOT_RUN else Status.INCONCLUSIVE
    return replace(verdict, status=status, message=context.say("checks.correct_unknown"), lines=())


def measurements(results: Iterable[CheckResult]) -> dict[str, object]:
    """Measured values by check id."""
    return {result.id: result.measured for result in results if result.measured is not None}


def exit_status(report: Report) -> int:
    """The exit status of `grader check`.

    2 if the grader itself failed; 1 if a check that needs no GPU failed or the exercise is not begun; 2 if an essential
    check (compiles, correctness, hazards) was not judged for another reason than a failed predecessor; else 0.
    """
    if report.error is not None:
        return 2
    if not report.begun or any(check.status is Status.FAIL and check.id not in NEED_A_GPU for check in report.checks):
        return 1
    unjudged = (Status.NOT_RUN, Status.INCONCLUSIVE)
    essential = [check for check in report.checks if check.id in ESSENTIAL]
    if any(check.status in unjudged and check.depends_on_failed is None for check in essential):
        return 2
    return 0
