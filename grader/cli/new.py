"""`grader new`: the files of a new exercise, for its author to complete."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from grader.cli.options import Lang, help_text
from grader.cli.output import show
from grader.cli.wishes import chosen
from grader.failure import Failure
from grader.files import shown_path, writing
from grader.texts import say

if TYPE_CHECKING:
    from pathlib import Path

    from grader.course.catalog import Course
    from grader.course.scaffold import Family

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_FOLDER = re.compile(r"[0-9]{2}_[a-z0-9_]+")


def new(
    exercise: Annotated[str, typer.Argument(metavar="MODULE/NAME", help=help_text("new_exercise"))],
    problem: Annotated[str | None, typer.Option("--problem", metavar="FAMILY", help=help_text("new_problem"))] = None,
    lang: Lang = None,
) -> int:
    """Write the files of a new exercise, with marks at what only its author knows."""
    from rich.text import Text

    from grader.course.catalog import COURSE_FILE
    from grader.course.documents import load
    from grader.course.scaffold import MARK, exercise_files, with_exercise
    from grader.files import write_atomically
    from grader.grading.opening import open_here

    speech = chosen(lang)
    course = open_here(speech)
    module, name = _place(course, exercise)
    family = _family(problem or name)
    files = exercise_files(module, name, family)
    _refuse_what_exists(course, name, files)
    course_file = course.root / COURSE_FILE
    before = course_file.read_text("utf-8-sig")
    try:
        after = with_exercise(before, load(course_file, speech), module, name)
    except ValueError as error:
        raise Failure("course_file", "cli.new_place", place=error, name=name) from None
    written = {course.root / path: text for path, text in files.items()}
    written |= {course_file: after} if after != before else {}
    for path, text in written.items():
        with writing(path):
            write_atomically(path, text)
    words = "\n".join(f"  {shown_path(path)}" for path in written)
    show(Text(say("cli.new_written", speech, id=f"{module}/{name}", files=words, mark=MARK,
                  short=f"{module[:2]}/{name}")))  # fmt: skip
    return 0


def _place(course: Course, text: str) -> tuple[str, str]:
    """The module's folder and the exercise's name. Raises Failure."""
    module, _, name = text.strip().strip("/").partition("/")
    if not _NAME.fullmatch(name):
        raise Failure("bad_argument", "cli.new_name", text=text)
    known = {m.name: m.name for m in course.modules} | {m.number: m.name for m in course.modules}
    if module in known:
        return known[module], name
    if not _FOLDER.fullmatch(module):
        raise Failure("unknown_id", "cli.new_module", text=module, name=name)
    if module[:2] in known:
        raise Failure("bad_argument", "cli.new_number", number=module[:2], taken=known[module[:2]])
    return module, name


def _family(name: str) -> Family:
    from grader.course.scaffold import Family
    from grader.problems import PROBLEMS

    if name not in PROBLEMS:
        families = "\n".join(f"  {n:<14} {', '.join(p.signature)}" for n, p in sorted(PROBLEMS.items()))
        raise Failure("unknown_problem", "cli.new_problem", name=name, families=families)
    problem = PROBLEMS[name]
    return Family(problem.name, problem.signature, problem.case_model)


def _refuse_what_exists(course: Course, name: str, files: dict[str, str]) -> None:
    """Raise Failure unless the name is unique in the course and no file would be overwritten."""
    taken = [e.id for e in course.exercises if e.name == name]
    there: list[Path] = [course.root / path for path in files if (course.root / path).exists()]
    if taken or there:
        raise Failure("exists", "cli.new_exists", what=", ".join([*taken, *map(shown_path, there)]))
