"""The words of `--help` that typer brings along, in the language that the rest of the page speaks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from typer.core import TyperGroup

from grader.cli.options import language_of_help
from grader.texts import say

_HEADINGS = {"Arguments": "arguments", "Options": "options", "Commands": "commands"}
_ASIDE = re.compile(r"(\[|; )(default: |required|env var: )")  # what follows an option's own help, in brackets
_HELP = "Show this message and exit."


class HelpPage(TyperGroup.context_class.formatter_class):  # type: ignore[misc,name-defined]
    """Writes help with our headings."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """The first line."""
        super().write_usage(prog, args, prefix or f"{say('cli.help_page_usage', language_of_help())} ")

    def write_heading(self, heading: str) -> None:
        """The line above a list."""
        key = _HEADINGS.get(heading)
        super().write_heading(say(f"cli.help_page_{key}", language_of_help()) if key else heading)

    def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """A list of names and what they mean."""
        super().write_dl([(name, _said(text)) for name, text in rows], col_max, col_spacing)


def _said(text: str) -> str:
    lang = language_of_help()
    if text == _HELP:
        return say("cli.help_page_help", lang)
    words = {"default: ": "default", "required": "required", "env var: ": "env_var"}
    return _ASIDE.sub(lambda found: found[1] + say(f"cli.help_page_{words[found[2]]}", lang), text)


def use() -> None:
    """Have every command's help written so."""
    TyperGroup.context_class.formatter_class = HelpPage
