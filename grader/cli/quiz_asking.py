"""Asks the questions of a quiz one after the other and keeps every answer as soon as it is given."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from grader.cli.output import console
from grader.cli.quiz_screen import question, verdict
from grader.quiz import key
from grader.quiz.score import Status, judge_item
from grader.texts import say

if TYPE_CHECKING:
    from pydantic import JsonValue
    from rich.console import RenderableType

    from grader.quiz.variants import DrawnItem, DrawnQuiz

Keep = Callable[[str, "JsonValue"], None]  # (id of an item, its answer)
BACK, HAND_IN, HELP = "<", "!", "?"


class PutAside(Exception):
    """The student leaves before the end; what was answered is kept."""


@dataclass
class Asking:
    """Questions and answers under way. keep: called with each answer as it is given.

    lesson, where: text of the lesson and how its file is shown, wanted where every answer is judged at once.
    """

    quiz: DrawnQuiz
    answers: dict[str, JsonValue]
    keep: Keep
    lang: str
    head: str
    practice: bool = False
    lesson: str = ""
    where: str = ""
    _place: int = field(default=0)

    def run(self) -> None:
        """Until the quiz is handed in. Raises PutAside at the end of input or Ctrl-C."""
        items = self.quiz.items
        self._place = next((i for i, item in enumerate(items) if item.id not in self.answers), 0)
        while True:
            if self._place >= len(items):
                if self._is_over():
                    return
                continue
            if self._one(items[self._place]):
                return

    def _one(self, item: DrawnItem) -> bool:
        """Ask one question; True when the quiz is to be handed in."""
        self._clear()
        self._show(question(item, self._place + 1, len(self.quiz.items), self.answers.get(item.id), self.lang))
        while True:
            given = self._answer(item)
            if given == BACK:
                self._place = max(0, self._place - 1)
                return False
            if given == HAND_IN:
                return self._is_over()
            if given == HELP:
                self._say("quiz.help")
                continue
            if given in ("", [], None):
                self._place += 1
                return False
            result = judge_item(item, given)
            if result.status is Status.INVALID and result.note is not None:
                self._show_text(say(result.note.key, self.lang, **result.note.params))
                continue
            self.answers[item.id] = given
            self.keep(item.id, given)
            if self.practice:
                self._show(verdict(item, result, self.lang, self.lesson, self.where))
                self._line(say("quiz.go_on", self.lang))
            self._place += 1
            return False

    def _answer(self, item: DrawnItem) -> JsonValue:
        """What was typed: a text, or a list of them where a question has several places."""
        if isinstance(item.key, key.Blanks):
            return self._several([say("quiz.blank", self.lang, number=n + 1) for n in range(len(item.key.accepted))])
        if item.table is not None:
            given = self._several([row.in_language(self.lang) for row in item.table.rows])
            return [list(re.split(r"[\s,;|]+", str(row))) for row in given] if isinstance(given, list) else given
        return self._line(say("quiz.answer", self.lang))

    def _several(self, prompts: list[str]) -> list[JsonValue] | str:
        """One line for each prompt; a command or an empty first line stands for the whole."""
        given: list[JsonValue] = []
        for prompt in prompts:
            line = self._line(f"{prompt}: ")
            if line in (BACK, HAND_IN, HELP) or (not line and not given):
                return line
            given.append(line)
        return given

    def _is_over(self) -> bool:
        """Ask whether to hand in; questions without an answer are named."""
        missing = [str(i + 1) for i, item in enumerate(self.quiz.items) if item.id not in self.answers]
        if self.practice and not missing:
            return True
        text = say("quiz.hand_in_incomplete", self.lang, missing=", ".join(missing)) if missing else say(
            "quiz.hand_in", self.lang)  # fmt: skip
        if self._line(f"{text} ").lower() in ("y", "yes", "ㅛ", "예", "네"):
            return True
        self._place = int(missing[0]) - 1 if missing else 0
        return False

    def _line(self, prompt: str) -> str:
        self._show_text(prompt, end="")
        try:
            line = sys.stdin.readline()
        except KeyboardInterrupt:
            self._show_text("")
            raise PutAside from None
        if not line:
            self._show_text("")
            raise PutAside
        return line.strip()

    def _clear(self) -> None:
        terminal = console()
        if terminal.is_terminal and not terminal.is_dumb_terminal:
            terminal.clear()
        self._show_text(self.head)

    def _say(self, key_: str) -> None:
        self._show_text(say(key_, self.lang))

    def _show_text(self, text: str, end: str = "\n") -> None:
        from rich.text import Text

        console().print(Text(text), end=end, soft_wrap=True)
        sys.stdout.flush()

    def _show(self, view: RenderableType) -> None:
        terminal = console()
        terminal.print()
        terminal.print(view)
        terminal.print()
