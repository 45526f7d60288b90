"""Check: blocks wait for none that may not have begun."""

from __future__ import annotations

from functools import partial

from grader.checks.base import CaseRun, Check, Context, Verdict, passed_if
from grader.checks.counts import judge_case
from grader.checks.determinism import named
from grader.checks.fault_words import fault_sentence
from grader.course.check_specs import ForwardProgressSpec
from grader.launch import LaunchResult
from grader.verdicts import LineNote


def forward_progress(context: Context, rule: ForwardProgressSpec) -> Verdict:
    """The kernel ends on a GPU with room for one block at a time, whichever block comes first."""
    return judge_case(context, context.emulated, rule.case, partial(_judged, context), 0)


def _judged(context: Context, run: CaseRun, result: LaunchResult) -> Verdict:
    case = context.name_of(run)
    stopped = next((each for each in result.alone if each.fault is not None), None)
    if stopped is None or stopped.fault is None:
        key = "pass" if result.alone else "no_waiting"
        return Verdict(passed_if(True), context.say(f"checks.forward_progress.{key}", case=case,
                                                    orders=named(context, result.alone)), 0, 0)  # fmt: skip
    why = fault_sentence(stopped.fault, run, context.lang, context.program.source)
    message = context.say("checks.forward_progress.fail", case=case, orders=named(context, [stopped]), why=why)
    line = stopped.fault.line
    lines = () if line is None else (LineNote(line, context.say("checks.forward_progress.line")),)
    return Verdict(passed_if(False), message, sum(not each.ended for each in result.alone), 0, lines)


CHECK = Check("forward_progress", ForwardProgressSpec, forward_progress)
