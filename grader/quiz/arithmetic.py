"""Evaluates numbers as people write them while working: `65,536`, `12.5`, `1/4`, `11*256+64`, `(3 + 1) × 32`."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable

_NUMBER = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[-+]?[0-9]+)?"
_TOKEN = re.compile(rf"\s*({_NUMBER}|[-+*/×·⋅()])")
_SUMS: dict[str, Callable[[float, float], float]] = {"+": operator.add, "-": operator.sub}
_PRODUCTS = dict.fromkeys("*×·⋅", operator.mul) | {"/": operator.truediv}
_DEEPEST = 40  # nested parentheses and signs


class NoNumber(Exception):
    """The text does not begin with a number."""


def read_number(text: str) -> tuple[float, str]:
    """The value of the expression at the start of a text, and the rest of the text. Raises NoNumber."""
    tokens, at = [], 0
    while found := _TOKEN.match(text, at):
        tokens.append(found[1])
        at = found.end()
    reader = _Reader(tokens)
    try:
        value = reader.sum(0)
    except (IndexError, ValueError, ZeroDivisionError, OverflowError):
        raise NoNumber from None
    if reader.at < len(tokens):
        raise NoNumber
    return value, text[at:].strip()


class _Reader:
    """Reads tokens from left to right: sums of products of signed numbers and parentheses."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens, self.at = tokens, 0

    def sum(self, depth: int) -> float:
        value = self._product(depth)
        while self._sign() in _SUMS:
            value = _SUMS[self._take()](value, self._product(depth))
        return value

    def _product(self, depth: int) -> float:
        value = self._factor(depth)
        while self._sign() in _PRODUCTS:
            value = _PRODUCTS[self._take()](value, self._factor(depth))
        return value

    def _factor(self, depth: int) -> float:
        token = self._take()
        if depth > _DEEPEST:
            raise NoNumber
        if token in _SUMS:
            return _SUMS[token](0.0, self._factor(depth + 1))
        if token != "(":
            return float(token)
        value = self.sum(depth + 1)
        if self._take() != ")":
            raise NoNumber
        return value

    def _sign(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def _take(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1]
