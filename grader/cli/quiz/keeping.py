"""Keeps the answers of an attempt under way: on disk as each is given, and here for as long as the quiz is open."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from grader.failure import Failure
from grader.quiz.attempts import Attempt, Attempts, HandedIn
from grader.texts import say

if TYPE_CHECKING:
    from pydantic import JsonValue


class Keeping:
    """The attempt with every answer given here. A file that vanishes or a full disk loses none of them."""

    def __init__(self, attempts: Attempts, attempt: Attempt, lang: str) -> None:
        self._attempts, self._attempt, self._lang = attempts, attempt, lang
        self._unsaved: dict[str, JsonValue] = {}

    def answer(self, item: str, answer: JsonValue) -> str:
        """Keep an answer; what the student should know of it, or nothing. Raises Failure."""
        self._unsaved[item] = answer
        restored = len(self._attempts.restored)
        if reason := self._save():
            return say("quiz.not_saved", self._lang, reason=reason)
        return say("quiz.written_again", self._lang) if len(self._attempts.restored) > restored else ""

    def answers(self) -> Mapping[str, JsonValue]:
        """All answers as they are now, those of other windows too."""
        return self.whole().answers

    def put_aside(self) -> str:
        """Save what is not saved yet; why it cannot be, or nothing. Raises Failure."""
        return self._save() if self._unsaved else ""

    def whole(self) -> Attempt:
        """The attempt with all answers, those of other windows too."""
        newest = self._attempt
        with suppress(OSError):  # what cannot be read adds nothing
            on_disk = self._attempts.of(newest.module, practice=newest.kind == "practice")
            newest = next((found for found in on_disk if found.attempt == newest.attempt), newest)
        return newest.model_copy(update={"answers": {**self._attempt.answers, **newest.answers, **self._unsaved}})

    def _save(self) -> str:
        try:
            self._attempt = self._attempts.answer(self._attempt, self._unsaved)
        except HandedIn:
            raise Failure("handed_in", "quiz.handed_in_meanwhile", attempt=self._attempt.attempt) from None
        except OSError as error:
            return str(error.strerror or error)
        self._unsaved = {}
        return ""
