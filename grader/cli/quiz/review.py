"""Questions with their answers: what went wrong in an attempt, past attempts, a worked example."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Group
from rich.rule import Rule
from rich.text import Text

from grader.cli.quiz.prose import show_page
from grader.cli.quiz.screen import answered, question, recalled, why
from grader.failure import Failure
from grader.quiz.attempts import Attempt
from grader.quiz.score import ItemResult, QuizResult, Status
from grader.quiz.sheet import revealed
from grader.texts import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rich.console import RenderableType

    from grader.cli.quiz.sitting import Sitting
    from grader.quiz.variants import DrawnQuiz


def mistakes(
    sitting: Sitting, drawn: DrawnQuiz, result: QuizResult, answers: Mapping[str, object]
) -> Iterator[RenderableType]:
    """Every question that lost points, with the answer given, the right one and the explanation."""
    for place, (item, judged) in enumerate(zip(drawn.items, result.items, strict=True), start=1):
        if judged.status is not Status.PASS:
            view = recalled(item, judged, answers.get(item.id), place, sitting.lang, *sitting.lesson)
            yield Group(Rule(), view)


def review_attempts(sitting: Sitting) -> int:
    """Show every attempt that was handed in, newest last: its questions, answers and points."""
    ended = [attempt for attempt in sitting.attempts.of(sitting.module.number) if attempt.handed_in]
    if not ended:
        raise Failure("no_attempt", "quiz.no_attempt", module=sitting.module.number)
    for attempt in ended:
        result = recorded(sitting, attempt)
        head = say("quiz.review", sitting.lang, attempt=attempt.attempt, when=day(attempt), score=f"{result.score:g}",
                   max_score=f"{result.max_score:g}")  # fmt: skip
        show_page(Group(Rule(style="bold"), Text(head, style="bold")))
        drawn = sitting.drawn(attempt.attempt) if is_drawn_alike(sitting, attempt) else None
        if drawn is None:
            show_page(Text(say("quiz.review_gone", sitting.lang)))
            continue
        for place, (item, judged) in enumerate(zip(drawn.items, result.items, strict=True), start=1):
            answer = attempt.answers.get(item.id)
            show_page(Group(Rule(), recalled(item, judged, answer, place, sitting.lang, *sitting.lesson)))
    return 0


def worked_answers(sitting: Sitting) -> int:
    """Show a practice variant with its answers, starting with the questions that lost most points so far.

    Its number is used up.
    """
    drawn = sitting.practice(sitting.begin("practice").attempt)
    lost: dict[str, float] = {}
    for brought in (item for attempt in sitting.attempts.of(sitting.module.number) for item in attempt.items):
        lost[brought.id] = lost.get(brought.id, 0.0) + brought.max_points - brought.points
    items = sorted(drawn.items, key=lambda item: -lost.get(item.id, 0.0))
    label = say("quiz.right_answer", sitting.lang)
    for place, item in enumerate(items, start=1):
        show_page(Group(Rule(), question(item, place, len(items), sitting.lang)),
                  answered(label, item, revealed(item).key.example, sitting.lang),
                  why(item, sitting.lang, *sitting.lesson))  # fmt: skip
    return 0


def recorded(sitting: Sitting, attempt: Attempt) -> QuizResult:
    """The recorded result of an attempt."""
    items = tuple(ItemResult(item.id, Status(item.status), item.points, item.max_points) for item in attempt.items)
    maximum = sum(item.max_points for item in attempt.items)
    passed = attempt.share >= sitting.exact_share
    return QuizResult(attempt.module, attempt.attempt, items, float(attempt.share * Fraction(maximum)), maximum, passed)


def is_drawn_alike(sitting: Sitting, attempt: Attempt) -> bool:
    """Whether the same questions would be drawn today as in the attempt."""
    return attempt.quiz_sha256 == sitting.quiz.sha256 and sitting.is_own(attempt)


def day(attempt: Attempt) -> str:
    """The day on which an attempt was handed in, in UTC."""
    return (attempt.handed_in or "").partition("T")[0]
