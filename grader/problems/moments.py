"""Moments of inertia: out[i] is the sum over all points j of mass[j] times the squared distance of points i and j.

A point is a float2, x and y. Every thread needs every point, which is what a tile in shared memory is for.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, ClassVar

import numpy as np

from grader.launch import Argument
from grader.problems.base import Case, Floats, Prepared, Problem, Role, mistake
from grader.problems.filling import Float32, poison, private, random_values
from grader.problems.judging import judge
from grader.problems.rounding import LONGEST_FLOAT_SUM
from grader.problems.sums import Sums, SumsOf
from grader.problems.working import total, value
from grader.records import Limit

AXES = 2


class MomentsCase(Case):
    """n points. Integers are at most 4, and sums of 2^12 terms of at most 4 x 128 are exact in FP32."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    n: Annotated[int, Limit(strict=True, ge=0, le=4096)]

    def _consistent(self) -> None:
        if self.values == "floats" and self.n > LONGEST_FLOAT_SUM:
            raise ValueError(f"values: floats needs n <= {LONGEST_FLOAT_SUM}; longer sums need integers")


def arguments(case: MomentsCase, rng: np.random.Generator) -> Prepared:
    """Fresh points with positive masses, a poisoned output, and the expected moments."""
    masses: Float32 = np.abs(random_values(rng, case.n, case.values))
    given = (
        Argument("points", random_values(rng, AXES * case.n, case.values)),
        Argument("masses", masses),
        Argument("out", poison(case.n)),
        Argument("n", np.int32(case.n)),
    )
    layout = (Role.INPUT, AXES), (Role.INPUT, None), (Role.OUTPUT, None)
    buffers = tuple(private(given[p], p, role, leading) for p, (role, leading) in enumerate(layout))
    points, weights = (buffer.original.astype(np.float64) for buffer in buffers[:2])
    at = points.reshape(-1, AXES)
    # As a bound: the coordinates of a difference are as large as both together.
    magnitude = (weights * _squared(np.abs(at)[:, None] + np.abs(at)[None])).sum(axis=1)
    sums = SumsOf(
        weights * _squared(at[:, None] - at[None]), None if case.values == "integers" else magnitude,
        partial(_slips, at, weights), partial(_formula, at, weights),
    )  # fmt: skip
    return Prepared(given, buffers, (sums.region(2),))


def _squared(differences: Floats) -> Floats:
    """The squared lengths of vectors (n, n, 2)."""
    squared: Floats = np.square(differences).sum(axis=-1)
    return squared


def _slips(points: Floats, masses: Floats) -> Sums:
    """A factor or an axis forgotten, coordinates and masses from the wrong place."""
    apart = points[:, None] - points[None]

    def weighted(by: Floats, differences: Floats = apart) -> Floats:
        sums: Floats = (by * _squared(differences)).sum(axis=1)
        return sums

    yield mistake("factor_missing", name="masses"), partial(weighted, np.ones_like(masses))
    yield mistake("axis_missing", axis="y"), partial(weighted, masses, apart[..., :1])
    yield mistake("axis_missing", axis="x"), partial(weighted, masses, apart[..., 1:])
    yield mistake("mass_of_wrong_point"), lambda: masses * weighted(np.ones_like(masses))
    yield mistake("distance_not_squared"), lambda: (masses * np.sqrt(_squared(apart))).sum(axis=1)
    turned = points.reshape(AXES, -1).T
    yield mistake("operand_transposed", name="points"), partial(weighted, masses, turned[:, None] - turned[None])


def _formula(points: Floats, masses: Floats, number: int) -> tuple[str, str]:
    def numbers(j: int) -> str:
        (x, y), (other_x, other_y) = points[number], points[j]
        return f"{masses[j]:.6g} * (({value(x)} - {value(other_x)})^2 + ({value(y)} - {value(other_y)})^2)"

    symbols = total(len(masses), lambda j: f"masses[{j}] * |points[{number}] - points[{j}]|^2")
    return f"out[{number}] = {symbols}", total(len(masses), numbers)


_SIGNATURE = ("const float2* points", "const float* masses", "float* out", "int n")

MOMENTS = Problem("moments", MomentsCase, _SIGNATURE, arguments, judge)
