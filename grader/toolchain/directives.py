"""Refuses what would make the compiler read files it does not own or lie about line numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from grader.toolchain.program import Diagnostic
from grader.toolchain.scan import Scan
from grader.toolchain.sentences import sentence

_HASH = r"(?:\#|%:|\?\?=)"
# A comment of several lines may stand between the sign and its word.
_DIRECTIVE = re.compile(rf"^[ \t\v\f]*{_HASH}\s*(\w+)([^\n]*)", re.M)
# The same wherever a comment might end, for a file whose comments are open to doubt.
_ANY_DIRECTIVE = re.compile(rf"^(?:[^\n]*\*/)?[ \t\v\f]*{_HASH}(?:\s|/\*(?:[^*]|\*(?!/))*\*/)*(\w+)([^\n]*)", re.M)
_HEADER = re.compile(r'\s*(?:/\*.*?\*/\s*)*(?:<([^>\n]*)>|"([^"\n]*)")')
# Directives of PTX that name files or positions; a kernel has no use for them.
_PTX_DIRECTIVE = re.compile(r"(?<![\w.%$])\.(incbin|include|file|loc|section)\b")
_PTX_STRING = '"'  # nor for a string, in which a sign of a comment is none
_ASM_BEGIN, _ASM_END = "// begin inline asm", "// end inline asm"


def refused_directives(source: str, scanned: Scan, file: str) -> tuple[Diagnostic, ...]:
    """Errors for `#line`, line markers and includes that leave the toolchain's own headers, in line order.

    Where comments are open to doubt (see Scan.ambiguous), directives within comments count as well.
    """
    found = {(scanned.line_at(m.start(1)), m[1], m[2]) for m in _DIRECTIVE.finditer(scanned.text)}
    if scanned.ambiguous:
        found |= set(_everywhere(source))
        found |= set(_everywhere(re.sub(r"(?:\\|\?\?/)[ \t\v\f]*\n", "", source)))
    errors = {}
    for line, word, rest in sorted(found):
        message = _objection(word, rest)
        if message and line not in errors:
            errors[line] = Diagnostic("error", message, file, line)
    return tuple(errors.values())


def refused_assembly(ptx: str, file: str) -> tuple[Diagnostic, ...]:
    """Errors for directives and strings smuggled into the PTX by inline assembly."""
    errors: list[Diagnostic] = []
    inside, line = False, None
    for text in ptx.split("\n"):
        stripped = text.strip()
        begins, ends = stripped == _ASM_BEGIN, stripped == _ASM_END
        location = None if inside else re.match(r"\.loc\s+\d+\s+(\d{1,9})\b", stripped)
        if location:
            line = int(location[1]) or line
        refused = _PTX_DIRECTIVE.search(text) if inside else None
        if refused:
            errors.append(Diagnostic("error", sentence("asm_directive", name=refused[0]), file, line))
        elif inside and _PTX_STRING in text:
            errors.append(Diagnostic("error", sentence("asm_string"), file, line))
        if (begins and inside) or (ends and not inside):
            errors.append(Diagnostic("error", sentence("asm_directive", name="inline asm"), file, line))
        inside = (inside or begins) and not ends
    return tuple(errors)


def forged_marks(scanned: Scan, file: str) -> tuple[Diagnostic, ...]:
    """An error where the source spells the comments by which `refused_assembly` knows inline assembly."""
    match = re.search(r"inline\s+asm\b", scanned.text)
    if match is None or "asm" not in scanned.code:
        return ()
    line = scanned.line_at(match.start())
    return (Diagnostic("error", sentence("asm_directive", name=match[0]), file, line),)


def has_assembly(ptx: str) -> bool:
    """Whether there is inline assembly in a program, whoever wrote it."""
    return _ASM_BEGIN in ptx


def forged_locations(ptx: str, file: str) -> tuple[Diagnostic, ...]:
    """An error for a program that was compiled without lines and has such a directive all the same.

    Strings can spell the marks of inline assembly in too many ways to know them all; but here the compiler writes no
    location, so that every one is the source's.
    """
    refused = _PTX_DIRECTIVE.search(ptx)
    if refused is None:
        return ()
    return (Diagnostic("error", sentence("asm_directive", name=refused[0]), file),)


def _everywhere(text: str) -> Iterator[tuple[int, str, str]]:
    for match in _ANY_DIRECTIVE.finditer(text):
        yield text.count("\n", 0, match.start(1)) + 1, match[1], match[2]


def _objection(word: str, rest: str) -> str | None:
    if word == "line" or word.isdigit():
        return sentence("line_directive")
    if word not in ("include", "include_next", "import", "embed"):
        return None
    if word != "include":
        return sentence("other_include", directive=word)
    header = _HEADER.match(rest)
    if header is None:
        return sentence("macro_include")
    name = header[1] or header[2] or ""
    outside = re.match(r"[/\\]|[A-Za-z]:", name) or ".." in re.split(r"[/\\]", name)
    return sentence("include_outside", header=name) if outside else None
