"""Segments of 64 floats: each turned round, the differences within each, and the sum of all, turned round.

`in` has n segments. Block b has segment b; for the sum, one block takes one segment after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, ClassVar

import numpy as np

from grader.launch import Argument
from grader.problems import coverage
from grader.problems.base import Case, Floats, Geometry, Mistake, Possible, Prepared, Problem, Region, Role, mistake
from grader.problems.filling import Float32, different_values, grid_of, poison, private, random_values
from grader.problems.judging import judge
from grader.problems.rounding import LONGEST_FLOAT_SUM, rounding_of_sums
from grader.problems.working import value
from grader.records import Limit

SEGMENT = 64


class SegmentsCase(Case):
    """n segments."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    n: Annotated[int, Limit(strict=True, ge=1, le=1024)]


class SumCase(SegmentsCase):
    """n segments to add up."""

    def _consistent(self) -> None:
        if self.values == "floats" and self.n > LONGEST_FLOAT_SUM:
            raise ValueError(f"values: floats needs n <= {LONGEST_FLOAT_SUM}; longer sums need integers")


Slips = Iterator[tuple[Mistake, Floats]]  # a mistake, and the result after it
Formula = Callable[[int], tuple[str, str]]


def _prepared(
    content: Float32, right: Floats, slips: Callable[[], Slips], formula: Formula, scalars: tuple[Argument, ...] = (),
    magnitude: Floats | None = None, terms: int = 1,
) -> Prepared:  # fmt: skip
    """A launch after which `out` must be `right`; magnitude: of the sums of `terms` terms, if they are rounded."""
    given = (Argument("in", content), Argument("out", poison(right.size)))
    buffers = (private(given[0], 0, Role.INPUT, None), private(given[1], 1, Role.OUTPUT, None))
    region = Region(
        1, grid_of(1, right.size, right.size), expected=right[None, None],
        rounding=rounding_of_sums(None if magnitude is None else magnitude[None, None], terms),
        mistakes=partial(_mistakes, right, slips), working=lambda _, row, i: formula(i),
    )  # fmt: skip
    return Prepared((*given, *scalars), buffers, (region,))


def _mistakes(right: Floats, slips: Callable[[], Slips], geometry: Geometry) -> Iterator[Possible]:
    for name, values in slips():
        yield name, partial(np.reshape, values, (1, 1, -1))
    yield from coverage.of_vector(right[None, None], geometry)


def _reversed(case: SegmentsCase, rng: np.random.Generator) -> Prepared:
    content = different_values(rng, case.n * SEGMENT, case.values)
    wide = content.astype(np.float64)

    def formula(i: int) -> tuple[str, str]:
        other = i // SEGMENT * SEGMENT + SEGMENT - 1 - i % SEGMENT
        return f"out[{i}] = in[{other}]", value(wide[other])

    right = wide.reshape(case.n, SEGMENT)[:, ::-1].ravel()
    return _prepared(content, right, lambda: iter([(mistake("copied", name="in"), wide)]), formula)


def _differences(case: SegmentsCase, rng: np.random.Generator) -> Prepared:
    content = different_values(rng, case.n * SEGMENT, case.values)
    rows = content.reshape(case.n, SEGMENT).copy()
    wide = content.astype(np.float64)

    def formula(i: int) -> tuple[str, str]:
        if i % SEGMENT == 0:
            return f"out[{i}] = in[{i}]", value(wide[i])
        return f"out[{i}] = in[{i}] - in[{i - 1}]", f"{value(wide[i])} - {value(wide[i - 1])}"

    rows[:, 1:] -= content.reshape(case.n, SEGMENT)[:, :-1]  # in FP32, rounded once, as a right kernel does
    right = rows.astype(np.float64).ravel()
    return _prepared(content, right, lambda: iter([(mistake("copied", name="in"), wide)]), formula)


def _mirrored_sum(case: SumCase, rng: np.random.Generator) -> Prepared:
    content = random_values(rng, case.n * SEGMENT, case.values)
    terms = content.astype(np.float64).reshape(case.n, SEGMENT)[:, ::-1].copy()

    def formula(i: int) -> tuple[str, str]:
        places = [f"in[{k * SEGMENT + SEGMENT - 1 - i}]" for k in range(case.n)]
        return f"out[{i}] = {_some(places)}", _some([value(term) for term in terms[:, i]])

    def slips() -> Slips:
        yield mistake("tile_repeated", name="in"), case.n * terms[0]
        yield mistake("last_term_only"), terms[-1]
        yield mistake("first_term_only"), terms[0]

    magnitude = np.abs(terms).sum(0) if case.values == "floats" else None
    scalars = (Argument("n", np.int32(case.n)),)
    return _prepared(content, terms.sum(0), slips, formula, scalars, magnitude, case.n)


def _some(terms: list[str]) -> str:
    """A sum of which only the first terms are written out."""
    return " + ".join(terms if len(terms) <= 4 else [*terms[:3], "..."])


_SIGNATURE = ("const float* in", "float* out")
REVERSED = Problem("reversed", SegmentsCase, _SIGNATURE, _reversed, judge)
DIFFERENCES = Problem("differences", SegmentsCase, _SIGNATURE, _differences, judge)
MIRRORED_SUM = Problem("mirrored_sum", SumCase, (*_SIGNATURE, "int n"), _mirrored_sum, judge)
