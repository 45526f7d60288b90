"""Options that several commands share."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from grader.cli.completion import ids
from grader.cli.option_value import option_value
from grader.failure import Failure
from grader.grading.devices import GradeOn, devices_of
from grader.sandbox.isolation import VARIABLE, Isolation, NoSandbox, Wish, isolation
from grader.texts import language, say

if TYPE_CHECKING:
    from grader.grading.grade import Devices, Open
    from grader.sandbox.gpu_session import GpuSession


class Language(StrEnum):
    """What `--lang` accepts."""

    en = "en"
    ko = "ko"


def help_text(key: str) -> str:
    """The help of a command or option."""
    return say(f"cli.help_{key}", language_of_help())


def language_of_help() -> str:
    """That of `--lang`, wherever it stands, else the locale's: help is written before arguments are parsed."""
    return language(option_value(sys.argv[1:], "--lang"))


Lang = Annotated[Language | None, typer.Option("--lang", help=help_text("lang"))]
JsonOut = Annotated[str | None, typer.Option("--json", metavar="OUT", help=help_text("json"))]
JsonFlag = Annotated[bool, typer.Option("--json", help=help_text("json_flag"))]
SandboxWish = Annotated[Wish | None, typer.Option("--sandbox", help=help_text("sandbox"))]
Ids = Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help=help_text("ids"), autocompletion=ids)]
Id = Annotated[str | None, typer.Argument(metavar="[ID]", help=help_text("id"), autocompletion=ids)]


def chosen(lang: Language | None) -> str:
    """The language to speak: the option's, else the locale's."""
    return language(lang.value if lang else None)


def isolate(wish: Wish | None) -> Isolation:
    """Keep children apart as the option wishes, else the variable. Raises Failure where that does not work here."""
    if wish is not None:
        os.environ[VARIABLE] = wish
    try:
        return isolation()
    except NoSandbox as reason:
        raise Failure("no_sandbox", "cli.no_sandbox", reason=reason) from None


def sessions(context: typer.Context) -> Open:
    """What opens a sandbox: the head start that the process was given, else the sandbox itself."""
    from grader.sandbox import Session

    return context.obj or Session


def gpu_sessions(context: typer.Context) -> Callable[[], GpuSession]:
    """The same for a sandbox with a GPU."""
    from grader.sandbox.gpu_session import GpuSession

    return getattr(context.obj, "open_gpu", GpuSession)


def devices(context: typer.Context, backend: GradeOn) -> Devices:
    """The devices for a backend, with the head start that the process was given."""
    return devices_of(backend, sessions(context), gpu_sessions(context))
