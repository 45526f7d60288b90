"""How an exercise went: how many handed it in, their scores, and the check that most fail."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from grader.classroom.report.gather import ClassData, Verdict
from grader.classroom.report.spread import Spread, spread
from grader.classroom.results import State
from grader.classroom.summary import ExerciseInfo
from grader.dataclass import dataclass
from grader.verdicts import Status


@dataclass(frozen=True)
class CheckFigures:
    """A check over all graded files. judged: passed or failed; not_judged: not run or inconclusive.

    message: an instance of the most frequent failure sentence, numbers disregarded; alike: its frequency.
    """

    id: str
    judged: int
    failed: int
    not_judged: int
    message: str = ""
    alike: int = 0

    @property
    def share(self) -> float:
        """Failures as a share of judged files."""
        return self.failed / self.judged if self.judged else 0.0


@dataclass(frozen=True)
class ExerciseFigures:
    """One exercise. scores: shares of the points available where it was graded; done: as `check` defines it.

    time_outs: files whose kernel or compilation did not terminate. checks: `compiles`, then those of the exercise.
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
        """The check that most fail, the first among equals; None if nothing fails."""
        return max((check for check in self.checks if check.failed), key=lambda check: check.failed, default=None)


def exercise_figures(data: ClassData, exercise: ExerciseInfo, students: Sequence[str]) -> ExerciseFigures:
    """How these students did in an exercise."""
    standings = [own for s in students if (own := data.standings[s].exercises.get(exercise.id)) is not None]
    states = Counter(own.state for own in standings)
    shares = [own.score / own.max_score_here for own in standings if own.score is not None and own.max_score_here]
    results = [found for s in students if (found := data.results.get((s, exercise.id))) is not None]
    verdicts = [verdict for found in results if found.report is not None for verdict in found.report.checks]
    return ExerciseFigures(exercise=exercise, handed_in=sum(own.state.is_work for own in standings),
                           missing=sum(not own.state.is_work for own in standings), refused=states[State.REFUSED],
                           errors=states[State.ERROR], time_outs=sum(found.time_out is not None for found in results),
                           done=sum(own.done for own in standings), scores=spread(shares),
                           checks=tuple(_checks(verdicts)))  # fmt: skip


def _checks(verdicts: Iterable[Verdict]) -> Iterator[CheckFigures]:
    by_id: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        by_id.setdefault(verdict.id, []).append(verdict)
    for name, own in by_id.items():
        failed = [verdict.message for verdict in own if verdict.status is Status.FAIL]
        judged = len(failed) + sum(verdict.status is Status.PASS for verdict in own)
        yield CheckFigures(name, judged, len(failed), len(own) - judged, *_most_frequent(failed))


def _most_frequent(messages: Sequence[str]) -> tuple[str, int]:
    """The most frequent sentence and its frequency, numbers disregarded; the first among equals."""
    if not messages:
        return "", 0
    (kind, count), *_ = Counter(map(without_numbers, messages)).most_common(1)
    return Counter(message for message in messages if without_numbers(message) == kind).most_common(1)[0][0], count


def without_numbers(message: str) -> str:
    """A sentence with its numbers (lines, threads, counts) replaced by `#`."""
    return re.sub(r"[0-9][0-9.,]*", "#", message)
