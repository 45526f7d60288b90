"""From observations to verdicts: which checks may be judged, in which order, and what they are worth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from grader.checks.barriers import barriers
from grader.checks.base import Check, Context, Observations, Reason, Verdict
from grader.checks.compiles import compiles
from grader.checks.correctness import correctness
from grader.checks.global_sectors import global_sectors
from grader.checks.hazards import hazards
from grader.checks.machine_code import machine_code
from grader.checks.resources import resources
from grader.checks.shared_excess import shared_excess
from grader.checks.shared_wavefronts import shared_wavefronts
from grader.checks.speed import speed
from grader.verdicts import CheckResult, Report, Status

if TYPE_CHECKING:
    from grader.course.models import ExerciseSpec
    from grader.course.private import PrivatePart

COMPILES = "compiles"
CORRECTNESS = "correctness"

CHECKS: dict[str, Check] = {
    COMPILES: compiles,
    CORRECTNESS: correctness,
    "hazards": hazards,
    "shared_excess": shared_excess,
    "shared_wavefronts": shared_wavefronts,
    "global_sectors": global_sectors,
    "barriers": barriers,
    "resources": resources,
    "machine_code": machine_code,
    "speed": speed,
}

ESSENTIAL = (COMPILES, CORRECTNESS, "hazards")
_NEED_A_GPU = ("speed",)
# Judged even when the results are wrong: a race is often the reason.
INDEPENDENT = (CORRECTNESS, "hazards")


def evaluate(
    exercise_spec: ExerciseSpec, observations: Observations, lang: str, private: PrivatePart | None = None
) -> tuple[CheckResult, ...]:
    """All checks of the exercise, `compiles` first, then in the order of CHECKS, in `lang` ("en" or "ko").

    private: what of the exercise no student has seen. Its limits have to be kept, too, and its sizes are not told.
    """
    context = Context(exercise_spec, observations, lang, private)
    limits = private.limits if private else {}
    first = compiles(context, None)
    results = [_result(context, COMPILES, first, 0.0)]
    correct = correctness(context, None) if first.status is Status.PASS else None
    for name, rule in exercise_spec.checks.items():
        if correct is None:
            results.append(_result(context, name, _blocked(context, name), rule.points, failed=COMPILES))
            continue
        failed = CORRECTNESS if correct.status is Status.FAIL else None
        verdict = correct if name == CORRECTNESS else CHECKS[name](context, rule)
        if name in limits and verdict.status is Status.PASS:
            verdict = _on_private_case(context, verdict, CHECKS[name](context, limits[name]))
        if name not in INDEPENDENT and verdict.judgeable_here:
            verdict = _withheld(context, verdict, correct.status)
        results.append(_result(context, name, verdict, rule.points, failed))
    order = list(CHECKS)
    return tuple(sorted(results, key=lambda r: order.index(r.id)))


def _result(context: Context, name: str, verdict: Verdict, points: float, failed: str | None = None) -> CheckResult:
    """The verdict with its points: all or nothing, and None where nothing was judged.

    failed: the predecessor that failed, if that is why a check was not run.
    """
    judged = verdict.status in (Status.PASS, Status.FAIL)
    section = context.spec.read.get(name)
    return CheckResult(
        id=name,
        status=verdict.status,
        backend=verdict.backend or context.observations.backend,
        points=(points if verdict.status is Status.PASS else points * verdict.share) if judged else None,
        max_points=points,
        measured=verdict.measured,
        target=verdict.target,
        starter=context.spec.starter.get(name),
        title=context.say(f"checks.{name}.title"),
        message=verdict.message,
        lines=verdict.lines,
        instructor=verdict.instructor,
        explained=verdict.explained,
        depends_on_failed=failed if verdict.status is Status.NOT_RUN and verdict.judgeable_here else None,
        judgeable_here=verdict.judgeable_here,
        read=section.in_language(context.lang) if section and verdict.status is Status.FAIL else None,
    )


def _on_private_case(context: Context, verdict: Verdict, other: Verdict) -> Verdict:
    """The verdict, or one without numbers where that on a private case is no pass."""
    if other.status is Status.PASS:
        return verdict
    kept = "\n".join([other.message, *(f"{note.line}: {note.message}" for note in other.lines)])
    message = context.say("checks.private_count")
    return replace(verdict, status=other.status, message=message, lines=(), instructor=kept)


def _blocked(context: Context, name: str) -> Verdict:
    """Nothing can be said of a source that does not compile."""
    message = context.say("checks.compiles_first")
    timing = context.observations.timing
    reachable = name not in _NEED_A_GPU or not isinstance(timing, Reason) or timing.here
    return Verdict(Status.NOT_RUN, message, judgeable_here=reachable)


def _withheld(context: Context, verdict: Verdict, correct: Status) -> Verdict:
    """Counts of a wrong kernel are shown but score nothing; where correctness is unknown, so are they."""
    if correct is Status.PASS:
        return verdict
    if correct is Status.FAIL:
        message = context.say("checks.correct_first")
        return replace(verdict, status=Status.NOT_RUN, message=message, lines=())
    status = Status.NOT_RUN if verdict.status is Status.NOT_RUN else Status.INCONCLUSIVE
    return replace(verdict, status=status, message=context.say("checks.correct_unknown"), lines=())


def measurements(results: Iterable[CheckResult]) -> dict[str, object]:
    """What each check measured, by id."""
    return {result.id: result.measured for result in results if result.measured is not None}


def exit_status(report: Report) -> int:
    """The exit status of `grader check`.

    2 if the grader itself failed; 1 if any check but `speed` failed or nothing is begun; 2 if an essential check
    (compiles, correctness, hazards) was not judged for any reason but a failed predecessor; else 0.
    """
    if report.error is not None:
        return 2
    if not report.begun or any(check.status is Status.FAIL and check.id != "speed" for check in report.checks):
        return 1
    unjudged = (Status.NOT_RUN, Status.INCONCLUSIVE)
    essential = [check for check in report.checks if check.id in ESSENTIAL]
    if any(check.status in unjudged and check.depends_on_failed is None for check in essential):
        return 2
    return 0
