"""Asks for confirmation before scores are lost; without a terminal, `--yes` is required."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from grader.cli.output import complain
from grader.texts import say

_SHOWN = 30


def agreed(losses: Sequence[str], yes: bool, lang: str) -> bool:
    """Show the losses, one per line, on stderr and return whether they are accepted. yes: they already are."""
    more = [say("gradebook.loss_more", lang, count=len(losses) - _SHOWN)] if len(losses) > _SHOWN else []
    complain("\n  ".join([say("gradebook.losses", lang, count=len(losses)), *losses[:_SHOWN], *more]))
    if yes or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return yes
    import typer

    return typer.confirm(say("gradebook.loss_question", lang), err=True)
