"""`grader`, `list`, `progress`, `hint`, `solution` and `reset`: orientation, help, and starting again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from grader.cli.options import Id, JsonFlag, JsonOut, Lang, help_text
from grader.cli.output import STDOUT, show, show_unwrapped, write_json
from grader.cli.wishes import chosen
from grader.failure import Failure, said
from grader.files import shown_path
from grader.texts import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from grader.course.catalog import Course, Exercise, Module
    from grader.course.progress import Progress
    from grader.quiz.gate import ModuleState

HINTS = 3


def overview(lang: str) -> int:
    """Where am I, what is next: the course's progress and the current exercise."""
    from rich.text import Text

    from grader.cli.next_step import module_states
    from grader.cli.selecting import progress_of
    from grader.grading.opening import open_here

    course = open_here(lang)
    progress = progress_of(course)
    done = sum(map(progress.is_done, course.exercises))
    title = course.spec.title.in_language(lang)
    head = say("cli.overview", lang, title=title, done=done, total=len(course.exercises))
    failing = [exercise.id for exercise in course.exercises if progress.fails_now(exercise)]
    told = [Text(say("cli.overview_failing", lang, exercises=", ".join(failing)), style="yellow")] if failing else []
    show(Text(head, style="bold"), *told, Text(next_sentence(module_states(course, lang), progress, lang)))
    return 0


def progress_map(json: JsonOut = None, lang: Lang = None) -> int:
    """The map of the course: every module with its state, what is done and what it opens."""
    from rich.text import Text

    from grader.cli.next_step import module_states
    from grader.cli.selecting import progress_of
    from grader.grading.opening import open_here

    speech = chosen(lang)
    course = open_here(speech)
    progress = progress_of(course)
    found = module_states(course, speech)
    if json is not None:
        write_json({"modules": [_state_json(state, progress) for state in found]}, json)
    if json != STDOUT:
        show(_map(found, progress, speech), Text(next_sentence(found, progress, speech)))
    return 0


def course_map(course: Course, lang: str) -> Table:
    """The current map of the course."""
    from grader.cli.next_step import module_states
    from grader.cli.selecting import progress_of

    progress = progress_of(course)
    return _map(module_states(course, lang), progress, lang)


def list_course(json: JsonFlag = False, lang: Lang = None) -> int:
    """All modules with their exercises, points and gates."""
    from grader.cli.selecting import progress_of
    from grader.grading.opening import open_here

    speech = chosen(lang)
    course = open_here(speech)
    progress = progress_of(course)
    if json:
        write_json(course_json(course, progress, speech), STDOUT)
    else:
        show(_table(course, progress, speech))
    return 0


def hint(
    exercise_id: Id = None,
    number: Annotated[int, typer.Option("--number", "-n", min=1, max=HINTS, help=help_text("hint_number"))] = 1,
    lang: Lang = None,
) -> int:
    """The hints of an exercise up to `number`: first the idea, then the tools, then the line."""
    from rich.text import Text

    from grader.cli.selecting import one_of
    from grader.grading.opening import open_here

    speech = chosen(lang)
    exercise = one_of(open_here(speech), exercise_id, speech)
    hints = exercise.spec.hints.in_language(speech)[:number]
    views = [Text(f"{place}. {' '.join(text.split())}") for place, text in enumerate(hints, start=1)]
    if number < HINTS:
        views.append(Text(say("cli.more_hints", speech, exercise=exercise.id, number=number + 1), style="dim"))
    show(Text(exercise.id, style="bold"), *views)
    return 0


def solution(
    context: typer.Context,
    exercise_id: Id = None,
    diff: Annotated[bool, typer.Option("--diff", help=help_text("solution_diff"))] = False,
    lang: Lang = None,
) -> int:
    """The course's own solution of a finished exercise, if the course allows it."""
    from grader.cli.selecting import progress_of, selected, why_no_solution
    from grader.course.skeleton import without_markers
    from grader.grading.opening import open_here

    speech = chosen(lang)
    course = open_here(speech)
    progress = progress_of(course)
    done = [exercise for exercise in course.exercises if progress.is_done(exercise)]
    found = selected(course, [exercise_id]) if exercise_id else done[-1:]
    for exercise in found:
        if why := why_no_solution(course, exercise, speech):
            raise said("not_shown", why)
        try:
            text = exercise.solution_path.read_text(encoding="utf-8-sig")
        except OSError:
            path = shown_path(exercise.solution_path)
            raise Failure("no_solution", "cli.no_solution", exercise=exercise.id, path=path) from None
        if diff:
            from grader.cli.beside_solution import beside_solution

            beside_solution(course, exercise, without_markers(text), context.obj, speech)
        else:
            show_unwrapped(without_markers(text).rstrip())
    if not found:
        raise Failure("not_shown", f"cli.solution_{'never' if course.spec.solutions == 'never' else 'none_done'}")
    return 0


def reset(exercise_id: Id = None, lang: Lang = None) -> int:
    """Restart an exercise: restore the skeleton and keep the old file beside it as .bak."""
    from rich.text import Text

    from grader.cli.selecting import one_of
    from grader.course.restart import restart
    from grader.grading.opening import open_here

    speech = chosen(lang)
    exercise = one_of(open_here(speech), exercise_id, speech)
    outcome, backup = restart(exercise, speech)
    file = shown_path(exercise.source_path)
    show(Text(say(f"cli.reset_{outcome}", speech, file=file, backup=backup and backup.name)))
    return 0


def course_json(course: Course, progress: Progress, lang: str) -> dict[str, object]:
    """The course as JSON."""
    return {
        "title": course.spec.title.in_language(lang),
        "modules": [_module_json(course, module, progress, lang) for module in course.modules],
    }


def _module_json(course: Course, module: Module, progress: Progress, lang: str) -> dict[str, object]:
    return {
        "id": module.name,
        "title": module.spec.title.in_language(lang),
        "checkpoint": module.spec.checkpoint,
        "requires": [required.name for required in course.required_by(module)],
        "gate": {"share": module.gate.share, "mode": module.gate.mode} if module.spec.checkpoint else None,
        "exercises": [
            {
                "id": exercise.id, "title": exercise.spec.title.in_language(lang), "points": points(exercise),
                "done": progress.is_done(exercise), "failing": progress.fails_now(exercise),
            }
            for exercise in module.exercises
        ],
    }  # fmt: skip


def points(exercise: Exercise) -> float:
    """Points of all checks of an exercise."""
    total = sum(check.points for check in exercise.spec.checks.values())
    return int(total) if float(total).is_integer() else total


def _table(course: Course, progress: Progress, lang: str) -> Table:
    from grader.report.style import plain_table

    table = plain_table()
    for column in ("exercise", "title", "points", "done"):
        name = say(f"cli.column_{column}", lang)
        justify: Literal["left", "right"] = "right" if column == "points" else "left"
        table.add_column(name, justify=justify, no_wrap=column != "title", overflow="fold")
    for module in course.modules:
        table.add_row(module.name, module.spec.title.in_language(lang), "", _gate(module, lang), style="bold")
        for exercise in module.exercises:
            state = "done_failing" if progress.fails_now(exercise) else "done"
            done = say(f"cli.{state}", lang) if progress.is_done(exercise) else ""
            title = exercise.spec.title.in_language(lang)
            table.add_row(f"  {module.number}/{exercise.name}", title, f"{points(exercise):g}", done)
    return table


def _gate(module: Module, lang: str) -> str:
    if not module.spec.checkpoint:
        return ""
    return say(f"cli.gate_{module.gate.mode}", lang, percent=f"{module.gate.share * 100:g}")


def next_sentence(found: Sequence[ModuleState], progress: Progress, lang: str) -> str:
    """What to do now, as a sentence."""
    from grader.cli.next_step import next_step
    from grader.course.catalog import Exercise

    step = next_step(found, progress)
    if step is None:
        return say("cli.all_done", lang)
    return _exercise_next(step, lang) if isinstance(step, Exercise) else _quiz_next(step, lang)


def _exercise_next(exercise: Exercise, lang: str) -> str:
    from grader.course.lessons import slug

    section = next((slug(heading.in_language(lang)) for heading in exercise.spec.read.values()), "")
    return say("cli.next_predict" if exercise.spec.kind == "predict" else "cli.next", lang, exercise=exercise.id,
               title=exercise.spec.title.in_language(lang), module=exercise.module.number,
               section=f"#{section}" if section else "", file=shown_path(exercise.source_path),
               short=f"{exercise.module.number}/{exercise.name}")  # fmt: skip


def _quiz_next(module: Module, lang: str) -> str:
    title, percent = module.spec.title.in_language(lang), f"{100 * module.gate.share:g}"
    return say("cli.next_quiz", lang, module=module.number, title=title, percent=percent)


def _state_json(state: ModuleState, progress: Progress) -> dict[str, object]:
    module = state.module
    return {
        "id": module.name, "state": _state_key(state, progress), "locked_by": [other.name for other in state.locked_by],
        "exercises": {exercise.id: progress.is_done(exercise) for exercise in module.exercises},
        "failing": [exercise.id for exercise in module.exercises if progress.fails_now(exercise)],
        "points": sum(points(exercise) for exercise in module.exercises if progress.is_done(exercise)),
        "max_points": sum(points(exercise) for exercise in module.exercises), "checkpoint": module.spec.checkpoint,
        "quiz": {"best": None if state.best is None else float(state.best), "passed": state.passed},
    }  # fmt: skip


def _state_key(state: ModuleState, progress: Progress) -> str:
    """"locked", "done", "begun" or "open"."""
    if state.locked_by:
        return "locked"
    done = [progress.is_done(exercise) for exercise in state.module.exercises]
    if all(done) and (state.passed or not state.module.spec.checkpoint):
        return "done"
    return "begun" if any(done) or state.best is not None else "open"


def _map(found: Sequence[ModuleState], progress: Progress, lang: str) -> Table:
    from grader.report.style import plain_table

    table = plain_table()
    for column in ("module", "exercises", "quiz", "state"):
        table.add_column(say(f"cli.column_{column}", lang), overflow="fold")
    for state in found:
        module, key = state.module, _state_key(state, progress)
        done, failing = (sum(map(ask, module.exercises)) for ask in (progress.is_done, progress.fails_now))
        counts = {"done": done - failing, "failing": failing, "left": len(module.exercises) - done}
        marks = "".join(say(f"cli.map_box_{kind}", lang) * count for kind, count in counts.items())
        best = "" if state.best is None else f"{float(100 * state.best):.4g} %"
        gate = say(f"cli.map_gate_{'passed' if state.passed else 'closed'}", lang) if module.spec.checkpoint else ""
        blocked = ", ".join(other.number for other in state.locked_by)
        words = say(f"cli.map_{key}", lang, modules=blocked)
        if failing:
            words += say("cli.map_failing", lang, count=failing)
        style = {"done": "green", "locked": "dim"}.get(key, "")
        title, quiz = module.spec.title.in_language(lang), f"{best} {gate}".strip()
        table.add_row(f"{module.number} {title}", f"[{marks}]", quiz, words, style=style)
    return table
