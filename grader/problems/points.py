"""Points in two layouts: what the x of each will be after one step, read from either.

A point has four floats: x, y, vx, vy. `aos` holds them point by point, `soa` all n x, then all n y, and so on: the same
floats twice. out[i] = x + vx of point i, one addition, so the result is compared bit for bit.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar

import numpy as np

from grader.launch import Argument
from grader.problems import coverage
from grader.problems.base import Case, Floats, Geometry, Possible, Prepared, Problem, Region, Role, mistake
from grader.problems.filling import Float32, different_values, grid_of, poison, private
from grader.problems.judging import judge
from grader.problems.working import value
from grader.records import Limit

FIELDS = 4
_X, _VX = 0, 2


class PointsCase(Case):
    """n points."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    n: Annotated[int, Limit(strict=True, ge=0, le=2**20)]  # sums of different integers stay exact


def arguments(case: PointsCase, rng: np.random.Generator) -> Prepared:
    """Fresh points in both layouts, and a poisoned output."""
    points = different_values(rng, case.n * FIELDS, case.values).reshape(case.n, FIELDS)
    given = (
        Argument("aos", points.ravel()),
        Argument("soa", points.T.ravel()),
        Argument("out", poison(case.n)),
        Argument("n", np.int32(case.n)),
    )
    roles = (Role.INPUT, FIELDS), (Role.INPUT, case.n), (Role.OUTPUT, None)
    buffers = tuple(private(given[p], p, role, leading) for p, (role, leading) in enumerate(roles))
    aos, soa = (buffer.original for buffer in buffers[:2])
    x, vx = (soa[field * case.n : (field + 1) * case.n] for field in (_X, _VX))
    region = Region(2, grid_of(1, case.n, case.n), expected=_wide(x + vx), mistakes=partial(_mistakes, aos, soa),
                    working=lambda _, row, i: _working(x, vx, i))  # fmt: skip
    return Prepared(given, buffers, (region,))


def _wide(values: Float32) -> Floats:
    """A vector as (1, 1, n), in float64."""
    return values.astype(np.float64)[None, None]


def _mistakes(aos: Float32, soa: Float32, geometry: Geometry) -> Iterator[Possible]:
    """One field only, another operation, one layout read with the index of the other, and what is not written."""
    n = len(soa) // FIELDS
    x, vx = soa[_X * n : (_X + 1) * n], soa[_VX * n : (_VX + 1) * n]
    yield mistake("copied", name="x"), lambda: _wide(x)
    yield mistake("copied", name="vx"), lambda: _wide(vx)
    yield mistake("subtracted", name="vx"), lambda: _wide(x - vx)
    yield mistake("multiplied"), lambda: _wide(x * vx)
    yield mistake("operand_transposed", name="soa"), lambda: _wide(soa[_X::FIELDS] + soa[_VX::FIELDS])
    turned = aos.reshape(FIELDS, n)
    yield mistake("operand_transposed", name="aos"), lambda: _wide(turned[_X] + turned[_VX])
    yield from coverage.of_vector(_wide(x + vx), geometry)


def _working(x: Float32, vx: Float32, i: int) -> tuple[str, str]:
    return f"out[{i}] = x[{i}] + vx[{i}]", f"{value(x[i])} + {value(vx[i])}"


_SIGNATURE = ("const float* aos", "const float* soa", "float* out", "int n")
POINTS = Problem("points", PointsCase, _SIGNATURE, arguments, judge)
