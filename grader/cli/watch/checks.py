"""The checks of `grader watch`: one at a time, parallel to the loop, each in a sandbox started beforehand."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, NamedTuple

from grader.cli.watch.input import Event, Events
from grader.failure import Failure, as_failure
from grader.files import shown_path
from grader.grading.grade import Devices
from grader.grading.submissions import grade_file
from grader.sandbox.fork_server import SessionPool
from grader.sandbox.session import Session

if TYPE_CHECKING:
    from grader.course.catalog import Course, Exercise
    from grader.grading.grade import Graded


class Checked(NamedTuple):
    """What a check found. graded: None if there was nothing to grade, with the reason in `problem`."""

    exercise: Exercise
    graded: Graded | None
    problem: str
    seconds: float


class Checks:
    """Checks files and puts a "checked" event for each; one requested meanwhile follows at once."""

    def __init__(self, course: Course, events: Events, lang: str) -> None:
        self._course, self._events, self._lang = course, events, lang
        self._sessions = SessionPool()
        self._ahead: Session | None = self._sessions()
        self._running = False
        self._wanted: Exercise | None = None

    def ask(self, exercise: Exercise) -> None:
        """Check the exercise's current file."""
        if self._running:
            self._wanted = exercise
            return
        self._running = True
        threading.Thread(target=self._check, args=(exercise,), daemon=True).start()

    def ended(self) -> bool:
        """A check has ended: prepare the next. False if another was requested meanwhile and is running now."""
        self._running = False
        if self._ahead is None:
            self._ahead = self._sessions()
        wanted, self._wanted = self._wanted, None
        if wanted is not None:
            self.ask(wanted)
        return wanted is None

    def close(self) -> None:
        """End the sandbox that was not needed."""
        if self._ahead is not None:
            self._ahead.close()
        self._sessions.close()

    def _check(self, exercise: Exercise) -> None:
        began = time.monotonic()
        graded: Graded | None = None
        problem = ""
        try:
            path = exercise.source_path
            if not path.is_file():
                key = "watch.no_file" if path.exists() else "watch.gone"
                raise Failure("unreadable_file", key, file=shown_path(path))
            graded = grade_file(self._course, exercise, path, Devices(self._session), self._lang)
        except Exception as error:  # a half-written file, a course file being edited: the next save tries again
            problem = as_failure(error).message(self._lang)
        self._events.put(Event("checked", Checked(exercise, graded, problem, time.monotonic() - began)))

    def _session(self) -> Session:
        session, self._ahead = self._ahead, None
        return session or self._sessions()
