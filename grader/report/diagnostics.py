"""Compiler messages as people read them: place, message, the source line and a caret under the column."""

from __future__ import annotations

from collections.abc import Sequence

from grader.report.listing import excerpt, printable
from grader.texts import known, say
from grader.toolchain.program import Diagnostic
from grader.toolchain.sentences import recognise

SHOWN = 5


def diagnostics_text(diagnostics: Sequence[Diagnostic], source: str, file: str, lang: str) -> str:
    """The first errors (or, without any, the first warnings) of a compilation.

    A message in another file (a header) shows no source line: only `source` of `file` is at hand.
    """
    blocks = messages(diagnostics, source, file, lang)
    return "\n".join("\n".join([head, *quoted]) for head, quoted in blocks)


def messages(diagnostics: Sequence[Diagnostic], source: str, file: str, lang: str) -> list[tuple[str, list[str]]]:
    """The same, message by message: the sentence, and the lines quoted below it, which must not be wrapped."""
    errors = [d for d in diagnostics if d.severity == "error"] or list(diagnostics)
    blocks = [_block(d, source, file, lang) for d in errors[:SHOWN]]
    if len(errors) > SHOWN:
        blocks.append((say("report.more_errors", lang, count=len(errors) - SHOWN), []))
    return blocks


def sentence(diagnostic: Diagnostic, lang: str) -> str:
    """The toolchain's own messages in the reader's language, the compiler's in its own words."""
    recognised = recognise(diagnostic.message)
    if recognised and known(f"compile.{recognised[0]}"):
        return say(f"compile.{recognised[0]}", lang, **recognised[1])
    return diagnostic.message


def _block(diagnostic: Diagnostic, source: str, file: str, lang: str) -> tuple[str, list[str]]:
    place = ":".join(str(p) for p in (diagnostic.file, diagnostic.line, diagnostic.column) if p is not None)
    severity = say(f"report.severity_{diagnostic.severity}", lang)
    head = printable(f"{place}: {severity}: {sentence(diagnostic, lang)}")
    if diagnostic.line is None or diagnostic.file != file:
        return head, []
    return head, excerpt(source, diagnostic.line, diagnostic.column)
