"""Numbers and targets as text: the cells of every table that people read."""

from __future__ import annotations

import json
from collections.abc import Mapping

from grader.report.jsonable import jsonable

NOTHING = "-"
_RELATIONS = {"at_most": "<= ", "at_least": ">= "}


def value_text(value: object) -> str:
    """A measured or wanted value in a table cell: `17,408`, `<= 5,120`, `LDS.128, STG.128`, `-` for none."""
    if value is None or isinstance(value, bool):  # of a bool, the status says it
        return NOTHING
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:,.4g}"
    if isinstance(value, Mapping):
        named = [_named(str(name), item) for name, item in value.items() if item is not None]
        return ", ".join(named) or NOTHING
    if isinstance(value, list | tuple):
        return ", ".join(value_text(item) for item in value) or NOTHING
    return str(value)


def points_text(points: float | None) -> str:
    """Points without a needless fraction; `-` where none were judged."""
    return NOTHING if points is None else f"{round(points, 2):g}"


def _named(name: str, value: object) -> str:
    for suffix, relation in _RELATIONS.items():
        if name == suffix:
            return relation + value_text(value)
        if name.endswith(f"_{suffix}"):
            return f"{name.removesuffix(f'_{suffix}')} {relation}{value_text(value)}"
    return f"{name} {value_text(value)}"


def property_text(value: object) -> str:
    """A measured value or a limit as a property of JUnit: a text as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(jsonable(value), ensure_ascii=False)
