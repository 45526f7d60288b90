"""Finds an option's value in arguments that were not parsed: before anything is imported, or when they cannot be."""

from __future__ import annotations

from collections.abc import Sequence


def option_value(arguments: Sequence[str], name: str) -> str | None:
    """The value behind the last `name VALUE` or `name=VALUE`, None where there is none."""
    found = None
    for index, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument.startswith(f"{name}="):
            found = argument.removeprefix(f"{name}=")
        elif argument == name and index + 1 < len(arguments):
            found = arguments[index + 1]
    return found
