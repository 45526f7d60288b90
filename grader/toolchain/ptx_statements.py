"""Splits PTX text into statements, and a statement into operands."""

from __future__ import annotations

import re
from collections.abc import Iterator

OPEN, CLOSE, END = "{", "}", ";"  # bounds of scopes and functions; no statement is just one of these
HEADER = re.compile(r"(?:\.(?:visible|weak|extern)\s+)*\.(entry|func)\b(.*)", re.S)
# Strings may contain comment signs, as in `.pragma "/*"`. As in ptxas, a string may have several lines, and a backslash
# has no meaning.
_COMMENT = re.compile(r'("[^"]*")|//[^\n]*|/\*.*?\*/', re.S)


def without_comments(text: str) -> str:
    """The text with a space, or as many line ends as it has, for each comment."""
    return _COMMENT.sub(lambda m: m[1] or "\n" * m[0].count("\n") or " ", text)


def statements(text: str) -> Iterator[tuple[int, str]]:
    """Split into (line, statement): `...;`, `.loc ...` lines, headers ending in `{`, braces, the end of a body."""
    depth = 0
    pending = ""
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        if not line:
            continue
        if line.startswith((".loc\t", ".loc ", ".file", ".version", ".target", ".address_size", ".section")):
            if line.startswith(".loc"):
                yield number, line
            continue
        if not pending and depth and line[-1] == ";" and line.count(";") == 1 and "{" not in line and line[0] != "}":
            yield number, line[:-1].rstrip()
            continue
        pending = f"{pending} {line}" if pending else line
        while pending:
            pending, depth, statement = _next_statement(pending, depth)
            if statement is None:
                break
            if statement:
                yield number, statement


def _next_statement(text: str, depth: int) -> tuple[str, int, str | None]:
    """Take one statement off the front of `text`: (rest, depth, statement); statement None: more text is needed."""
    if depth == 0:
        match = re.search(r"[;{]", text)
        if not match:
            return text, 0, None
        if text[match.start()] == "{" and not HEADER.match(text):  # an initialiser
            end = text.find(";")
            return (text, 0, None) if end < 0 else (text[end + 1 :].strip(), 0, text[:end].strip())
        if match.group() == ";":
            return text[match.end() :].strip(), 0, text[: match.start()].strip()
        return text[match.end() :].strip(), 1, text[: match.end()].strip()
    if text[0] == "{":
        return text[1:].strip(), depth + 1, OPEN
    if text[0] == "}":
        return text[1:].strip(), depth - 1, END if depth == 1 else CLOSE
    if match := re.match(r"[$\w]+\s*:(?!:)", text):
        return text[match.end() :].strip(), depth, match.group()
    quote = text.find('"')
    end = text.find(";")
    if end < 0 or (0 <= quote < end and text.count('"', 0, end) % 2):
        match = re.match(r"[$\w]+:$", text)
        return ("", depth, text) if match else (text, depth, None)
    return text[end + 1 :].strip(), depth, text[:end].strip()


def operands_of(text: str) -> Iterator[str]:
    """Split at commas outside brackets."""
    depth, start = 0, 0
    if "{" not in text and "(" not in text and "[" not in text:
        for part in text.split(","):
            if part := part.strip():
                yield part
        return
    for i, c in enumerate(text):
        if c in "{([":
            depth += 1
        elif c in "})]":
            depth -= 1
        elif c == "," and depth == 0:
            yield text[start:i].strip()
            start = i + 1
    if last := text[start:].strip():
        yield last
