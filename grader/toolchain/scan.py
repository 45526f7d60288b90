"""A lexical scan of C++ source that blanks comments: enough to find directives and declarations by line."""

from __future__ import annotations

import re
from bisect import bisect_right

from grader.dataclass import dataclass

_TOKEN = re.compile(
    r"""
      (?P<comment> //[^\n]* | /\*.*?(?:\*/|\Z) )
    | (?P<raw> (?:u8|[uUL])?R"(?P<fence>[^()\\\s]{0,16})\(.*?\)(?P=fence)" )
    | (?P<literal> "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' )
    | (?P<lone> ["'] )
    | (?P<word> [A-Za-z_$][\w$]* | \.?\d(?:'?[\w.])* )
    """,
    re.VERBOSE | re.DOTALL,
)
_NOT_NEWLINE = re.compile(r"[^\n]")


@dataclass(frozen=True, slots=True)
class Scan:
    """Source after line splicing.

    text: spliced lines joined, comments blanked (same length as the joined text). code: string contents blanked too.
    ambiguous: the file has a raw string, a lone quote, comment signs in quotes ..., so that this scan and the compiler
    could disagree on what is a comment.
    """

    text: str
    code: str
    ambiguous: bool
    starts: tuple[int, ...]  # offset of every logical line
    lines: tuple[int, ...]  # its first physical line, from 1

    def line_at(self, offset: int) -> int:
        """The source line (from 1) of an offset into `text` or `code`."""
        return self.lines[bisect_right(self.starts, offset) - 1]


def scan(source: str) -> Scan:
    """Scan C++ source text with `\\n` line ends."""
    joined, starts, lines = _join_spliced_lines(source)
    text, code, ambiguous = [], [], "??/" in source or re.search(r"\\[ \t\v\f]+\n", source) is not None
    ambiguous |= re.search(r"include[^\n]*/\*", joined) is not None
    end = 0
    for match in _TOKEN.finditer(joined):
        between, token = joined[end : match.start()], match[0]
        end = match.end()
        kind = match.lastgroup
        if kind == "comment":
            token = _NOT_NEWLINE.sub(" ", token)
        text += [between, token]
        code += [between, _hollow(token) if kind in ("raw", "fence", "literal") else token]
        ambiguous |= kind in ("raw", "fence", "lone")
        ambiguous |= kind == "literal" and re.search(r"/\*|\*/|//", token) is not None
    rest = joined[end:]
    return Scan("".join([*text, rest]), "".join([*code, rest]), ambiguous, starts, lines)


def closing_brace(code: str, offset: int) -> int:
    """Offset of the brace that closes the first one from `offset` on; the end of the code without one."""
    depth = 0
    for match in re.compile(r"[{}]").finditer(code, offset):
        depth += 1 if match[0] == "{" else -1
        if depth <= 0:
            return match.start()
    return len(code)


def _hollow(literal: str) -> str:
    return literal[0] + _NOT_NEWLINE.sub(" ", literal[1:-1]) + literal[-1]


def _join_spliced_lines(source: str) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    parts: list[str] = []
    starts, lines = [0], [1]
    offset = 0
    for number, line in enumerate(source.split("\n"), start=1):
        spliced = line.endswith("\\")
        part = line[:-1] if spliced else line + "\n"
        parts.append(part)
        offset += len(part)
        if not spliced:
            starts.append(offset)
            lines.append(number + 1)
    joined = "".join(parts)
    return joined, tuple(starts), tuple(lines)
