"""Collatz: steps[i] is how many steps it takes from first + i to 1. A step makes v / 2 of even v, 3 v + 1 of odd v.

All starts below 2^24 stay below 2^63 on their way. Values pass 2^31 from start 113,383 on, and 2^32 from 159,487 on.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from grader.launch import Argument
from grader.problems import coverage
from grader.problems.base import (
    Case,
    Floats,
    Geometry,
    Indices,
    Possible,
    Prepared,
    Problem,
    Region,
    Role,
    at_scale,
    mistake,
)
from grader.problems.filling import grid_of, poison, private
from grader.problems.judging import judge
from grader.records import Limit

_LAST = 2**24


class CollatzCase(Case):
    """The starts first, first + 1 ... first + n - 1. The numbers do not depend on chance."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    values: Literal["integers"] = "integers"
    n: Annotated[int, Limit(strict=True, ge=0, le=_LAST)]
    first: Annotated[int, Limit(strict=True, ge=1, le=_LAST)] = 1

    def _consistent(self) -> None:
        if self.first + self.n > _LAST:
            raise ValueError(f"first + n must be at most {_LAST}")

    def defaults(self) -> dict[str, object]:
        """The default of each optional field."""
        return super().defaults() | {"first": 1}


def arguments(case: CollatzCase, _: np.random.Generator) -> Prepared:
    """A poisoned output and its expected numbers."""
    given = (
        Argument("steps", poison(case.n).view(np.int32)),
        Argument("first", np.int32(case.first)),
        Argument("n", np.int32(case.n)),
    )
    buffer = private(given[0], 0, Role.OUTPUT, None)
    starts = np.arange(case.first, case.first + case.n, dtype=np.int64)
    right = steps_from(starts).astype(np.float64)
    region = Region(0, grid_of(1, case.n, case.n), expected=right[None, None], mistakes=partial(_mistakes, case, right),
                    working=partial(_working, case, right))  # fmt: skip
    return Prepared(given, (buffer,), (region,))


def steps_from(starts: Indices) -> NDArray[np.int32]:
    """The number of steps from each start, which must be positive, to 1."""
    steps = np.zeros(starts.size, np.int32)
    where = np.flatnonzero(starts != 1)
    v = starts[where]
    while where.size:
        steps[where] += 1
        v = np.where(v % 2 == 1, 3 * v + 1, v // 2)
        going = v != 1
        where, v = where[going], v[going]
    return steps


def _mistakes(case: CollatzCase, right: Floats, geometry: Geometry) -> Iterator[Possible]:
    def from_start(start: int) -> Floats:
        starts = np.maximum(1, np.arange(start, start + case.n, dtype=np.int64))
        return steps_from(starts).astype(np.float64).reshape(1, 1, -1)

    yield mistake("steps_off", by=1), lambda: (right + 1).reshape(1, 1, -1)
    yield mistake("steps_off", by=-1), lambda: (right - 1).reshape(1, 1, -1)
    yield mistake("another_start", by=1), lambda: from_start(case.first + 1)
    yield mistake("another_start", by=-1), lambda: from_start(case.first - 1)
    yield mistake("first_ignored"), lambda: from_start(0)
    yield from coverage.of_vector(right[None, None], geometry)


def _working(case: CollatzCase, right: Floats, _: int, __: int, i: int) -> tuple[str, str]:
    way = [case.first + i]
    while way[-1] != 1 and len(way) < 4:
        way.append(3 * way[-1] + 1 if way[-1] % 2 else way[-1] // 2)
    shown = ", ".join(map(str, way)) + ("" if way[-1] == 1 else " ... 1")
    return f"steps[{i}] = steps({case.first} + {i})", f"{right[i]:.0f}: {shown}"


_SIGNATURE = ("int* steps", "int first", "int n")
COLLATZ = Problem("collatz", CollatzCase, _SIGNATURE, arguments, judge, at_scale("collatz_bulk"))
