"""The tokens of CUDA C++ source, for comparing texts regardless of layout."""

from __future__ import annotations

import re

# Each match has one group: skipped (white space, a comment), literal, number, word or sign. Every form also ends at the
# end of the file, so that no text makes the search backtrack.
TOKEN = re.compile(
    r"""
      (?P<skipped> \s+ | \\\n | //[^\n]* | /\*.*?(?:\*/|\Z) )
    | (?P<literal> "(?:\\.|[^"\\\n])*(?:"|\\?\Z|(?=\n)) | '(?:\\.|[^'\\\n])*(?:'|\\?\Z|(?=\n)) )
    | (?P<number> \.?[0-9](?:[eE][+-]|[\w.'])* )
    | (?P<word> [^\W\d]\w* )
    | (?P<sign> <<<|>>>|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|::|. )
    """,
    re.VERBOSE | re.DOTALL,
)


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
