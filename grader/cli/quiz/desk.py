"""Quizzes asked in the terminal: a graded attempt, practice, a placement run through the checkpoints."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from rich.text import Text

from grader.cli.next_step import states_by
from grader.cli.output import STDOUT, write_json
from grader.cli.quiz.asking import Asking, PutAside
from grader.cli.quiz.keeping import Keeping
from grader.cli.quiz.line import NoText, on_terminal, read_line
from grader.cli.quiz.prose import show_page
from grader.cli.quiz.review import mistakes
from grader.cli.quiz.screen import summary
from grader.cli.quiz.sitting import NotKept, Sitting
from grader.failure import Failure
from grader.quiz.attempts import Attempt, Attempts, Kind
from grader.quiz.score import score_quiz
from grader.texts import say

if TYPE_CHECKING:
    from grader.course.catalog import Course, Module
    from grader.quiz.score import QuizResult
    from grader.quiz.variants import DrawnQuiz


class Desk:
    """Asks quizzes. attempts: all made so far; json: where JSON goes, None for nowhere."""

    def __init__(self, course: Course, attempts: Attempts, lang: str, json: str | None) -> None:
        self._course, self.attempts, self._lang, self._json = course, attempts, lang, json

    def graded(self, module: Module, kind: Kind = "graded") -> int:
        """Ask the next graded attempt, or resume an open one."""
        sitting = self.sitting(module)
        self._refuse_without_talk(module)
        attempt = sitting.open_attempt(kind)
        drawn = sitting.drawn(attempt.attempt)
        keeping = Keeping(self.attempts, attempt, self._lang)
        asking = Asking(drawn, keeping, self._lang, sitting.head(attempt.attempt),
                        note="" if attempt.answers else sitting.struggling())  # fmt: skip
        ended = self._handed_in(sitting, drawn, asking, keeping)
        if ended is None:
            options = "--placement" if kind == "placement" else module.number
            show_page(Text(say("quiz.put_aside", self._lang, command=f"grader quiz {options}")))
            return 1
        result, answers = ended
        show_page(*mistakes(sitting, drawn, result, answers))
        return sitting.tell(drawn, result)

    def practise(self, module: Module, *, easier: bool) -> int:
        """Ask a practice attempt: each answer is judged at once, and nothing counts."""
        sitting = self.sitting(module)
        self._refuse_without_talk(module)
        attempt = sitting.begin("practice")
        drawn = sitting.practice(attempt.attempt, easier=easier)
        head = say("quiz.practice_title", self._lang, module=module.number, title=sitting.title)
        lesson, where = sitting.lesson
        keeping = Keeping(self.attempts, attempt, self._lang)
        asking = Asking(drawn, keeping, self._lang, head, practice=True, lesson=lesson, where=where)
        whole = _asked(asking, keeping)
        if whole is None:
            show_page(Text(say("quiz.practice_left", self._lang)))
            return 1
        result = score_quiz(drawn, whole.answers, module.gate.share)
        with suppress(NotKept):  # it counts for nothing
            sitting.hand_in(whole, result)
        if self._json is not None:
            write_json(result.as_json(), self._json)
        ending = say("quiz.practice_over", self._lang, score=f"{result.score:g}", max_score=f"{result.max_score:g}")
        show_page(summary(drawn, result, ending, self._lang))
        return 0 if result.passed else 1

    def placement(self, module: str | None) -> int:
        """Ask one checkpoint after the other until one is not passed."""
        if module is not None:
            raise Failure("bad_argument", "cli.quiz_placement_module", module=module)
        left = [state.module for state in states_by(self._course, self.attempts)
                if state.module.spec.checkpoint and not state.passed]  # fmt: skip
        for place, checkpoint in enumerate(left):
            if place and on_terminal() and not self._goes_on(checkpoint):
                return 1
            if status := self.graded(checkpoint, "placement"):
                return status
        show_page(Text(say("quiz.placed", self._lang)))
        return 0

    def sitting(self, module: Module) -> Sitting:
        """The work at one module's quiz."""
        return Sitting(self._course, self.attempts, module, self._lang, self._json)

    def _handed_in(
        self, sitting: Sitting, drawn: DrawnQuiz, asking: Asking, keeping: Keeping
    ) -> tuple[QuizResult, Mapping[str, object]] | None:
        """The result and answers, once saved; until then the quiz stays open. None if it is put aside."""
        while (whole := _asked(asking, keeping)) is not None:
            result = score_quiz(drawn, whole.answers, sitting.module.gate.share)
            try:
                sitting.hand_in(whole, result)
            except NotKept as failure:
                asking.note = failure.message(self._lang)
                continue
            return result, whole.answers
        return None

    def _refuse_without_talk(self, module: Module) -> None:
        """Raise Failure, before an attempt is begun, if nothing can be typed or stdout is used for JSON."""
        if sys.stdin is None or sys.stdin.closed:
            raise Failure("no_input", "quiz.no_input", module=module.number)
        if self._json == STDOUT:
            raise Failure("bad_argument", "quiz.json_stdout")

    def _goes_on(self, following: Module) -> bool:
        """Wait until the student has read the result; False if they leave."""
        while True:
            try:
                read_line(say("quiz.next_checkpoint", self._lang, module=following.number))
            except NoText:
                continue
            except PutAside:
                return False
            return True


def _asked(asking: Asking, keeping: Keeping) -> Attempt | None:
    """The attempt with all answers when it is to be handed in; None if the student left before.

    Raises Failure if answers could not be saved.
    """
    try:
        asking.run()
    except (PutAside, KeyboardInterrupt):  # at any point: each answer was saved when it was given
        if reason := keeping.put_aside():
            raise Failure("unwritable_file", "quiz.left_unsaved", reason=reason) from None
        return None
    return keeping.whole()
