"""How one element of a result comes about, as formulas: its inputs by name, and below them their values."""

from __future__ import annotations

from collections.abc import Callable

_MOST = 3  # terms that are written out; of more, the first and the last


def value(number: float) -> str:
    """A number within a formula, negative ones in brackets."""
    text = f"{number:.6g}"
    return f"({text})" if number < 0 else text


def total(count: int, term: Callable[[int], str]) -> str:
    """A sum of `count` terms: `t0 + ... + t9`; of none, `0`."""
    if count <= _MOST:
        return " + ".join(map(term, range(count))) or "0"
    return f"{term(0)} + ... + {term(count - 1)}"
