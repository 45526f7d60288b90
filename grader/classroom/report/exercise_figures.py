"""How an exercise went: who handed it in, what they scored, and which check stops most of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from grader.classroom.report.gather import ClassData, Verdict
from grader.classroom.report.spread import Spread, spread
from grader.classroom.report.time_outs import time_out
from grader.classroom.results import State
from grader.classroom.summary import ExerciseInfo
from grader.verdicts import Status


@dataclass(frozen=True)
class CheckFigures:
    """How a check ended, over all graded files. judged: passed or failed; not_judged: not run or inconclusive.

    message: the sentence that most who failed read, one of those that are alike but for their numbers; alike: how many
    read it.
    """

    id: str
    judged: int
    failed: int
    not_judged: int
    message: str = ""
    alike: int = 0

    @property
    def share(self) -> float:
        """Failures as a share of the files for which the check was judged."""
        return self.failed / self.judged if self.judged else 0.0


@dataclass(frozen=True)
class ExerciseFigures:
    """One exercise. scores: shares of the points that could be had where it was graded; done: as `check` says it.

    time_outs: files whose kernel or compilation did not come to an end. checks: `compiles`, then those of the exercise.
    """

    exercise: ExerciseInfo
    handed_in: int
    missing: int
    refused: int
    errors: int
    time_outs: int
    done: int
    scores: Spread
    checks: tuple[CheckFigures, ...]

    @property
    def hardest(self) -> CheckFigures | None:
        """The check that most fail, of equal ones the first; None where nothing fails."""
        return max((check for check in self.checks if check.failed), key=lambda check: check.failed, default=None)


def exercise_figures(data: ClassData, exercise: ExerciseInfo, students: Sequence[str]) -> ExerciseFigures:
    """How these students did in an exercise."""
    standings = [own for s in students if (own := data.standings[s].exercises.get(exercise.id)) is not None]
    states = Counter(own.state for own in standings)
    shares = [own.score / own.max_score_here for own in standings if own.score is not None and own.max_score_here]
    results = [found for s in students if (found := data.results.get((s, exercise.id))) is not None]
    verdicts = [verdict for found in results if found.report is not None for verdict in found.report.checks]
    return ExerciseFigures(
        exercise=exercise,
        handed_in=sum(own.state.is_work for own in standings),
        missing=sum(not own.state.is_work for own in standings),
        refused=states[State.REFUSED],
        errors=states[State.ERROR],
        time_outs=sum(time_out(found) is not None for found in results),
        done=sum(own.done for own in standings),
        scores=spread(shares),
        checks=tuple(_checks(verdicts)),
    )


def _checks(verdicts: Iterable[Verdict]) -> Iterator[CheckFigures]:
    by_id: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        by_id.setdefault(verdict.id, []).append(verdict)
    for name, own in by_id.items():
        failed = [verdict.message for verdict in own if verdict.status is Status.FAIL]
        judged = len(failed) + sum(verdict.status is Status.PASS for verdict in own)
        yield CheckFigures(name, judged, len(failed), len(own) - judged, *_most_frequent(failed))


def _most_frequent(messages: Sequence[str]) -> tuple[str, int]:
    """The most frequent sentence and how often it is there, with whatever numbers; of equal ones the first."""
    if not messages:
        return "", 0
    (kind, count), *_ = Counter(map(without_numbers, messages)).most_common(1)
    return Counter(message for message in messages if without_numbers(message) == kind).most_common(1)[0][0], count


def without_numbers(message: str) -> str:
    """What two sentences have in common that differ in lines, threads and counts."""
    return re.sub(r"[0-9][0-9.,]*", "#", message)
