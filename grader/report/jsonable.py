"""Converts verdict values to JSON types: numbers, text, lists and objects with text keys."""

from __future__ import annotations

import math
from collections.abc import Mapping


def jsonable(value: object) -> object:
    """`value` with NumPy scalars and tuples converted; what JSON cannot represent (NaN, infinity) becomes text."""
    if value is None or isinstance(value, str | bool):
        return str(value) if isinstance(value, str) else value
    if isinstance(value, Mapping):
        return {str(key): jsonable(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [jsonable(item) for item in value]
    item = getattr(value, "item", None)  # a NumPy scalar, without importing NumPy
    if callable(item):
        value = item()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if isinstance(value, int | float | bool) else str(value)
