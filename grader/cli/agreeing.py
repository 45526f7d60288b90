"""Asks before scores are lost: in a terminal a person, else nobody, and then `--yes` has to be said."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from grader.cli.output import complain
from grader.texts import say

_SHOWN = 30


def agreed(losses: Sequence[str], yes: bool, lang: str) -> bool:
    """Tell the losses, one a line, on stderr; whether they are agreed to. yes: beforehand."""
    more = [say("gradebook.loss_more", lang, count=len(losses) - _SHOWN)] if len(losses) > _SHOWN else []
    complain("\n  ".join([say("gradebook.losses", lang, count=len(losses)), *losses[:_SHOWN], *more]))
    if yes or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return yes
    import typer

    return typer.confirm(say("gradebook.loss_question", lang), err=True)
