"""Atomic operations of many lanes on an array of cells, serialised on the same cell."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.simt import halves
from grader.simt.arithmetic import canonical, flush

Array = NDArray[Any]
Ints = NDArray[np.int64]


def apply_atomics(cells: Array, at: Ints, name: str, values: list[Array], wanted: bool) -> Array | None:
    """Read-modify-write of cells[at] in lane order; returns the old values if requested.

    at and each of values: one entry per lane.
    """
    if not wanted and name in _UNORDERED:
        _UNORDERED[name].at(cells, at, values[0])
        return None
    return _in_rounds(cells, at, name, values)


def _in_rounds(cells: Array, at: Ints, name: str, values: list[Array]) -> Array:
    """Lanes on distinct addresses together, lanes on one address one after another; few addresses one by one."""
    order = np.argsort(at, kind="stable")
    sorted_at = at[order]
    starts = np.flatnonzero(np.concatenate(([True], sorted_at[1:] != sorted_at[:-1])))
    lengths = np.diff(np.append(starts, len(at)))
    old = np.empty(len(at), cells.dtype)
    if name == "add" and cells.dtype.kind in "iu":
        return _running_sums(cells, values[0], order, sorted_at, starts, lengths, old)
    rounds = int(lengths.max())
    if name in _CHAINS and len(starts) < rounds:
        for lanes in np.split(order, starts[1:]):
            where = at[lanes[:1]]
            old[lanes], cells[where] = _CHAINS[name](cells[where], *(v[lanes] for v in values))
        return old
    for turn in range(rounds):
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


def _accumulated(operation: np.ufunc, cell: Array, values: Array) -> tuple[Array, Array]:
    """(old value of each lane, final value) when the values are applied to a cell one after another."""
    steps = operation.accumulate(np.concatenate((cell, values.astype(cell.dtype))))
    return steps[:-1], steps[-1:]


def _flushed_sum(old: Array, value: Array) -> Array:
    """Of float32 in global memory: subnormal numbers become zeros, before and after."""
    return canonical(flush(flush(old) + flush(value)))


def _flushed_sums(cell: Array, values: Array) -> tuple[Array, Array]:
    steps = np.add.accumulate(flush(np.concatenate((cell, values))))
    if (flush(steps) != steps).any():  # NaNs, too
        for k, value in enumerate(values):
            steps[k + 1] = _flushed_sum(steps[k : k + 1], value[None])[0]
    return np.concatenate((cell, steps[1:-1])), steps[-1:]


def _exchanged(cell: Array, values: Array) -> tuple[Array, Array]:
    return np.concatenate((cell, values[:-1])), values[-1:]


def _swapped(cell: Array, compare: Array, values: Array) -> tuple[Array, Array]:
    """Compare-and-swap: few succeed if many lanes meet, and between two successes all lanes see the same value."""
    old = np.empty(len(values), cell.dtype)
    changes, at = compare != values, 0
    while True:
        hits = changes[at:] & (compare[at:] == cell)
        hit = int(hits.argmax()) if len(hits) else 0
        if not hits[hit : hit + 1].any():
            old[at:] = cell
            return old, cell
        old[at : at + hit + 1] = cell
        cell, at = values[at + hit : at + hit + 1], at + hit + 1


def _increment(old: Any, limit: Any) -> Any:
    """Of a counter that wraps: of one as a plain number, or of one for each lane."""
    return (old < limit) * (old + 1)


def _decrement(old: Any, limit: Any) -> Any:
    counts = (old > 0) & (old <= limit)
    return limit + counts * (old - 1 - limit)


def _counted(step: Callable[[int, int], int], cell: Array, limits: Array) -> tuple[Array, Array]:
    """Counters that wrap, each of which depends on the one before."""
    now, old = int(cell[0]), []
    for limit in limits.tolist():
        old.append(now)
        now = step(now, limit)
    return np.array(old, cell.dtype), np.array([now], cell.dtype)


_UNORDERED = {"add": np.add, "min": np.minimum, "max": np.maximum, "and": np.bitwise_and, "or": np.bitwise_or,
              "xor": np.bitwise_xor}  # fmt: skip
_CHAINS: dict[str, Callable[..., tuple[Array, Array]]] = {
    **{name: partial(_accumulated, operation) for name, operation in _UNORDERED.items()},
    "add.ftz": _flushed_sums, "exch": _exchanged, "cas": _swapped,
    "inc": partial(_counted, _increment), "dec": partial(_counted, _decrement),
}  # fmt: skip
_ATOMIC: dict[str, Callable[..., Array]] = {
    "add": lambda old, v: old + v, "min": np.minimum, "max": np.maximum, "and": lambda old, v: old & v,
    "or": lambda old, v: old | v, "xor": lambda old, v: old ^ v, "exch": lambda old, v: v,
    "add.ftz": _flushed_sum,
    "cas": lambda old, compare, v: np.asarray(np.where(old == compare, v, old)), "inc": _increment, "dec": _decrement,
    **{f"add.{kind}": partial(halves.apply, "add", kind, ()) for kind in halves.KINDS},
}  # fmt: skip
