"""Reductions: the sum of a vector, and the sums of its pieces, one for each block.

out[b] is the sum of the `chunk` elements of in from element b * chunk on, of as many as there are; a block behind the
last element has the sum 0. The sum of the whole vector is out[0] alone.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, ClassVar

import numpy as np

from grader.launch import Argument
from grader.problems.base import Case, Floats, Prepared, Problem, Role, at_scale, mistake
from grader.problems.filling import Float32, poison, private, random_terms, random_values
from grader.problems.judging import judge
from grader.problems.sums import Sums, SumsOf
from grader.problems.working import total, value
from grader.records import Limit

_MOST_ELEMENTS = 2**30  # kernels number elements with an int
# Floats are whole numbers of steps between -1 and 1: sums of so many are exact in FP32, in every order. They have more
# digits than FP16 and TF32 keep, so that a single sum tells them apart, which a bound for rounding errors could not.
_STEPS = 2**13
LONGEST_EXACT_SUM = 2**24 // _STEPS
_LARGE, _FEW = 2.0**14, 64
_MOST_INTEGERS = 2**22  # of at most 4 each

Size = Annotated[int, Limit(strict=True, ge=0, le=_MOST_ELEMENTS)]
Chunk = Annotated[int, Limit(strict=True, ge=1, le=2**16)]


class VectorSumCase(Case):
    """n elements to add up. Integers beyond 2^22 are for timed sizes only.

    rounding: floats with all digits of FP32, a few of them far larger, which cancel: their sum shows the order of the
    additions. The error of any order is allowed.
    """

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    n: Size
    rounding: bool = False

    def _consistent(self) -> None:
        if self.rounding and self.values != "floats":
            raise ValueError("rounding: whole numbers are exact; it needs values: floats")
        if self.values == "floats" and not self.rounding and self.terms > LONGEST_EXACT_SUM:
            raise ValueError(f"values: floats needs sums of at most {LONGEST_EXACT_SUM} terms, which are exact in FP32")

    def defaults(self) -> dict[str, object]:
        """The default of each optional field."""
        return super().defaults() | {"rounding": False}

    @property
    def terms(self) -> int:
        """How many elements a sum has."""
        return self.n


class BlockSumsCase(VectorSumCase):
    """n elements, `chunk` of them to each block. A grid of its own may have blocks behind the last element."""

    chunk: Chunk

    @property
    def terms(self) -> int:
        """How many elements a sum has."""
        return min(self.n, self.chunk)

    @property
    def sums(self) -> int:
        """How many sums there are: one for each block."""
        least = max(1, -(-self.n // self.chunk))
        return least if self.grid is None else self.grid[0]

    def _consistent(self) -> None:
        super()._consistent()
        if self.sums * self.chunk < self.n:
            raise ValueError(f"{self.sums} blocks of {self.chunk} elements do not reach element {self.n}")


def _content(case: VectorSumCase, rng: np.random.Generator) -> Float32:
    if case.rounding:
        values = random_values(rng, case.n, "floats")
        for start, large in ((case.n // 4, _LARGE), (3 * case.n // 4, -_LARGE)):
            values[start : start + _FEW] = large  # what was added before it loses its last bits
        return values
    if case.values == "floats":
        return (rng.integers(-_STEPS, _STEPS, case.n) / _STEPS).astype(np.float32)
    if case.n > _MOST_INTEGERS:
        raise ValueError(f"n: {case.n} integers are too many to be summed up exactly in FP32")
    return random_terms(rng, case.n, case.values)


def _prepared(case: VectorSumCase, rng: np.random.Generator, sums: int, chunk: int) -> Prepared:
    given = (
        Argument("in", _content(case, rng)), Argument("out", poison(sums)), Argument("n", np.int32(case.n)),
    )  # fmt: skip
    buffers = (private(given[0], 0, Role.INPUT, None), private(given[1], 1, Role.OUTPUT, None))
    flat = buffers[0].original.astype(np.float64)
    terms = np.pad(flat, (0, sums * chunk - case.n)).reshape(sums, chunk)
    magnitude = np.abs(terms).sum(axis=1) if case.rounding else None
    made = SumsOf(terms, magnitude, partial(_slips, terms), partial(_formula, flat, chunk))
    return Prepared(given, buffers, (made.region(1),))


def _slips(terms: Floats) -> Sums:
    """What a block adds up that forgets which block it is, or that adds no values."""
    yield mistake("block_not_in_index", name="in"), lambda: np.full(len(terms), terms[0].sum())
    yield mistake("everything_everywhere"), lambda: np.full(len(terms), terms.sum())
    yield mistake("absolute_values"), lambda: np.abs(terms).sum(axis=1)
    yield mistake("squared"), lambda: np.square(terms).sum(axis=1)
    yield mistake("counted"), lambda: (terms != 0).sum(axis=1).astype(np.float64)
    yield mistake("largest_term"), lambda: terms.max(axis=1)


def _formula(flat: Floats, chunk: int, number: int) -> tuple[str, str]:
    first = min(number * chunk, flat.size)
    count = min(chunk, flat.size - first)
    names = total(count, lambda k: f"in[{first + k}]")
    return f"out[{number}] = {names}", total(count, lambda k: value(flat[first + k]))


def _block_sums(case: BlockSumsCase, rng: np.random.Generator) -> Prepared:
    return _prepared(case, rng, case.sums, case.chunk)


def _vector_sum(case: VectorSumCase, rng: np.random.Generator) -> Prepared:
    return _prepared(case, rng, 1, max(1, case.n))


_SIGNATURE = ("const float* in", "float* out", "int n")

VECTOR_SUM = Problem("vector_sum", VectorSumCase, _SIGNATURE, _vector_sum, judge, at_scale("reductions_bulk", "total"))
BLOCK_SUMS = Problem("block_sums", BlockSumsCase, _SIGNATURE, _block_sums, judge, at_scale("reductions_bulk", "pieces"))
