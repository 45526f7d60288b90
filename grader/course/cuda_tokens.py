"""The tokens of CUDA C++ source, for comparing texts regardless of layout, and for looking into code alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Each match has one group: skipped (white space, a comment), literal, number, word or sign. Every form also ends at the
# end of the file, so that no text makes the search backtrack.
TOKEN = re.compile(
    r"""
      (?P<skipped> \s+ | \\\n | //(?:\\\r?\n|[^\n])* | /\*.*?(?:\*/|\Z) )
    | (?P<literal> "(?:\\.|[^"\\\n])*(?:"|\\?\Z|(?=\n)) | '(?:\\.|[^'\\\n])*(?:'|\\?\Z|(?=\n)) )
    | (?P<number> \.?[0-9](?:[eE][+-]|[\w.'])* )
    | (?P<word> [^\W\d]\w* )
    | (?P<sign> <<<|>>>|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|::|. )
    """,
    re.VERBOSE | re.DOTALL,
)
# A line that begins or ends what is compiled under a condition.
CONDITIONAL = re.compile(
    r"^[ \t]*#[ \t]*(?P<word>if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b(?P<rest>[^\n]*)$", re.M
)
_NEVER = re.compile(r"[\s(]*(?:0|false)[\s)]*")
_ALWAYS = re.compile(r"[\s(]*(?:1|true)[\s)]*")


def code_of(text: str) -> str:
    """A source without comments and layout: its tokens, each preprocessor directive on its own line."""
    parts: list[str] = []
    directive = False
    for match in TOKEN.finditer(text):
        token, kind = match[0], match.lastgroup
        if kind == "skipped":
            if directive and token.isspace() and "\n" in token:
                parts.append("\n")
                directive = False
            continue
        if token == "#" and not directive:
            parts.append("\n")
            directive = True
        parts.append(token)
    return " ".join(parts)


def code_in_place(text: str) -> str:
    """A source with blanks for comments, literals and what `#if 0` leaves out; the rest stays where it is."""
    code = TOKEN.sub(lambda found: _blank(found[0]) if found.lastgroup in ("skipped", "literal") else found[0], text)
    for start, end in reversed([*_left_out(code)]):
        code = code[:start] + _blank(code[start:end]) + code[end:]
    return code


def _blank(text: str) -> str:
    return re.sub(r"[^\s]", " ", text)


def _left_out(code: str) -> Iterator[tuple[int, int]]:
    """Start and end of each part that no compiler reads, whatever its macros."""
    taken: list[bool] = []  # of each condition that is open: whether one of its parts is sure to be read
    since, depth = 0, 0  # where the part that is left out begins, and under how many conditions; 0: none is
    for found in CONDITIONAL.finditer(code):
        word, rest = found["word"], found["rest"]
        if word.startswith("if"):
            taken.append(False)
        elif not taken:
            continue
        elif depth == len(taken):
            yield since, found.start()
            depth = 0
        if word == "endif":
            taken.pop()
        elif not depth:
            if taken[-1] or (word in ("if", "elif") and _NEVER.fullmatch(rest)):
                since, depth = found.end(), len(taken)
            taken[-1] = taken[-1] or (word in ("if", "elif") and bool(_ALWAYS.fullmatch(rest)))
    if depth:
        yield since, len(code)
