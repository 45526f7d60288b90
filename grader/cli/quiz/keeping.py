"""Saves the answers of an open attempt to disk as they are given, and keeps a copy while the quiz is open."""

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
    """The attempt with every answer given here; a vanished file or a full disk loses none of them."""

    def __init__(self, attempts: Attempts, attempt: Attempt, lang: str) -> None:
        self._attempts, self._attempt, self._lang = attempts, attempt, lang
        self._unsaved: dict[str, JsonValue] = {}

    def answer(self, item: str, answer: JsonValue) -> str:
        """Save an answer; returns a sentence for the student, or "". Raises Failure."""
        self._unsaved[item] = answer
        restored = len(self._attempts.restored)
        if reason := self._save():
            return say("quiz.not_saved", self._lang, reason=reason)
        return say("quiz.written_again", self._lang) if len(self._attempts.restored) > restored else ""

    def answers(self) -> Mapping[str, JsonValue]:
        """All current answers, including those of other windows."""
        return self.whole().answers

    def put_aside(self) -> str:
        """Save what is not saved yet; returns why it cannot be, or "". Raises Failure."""
        return self._save() if self._unsaved else ""

    def whole(self) -> Attempt:
        """The attempt with all answers, including those of other windows."""
        newest = self._attempt
        with suppress(OSError):  # unreadable files add nothing
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
