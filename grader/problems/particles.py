"""Particles: an array of structures turned into a structure of arrays.

`aos` holds n particles, one after the other, eight floats each: x, y, z, vx, vy, vz, mass, charge. `soa` has room for
as many floats: all n x, then all n y, and so on to the charges. Nothing is computed, so every bit must arrive.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar

import numpy as np
from pydantic import Field

from grader.launch import Argument
from grader.problems.base import Case, Floats, Pattern, PatternKey, Prepared, Problem, Region, Role, Suspect
from grader.problems.filling import different_values, grid_of, poison, private
from grader.problems.judging import judge
from grader.problems.patterns import gathered

FIELDS = 8  # floats of a particle: 32 bytes, one sector


class ParticlesCase(Case):
    """n particles."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    n: Annotated[int, Field(strict=True, ge=0, le=2**24)]


def arguments(case: ParticlesCase, rng: np.random.Generator) -> Prepared:
    """Fresh particles, a poisoned output, and the eight arrays that must be in it afterwards.

    A mismatch names its place as people see it: row = field and column = particle in `soa`, the reverse in `aos`.
    """
    count = case.n * FIELDS
    given = (
        Argument("aos", different_values(rng, count, case.values)),
        Argument("soa", poison(count)),
        Argument("n", np.int32(case.n)),
    )
    buffers = (private(given[0], 0, Role.INPUT, FIELDS), private(given[1], 1, Role.OUTPUT, case.n))
    aos = buffers[0].original.astype(np.float64)
    exact = np.zeros((1, 1, 1))
    region = Region(
        position=1,
        index=grid_of(FIELDS, case.n, case.n),
        expected=aos.reshape(case.n, FIELDS).T[None].copy(),
        tolerance=exact,
        magnitude=exact,
        suspects=partial(_suspects, aos, case.n),
    )
    return Prepared(given, buffers, (region,))


def _suspects(aos: Floats, n: int) -> Iterator[Suspect]:
    """The particles as they came, the turn the other way, a wrong distance between them, fields exchanged."""
    field, particle = np.indices((FIELDS, n), dtype=np.int64)
    back = aos.reshape(FIELDS, n).T.reshape(FIELDS, n)
    yield Suspect(Pattern(PatternKey.RESULT_IS_INPUT, {"name": "aos"}), aos.reshape(FIELDS, n)[None])
    yield Suspect(Pattern(PatternKey.OTHER_WAY_ROUND), back[None])
    for distance in (6, 4):  # as if a particle were only its place and speed, or half of it
        pattern = Pattern(PatternKey.LEADING_DIMENSION, {"name": "aos", "leading": str(FIELDS)})
        yield Suspect(pattern, gathered(aos, particle * distance + field)[None])
    for distance in (4, 1):
        pattern = Pattern(PatternKey.FIELDS_EXCHANGED, {"distance": distance})
        yield Suspect(pattern, aos[particle * FIELDS + (field ^ distance)][None])


PARTICLES: Problem[ParticlesCase] = Problem(
    name="particles",
    case_model=ParticlesCase,
    signature=("const float* aos", "float* soa", "int n"),
    arguments=arguments,
    judge=judge,
)
