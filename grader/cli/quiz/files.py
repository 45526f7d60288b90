"""Quizzes without a terminal: the questions as a text or as data, the answers from a file."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from grader.cli.output import STDOUT, complain, show_unwrapped, write_json
from grader.cli.quiz.prose import show_page
from grader.cli.quiz.review import day, is_drawn_alike, mistakes, recorded
from grader.cli.quiz.screen import as_markdown
from grader.failure import Failure
from grader.quiz.answers import Answers, load_answers
from grader.quiz.attempts import Attempt, new_attempt
from grader.quiz.score import score_quiz
from grader.texts import say

if TYPE_CHECKING:
    from pydantic import JsonValue

    from grader.cli.quiz.sitting import Sitting
    from grader.quiz.variants import DrawnQuiz


def show_questions(sitting: Sitting) -> int:
    """Show the questions of the open attempt, with a template of the answers file."""
    attempt = sitting.open_attempt().attempt
    drawn = sitting.drawn(attempt)
    if sitting.json is not None:
        write_json(_questions_json(drawn, sitting.lang), sitting.json)
    if sitting.json != STDOUT:
        how = say("quiz.how_to_answer", sitting.lang, module=sitting.module.number, attempt=attempt,
                  first=drawn.items[0].id)  # fmt: skip
        show_unwrapped(f"# {sitting.head(attempt)}\n\n{as_markdown(drawn, sitting.lang)}\n{how}")
    return 0


def from_file(sitting: Sitting, path: Path) -> int:
    """Grade a file of answers and hand them in, together with earlier answers of the same attempt.

    Raises Failure for an attempt that is over or cannot be begun; but exactly the answers that were handed in show
    their result again.
    """
    given = load_answers(path, sitting.lang)
    number = sitting.module.number
    if given.module not in (number, sitting.module.name):
        raise Failure("other_module", "cli.quiz_other_module", path=path, module=given.module, wanted=number)
    filed = {name: _plain(answer) for name, answer in given.answers.items() if answer not in (None, "", [])}
    attempt = _meant(sitting, given, path)
    if attempt.handed_in:
        return _once_more(sitting, attempt, filed)
    drawn = sitting.drawn(attempt.attempt)
    if before := [item.id for item in drawn.items if item.id in attempt.answers and item.id not in filed]:
        complain(say("quiz.answers_joined", sitting.lang, attempt=attempt.attempt, ids=", ".join(before)))
    whole = attempt.model_copy(update={"answers": {**attempt.answers, **filed}})
    result = score_quiz(drawn, whole.answers, sitting.module.gate.share)
    for name in result.unknown:
        complain(say("quiz.unknown_answer", sitting.lang, id=name))
    sitting.hand_in(whole, result)
    if sitting.json != STDOUT:
        show_page(*mistakes(sitting, drawn, result, whole.answers))
    return sitting.tell(drawn, result)


def _meant(sitting: Sitting, given: Answers, path: Path) -> Attempt:
    """The attempt that a file answers. Raises Failure.

    Without any attempts, as on a machine that grades for others, a file may name any number; else one that was begun,
    or the next. A file without a number means the open attempt, else the next.
    """
    begun = {attempt.attempt: attempt for attempt in sitting.attempts.of(sitting.module.number)}
    latest = begun[max(begun)] if begun else None
    following = max(begun, default=0) + 1
    due = latest.attempt if latest is not None and not latest.handed_in else following
    if given.attempt is None:
        complain(say("quiz.no_attempt_named", sitting.lang, path=path, attempt=due))
    wanted = given.attempt or due
    attempt = begun.get(wanted)
    if attempt is None:
        if begun and wanted != following:
            raise Failure("no_attempt", "quiz.never_begun", attempt=wanted, next=due, module=sitting.module.number)
        return new_attempt(sitting.module.number, "graded", sitting.quiz.sha256, wanted, sitting.owner)
    if not attempt.handed_in:
        if attempt.quiz_sha256 != sitting.quiz.sha256:
            raise Failure("stale_attempt", "cli.quiz_changed", attempt=wanted, module=sitting.module.number)
        sitting.refuse_another_s(attempt)
    return attempt


def _once_more(sitting: Sitting, attempt: Attempt, filed: Mapping[str, JsonValue]) -> int:
    """Show the recorded result for exactly the answers that were handed in. Raises Failure for any others."""
    result = recorded(sitting, attempt)
    if dict(filed) != attempt.answers or not is_drawn_alike(sitting, attempt):
        latest = sitting.attempts.of(sitting.module.number)[-1]
        due = latest.attempt + 1 if latest.handed_in else latest.attempt
        raise Failure("handed_in", "quiz.handed_in_before", attempt=attempt.attempt, when=day(attempt), next=due,
                      score=f"{result.score:g}", max_score=f"{result.max_score:g}",
                      module=sitting.module.number)  # fmt: skip
    complain(say("quiz.same_again", sitting.lang, attempt=attempt.attempt, when=day(attempt)))
    drawn = sitting.drawn(attempt.attempt)
    if sitting.json != STDOUT:
        show_page(*mistakes(sitting, drawn, result, attempt.answers))
    return sitting.tell(drawn, result)


def _questions_json(drawn: DrawnQuiz, lang: str) -> dict[str, object]:
    """The questions as JSON, without anything that gives an answer away."""
    return {
        "module": drawn.module,
        "attempt": drawn.attempt,
        "items": [
            {
                "id": item.id, "kind": item.kind, "level": str(item.level), "max_points": item.max_points,
                "prompt": item.prompt.in_language(lang),
                "options": {option.letter: option.text.in_language(lang) for option in item.options},
                "columns": [c.in_language(lang) for c in item.table.columns] if item.table else [],
                "rows": [r.in_language(lang) for r in item.table.rows] if item.table else [],
            }
            for item in drawn.items
        ],
    }  # fmt: skip


def _plain(answer: object) -> JsonValue:
    """An answer as JSON: what YAML parsed as a date, infinity or NaN becomes a text."""
    if isinstance(answer, dict):
        return {str(_plain(name)): _plain(value) for name, value in answer.items()}
    if isinstance(answer, list):
        return [_plain(value) for value in answer]
    if isinstance(answer, float) and not math.isfinite(answer):
        return str(answer)
    if answer is None or isinstance(answer, bool | int | float):
        return answer
    return str(answer).encode("utf-8", "replace").decode()
