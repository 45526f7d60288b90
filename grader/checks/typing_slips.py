"""Typing slips that compile and change what a kernel does: a `;` after `for (...)` or `if (...)`, `=` for `==`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from grader.toolchain.scan import scan

_HEAD = re.compile(r"\b(?P<word>for|if|while)\s*\(")
# A plain variable or element; a declaration (`if (int x = ...)`) or doubled parentheses are intended.
_ASSIGNED = re.compile(r"\s*[A-Za-z_]\w*(?:\[[^\]]*\])?\s*=(?!=)")


class Slip(NamedTuple):
    """key: of the text `checks.slip_<key>`. line: in the student's file. word: the keyword."""

    key: str
    line: int
    word: str


def typing_slips(source: str) -> Iterator[Slip]:
    """The slips in a source, in order."""
    scanned = scan(source)
    for head in _HEAD.finditer(scanned.code):
        end = _closing(scanned.code, head.end())
        line, word = scanned.line_at(head.start()), head["word"]
        if word != "for" and _ASSIGNED.match(scanned.code[head.end() : end]):
            yield Slip("assignment", line, word)
        # `while (...);` ends a do loop, or waits.
        if word != "while" and re.match(r"\)\s*;", scanned.code[end:]):
            yield Slip("empty", line, word)


def _closing(code: str, start: int) -> int:
    """Offset of the parenthesis that closes the one before `start`; the end of the code if none does."""
    depth = 1
    for match in re.compile(r"[()]").finditer(code, start):
        depth += 1 if match[0] == "(" else -1
        if depth == 0:
            return match.start()
    return len(code)
