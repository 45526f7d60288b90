"""The loop of `grader watch`: handles saves and keys, starts checks in parallel, and redraws the screen."""

from __future__ import annotations

import sys
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from rich.console import Group

from grader.cli.selecting import tell_set_aside
from grader.cli.watch.checks import Checked, Checks
from grader.cli.watch.input import Event, Events
from grader.cli.watch.next import Road, road
from grader.cli.watch.reset import Reset
from grader.cli.watch.saves import Saves
from grader.cli.watch.screen import Screen, Shown, plain
from grader.cli.watch.terminal import Terminal
from grader.course.catalog import Exercise
from grader.failure import as_failure
from grader.files import shown_path
from grader.grading.submissions import remember
from grader.report.terminal import Heading, report_view
from grader.texts import say

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from grader.course.catalog import Course, Module

_LINES = {"j": 1, "down": 1, "page_down": 10, "k": -1, "up": -1, "page_up": -10}
_YES = ("y",)
_SIGNAL_SECONDS = 0.5


class WatchLoop:
    """The loop: each event changes what is shown, then the screen is redrawn."""

    def __init__(self, course: Course, exercise: Exercise, lang: str) -> None:
        self._course, self._lang = course, lang
        self._events: Events = SimpleQueue()
        self._terminal, self._saves = Terminal(self._events), Saves(self._events)
        self._checks, self._reset = Checks(course, self._events, lang), Reset()
        self._shown = self._of(exercise)
        self._following: Exercise | None = None  # the one to go to when its file is saved
        self._keys: dict[str, Callable[[], None]] = {
            "n": self._next, "h": self._hint, "l": self._list, "x": self._ask_reset, "u": self._undo,
            "z": lambda: self._aside(self._quiz), "r": lambda: self._aside(self._report),
        }  # fmt: skip

    def run(self) -> None:
        """Run until q, Ctrl-C or the end of input."""
        try:
            with self._terminal:
                self._begin(self._shown.exercise)
                self._draw(Event("resize"))
                while self.handle(event := self._wait()):
                    self._draw(event)
        finally:
            self._saves.close()
            self._checks.close()

    def _wait(self) -> Event:
        while True:
            with suppress(Empty):  # in between, signals that woke another thread are handled
                return self._events.get(timeout=_SIGNAL_SECONDS)

    def handle(self, event: Event) -> bool:
        """Change what is shown; False at the end. Any error becomes a sentence on the screen."""
        if event.kind == "end" or (event == Event("key", "q") and not self._shown.question):
            return False
        try:
            if event.kind == "key":
                self._key(event.value)
            elif event.kind == "save":
                self._saved(event.value)
            elif event.kind == "checked":
                self._checked(event.value)
            elif event.kind == "suspend":
                self._terminal.suspend()
            elif event.kind == "continue":
                self._terminal.take_again()
        except Exception as error:  # attempts that cannot be read, a folder that cannot be written
            self._shown.note = as_failure(error).message(self._lang)
        return True

    def _key(self, key: str) -> None:
        shown = self._shown
        if shown.question:
            shown.question = ""
            if key in _YES:
                shown.note = self._reset.do(shown.exercise, self._lang)
                self._look_around()
        elif key in _LINES:
            shown.scroll(_LINES[key])
        else:
            shown.note = ""
            self._keys.get(key, lambda: shown.look_at("verdict"))()

    def _saved(self, path: Path) -> None:
        """A file has changed: notes and questions about its old content no longer apply."""
        shown = self._shown
        if self._following is not None and path == self._following.source_path:
            self._begin(self._following)
            return
        if not self._reset.is_own_write(shown.exercise.source_path):
            shown.note = say("watch.withdrawn", self._lang) if shown.question else ""
            shown.question = ""
        shown.checking = True
        self._checks.ask(shown.exercise)

    def _checked(self, checked: Checked) -> None:
        if not self._checks.ended():
            return
        shown = self._shown
        shown.graded, shown.problem, shown.seconds = checked.graded, checked.problem, checked.seconds
        shown.checking = False
        if shown.view == "verdict":
            shown.top = 0
        passed = self._kept(checked)
        found = self._look_around()
        if passed:
            self._follow(found.after)
            shown.note = self._what_next("done", found.step)
        elif found.failing and not shown.note:  # a note about the latest action takes precedence
            shown.note = say("watch.stays_done", self._lang)
        if shown.view == "list":
            self._read_list()

    def _follow(self, after: Exercise | Module) -> None:
        """Wait for a save of the next exercise, too, to go there by itself."""
        if isinstance(after, Exercise) and after is not self._shown.exercise:
            self._following = after
            self._saves.watch(self._shown.exercise.source_path, after.source_path)

    def _kept(self, checked: Checked) -> bool:
        """Whether it passed and that was remembered."""
        try:
            return checked.graded is not None and remember(self._course, checked.exercise, checked.graded.report)
        except OSError as error:
            self._shown.note = say("cli.pass_not_kept", self._lang, reason=error.strerror or error)
            return False

    def _begin(self, exercise: Exercise) -> None:
        self._shown, self._reset, self._following = self._of(exercise), Reset(), None
        self._saves.watch(exercise.source_path)
        self._checks.ask(exercise)
        try:
            self._look_around()
        except OSError as error:
            self._shown.note = as_failure(error).message(self._lang)

    def _of(self, exercise: Exercise) -> Shown:
        file, lesson = shown_path(exercise.source_path), shown_path(exercise.lesson_path(self._lang))
        return Shown(exercise, file, lesson, self._lang, quiz=exercise.module.number)

    def _look_around(self) -> Road:
        """The student's current standing, also put on the screen. Raises OSError."""
        shown = self._shown
        found = road(self._course, shown.exercise, self._lang)
        shown.done, shown.total, shown.quiz = found.done, found.total, found.quiz.number
        shown.can_undo = self._reset.can_undo(shown.exercise.source_path)
        shown.note = found.told or shown.note
        return found

    def _next(self) -> None:
        after = self._look_around().after
        if not isinstance(after, Exercise) or after is self._shown.exercise:
            self._shown.note = self._what_next("next", after)
        else:
            self._begin(after)

    def _what_next(self, when: str, step: Exercise | Module | None) -> str:
        """A sentence after a pass ("done"), or if `n` leads to no other exercise ("next")."""
        if self._following is not None and when == "done" and isinstance(step, Exercise):
            return say("watch.done", self._lang, file=shown_path(self._following.source_path))
        if step is None or isinstance(step, Exercise):
            return say(f"watch.{'next' if step is not None else f'{when}_all'}", self._lang)
        return say(f"watch.{when}_quiz", self._lang, module=step.number)

    def _hint(self) -> None:
        shown = self._shown
        further = shown.view == "hint" or not shown.hints
        shown.hints = min(shown.hints + further, len(shown.exercise.spec.hints.in_language(self._lang)))
        shown.look_at("hint")

    def _list(self) -> None:
        if self._shown.view == "list":
            self._shown.look_at("verdict")
        else:
            self._read_list()
            self._shown.look_at("list")

    def _read_list(self) -> None:
        from grader.cli.course_commands import course_map

        self._shown.listing = course_map(self._course, self._lang)

    def _ask_reset(self) -> None:
        self._shown.question = say("watch.reset", self._lang, file=self._shown.file)

    def _undo(self) -> None:
        self._shown.note = self._reset.undo(self._shown.exercise, self._lang)
        self._look_around()

    def _aside(self, what: Callable[[], None]) -> None:
        """Do something with the terminal in its usual state, then come back."""
        with self._terminal.lent(), suppress(KeyboardInterrupt):
            what()
            self._terminal.console.print(say("watch.come_back", self._lang), end="")
            sys.stdin.readline()
        self._look_around()

    def _quiz(self) -> None:
        from grader.cli.quiz.desk import Desk
        from grader.quiz.attempts import Attempts

        attempts = Attempts(self._course.root)
        try:
            module = self._look_around().quiz
            Desk(self._course, attempts, self._lang, None).graded(module)
        except Exception as error:
            self._terminal.console.print(as_failure(error).message(self._lang))
        finally:
            tell_set_aside(attempts, self._lang)

    def _report(self) -> None:
        shown = self._shown
        if shown.graded is None:
            self._terminal.console.print(shown.problem)
            return
        heading = Heading(shown.exercise.spec.title.in_language(self._lang), shown.file, shown.lesson)
        report, diagnostics = shown.graded.report, shown.graded.diagnostics
        self._terminal.console.print(report_view(report, heading, self._lang, diagnostics))

    def _draw(self, event: Event) -> None:
        if self._terminal.has_screen:
            self._terminal.draw(Screen(self._shown))
        elif event.kind in ("checked", "key") and not self._shown.checking:
            self._terminal.draw(Group(plain(self._shown), say("watch.plain_keys", self._lang)))
