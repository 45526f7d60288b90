"""`grader lesson`: a lesson, or one section of it, in the terminal's pager or in the browser."""

from __future__ import annotations

import os
import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grader.cli.completion import modules
from grader.cli.options import Lang, help_text
from grader.cli.output import complain, show_unwrapped, writing_stdout
from grader.cli.wishes import chosen
from grader.failure import Failure
from grader.files import reading, shown_path
from grader.texts import say

if TYPE_CHECKING:
    from grader.course.catalog import Course, Module


def lesson(
    lesson_id: Annotated[
        str | None, typer.Argument(metavar="[ID][#SECTION]", help=help_text("lesson_id"), autocompletion=modules)
    ] = None,
    browser: Annotated[bool, typer.Option("--browser", help=help_text("lesson_browser"))] = False,
    answers: Annotated[bool, typer.Option("--answers", help=help_text("lesson_answers"))] = False,
    lang: Lang = None,
) -> int:
    """Show a lesson. Exit status 2 for a lesson, a section or a page that does not exist."""
    from grader.course.lessons import UnknownSection, lesson_text, readable, section_of
    from grader.grading.opening import open_here

    speech = chosen(lang)
    course = open_here(speech)
    name, _, section = (lesson_id or "").partition("#")
    module = _module(course, name, speech)
    path = module.lesson_path(speech)
    with reading(shown_path(path)):
        text = lesson_text(module, speech)
        core = path.read_text("utf-8")
    try:
        part = section_of(text, section) if section else core
    except UnknownSection as unknown:
        near = "\n".join(f"  grader lesson {module.number}#{each}" for each in unknown.near)
        raise Failure("unknown_section", "cli.unknown_section", section=section, lesson=shown_path(path),
                      candidates=near) from None  # fmt: skip
    if browser:
        return _in_browser(course, module, section, text, speech)
    folded = None if answers else say("cli.lesson_folded", speech, summary="{summary}")
    _in_pager(readable(part, Path(shown_path(path.parent)), folded, module.number))
    return 0


def _module(course: Course, text: str, lang: str) -> Module:
    """The module of a module's or an exercise's id; without an id, that of the current exercise."""
    from grader.cli.selecting import one_of, selected
    from grader.course.find import find_modules

    found = find_modules(course.modules, text) if text else []
    if len(found) != 1:
        exercise = selected(course, [text])[0] if text else one_of(course, None, lang)
        found = [module for module in course.modules if exercise in module.exercises]
    return found[0]


def _in_browser(course: Course, module: Module, section: str, text: str, lang: str) -> int:
    """Open the built page of the lesson. Raises Failure if the site was not built."""
    from grader.course.lessons import built_page, page_anchor, page_with

    folder = module.lesson_path(lang).parent
    page = built_page(course.root, module.name, lang, page_with(folder, lang, section) if section else None)
    if not page.is_file():
        raise Failure("no_page", "cli.lesson_no_page", module=module.number)
    address = page.resolve().as_uri() + (f"#{anchor}" if (anchor := page_anchor(text, section)) else "")
    try:
        opened = webbrowser.open(address)
    except (webbrowser.Error, OSError):
        opened = False
    if not opened:
        complain(say("cli.page_not_opened", lang, path=page.resolve()))
    show_unwrapped(address)
    return 0


def _in_pager(text: str) -> None:
    """Show text in the reader's pager on a capable terminal, else print it."""
    from rich.padding import Padding

    from grader.cli.quiz.prose import Prose, page

    console = page()
    view = Padding(Prose(text), (0, 1))
    scrolls = sys.stdout.isatty() and sys.stdin.isatty() and os.environ.get("TERM", "dumb") not in ("dumb", "unknown")
    pager = os.environ.get("MANPAGER") or os.environ.get("PAGER") or "less"
    with writing_stdout():
        if not scrolls:
            console.print(view)
            return
        os.environ.setdefault("LESS", "FRX")  # exit at once if everything fits, show colours
        with console.pager(styles=Path(pager.split()[0]).name == "less"):
            console.print(view)
