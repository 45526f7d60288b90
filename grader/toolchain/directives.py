"""Refuses what makes the compiler read foreign files or report wrong line numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from grader.toolchain.program import Diagnostic, objection
from grader.toolchain.scan import Scan

_HASH = r"(?:\#|%:|\?\?=)"
# A comment of several lines may come between the # and its word.
_DIRECTIVE = re.compile(rf"^[ \t\v\f]*{_HASH}\s*(\w+)([^\n]*)", re.M)
# The same also after any `*/`, for a file whose comments are ambiguous.
_ANY_DIRECTIVE = re.compile(rf"^(?:[^\n]*\*/)?[ \t\v\f]*{_HASH}(?:\s|/\*(?:[^*]|\*(?!/))*\*/)*(\w+)([^\n]*)", re.M)
_HEADER = re.compile(r'\s*(?:/\*.*?\*/\s*)*(?:<([^>\n]*)>|"([^"\n]*)")')
# PTX directives for files and positions, of no use in a kernel.
_PTX_DIRECTIVE = re.compile(r"(?<![\w.%$])\.(incbin|include|file|loc|section)\b")
_PTX_STRING = '"'  # strings are refused too: they can hide comment signs
_ASM_BEGIN, _ASM_END = "// begin inline asm", "// end inline asm"


def refused_directives(source: str, scanned: Scan, file: str) -> tuple[Diagnostic, ...]:
    """Errors for `#line`, line markers and includes outside the toolchain's own headers, in line order.

    Where comments are ambiguous (see Scan.ambiguous), directives in comments count too.
    """
    found = {(scanned.line_at(m.start(1)), m[1], m[2]) for m in _DIRECTIVE.finditer(scanned.text)}
    if scanned.ambiguous:
        found |= set(_everywhere(source))
        found |= set(_everywhere(re.sub(r"(?:\\|\?\?/)[ \t\v\f]*\n", "", source)))
    errors = {}
    for line, word, rest in sorted(found):
        error = _refused(word, rest, file, line)
        if error is not None and line not in errors:
            errors[line] = error
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
            errors.append(objection("asm_directive", file, line, name=refused[0]))
        elif inside and _PTX_STRING in text:
            errors.append(objection("asm_string", file, line))
        if (begins and inside) or (ends and not inside):
            errors.append(objection("asm_directive", file, line, name="inline asm"))
        inside = (inside or begins) and not ends
    return tuple(errors)


def forged_marks(scanned: Scan, file: str) -> tuple[Diagnostic, ...]:
    """An error if the source contains the comments by which `refused_assembly` recognises inline assembly."""
    match = re.search(r"inline\s+asm\b", scanned.text)
    if match is None or "asm" not in scanned.code:
        return ()
    line = scanned.line_at(match.start())
    return (objection("asm_directive", file, line, name=match[0]),)


def has_assembly(ptx: str) -> bool:
    """Whether a program has inline assembly, its own or a header's."""
    return _ASM_BEGIN in ptx


def forged_locations(ptx: str, file: str) -> tuple[Diagnostic, ...]:
    """An error for a location in PTX that was compiled without line information, and so comes from the source.

    Strings can spell the marks of inline assembly in more ways than `forged_marks` could know.
    """
    refused = _PTX_DIRECTIVE.search(ptx)
    if refused is None:
        return ()
    return (objection("asm_directive", file, name=refused[0]),)


def _everywhere(text: str) -> Iterator[tuple[int, str, str]]:
    for match in _ANY_DIRECTIVE.finditer(text):
        yield text.count("\n", 0, match.start(1)) + 1, match[1], match[2]


def _refused(word: str, rest: str, file: str, line: int) -> Diagnostic | None:
    if word == "line" or word.isdigit():
        return objection("line_directive", file, line)
    if word not in ("include", "include_next", "import", "embed"):
        return None
    if word != "include":
        return objection("other_include", file, line, directive=word)
    header = _HEADER.match(rest)
    if header is None:
        return objection("macro_include", file, line)
    name = header[1] or header[2] or ""
    outside = re.match(r"[/\\]|[A-Za-z]:", name) or ".." in re.split(r"[/\\]", name)
    return objection("include_outside", file, line, header=name) if outside else None
