"""Finds an option's value in unparsed arguments: before anything is imported, or if parsing fails."""

from __future__ import annotations

from collections.abc import Sequence


def option_value(arguments: Sequence[str], name: str) -> str | None:
    """The value of the last `name VALUE` or `name=VALUE`, None if there is none."""
    found = None
    for index, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument.startswith(f"{name}="):
            found = argument.removeprefix(f"{name}=")
        elif argument == name and index + 1 < len(arguments):
            found = arguments[index + 1]
    return found
