"""Particles: an array of structures turned into a structure of arrays.

`aos` has n particles of eight floats each: x, y, z, vx, vy, vz, mass, charge. `soa` has the same floats: all n x, then
all n y, and so on. Nothing is computed, so the result is compared bit for bit.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar

import numpy as np

from grader.launch import Argument
from grader.problems import coverage
from grader.problems.base import Case, Floats, Geometry, Indices, Possible, Prepared, Problem, Region, Role, mistake
from grader.problems.filling import different_values, grid_of, poison, private
from grader.problems.judging import judge
from grader.problems.places import gathered
from grader.problems.working import value
from grader.records import Limit

FIELDS = 8  # floats of a particle: 32 bytes, one sector


class ParticlesCase(Case):
    """n particles."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    n: Annotated[int, Limit(strict=True, ge=0, le=2**24)]


def arguments(case: ParticlesCase, rng: np.random.Generator) -> Prepared:
    """Fresh particles, a poisoned output, and the eight expected arrays.

    The place of a mismatch: in `soa` row = field and column = particle, the reverse in `aos`.
    """
    count = case.n * FIELDS
    given = (
        Argument("aos", different_values(rng, count, case.values)),
        Argument("soa", poison(count)),
        Argument("n", np.int32(case.n)),
    )
    buffers = (private(given[0], 0, Role.INPUT, FIELDS), private(given[1], 1, Role.OUTPUT, case.n))
    aos = buffers[0].original.astype(np.float64)
    region = Region(1, grid_of(FIELDS, case.n, case.n), expected=aos.reshape(case.n, FIELDS).T[None].copy(),
                    mistakes=partial(_mistakes, aos, case.n), working=partial(_working, aos))  # fmt: skip
    return Prepared(given, buffers, (region,))


def _mistakes(aos: Floats, n: int, geometry: Geometry) -> Iterator[Possible]:
    """A copy, the opposite conversion, a wrong size of the structure, fields exchanged or missing."""
    field, particle = np.indices((FIELDS, n), dtype=np.int64)
    right = aos.reshape(n, FIELDS).T
    yield mistake("copied", name="aos"), lambda: aos.reshape(1, FIELDS, n)
    yield mistake("other_way_round"), lambda: aos.reshape(FIELDS, n).T.reshape(1, FIELDS, n)
    for apart in (6, 4):  # position and velocity only, or half of the fields
        name = mistake("leading_dimension", name="aos", leading=str(FIELDS), taken=str(apart))
        yield name, partial(_at, aos, particle * apart + field)
    for distance in (4, 1):
        name = mistake("fields_exchanged", distance=distance)
        yield name, partial(_at, aos, particle * FIELDS + (field ^ distance))
    yield mistake("fields_missing", count=4), lambda: coverage.written(right, field < 4)[None]
    block = geometry.block[0]
    yield mistake("block_ignored"), lambda: coverage.written(right, particle < block)[None]
    yield mistake("last_element_missing"), lambda: coverage.written(right, particle < n - 1)[None]


def _at(aos: Floats, where: Indices) -> Floats:
    return gathered(aos, where)[None]


def _working(aos: Floats, _: int, field: int, particle: int) -> tuple[str, str]:
    n, number = aos.size // FIELDS, particle * FIELDS + field
    return f"soa[{field * n + particle}] = aos[{number}]", value(aos[number])


PARTICLES = Problem("particles", ParticlesCase, ("const float* aos", "float* soa", "int n"), arguments, judge)
