"""The loop of `grader watch`: saves and keys come in, checks run beside it, the screen is drawn again."""

from __future__ import annotations

import signal
import sys
import threading
import time
from contextlib import suppress
from queue import SimpleQueue
from typing import TYPE_CHECKING

from rich.console import Console
from rich.live import Live

from grader.checks.grading import Devices
from grader.cli.errors import as_failure
from grader.cli.failure import Failure
from grader.cli.opening import tell_set_aside
from grader.cli.output import shown_path
from grader.cli.restart import restart
from grader.cli.submissions import grade_file, record_pass
from grader.cli.watch_input import Event, Events, Keys, Saves
from grader.cli.watch_screen import Shown, plain, screen
from grader.course.progress import load_progress
from grader.report.terminal import Heading, report_view
from grader.sandbox import Session
from grader.texts import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import RenderableType

    from grader.checks.grading import Graded
    from grader.course.catalog import Course, Exercise


class _Ahead:
    """Sandboxes, each started before it is asked for, so that a check finds its libraries loaded."""

    def __init__(self) -> None:
        self._next: Session | None = Session()

    def __call__(self) -> Session:
        session, self._next = self._next, None
        return session or Session()

    def refill(self) -> None:
        """Start one for the next check."""
        if self._next is None:
            self._next = Session()

    def close(self) -> None:
        """End the one that was not needed."""
        if self._next is not None:
            self._next.close()


class WatchLoop:
    """The loop: one event after the other changes what is shown, and the screen is drawn again."""

    def __init__(self, course: Course, exercise: Exercise, lang: str) -> None:
        self._course, self._lang = course, lang
        self._events: Events = SimpleQueue()
        self._keys, self._saves, self._ahead = Keys(self._events), Saves(self._events), _Ahead()
        self._console = Console(highlight=False, markup=False, emoji=False)
        self._on_screen = self._console.is_terminal and not self._console.is_dumb_terminal
        self._live: Live | None = None
        self._running, self._again, self._asks_reset = False, False, False
        self._shown = self._of(exercise)

    def run(self) -> None:
        """Until q, Ctrl-C or the end of input."""
        with suppress(AttributeError, ValueError):
            signal.signal(signal.SIGWINCH, lambda *_: self._events.put(Event("resize")))
        try:
            with self._keys:
                if self._on_screen:
                    view = screen(self._shown)
                    self._live = Live(view, console=self._console, screen=True, auto_refresh=False)
                    self._live.start()
                self._begin(self._shown.exercise)
                while self._handle(self._events.get()):
                    pass
        finally:
            self._saves.close()
            self._ahead.close()
            if self._live is not None:
                self._live.stop()

    def _handle(self, event: Event) -> bool:
        """Change what is shown; False when it is over."""
        if event.kind == "end" or (event.kind == "key" and event.value in "qQ"):
            return False
        if event.kind == "key":
            self._key(event.value.lower())
        elif event.kind == "save":
            self._check()
        elif event.kind == "checked":
            self._checked(*event.value)
        self._draw(event)
        return True

    def _key(self, key: str) -> None:
        shown = self._shown
        resetting, self._asks_reset = self._asks_reset, False
        shown.note = ""
        if resetting:
            if key == "y":
                self._reset()
        elif key == "n":
            self._begin(self._after(shown.exercise))
        elif key == "h":
            count = len(shown.exercise.spec.hints.in_language(self._lang))
            shown.view, shown.hints = "hint", min(count, shown.hints + 1)
        elif key == "l":
            shown.view = "verdict" if shown.view == "list" else "list"
            shown.listing = self._listing()
        elif key == "x":
            self._asks_reset, shown.note = True, say("watch.reset", self._lang, file=shown.file)
        elif key == "z":
            self._aside(self._quiz)
        elif key == "r":
            self._aside(self._report)
        else:
            shown.view = "verdict"

    def _check(self) -> None:
        """Check the file as it is now; a save meanwhile has it checked once more."""
        if self._running:
            self._again = True
            return
        self._running = self._shown.checking = True
        exercise = self._shown.exercise
        threading.Thread(target=self._grade, args=(exercise,), daemon=True).start()

    def _grade(self, exercise: Exercise) -> None:
        began = time.monotonic()
        graded: Graded | None = None
        problem = ""
        try:
            if not exercise.source_path.exists():
                raise Failure("unreadable_file", "watch.gone", file=shown_path(exercise.source_path))
            graded = grade_file(self._course, exercise, exercise.source_path, Devices(self._ahead), self._lang)
        except Exception as error:  # a file half written, a course file being edited: the next save tries again
            problem = as_failure(error).message(self._lang)
        self._events.put(Event("checked", (exercise, graded, problem, time.monotonic() - began)))

    def _checked(self, exercise: Exercise, graded: Graded | None, problem: str, seconds: float) -> None:
        self._running = False
        self._ahead.refill()
        if self._again or exercise is not self._shown.exercise:
            self._again = False
            self._check()
            return
        shown = self._shown
        shown.graded, shown.problem, shown.seconds, shown.checking = graded, problem, seconds, False
        shown.view = "verdict"
        if graded is not None:
            self._remember(exercise, graded)

    def _remember(self, exercise: Exercise, graded: Graded) -> None:
        try:
            if record_pass(self._course, exercise, graded.report):
                self._shown.note = say("watch.done", self._lang)
        except OSError as error:
            self._shown.note = f"{shown_path(self._course.root)}: {error.strerror or error}"

    def _begin(self, exercise: Exercise) -> None:
        self._shown = self._of(exercise)
        self._saves.watch(exercise.source_path)
        self._check()
        self._draw(Event("resize"))

    def _of(self, exercise: Exercise) -> Shown:
        file, lesson = shown_path(exercise.source_path), shown_path(exercise.lesson_path(self._lang))
        return Shown(exercise, file, lesson, self._lang)

    def _after(self, exercise: Exercise) -> Exercise:
        """The next exercise that is not done; where all are, simply the next one."""
        every = self._course.exercises
        place = every.index(exercise)
        rest = [*every[place + 1 :], *every[:place]]
        return load_progress(self._course.root).current(rest) or (rest or [exercise])[0]

    def _reset(self) -> None:
        try:
            self._shown.note = restart(self._shown.exercise, self._lang)
        except Exception as error:  # a folder that cannot be written, an edition without solutions
            self._shown.note = as_failure(error).message(self._lang)

    def _listing(self) -> RenderableType:
        from grader.cli.course_commands import course_map

        return course_map(self._course, self._lang)

    def _aside(self, what: Callable[[], None]) -> None:
        """Do something with the terminal as it usually is, then come back."""
        if self._live is not None:
            self._live.stop()
        self._keys.pause()
        try:
            what()
            self._console.print(say("watch.come_back", self._lang), end="")
            sys.stdin.readline()
        except KeyboardInterrupt:
            pass
        finally:
            self._keys.resume()
            if self._live is not None:
                self._live.start()

    def _quiz(self) -> None:
        from grader.cli.quiz_desk import Desk
        from grader.quiz.attempts import Attempts

        module = next(m for m in self._course.modules if self._shown.exercise in m.exercises)
        attempts = Attempts(self._course.root)
        try:
            Desk(self._course, attempts, self._lang, None).graded(module)
        except Exception as error:
            self._console.print(as_failure(error).message(self._lang))
        finally:
            tell_set_aside(attempts, self._lang)

    def _report(self) -> None:
        shown = self._shown
        if shown.graded is None:
            self._console.print(shown.problem)
            return
        heading = Heading(shown.exercise.spec.title.in_language(self._lang), shown.file, shown.lesson)
        self._console.print(report_view(shown.graded.report, heading, self._lang, shown.graded.diagnostics))

    def _draw(self, event: Event) -> None:
        if self._live is not None:
            self._live.update(screen(self._shown), refresh=True)
        elif event.kind in ("checked", "key") and not self._shown.checking:
            self._console.print(plain(self._shown))
            self._console.print(say("watch.plain_keys", self._lang))
