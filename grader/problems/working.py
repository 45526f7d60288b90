"""The formula of one element of a result: its inputs by name, and their values."""

from __future__ import annotations

from collections.abc import Callable

_MOST = 3  # terms that are all written out; of more only the first and the last


def value(number: float) -> str:
    """A number within a formula, negative ones in brackets."""
    text = f"{number:.6g}"
    return f"({text})" if number < 0 else text


def total(count: int, term: Callable[[int], str]) -> str:
    """A sum of `count` terms: `t0 + ... + t9`; `0` for none."""
    if count <= _MOST:
        return " + ".join(map(term, range(count))) or "0"
    return f"{term(0)} + ... + {term(count - 1)}"
