"""The command line of `grader check`, as typer reads it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from grader.cli import check as checking
from grader.cli.check import Asked, Form
from grader.cli.options import Backend, Ids, JsonOut, KernelFile, Lang, SandboxWish, Solution, help_text
from grader.grading.devices import GradeOn


def check(
    context: typer.Context,
    ids: Ids = None,
    file: KernelFile = None,
    solution: Solution = False,
    backend: Backend = GradeOn.auto,
    json: JsonOut = None,
    form: Annotated[Form, typer.Option("--format", help=help_text("check_format"))] = Form.terminal,
    html: Annotated[Path | None, typer.Option("--html", metavar="OUT", help=help_text("check_html"))] = None,
    sandbox: SandboxWish = None,
    lang: Lang = None,
) -> int:
    """Grade exercises. Exit status: 1 if a check fails, 2 if the grader could not judge, else 0."""
    asked = Asked(ids or (), file, solution, backend, json, form, html, sandbox, lang)
    return checking.check(asked, context.obj)
