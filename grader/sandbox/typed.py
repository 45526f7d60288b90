"""Plain data from JSON, checked against the declared types: a child that was taken over may send anything."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")
_EXAMPLES: dict[type, object] = {type(value): value for value in ("", 0, 0.0, False, None)}


def made(kind: Callable[..., T], data: object) -> T:
    """A dataclass from its fields by name. Raises ValueError or TypeError for wrong fields or types."""
    if not isinstance(data, dict):
        raise ValueError(f"no {kind}")
    hints = _hints(kind)
    for name, value in data.items():
        if name not in hints or not fits(value, hints[name]):
            raise ValueError(f"{name!r} of {kind}")
    return kind(**data)


def made_in_order(kind: Callable[..., T], values: object) -> T:
    """A dataclass of scalars from its first fields. Raises as `made` does."""
    if not isinstance(values, list) or not _scalars_fit(kind, tuple(map(type, values))):
        raise ValueError(f"no {kind}")
    return kind(*values)


def fits(value: object, hint: Any) -> bool:
    """Whether a value has the annotated type; a list counts as a tuple."""
    origin, inside = get_origin(hint), get_args(hint)
    if hint is object or hint is Any:
        return True
    if origin in (Union, types.UnionType):
        return any(fits(value, one) for one in inside)
    if origin is tuple:
        every = inside[:1] * len(value) if inside[-1] is Ellipsis and isinstance(value, list | tuple) else inside
        return isinstance(value, list | tuple) and len(value) == len(every) and all(map(fits, value, every))
    if origin in (dict, Mapping):
        return isinstance(value, dict) and all(fits(k, inside[0]) and fits(v, inside[1]) for k, v in value.items())
    if hint in (int, float):
        return isinstance(value, (int, float) if hint is float else int) and not isinstance(value, bool)
    return isinstance(value, hint)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


@cache
def _scalars_fit(kind: Any, given: tuple[type, ...]) -> bool:
    """Whether values of these types fit the first fields; there are few combinations to cache."""
    hints = list(_hints(kind).values())
    return len(given) <= len(hints) and all(
        each in _EXAMPLES and fits(_EXAMPLES[each], hint) for each, hint in zip(given, hints, strict=False)
    )
