"""Check: the results of every case, and why a launch stopped if it did."""

from __future__ import annotations

from dataclasses import dataclass

from grader.checks.base import CaseRun, Context, FailureKind, Seen, Verdict
from grader.checks.fault_words import failure_sentence, fault_sentence
from grader.checks.mismatch_words import judgement_sentences, recognised_patterns
from grader.checks.ordering import in_order
from grader.problems import PROBLEMS
from grader.verdicts import LineNote, Status

UNSUPPORTED = "unsupported"
_WORST_FIRST = (Status.FAIL, Status.INCONCLUSIVE, Status.NOT_RUN)


@dataclass(frozen=True)
class _Outcome:
    """How one case ended. patterns: the mistakes recognised in its results, in words; None where it has none.

    instructor: what students are not told.
    """

    status: Status
    message: str = ""
    lines: tuple[LineNote, ...] = ()
    patterns: str | None = None
    instructor: str = ""


def correctness(context: Context, _: object) -> Verdict:
    """Every case gives the right result, and nothing but the result is written."""
    # Wrong on one device is wrong. What one of them cannot tell, the other may.
    verdicts = [_on_device(context, seen) for seen in reversed(context.results)]
    order = (Status.FAIL, Status.PASS, Status.INCONCLUSIVE, Status.NOT_RUN)
    return min(verdicts, key=lambda verdict: order.index(verdict.status))


def _on_device(context: Context, seen: Seen) -> Verdict:
    if seen.missing is not None:
        return context.not_judged(seen.missing).by(seen, context)
    return _judged(context, in_order(seen.runs)).by(seen, context)


def _judged(context: Context, runs: list[CaseRun]) -> Verdict:
    outcomes = [(run, _outcome(run, context)) for run in runs]
    right = sum(outcome.status is Status.PASS for _, outcome in outcomes)
    total = len(context.spec.cases)
    for status in _WORST_FIRST:
        for run, outcome in outcomes:
            if outcome.status is status and not _skipped(run):
                key = "checks.correctness.case" if outcome.message else "checks.correctness.not_run"
                message = context.say(key, case=context.name_of(run), what=outcome.message)
                if outcome.patterns == "":
                    message = _with_larger_case(message, outcomes, context)
                return Verdict(status, message, right, total, outcome.lines, instructor=outcome.instructor)
    if right < total:
        return Verdict(Status.NOT_RUN, context.say("checks.correctness.missing", missing=total - right), right, total)
    return Verdict(Status.PASS, context.say("checks.correctness.pass", total=total), right, total)


def _with_larger_case(message: str, outcomes: list[tuple[CaseRun, _Outcome]], context: Context) -> str:
    """One or two wrong elements look like any mistake: the smallest case that looks like one in particular is named."""
    for run, outcome in outcomes:
        if outcome.patterns:
            case = context.name_of(run)
            return f"{message} {context.say('checks.correctness.larger', case=case, what=outcome.patterns)}"
    return message


def _skipped(run: CaseRun) -> bool:
    return run.failure is not None and run.failure.kind is FailureKind.SKIPPED


def _outcome(run: CaseRun, context: Context) -> _Outcome:
    """How a case ended. Of a private one students learn nothing else: a kernel that knows a size of it could choose the
    line, the kind of fault and every number in a message."""
    outcome = _in_full(run, context)
    if outcome.status not in (Status.FAIL, Status.INCONCLUSIVE) or not context.is_private(run):
        return outcome
    message = context.say("checks.private_wrong" if outcome.status is Status.FAIL else "checks.private_unknown")
    return _Outcome(outcome.status, message, instructor=context.on_private(run, outcome.message))


def _in_full(run: CaseRun, context: Context) -> _Outcome:
    if run.failure is not None:
        return _Outcome(Status.NOT_RUN if _skipped(run) else Status.FAIL, failure_sentence(run.failure, context.lang))
    if run.result is None or run.prepared is None:
        return _Outcome(Status.NOT_RUN)
    faults = sorted(run.result.faults, key=lambda fault: fault.kind == UNSUPPORTED)
    if faults:
        message = fault_sentence(faults[0], run, context.lang)
        lines = (LineNote(faults[0].line, message),) if faults[0].line else ()
        return _Outcome(Status.INCONCLUSIVE if faults[0].kind == UNSUPPORTED else Status.FAIL, message, lines)
    judgement = PROBLEMS[context.spec.problem].judge(run.prepared, run.result.outputs)
    if judgement.passed:
        return _Outcome(Status.PASS)
    told = judgement_sentences(judgement, context.lang)
    return _Outcome(Status.FAIL, told, patterns=recognised_patterns(judgement, context.lang))
