"""One command's work on the quiz of one module: its file, its questions, the attempt, and showing the result."""

from __future__ import annotations

import os
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from grader.cli.next_step import states_by
from grader.cli.output import STDOUT, complain, write_json
from grader.cli.quiz.prose import show_page
from grader.cli.quiz.screen import summary
from grader.course.state import FOLDER
from grader.dataclass import dataclass
from grader.failure import Failure
from grader.files import shown_path
from grader.quiz.attempts import Attempt, Attempts, HandedIn, Kind, NoNumberLeft
from grader.quiz.drawing import NoVariantLeft, OpenQuiz, SealedQuiz, easier_half, find_quiz
from grader.quiz.gate import before
from grader.quiz.sheet import BadSheet
from grader.quiz.variants import DrawnQuiz, QuizError
from grader.texts import say

if TYPE_CHECKING:
    from grader.course.catalog import Course, Module
    from grader.quiz.gate import ModuleState
    from grader.quiz.score import QuizResult


class NotKept(Failure):
    """The attempt could not be handed in and is unchanged."""


@dataclass(frozen=True)
class Sitting:
    """The work on the quiz of `module`. attempts: all made so far; json: where JSON goes, None for nowhere."""

    course: Course
    attempts: Attempts
    module: Module
    lang: str
    json: str | None = None

    @cached_property
    def quiz(self) -> OpenQuiz | SealedQuiz:
        """The module's quiz. Raises Failure, CourseError."""
        path = self.module.quiz_path
        try:
            return find_quiz(self.module, self.course.root, self.lang)
        except FileNotFoundError:
            raise Failure("no_quiz", "cli.no_quiz", module=self.module.number, path=shown_path(path)) from None
        except BadSheet as error:
            raise Failure("course_file", "quiz.bad_sheet", reason=error) from None

    @cached_property
    def owner(self) -> str:
        """The owner that graded questions are drawn for. Raises Failure."""
        try:
            return self.quiz.owner
        except OSError as error:
            raise unwritable(self.course, error) from None

    @cached_property
    def lesson(self) -> tuple[str, str]:
        """The lesson's text with its deeper pages ("" if unreadable), and its path as shown."""
        from grader.course.lessons import lesson_text

        path = self.module.lesson_path(self.lang)
        try:
            return lesson_text(self.module, self.lang), shown_path(path)
        except OSError:
            return "", shown_path(path)

    @property
    def exact_share(self) -> Fraction:
        """The exact passing share of the points, as its author wrote it."""
        return Fraction(repr(self.module.gate.share))

    @property
    def title(self) -> str:
        """The module's title."""
        return self.module.spec.title.in_language(self.lang)

    def head(self, attempt: int) -> str:
        """The heading above every question of an attempt."""
        return say("quiz.title", self.lang, module=self.module.number, title=self.title, attempt=attempt)

    def drawn(self, attempt: int) -> DrawnQuiz:
        """The questions of a graded attempt. Raises Failure."""
        try:
            return self.quiz.graded(attempt)
        except NoVariantLeft:
            raise self._no_variant_left() from None
        except QuizError as error:
            raise Failure("course_file", "cli.quiz_broken", module=self.module.number, reason=error) from None
        except OSError as error:
            raise unwritable(self.course, error) from None

    def practice(self, attempt: int, *, easier: bool = False) -> DrawnQuiz:
        """The questions of a practice attempt. Raises Failure."""
        try:
            drawn = self.quiz.practice(attempt)
            return easier_half(drawn) if easier else drawn
        except NoVariantLeft:
            raise self._no_variant_left() from None
        except QuizError as error:
            raise Failure("course_file", "cli.quiz_broken", module=self.module.number, reason=error) from None

    def open_attempt(self, kind: Kind = "graded") -> Attempt:
        """The open attempt, or a new one if there is none or the quiz has changed since. Raises Failure."""
        latest = next(iter(reversed(self.attempts.of(self.module.number))), None)
        if latest is None or latest.handed_in:
            return self.begin(kind)
        if latest.quiz_sha256 != self.quiz.sha256:
            complain(say("quiz.began_anew", self.lang, attempt=latest.attempt))
            return self.begin(kind)
        self.refuse_another_s(latest)
        return latest

    def begin(self, kind: Kind, number: int | None = None) -> Attempt:
        """A new attempt. Raises Failure."""
        owned = "" if kind == "practice" else self.owner
        numbers = [attempt.attempt for attempt in self.attempts.of(self.module.number)]
        if kind != "practice" and self.quiz.most is not None and max(numbers, default=0) >= self.quiz.most:
            raise self._no_variant_left()
        try:
            return self.attempts.begin(self.module.number, kind, self.quiz.sha256, number, owned)
        except NoNumberLeft:
            raise Failure("no_number_left", "quiz.no_number_left", module=self.module.number) from None
        except OSError as error:
            raise unwritable(self.course, error) from None

    def refuse_another_s(self, attempt: Attempt) -> None:
        """Raise Failure for an attempt whose questions were drawn for another owner."""
        if not self.is_own(attempt):
            path = shown_path(self.attempts.path(attempt))
            raise Failure("other_owner", "quiz.other_owner", attempt=attempt.attempt, path=path)

    def is_own(self, attempt: Attempt) -> bool:
        """Whether an attempt, if it names an owner, was drawn with today's key for today's student."""
        return attempt.owner in ("", self.owner)

    def hand_in(self, attempt: Attempt, result: QuizResult) -> None:
        """Hand in an attempt. Raises NotKept, after which no right answer may be shown, and Failure."""
        try:
            self.attempts.hand_in(attempt, result)
        except HandedIn:
            raise Failure("handed_in", "quiz.handed_in_meanwhile", attempt=attempt.attempt) from None
        except OSError as error:
            raise NotKept("unwritable_file", "quiz.not_kept", reason=error.strerror or error) from None

    def state(self) -> ModuleState:
        """Where the student stands with this module."""
        return next(state for state in states_by(self.course, self.attempts) if state.module.name == self.module.name)

    def tell(self, drawn: DrawnQuiz, result: QuizResult) -> int:
        """Show the summary and its consequences and write the JSON; returns the exit status."""
        if self.json is not None:
            write_json(result.as_json(), self.json)
        if self.json != STDOUT:
            numbers = {"score": f"{result.score:g}", "max_score": f"{result.max_score:g}"}
            needed = f"{self.module.gate.share * result.max_score:g}"
            ending = say("quiz.passed" if result.passed else "quiz.not_passed", self.lang, **numbers, needed=needed)
            follows = self._what_follows() if self.module.spec.checkpoint else ""
            show_page(summary(drawn, result, ending, self.lang), *([Text(follows)] if follows else []))
        return 0 if result.passed else 1

    def struggling(self) -> str:
        """Advice after several failed attempts, else ""."""
        state = self.state()
        if not (state.struggling and self.module.spec.checkpoint):
            return ""
        return say("quiz.struggling", self.lang, module=self.module.number, percent=f"{100 * self.module.gate.share:g}")

    def _no_variant_left(self) -> Failure:
        return Failure("no_variant_left", "quiz.no_variant_left", module=self.module.number, count=self.quiz.most)

    def _what_follows(self) -> str:
        """The consequence of a checkpoint's result: what is open now, or what is still to do."""
        found = states_by(self.course, self.attempts)
        own = next(state for state in found if state.module.name == self.module.name)
        if own.passed:
            opened = [state.module.number for state in found
                      if not state.locked_by and self.module.name in before(self.course, state.module)]  # fmt: skip
            return say("quiz.opened", self.lang, modules=", ".join(opened)) if opened else ""
        if own.undone and own.best is not None and own.best >= self.exact_share:
            undone = ", ".join(exercise.id for exercise in own.undone)
            return say("quiz.exercises_left", self.lang, exercises=undone)
        return self.struggling() or say("quiz.try_again", self.lang, module=self.module.number)


def unwritable(course: Course, error: OSError) -> Failure:
    """The failure for state that cannot be written, naming the path at fault if it is known."""
    named = Path(error.filename) if error.filename is not None else course.root / FOLDER
    culprit = named if os.path.lexists(named) else named.parent
    return Failure("unwritable_file", "cli.unwritable", path=shown_path(culprit), reason=error.strerror or error)
