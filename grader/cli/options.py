"""Options that several commands share."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from grader.cli.completion import ids
from grader.cli.option_value import option_value
from grader.cli.wishes import Language
from grader.grading.devices import GradeOn
from grader.sandbox.isolation import Wish
from grader.texts import language, say


def help_text(key: str) -> str:
    """The help of a command or option."""
    return say(f"cli.help_{key}", language_of_help())


def language_of_help() -> str:
    """The language of `--lang`, wherever it is, else of the locale: help is written before arguments are parsed."""
    return language(option_value(sys.argv[1:], "--lang"))


Lang = Annotated[Language | None, typer.Option("--lang", help=help_text("lang"))]
KernelFile = Annotated[Path | None, typer.Option("--file", metavar="F.cu", help=help_text("check_file"))]
Solution = Annotated[bool, typer.Option("--solution", help=help_text("check_solution"))]
Backend = Annotated[GradeOn, typer.Option("--backend", help=help_text("check_backend"))]
JsonOut = Annotated[str | None, typer.Option("--json", metavar="OUT", help=help_text("json"))]
JsonFlag = Annotated[bool, typer.Option("--json", help=help_text("json_flag"))]
SandboxWish = Annotated[Wish | None, typer.Option("--sandbox", help=help_text("sandbox"))]
Ids = Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help=help_text("ids"), autocompletion=ids)]
Id = Annotated[str | None, typer.Argument(metavar="[ID]", help=help_text("id"), autocompletion=ids)]
