"""Compiler messages as text: place, message, source line and a caret under the column."""

from __future__ import annotations

from collections.abc import Sequence

from grader.checks.compiler_hints import sentence
from grader.listing import excerpt, printable
from grader.texts import say
from grader.toolchain.program import Diagnostic

SHOWN = 5


def diagnostics_text(diagnostics: Sequence[Diagnostic], source: str, file: str, lang: str) -> str:
    """The first errors (or, without any, the first warnings) of a compilation.

    Only messages in `file`, whose text is `source`, show a source line; those in headers do not.
    """
    blocks = messages(diagnostics, source, file, lang)
    return "\n".join("\n".join([head, *quoted]) for head, quoted in blocks)


def messages(
    diagnostics: Sequence[Diagnostic], source: str, file: str, lang: str, told: str = ""
) -> list[tuple[str, list[str]]]:
    """The same, message by message: the sentence, and the quoted lines below it, which must not be wrapped.

    told: text that the reader has just seen; the hint of a message in it is not repeated.
    """
    errors = [d for d in diagnostics if d.severity == "error"] or list(diagnostics)
    blocks = [_block(d, source, file, lang, told) for d in errors[:SHOWN]]
    if len(errors) > SHOWN:
        blocks.append((say("report.more_errors", lang, count=len(errors) - SHOWN), []))
    return blocks


def _block(diagnostic: Diagnostic, source: str, file: str, lang: str, told: str) -> tuple[str, list[str]]:
    place = ":".join(str(p) for p in (diagnostic.file, diagnostic.line, diagnostic.column) if p is not None)
    severity = say(f"report.severity_{diagnostic.severity}", lang)
    words = sentence(diagnostic, lang)
    if words in told:
        words = sentence(diagnostic, lang, meaning=False)
    head = printable(f"{place}: {severity}: {words}")
    if diagnostic.line is None or diagnostic.file != file:
        return head, []
    return head, excerpt(source, diagnostic.line, diagnostic.column)
