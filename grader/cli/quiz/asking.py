"""Asks the questions of a quiz one by one and saves every answer as soon as it is given."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from rich.text import Text

from grader.cli.quiz.line import NoText, PutAside, forget_what_waits, on_terminal, read_line
from grader.cli.quiz.places import Places, is_whole, places_of
from grader.cli.quiz.prose import page
from grader.cli.quiz.screen import asks, question, verdict, written
from grader.dataclass import dataclass
from grader.quiz.score import Status, judge_item
from grader.texts import say

if TYPE_CHECKING:
    from pydantic import JsonValue
    from rich.console import Console, RenderableType

    from grader.cli.quiz.keeping import Keeping
    from grader.quiz.variants import DrawnItem, DrawnQuiz

__all__ = ["Asking", "PutAside"]

BACK, ON, HAND_IN, HELP = "<", ">", "!", "?"
_JUMP = re.compile(r"#\s*([0-9]{1,3})")


class _Leave(Exception):
    """The student goes to another question, by its place from 0; after the last one: hands in."""

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


@dataclass
class Asking:
    """An open quiz. keeping: saves each answer as it is given, and knows those of other windows.

    head, note: shown above the question, the note once. practice: judge every answer at once; lesson, where: then, the
    lesson's text and its path as shown.
    """

    quiz: DrawnQuiz
    keeping: Keeping
    lang: str
    head: str
    note: str = ""
    practice: bool = False
    lesson: str = ""
    where: str = ""
    _answers: Mapping[str, JsonValue] = field(default_factory=dict)
    _place: int = field(default=0)
    _typed: str = field(default="")  # before its whole question was shown

    def run(self) -> None:
        """Ask until the quiz is handed in. Raises PutAside at the end of input or Ctrl-C."""
        items = self.quiz.items
        self._answers = self.keeping.answers()
        self._place = next(iter(self._missing()), 0)
        while True:
            if self._place < len(items):
                self._one(items[self._place])
            elif self._is_over():
                return

    def _one(self, item: DrawnItem) -> None:
        """Ask one question and set `_place` to the next."""
        try:
            self._answers = self.keeping.answers()
            self._show_question(item)
            self._answer(item)
            self._place += 1
        except _Leave as to:
            self._place = to.place

    def _show_question(self, item: DrawnItem) -> None:
        """Show the question on a screen of its own, page by page if the window is too small."""
        forget_what_waits()
        terminal = page()
        given = self._answers.get(item.id)
        asked = Text(f"{asks(item, self.lang)}  {say('quiz.keys', self.lang)}", style="italic")
        kept = Text(say("quiz.kept", self.lang, answer=written(given)) if given not in (None, "", []) else "")
        note, self.note = [Text(self.note)] if self.note else [], ""
        room = terminal.height - 1 - (places_of(item, given, self.lang) is not None)
        for head, roomy in (([Text(self.head)], True), ([Text(self.head)], False), ([], False)):
            view = question(item, self._place + 1, len(self.quiz.items), self.lang, given=given, roomy=roomy)
            apart = [Text("")] if roomy else []
            parts = [*head, *note, *apart, view, *apart, asked, *([kept] if kept else [])]
            lines = [line for part in parts for line in terminal.render_lines(part, pad=False)]
            if len(lines) <= room:
                break
        if terminal.is_terminal and not terminal.is_dumb_terminal:
            terminal.clear()
        self._show_pages(terminal, parts, pages=len(lines) > room)

    def _answer(self, item: DrawnItem) -> None:
        """Ask until there is an answer that can be judged, or the student gives none."""
        places = places_of(item, self._answers.get(item.id), self.lang)
        answer = self._line_by_line(item, places) if places is not None else self._in_one_line(item)
        if answer is not None and self.practice:
            self._show(verdict(item, judge_item(item, answer), self.lang, self.lesson, self.where))
            self._read(say("quiz.go_on", self.lang))

    def _in_one_line(self, item: DrawnItem) -> JsonValue:
        while text := self._ask(say("quiz.answer", self.lang)):
            result = judge_item(item, text)
            if result.status is not Status.INVALID or result.note is None:
                self._keep(item, text)
                return text
            self._say(say(result.note.key, self.lang, **result.note.params))
        return None

    def _line_by_line(self, item: DrawnItem, places: Places) -> JsonValue:
        """One line for each row or blank, saved as it is typed; an empty one leaves its place unchanged."""
        self._say(say("quiz.one_line_each", self.lang))
        answer: JsonValue = None
        for number, label in enumerate(places.labels):
            while text := self._ask(label):
                problem = places.put(number, text)
                if problem is None:
                    answer = places.answer()
                    self._keep(item, answer)
                    break
                self._say(problem)
        return answer

    def _keep(self, item: DrawnItem, answer: JsonValue) -> None:
        self.note = self.keeping.answer(item.id, answer) or self.note

    def _is_over(self) -> bool:
        """Ask whether to hand in, naming unanswered questions."""
        forget_what_waits()
        self._answers = self.keeping.answers()
        missing = self._missing()
        if self.practice and not missing:
            return True
        if self.note:
            self._say(self.note)
        text = say("quiz.hand_in", self.lang)
        if missing:
            numbers = ", ".join(str(place + 1) for place in missing)
            text = say("quiz.hand_in_incomplete", self.lang, missing=numbers)
        while (said := self._read(f"{text} ").lower()) == HAND_IN:
            pass
        if said in ("y", "yes", "ㅛ", "예", "네"):
            return True
        self._place = next(iter(missing), 0)
        return False

    def _missing(self) -> list[int]:
        """Places of the questions without a complete answer."""
        return [at for at, item in enumerate(self.quiz.items) if not is_whole(self._answers.get(item.id))]

    def _ask(self, prompt: str) -> str:
        """What was typed, possibly nothing. Raises _Leave for a command to go elsewhere."""
        while True:
            text, self._typed = self._typed or self._read(prompt), ""
            if text in (BACK, ON):
                raise _Leave(max(0, self._place + (1 if text == ON else -1)))
            if text == HAND_IN:
                raise _Leave(len(self.quiz.items))
            if text == HELP:
                self._say(say("quiz.help_practice" if self.practice else "quiz.help", self.lang))
            elif jump := _JUMP.fullmatch(text):
                if 1 <= int(jump[1]) <= len(self.quiz.items):
                    raise _Leave(int(jump[1]) - 1)
                self._say(say("quiz.no_such_question", self.lang, number=int(jump[1]), total=len(self.quiz.items)))
            else:
                return text

    def _read(self, prompt: str) -> str:
        """A line of text typed at a word-wrapped prompt."""
        *above, last = Text(prompt).wrap(page(), page().width - 1, justify="left")
        for line in above:
            self._say(line.plain.rstrip())
        while True:
            try:
                return read_line(last.plain.rstrip() + " ")
            except NoText:
                self._say(say("quiz.no_text", self.lang))

    def _show_pages(self, terminal: Console, parts: list[RenderableType], *, pages: bool) -> None:
        height = max(4, terminal.height - 2)
        if not (pages and on_terminal()):
            for part in parts:
                terminal.print(part)
            sys.stdout.flush()
            return
        with terminal.capture() as captured:
            for part in parts:
                terminal.print(part)
        lines = captured.get().splitlines(keepends=True)
        for start in range(0, len(lines), height):
            sys.stdout.write("".join(lines[start : start + height]))
            sys.stdout.flush()
            if start + height < len(lines) and (text := self._ask(say("quiz.more", self.lang))):
                self._typed = text
                return

    def _say(self, sentence: str) -> None:
        page().print(Text(sentence, overflow="fold"))
        sys.stdout.flush()

    def _show(self, view: RenderableType) -> None:
        terminal = page()
        terminal.print()
        terminal.print(view)
        terminal.print()
