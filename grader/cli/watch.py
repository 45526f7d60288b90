"""`grader watch`: checks the current exercise whenever it is saved, on one screen with a few keys."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import typer

from grader.cli.failure import Failure
from grader.cli.options import Lang, chosen, help_text


def watch(
    exercise_id: Annotated[str | None, typer.Argument(metavar="[ID]", help=help_text("id"))] = None,
    lang: Lang = None,
) -> int:
    """Check an exercise at every save until q is pressed. Exit status 0."""
    from grader.cli.opening import open_here, selected
    from grader.cli.watch_loop import WatchLoop
    from grader.course.progress import load_progress

    speech = chosen(lang)
    course = open_here(speech)
    if not course.exercises:
        raise Failure("no_exercises", "cli.no_exercises")
    found = selected(course, [exercise_id]) if exercise_id is not None else []
    if len(found) > 1:
        candidates = "\n".join(f"  {exercise.id}" for exercise in found)
        raise Failure("ambiguous_id", "cli.ambiguous_id", text=exercise_id, candidates=candidates)
    current = load_progress(course.root).current(course.exercises) or course.exercises[-1]
    with suppress(KeyboardInterrupt):
        WatchLoop(course, found[0] if found else current, speech).run()
    return 0
