"""Normal forms in which answers are compared."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

MAX_TEXT = 2000  # characters of an answer that are read


def is_close(given: float, expected: float, tolerance: float) -> bool:
    """Whether a number is within the tolerance, rounding errors aside. NaN is near nothing."""
    return abs(given - expected) <= tolerance + 1e-9 * max(1.0, abs(expected))


_ARTICLE = re.compile(r"\W*(?:(?:the|an?)\s+)+")


def normal_text(text: str) -> str:
    """A term without articles, case, spacing, hyphens, quotes, punctuation and character width."""
    folded = unicodedata.normalize("NFKC", text[:MAX_TEXT]).casefold()
    if article := _ARTICLE.match(folded):
        folded = folded[article.end() :]
    return re.sub(r"[\s\-_‐-―·.,;:!?'\"`“”‘’()]+", "", folded)


_TOKEN = re.compile(
    r"[A-Za-z_]\w*|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?[A-Za-z]*"
    r"|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\S"
)


def c_tokens(source: str) -> tuple[str, ...]:
    """The C tokens of an expression, without comments, final semicolons and all but one pair of outer parentheses."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", source[:MAX_TEXT], flags=re.DOTALL)
    tokens = _TOKEN.findall(text)
    while tokens and tokens[-1] == ";":
        tokens.pop()
    while _wrapped(tokens) and _wrapped(tokens[1:-1]):
        tokens = tokens[1:-1]
    return tuple(tokens)


def c_forms(tokens: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The accepted forms that an answer's tokens match: as they are, and without outer parentheses.

    An answer may add parentheses to a form but not omit them: in `8 * i + (j >> 2)` they are needed.
    """
    return (tokens, tokens[1:-1]) if _wrapped(tokens) else (tokens,)


def _wrapped(tokens: Sequence[str]) -> bool:
    """Whether the first token opens a parenthesis that the last one closes."""
    if len(tokens) < 3 or tokens[0] != "(":
        return False
    depth = 0
    for position, token in enumerate(tokens):
        depth += (token == "(") - (token == ")")
        if depth == 0:
            return position == len(tokens) - 1
    return False
