"""Answers without what does not matter: the forms in which they are compared."""

from __future__ import annotations

import re
import unicodedata

MAX_TEXT = 2000  # characters of one answer that are looked at; nobody needs more


def is_close(given: float, expected: float, tolerance: float) -> bool:
    """Within the tolerance; the last bits of a decimal number never decide."""
    return not abs(given - expected) > tolerance + 1e-9 * max(1.0, abs(expected))


def normal_text(text: str) -> str:
    """A term without what does not matter: case, spacing, hyphens, quotes, punctuation, character width."""
    folded = unicodedata.normalize("NFKC", text[:MAX_TEXT]).casefold()
    return re.sub(r"[\s\-_‐-―·.,;:!?'\"`“”‘’()]+", "", folded)


_TOKEN = re.compile(
    r"[A-Za-z_]\w*|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?[A-Za-z]*"
    r"|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\S"
)


def c_tokens(source: str) -> tuple[str, ...]:
    """The C tokens of an expression, without comments, a closing semicolon and outer parentheses."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", source[:MAX_TEXT], flags=re.DOTALL)
    tokens = _TOKEN.findall(text)
    while tokens and tokens[-1] == ";":
        tokens.pop()
    while _wrapped(tokens):
        tokens = tokens[1:-1]
    return tuple(tokens)


def _wrapped(tokens: list[str]) -> bool:
    """Whether the first token opens a parenthesis that the last one closes."""
    if len(tokens) < 3 or tokens[0] != "(":
        return False
    depth = 0
    for position, token in enumerate(tokens):
        depth += (token == "(") - (token == ")")
        if depth == 0:
            return position == len(tokens) - 1
    return False
