"""`grader watch`: checks the current exercise whenever it is saved, on one screen with a few keys."""

from __future__ import annotations

import sys
from contextlib import suppress

from grader.cli.options import Id, Lang
from grader.cli.wishes import chosen
from grader.failure import Failure


def watch(exercise_id: Id = None, lang: Lang = None) -> int:
    """Check an exercise at every save until q is pressed. Exit status 0, or 2 without a terminal for the keys."""
    speech = chosen(lang)
    if sys.stdin is None or not sys.stdin.isatty():
        raise Failure("no_terminal", "watch.no_terminal")

    from grader.cli.selecting import one_of
    from grader.cli.watch.loop import WatchLoop
    from grader.grading.opening import open_here

    course = open_here(speech)
    with suppress(KeyboardInterrupt):
        WatchLoop(course, one_of(course, exercise_id, speech), speech).run()
    return 0
