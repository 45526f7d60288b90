"""`grader quiz`: the questions of a module, in the terminal or from a file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grader.cli.completion import modules
from grader.cli.options import JsonOut, Lang, help_text, language_of_help
from grader.cli.output import complain
from grader.cli.wishes import chosen
from grader.failure import Failure
from grader.files import shown_path
from grader.texts import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.course.catalog import Course, Module


def quiz(
    module: Annotated[
        str | None, typer.Argument(metavar="[MODULE]", help=help_text("quiz_module"), autocompletion=modules)
    ] = None,
    answers: Annotated[Path | None, typer.Option("--answers", metavar="FILE", help=help_text("quiz_answers"))] = None,
    questions: Annotated[bool, typer.Option("--questions", help=help_text("quiz_questions"))] = False,
    practice: Annotated[bool, typer.Option("--practice", help=help_text("quiz_practice"))] = False,
    easier: Annotated[bool, typer.Option("--easier", help=help_text("quiz_easier"))] = False,
    worked: Annotated[bool, typer.Option("--worked", help=help_text("quiz_worked"))] = False,
    review: Annotated[bool, typer.Option("--review", help=say("quiz.help_review", language_of_help()))] = False,
    placement: Annotated[bool, typer.Option("--placement", help=help_text("quiz_placement"))] = False,
    json: JsonOut = None,
    lang: Lang = None,
) -> int:
    """Answer a module's quiz. Exit status 0 if it is passed, 1 if not or if it was put aside."""
    # A signal must interrupt waiting for a line; in a process with NumPy's threads, one of them may take it instead.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from grader.cli.quiz.desk import Desk
    from grader.cli.quiz.files import from_file, show_questions
    from grader.cli.quiz.review import review_attempts, worked_answers
    from grader.grading.opening import open_here
    from grader.quiz.attempts import Attempts

    speech = chosen(lang)
    ways = {"--answers": answers is not None, "--questions": questions, "--practice": practice or easier,
            "--worked": worked, "--review": review, "--placement": placement}  # fmt: skip
    if len(given := [name for name, there in ways.items() if there]) > 1:
        raise Failure("bad_argument", "cli.one_way", first=given[0], second=given[1])
    course = open_here(speech)
    desk = Desk(course, Attempts(course.root), speech, json)
    try:
        if placement:
            return desk.placement(module)
        one = _module(course, module, speech)
        if answers is not None:
            return from_file(desk.sitting(one), answers)
        if questions:
            return show_questions(desk.sitting(one))
        if worked:
            return worked_answers(desk.sitting(one))
        if review:
            return review_attempts(desk.sitting(one))
        if practice or easier:
            return desk.practise(one, easier=easier)
        return desk.graded(one)
    except OSError as error:
        raise Failure("unreadable_file", "cli.unreadable", path=shown_path(Path(error.filename or course.root)),
                      reason=error.strerror or error) from None  # fmt: skip
    finally:
        for path in desk.attempts.set_aside:
            complain(say("quiz.set_aside", speech, path=shown_path(path)))


def _module(course: Course, text: str | None, lang: str) -> Module:
    """The module by its number, its name or a unique part of it. Raises Failure."""
    from grader.course.find import find_modules

    if text is None:
        raise Failure("bad_argument", "cli.quiz_which", modules=_listed(course.modules, lang))
    found = find_modules(course.modules, text)
    if len(found) != 1:
        raise Failure("ambiguous_id" if found else "unknown_id", "cli.no_module", text=text,
                      modules=_listed(found or course.modules, lang))  # fmt: skip
    return found[0]


def _listed(modules: Sequence[Module], lang: str) -> str:
    return "\n".join(f"  {m.number}  {m.spec.title.in_language(lang)}" for m in modules)
