"""Sums by key: sums[k][c] is the sum of the values of column c whose key is k, of 8 keys.

keys and values are rows x cols, sums is 8 x cols, all dense and row-major. Every key is one of 0 .. 7.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from grader.launch import Argument
from grader.problems import coverage
from grader.problems.base import Case, Floats, Geometry, Possible, Prepared, Problem, Region, Role, mistake
from grader.problems.filling import grid_of, poison, private, random_values
from grader.problems.judging import judge
from grader.problems.rounding import LONGEST_FLOAT_SUM, rounding_of_sums
from grader.problems.working import total, value
from grader.records import Limit

BUCKETS = 8
_MOST_ELEMENTS = 2**24  # keeps integer sums of any column exact

Size = Annotated[int, Limit(strict=True, ge=0, le=_MOST_ELEMENTS)]
Keys = NDArray[np.int32]


class BucketSumsCase(Case):
    """keys and values have `rows` x `cols` elements."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("rows", "cols")

    rows: Size
    cols: Size

    def _consistent(self) -> None:
        # Integers are at most 4, and sums of 2^22 of them are exact in FP32.
        if self.rows * self.cols > _MOST_ELEMENTS // 4:
            raise ValueError(f"rows * cols must be at most {_MOST_ELEMENTS // 4}")
        if self.values == "floats" and self.rows > LONGEST_FLOAT_SUM:
            raise ValueError(f"values: floats needs rows <= {LONGEST_FLOAT_SUM}; longer sums need integers")


def arguments(case: BucketSumsCase, rng: np.random.Generator) -> Prepared:
    """Fresh tables, a poisoned output, and the expected sums."""
    count = case.rows * case.cols
    keys: Keys = rng.integers(0, BUCKETS, count, dtype=np.int32)
    values = random_values(rng, count, case.values)
    given = (
        Argument("keys", keys),
        Argument("values", values),
        Argument("sums", poison(BUCKETS * case.cols)),
        Argument("rows", np.int32(case.rows)),
        Argument("cols", np.int32(case.cols)),
    )
    roles = (Role.INPUT, Role.INPUT, Role.OUTPUT)
    buffers = tuple(private(argument, p, roles[p], case.cols) for p, argument in enumerate(given[:3]))
    table = buffers[1].original.astype(np.float64).reshape(case.rows, case.cols)
    chosen = buffers[0].original.reshape(case.rows, case.cols)
    magnitude = by_key(chosen, np.abs(table))[None]
    region = Region(
        2, grid_of(BUCKETS, case.cols, case.cols), expected=by_key(chosen, table)[None],
        rounding=rounding_of_sums(None if case.values == "integers" else magnitude, case.rows),
        mistakes=partial(_mistakes, chosen, table), working=partial(_working, chosen, table),
    )  # fmt: skip
    return Prepared(given, buffers, (region,))


def by_key(keys: Keys, values: Floats) -> Floats:
    """Sums (8, cols) of the values (rows, cols) of each key, column by column."""
    return np.stack([np.where(keys == key, values, 0.0).sum(axis=0) for key in range(BUCKETS)])


def _mistakes(keys: Keys, values: Floats, geometry: Geometry) -> Iterator[Possible]:
    right = by_key(keys, values)
    everything = values.sum(axis=0)
    first = np.arange(BUCKETS)[:, None] == 0
    yield mistake("key_ignored"), lambda: np.broadcast_to(everything, right.shape)[None]
    yield mistake("key_ignored", into="first"), lambda: np.where(first, everything, 0.0)[None]
    yield mistake("last_term_only"), lambda: _last(keys, values)[None]
    yield mistake("counted"), lambda: by_key(keys, np.ones_like(values))[None]
    yield mistake("transposed"), lambda: right.T.reshape(right.shape)[None]
    yield mistake("last_term_missing"), lambda: by_key(keys[:-1], values[:-1])[None]
    yield mistake("first_term_missing"), lambda: by_key(keys[1:], values[1:])[None]
    yield from coverage.of_vector(right[None], geometry)


def _working(keys: Keys, values: Floats, _: int, key: int, col: int) -> tuple[str, str]:
    """The sum of the column's values of this key."""
    rows = np.flatnonzero(keys[:, col] == key)
    names = total(rows.size, lambda at: f"values[{rows[at]}][{col}]")
    return f"sums[{key}][{col}] = {names}", total(rows.size, lambda at: value(values[rows[at], col]))


def _last(keys: Keys, values: Floats) -> Floats:
    """The last value of each key, 0 for a key without values."""
    last = np.zeros((BUCKETS, values.shape[1]))
    for row_keys, row in zip(keys, values, strict=True):
        last[row_keys, np.arange(row.size)] = row
    return last


_SIGNATURE = ("const int* keys", "const float* values", "float* sums", "int rows", "int cols")

BUCKET_SUMS = Problem("bucket_sums", BucketSumsCase, _SIGNATURE, arguments, judge)
