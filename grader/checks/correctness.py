"""Check: the results of every case, and why a launch stopped early."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grader.checks.base import CaseRun, Check, Context, FailureKind, Seen, Verdict
from grader.checks.fault_words import failure_sentence, fault_sentence
from grader.checks.ordering import in_order, telling
from grader.course.check_specs import CorrectnessSpec
from grader.dataclass import dataclass
from grader.problems import PROBLEMS
from grader.problems.base import Geometry, Ran
from grader.verdicts import LineNote, Status

UNSUPPORTED, ENDLESS = "unsupported", "no_forward_progress"
_WORST_FIRST = (Status.FAIL, Status.INCONCLUSIVE, Status.NOT_RUN)


@dataclass(frozen=True)
class _Outcome:
    """How one case ended. ran: the judged run; None without a result, or with one that must not be shown.

    instructor: details hidden from students. endless: whether the launch was stopped because it did not finish.
    """

    run: CaseRun
    status: Status
    message: str = ""
    lines: tuple[LineNote, ...] = ()
    ran: Ran | None = None
    instructor: str = ""
    endless: bool = False


def correctness(context: Context, _: object) -> Verdict:
    """Every case gives the right result, and nothing but the result is written."""
    # Wrong on one device is wrong; a device without a verdict leaves it to the other.
    verdicts = [_on_device(context, seen) for seen in reversed(context.results)]
    order = (Status.FAIL, Status.PASS, Status.INCONCLUSIVE, Status.NOT_RUN)
    verdict = min(verdicts, key=lambda verdict: order.index(verdict.status))
    return _with_slips(verdict, context) if verdict.status is Status.FAIL else verdict


def _with_slips(verdict: Verdict, context: Context) -> Verdict:
    """The verdict with likely typing slips in the source, about which the compiler does not warn."""
    from grader.checks.typing_slips import typing_slips

    notes = [
        LineNote(slip.line, context.say(f"checks.slip_{slip.key}", line=slip.line, word=slip.word))
        for slip in typing_slips(context.program.source)
    ]
    message = " ".join([verdict.message, *(note.message for note in notes)])
    return replace(verdict, message=message, lines=(*verdict.lines, *notes))


def _on_device(context: Context, seen: Seen) -> Verdict:
    if seen.missing is not None:
        return context.not_judged(seen.missing).by(seen, context)
    return _judged(context, in_order(seen.runs)).by(seen, context)


def _judged(context: Context, runs: list[CaseRun]) -> Verdict:
    outcomes = [_outcome(run, context) for run in runs]
    right = sum(outcome.status is Status.PASS for outcome in outcomes)
    total = len(context.spec.cases)
    for status in _WORST_FIRST:
        found = [outcome for outcome in outcomes if outcome.status is status and not _skipped(outcome.run)]
        if found:
            # A fault names a line, so it comes first; private cases come last.
            first = min(found, key=lambda outcome: (context.is_private(outcome.run), outcome.ran is not None))
            if first.ran is not None:
                return _wrong(context, outcomes, right)
            key = "checks.correctness.case" if first.message else "checks.correctness.not_run"
            message = context.say(key, case=context.name_of(first.run), what=first.message)
            return Verdict(status, message, right, total, first.lines, instructor=first.instructor,
                           endless=first.endless)  # fmt: skip
    if right < total:
        return Verdict(Status.NOT_RUN, context.say("checks.correctness.missing", missing=total - right), right, total)
    return Verdict(Status.PASS, context.say("checks.correctness.pass", total=total), right, total)


def _wrong(context: Context, outcomes: Sequence[_Outcome], right: int) -> Verdict:
    """The verdict on wrong results in public cases, with the most telling one explained."""
    from grader.checks.mismatch_words import explanation, other_cases

    public = [outcome for outcome in outcomes if outcome.ran is not None]
    wrong = [outcome for outcome in public if outcome.status is Status.FAIL]
    shown = min(wrong, key=lambda outcome: telling(outcome.run.case))
    rans = [outcome.ran for outcome in public if outcome.ran is not None]
    sentences, told = explanation(context, shown.run, rans[public.index(shown)], rans)
    also_wrong = [context.name_of(outcome.run) for outcome in wrong if outcome is not shown]
    passing = [context.name_of(outcome.run) for outcome in public if outcome.status is Status.PASS]
    others = other_cases(also_wrong, passing, context.lang)
    message = context.say("checks.correctness.case", case=told.case, what=f"{sentences} {others}".rstrip())
    return Verdict(Status.FAIL, message, right, len(context.spec.cases), explained=told)


def _skipped(run: CaseRun) -> bool:
    return run.failure is not None and run.failure.kind is FailureKind.SKIPPED


def _outcome(run: CaseRun, context: Context) -> _Outcome:
    """How a case ended. Of a private one students learn only that: through the line, the kind of a fault or a number in
    a message a kernel could leak its sizes."""
    outcome = _in_full(run, context)
    if not context.is_private(run):
        return outcome
    if outcome.status not in (Status.FAIL, Status.INCONCLUSIVE):
        return replace(outcome, ran=None)
    message = context.say("checks.private_wrong" if outcome.status is Status.FAIL else "checks.private_unknown")
    told = outcome.message
    if outcome.ran is not None and not told:
        from grader.checks.mismatch_words import mismatch_sentences

        told = mismatch_sentences(outcome.ran.judgement, context.lang)
    return replace(outcome, message=message, lines=(), ran=None, instructor=context.on_private(run, told))


def _in_full(run: CaseRun, context: Context) -> _Outcome:
    if run.failure is not None:
        status = Status.NOT_RUN if _skipped(run) else Status.FAIL
        endless = run.failure.kind is FailureKind.TIMED_OUT
        return _Outcome(run, status, failure_sentence(run.failure, context.lang), endless=endless)
    if run.result is None or run.prepared is None:
        return _Outcome(run, Status.NOT_RUN)
    faults = sorted(run.result.faults, key=lambda fault: fault.kind == UNSUPPORTED)
    if faults:
        message = fault_sentence(faults[0], run, context.lang, context.program.source)
        lines = (LineNote(faults[0].line, message),) if faults[0].line else ()
        status = Status.INCONCLUSIVE if faults[0].kind == UNSUPPORTED else Status.FAIL
        return _Outcome(run, status, message, lines, endless=faults[0].kind == ENDLESS)
    family = PROBLEMS[context.spec.problem]
    outputs = family.arranged(run.prepared, run.result.outputs)
    judgement = family.judge(run.prepared, outputs)
    status = Status.PASS if judgement.passed else Status.FAIL
    geometry = Geometry(context.spec.grid(run.case), context.spec.block(run.case))
    return _Outcome(run, status, ran=Ran(run.prepared, outputs, judgement, geometry))


CHECK = Check("correctness", CorrectnessSpec, correctness, essential=True, independent=True)
