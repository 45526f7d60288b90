"""Check: races, barriers that some threads miss, shared memory read before it is written; on every case."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grader.checks.base import Check, Context, Seen, Verdict
from grader.checks.fault_words import hazard_sentence
from grader.checks.ordering import in_order
from grader.course.check_specs import HazardsSpec
from grader.launch import Hazard
from grader.verdicts import LineNote, Status

_SEVERITIES = ("note", "warning", "error")
_RACES = ("RAW", "WAR", "WAW")


def hazards(context: Context, rule: HazardsSpec) -> Verdict:
    """No result depends on luck: no races, no barrier that threads miss, no unwritten shared memory read."""
    seen = context.hazards
    return _judged(context, rule, seen).by(seen, context)


def _judged(context: Context, rule: HazardsSpec, seen: Seen) -> Verdict:
    runs = in_order(seen.runs)
    known = (h for run in runs if run.result and not context.is_private(run) for h in run.result.hazards)
    unseen = [(run, h) for run in runs if run.result and context.is_private(run) for h in run.result.hazards]
    found = list(distinct((*seen.hazards, *known)))
    limit = _SEVERITIES.index(rule.at)
    bad = [h for h in found if _SEVERITIES.index(h.severity) >= limit]
    mild = [h for h in found if h not in bad]
    notes = tuple(note for hazard in bad + mild for note in _notes(context, hazard))
    if bad:
        first = _sentence(context, bad[0])
        key = "checks.hazards.one" if len(bad) == 1 else "checks.hazards.several"
        return Verdict(Status.FAIL, context.say(key, what=first, count=len(bad)), len(bad), 0, notes)
    private = [(run, h) for run, h in unseen if _SEVERITIES.index(h.severity) >= limit]
    if private:
        kept = "\n".join(context.on_private(run, _sentence(context, h)) for run, h in private)
        return Verdict(Status.FAIL, context.say("checks.private_hazard"), None, 0, instructor=kept)
    if seen.missing is not None:
        return context.not_judged(seen.missing, 0)
    if (unfinished := _unfinished(context, seen)) is not None:
        return unfinished
    if mild:
        key = f"checks.hazards.{mild[0].severity}"
        return Verdict(Status.PASS, context.say(key, what=_sentence(context, mild[0])), 0, 0, notes)
    return Verdict(Status.PASS, context.say("checks.hazards.pass"), 0, 0)


def distinct(hazards: Iterable[Hazard]) -> Iterator[Hazard]:
    """Each pair of lines once, errors before warnings before notes.

    Leaves out a warning about one warp if its lines overlap those of an error of the same kind: a block-wide barrier
    there fixes both, and makes a __syncwarp() superfluous. If it does not, the next check says so.
    """
    seen: set[tuple[str, int | None, int | None]] = set()
    unordered: list[Hazard] = []
    for hazard in sorted(hazards, key=lambda h: -_SEVERITIES.index(h.severity)):
        pair = (hazard.kind, hazard.line_a, hazard.line_b)
        mild = hazard.severity == "warning" and hazard.kind in _RACES
        if pair in seen or (mild and any(_overlap(hazard, error) for error in unordered)):
            continue
        seen.add(pair)
        if hazard.severity == "error":
            unordered.append(hazard)
        yield hazard


def _overlap(hazard: Hazard, other: Hazard) -> bool:
    """Whether some line lies between the two accesses of either, their own lines included."""
    lines, others = ([n for n in (h.line_a, h.line_b) if n is not None] for h in (hazard, other))
    same = hazard.kind == other.kind and lines and others
    return bool(same) and max(min(lines), min(others)) <= min(max(lines), max(others))


def _sentence(context: Context, hazard: Hazard) -> str:
    return hazard_sentence(hazard, context.lang, context.program.source)


def _notes(context: Context, hazard: Hazard) -> Iterator[LineNote]:
    """The whole story at the later line, a pointer to it at the earlier one."""
    if hazard.line_b:
        yield LineNote(hazard.line_b, _sentence(context, hazard))
    if hazard.line_a and hazard.line_a != hazard.line_b:
        told = context.say("checks.hazards.other_line", line=hazard.line_b) if hazard.line_b else None
        yield LineNote(hazard.line_a, told or _sentence(context, hazard))


def _unfinished(context: Context, seen: Seen) -> Verdict | None:
    """The verdict if some launch did not finish, which proves nothing; None if all did."""
    runs = seen.runs
    faults = [fault for run in runs if run.result for fault in run.result.faults]
    if any(fault.kind == "unsupported" for fault in faults):
        return Verdict(Status.INCONCLUSIVE, context.say("checks.hazards.unsupported"), target=0)
    finished = [run for run in runs if run.result is not None]
    stopped = any(run.failure is not None and run.failure.kind != "skipped" for run in runs)
    if faults or stopped or not finished:
        return Verdict(Status.NOT_RUN, context.say("checks.hazards.not_run"), target=0)
    return None


CHECK = Check("hazards", HazardsSpec, hazards, essential=True, independent=True)
