"""Atomic operations of many lanes on an array of cells, one after another where they meet."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.simt import halves

Array = NDArray[Any]
Ints = NDArray[np.int64]


def apply_atomics(cells: Array, at: Ints, name: str, values: list[Array], wanted: bool) -> Array | None:
    """Read-modify-write of cells[at] in lane order; returns the old values if they are wanted.

    at and each of values: one entry a lane.
    """
    if not wanted and name in _UNORDERED:
        _UNORDERED[name].at(cells, at, values[0])
        return None
    return _in_rounds(cells, at, name, values)


def _in_rounds(cells: Array, at: Ints, name: str, values: list[Array]) -> Array:
    """Lanes on distinct addresses go together, lanes on one address one after another."""
    order = np.argsort(at, kind="stable")
    sorted_at = at[order]
    starts = np.flatnonzero(np.concatenate(([True], sorted_at[1:] != sorted_at[:-1])))
    lengths = np.diff(np.append(starts, len(at)))
    old = np.empty(len(at), cells.dtype)
    if name == "add" and cells.dtype.kind in "iu":
        return _running_sums(cells, values[0], order, sorted_at, starts, lengths, old)
    for turn in range(int(lengths.max())):
        lanes = order[starts[lengths > turn] + turn]
        where = at[lanes]
        before = cells[where]
        old[lanes] = before
        cells[where] = _ATOMIC[name](before, *(v[lanes] for v in values))
    return old


def _running_sums(
    cells: Array, values: Array, order: Ints, sorted_at: Ints, starts: Ints, lengths: Ints, old: Array
) -> Array:
    """atomicAdd on integers whose result is used: prefix sums per address, wrapping as the type does."""
    added = values[order].astype(cells.dtype)
    with np.errstate(over="ignore"):
        inclusive = np.cumsum(added, dtype=cells.dtype)
        before_segment = np.repeat(inclusive[starts] - added[starts], lengths)
        exclusive = inclusive - added - before_segment
        first = cells[sorted_at]
        old[order] = first + exclusive
        ends = starts + lengths - 1
        cells[sorted_at[ends]] = (first + exclusive + added)[ends]
    return old


def _increment(old: Array, limit: Array) -> Array:
    return np.where(old >= limit, 0, old + 1).astype(old.dtype)


def _decrement(old: Array, limit: Array) -> Array:
    return np.where((old == 0) | (old > limit), limit, old - 1).astype(old.dtype)


_UNORDERED = {"add": np.add, "min": np.minimum, "max": np.maximum, "and": np.bitwise_and, "or": np.bitwise_or,
              "xor": np.bitwise_xor}  # fmt: skip
_ATOMIC: dict[str, Callable[..., Array]] = {
    "add": lambda old, v: old + v, "min": np.minimum, "max": np.maximum, "and": lambda old, v: old & v,
    "or": lambda old, v: old | v, "xor": lambda old, v: old ^ v, "exch": lambda old, v: v,
    "cas": lambda old, compare, v: np.asarray(np.where(old == compare, v, old)), "inc": _increment, "dec": _decrement,
    **{f"add.{kind}": partial(halves.apply, "add", kind, ()) for kind in halves.KINDS},
}  # fmt: skip
