"""Parses common command lines of `check` without typer, which takes as long to load as a small kernel to check.

Anything else (a mistake, `--help`, a repeated option, an invalid value) is left to typer, which reports it. A property
test ensures that both agree on whatever this one accepts.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from grader.cli.check import Asked, Form
from grader.cli.completion import VARIABLE
from grader.cli.output import STDOUT
from grader.cli.wishes import Language
from grader.grading.devices import GradeOn
from grader.sandbox.isolation import Wish

VALUED: dict[str, tuple[str, Callable[[str], Any]]] = {
    "--file": ("file", Path), "--backend": ("backend", GradeOn), "--json": ("json", str), "--format": ("form", Form),
    "--html": ("html", Path), "--sandbox": ("sandbox", Wish), "--lang": ("lang", Language),
}  # fmt: skip


def plain_check(arguments: Sequence[str]) -> Asked | None:
    """The parsed command line of `check`; None if typer has to read it."""
    if arguments[:1] != ["check"] or VARIABLE in os.environ:
        return None
    ids: list[str] = []
    found: dict[str, Any] = {}
    rest = iter(arguments[1:])
    for argument in rest:
        name, equals, value = argument.partition("=")
        if not argument.startswith("-"):
            ids.append(argument)
        elif argument == "--solution" and "solution" not in found:
            found["solution"] = True
        elif name in VALUED and VALUED[name][0] not in found:
            value = value if equals else next(rest, "")
            if not value or (value.startswith("-") and value != STDOUT):
                return None
            key, kind = VALUED[name]
            try:
                found[key] = kind(value)
            except ValueError:
                return None
        else:
            return None
    return Asked(ids, **found)
