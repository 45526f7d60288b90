"""The tokens of CUDA C++ source, for whoever compares two texts and does not care how they are laid out."""

from __future__ import annotations

import re

# Each match has one group: skipped (white space, a comment), literal, number, word or sign. Every form ends by itself
# where the file does, so that no text makes the search go back over what it has read.
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
    """A source without comments and layout: its tokens, each directive of the preprocessor on a line of its own."""
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
