"""The grader's verdicts as marks in the gradebook: points, or a request for manual grading."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from grader.checks.evaluate import COMPILES, CORRECTNESS
from grader.classroom.quizzes import QuizRecord
from grader.classroom.results import Result, State
from grader.classroom.summary import CheckInfo, ExerciseInfo
from grader.course.models import NEED_A_GPU
from grader.dataclass import dataclass
from grader.gradebook.sync.files import text_of
from grader.report.values import points_text
from grader.texts import say
from grader.verdicts import Status

_MOST_LINES = 10  # notes on lines kept per check
_ROUNDING = 0.005  # reports round points to two digits


@dataclass(frozen=True)
class Mark:
    """The text and score of a cell. score: points, None if a person has to judge."""

    score: float | None
    text: str = ""


def _mark(score: float | None, *lines: str) -> Mark:
    """A mark with its text made safe for a notebook."""
    return Mark(score, text_of("\n".join(lines)))


@dataclass(frozen=True)
class Verdict:
    """One check of a report. points: unvalidated, as in the report."""

    status: Status
    points: object
    message: str
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Judged:
    """The relevant part of a result. here: every check could be judged where it was graded; checks: by id."""

    state: State
    message: str
    device: str = ""
    here: bool = True
    checks: Mapping[str, Verdict] | None = None


def judged(result: Result | None, lang: str) -> Judged:
    """Read a result; a missing or damaged one counts as not graded."""
    if result is None:
        return Judged(State.ERROR, "")
    report = result.report
    if result.state is not State.GRADED or report is None:
        return Judged(result.state, result.message)
    try:
        checks = {str(check["id"]): _verdict(check, lang) for check in report["checks"]}
        here = float(report["max_score_here"]) >= float(report["max_score"])
        return Judged(result.state, result.message, str(report.get("device") or ""), here, checks)
    except (KeyError, TypeError, ValueError):
        return Judged(State.ERROR, "")


def _verdict(check: Mapping[str, Any], lang: str) -> Verdict:
    message = str(check["message"])
    further = [note for note in check["lines"] if note["message"] not in message]
    notes = (say("gradebook.sync_line", lang, line=note["line"], message=note["message"]) for note in further)
    return Verdict(Status(check["status"]), check["points"], message, tuple(notes)[:_MOST_LINES])


def counted(exercise: ExerciseInfo, found: Iterable[Judged]) -> tuple[CheckInfo, ...]:
    """The checks that count towards the maximum: all, except speed if it could not be judged for anybody."""
    graded = [one for one in found if one.state is State.GRADED]
    judgeable = any(one.here for one in graded)
    return tuple(check for check in exercise.checks if check.id not in NEED_A_GPU or judgeable)


def mark_of(check: CheckInfo, one: Judged, withheld: bool, lang: str) -> Mark:
    """The mark of one check of one student's kernel. withheld: a gate before the module is closed."""
    if not one.state.is_work:
        return _mark(0.0, say(f"gradebook.sync_{one.state}", lang))
    score, lines = _judged_check(check, one, lang)
    if withheld:
        return _mark(0.0, *lines, say("gradebook.sync_withheld", lang))
    return _mark(score, *lines, *([say("gradebook.sync_by_hand", lang)] if score is None else []))


def _judged_check(check: CheckInfo, one: Judged, lang: str) -> tuple[float | None, list[str]]:
    """Points (None if not judged) and lines of text."""
    checks = one.checks or {}
    verdict = checks.get(check.id)
    if verdict is None:
        return None, [_why_not(one, lang)]
    score = _score(check, verdict, checks)
    if score is not None and not 0 <= score <= check.max_points:
        most = points_text(check.max_points)
        return None, [say("gradebook.sync_impossible", lang, points=verdict.points, max_points=most)]
    return score, [_headline(check, verdict, score, lang), verdict.message, *(f"  {note}" for note in verdict.notes)]


def _score(check: CheckInfo, verdict: Verdict, others: Mapping[str, Verdict]) -> float | None:
    """Points of a verdict: 0 if it was not judged because a predecessor failed, None if it was not judged otherwise.

    NaN or a number outside the check's points for a report that no grader can have written.
    """
    if verdict.status is Status.INCONCLUSIVE:
        return None
    if verdict.status is Status.NOT_RUN:
        return 0.0 if _predecessor_failed(others) else None
    points = verdict.points
    if isinstance(points, bool) or not isinstance(points, int | float):
        return math.nan
    return check.max_points if 0 < points - check.max_points <= _ROUNDING else float(points)


def _predecessor_failed(others: Mapping[str, Verdict]) -> bool:
    """Whether a failed predecessor explains why a check was not run, such as hazards of a kernel that crashed."""
    return any(others[name].status is Status.FAIL for name in (COMPILES, CORRECTNESS) if name in others)


def _headline(check: CheckInfo, verdict: Verdict, score: float | None, lang: str) -> str:
    status = say(f"report.status_{verdict.status}", lang)
    if score is None:
        return f"{check.id}: {status}"
    most = points_text(check.max_points)
    return say("gradebook.sync_points", lang, name=check.id, status=status, points=points_text(score), max_points=most)


def _why_not(one: Judged, lang: str) -> str:
    if one.state is State.REFUSED:
        return say("gradebook.sync_refused", lang, reason=one.message)
    return say("gradebook.sync_not_graded", lang, reason=one.message or "-")


def overview(one: Judged, uncounted: Sequence[CheckInfo], lang: str) -> Mark:
    """The text above the checks of a kernel, worth nothing: where it was graded, and why it does not compile."""
    if not one.state.is_work:
        return _mark(0.0, say(f"gradebook.sync_{one.state}", lang))
    if one.checks is None:
        return _mark(0.0, _why_not(one, lang))
    lines = [say("gradebook.sync_graded_on", lang, device=one.device or "-")]
    first = one.checks.get(COMPILES)
    if first is not None and first.status is not Status.PASS:
        lines += [first.message, *(f"  {note}" for note in first.notes)]
    for check in uncounted:
        points = points_text(check.max_points)
        lines.append(say("gradebook.sync_uncounted", lang, name=check.id, points=points))
    return _mark(0.0, *lines)


def quiz_mark(record: QuizRecord | None, max_points: float, lang: str) -> Mark:
    """The mark of the best attempt at a quiz; 0 without one."""
    by_hand = say("gradebook.sync_by_hand", lang)
    if record is None:
        return _mark(None, say("gradebook.sync_no_record", lang), by_hand)
    refused = [say("gradebook.sync_attempt_refused", lang, attempt=a.attempt, path=a.path, reason=a.message)
               for a in record.attempts if a.is_refused]  # fmt: skip
    best = record.best
    if best is None:
        return _mark(0.0, say("gradebook.sync_no_attempt", lang), *refused)
    points, most = points_text(best.score), points_text(max_points)
    if not 0 <= best.score <= max_points + _ROUNDING:
        return _mark(None, say("gradebook.sync_impossible", lang, points=points, max_points=most), by_hand)
    passed = say(f"gradebook.sync_quiz_{'passed' if best.passed else 'not_passed'}", lang)
    head = say("gradebook.sync_attempt", lang, attempt=best.attempt, points=points, max_points=most, passed=passed)
    items = [f"  {i.id}: {points_text(i.points)} / {points_text(i.max_points)}" for i in best.items]
    return _mark(min(best.score, max_points), head, *items, *refused)
