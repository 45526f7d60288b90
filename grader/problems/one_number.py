"""Results that are one number: the maximum of a vector and of what memory holds, and a sum by the last block.

The sum has room for one partial sum a block, which nobody looks at afterwards, and a ticket that is 0 before the launch
and must be 0 behind it, for the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import prod
from typing import Annotated, ClassVar, Literal

import numpy as np

from grader.launch import Argument
from grader.problems.base import Case, Floats, Geometry, Mistake, Possible, Prepared, Problem, Region, Role, mistake
from grader.problems.filling import Float32, different_values, grid_of, poison, private, random_terms
from grader.problems.judging import judge
from grader.problems.rounding import rounding_of_sums
from grader.problems.working import total, value
from grader.records import Limit

_MOST_ELEMENTS = 2**20
_MOST_TERMS = 2**14  # of a sum of floats: beyond, FP16 would pass
_LARGE, _FEWEST_TO_CANCEL = 2.0**16, 3
PARTIALS = 1024  # room for partial sums, at least one for each block of a launch

Slips = Iterator[tuple[Mistake, float]]  # a mistake, and the number after it


class MaximumCase(Case):
    """n numbers. signs: of the elements; with "minus_zero" one of them is -0, and the others are negative. largest:
    where it is. before: whether the number that is there before is smaller than all, or the largest."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    n: Annotated[int, Limit(strict=True, ge=0, le=_MOST_ELEMENTS)]
    signs: Literal["both", "negative", "minus_zero"] = "both"
    largest: Literal["anywhere", "last"] = "anywhere"
    before: Literal["small", "largest"] = "small"

    def defaults(self) -> dict[str, object]:
        """The default of each optional field."""
        return super().defaults() | {"signs": "both", "largest": "anywhere", "before": "small"}


class SumCase(Case):
    """n numbers to be added up. cancelling: two of them are 2^16 and -2^16, so that sums in another order differ."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    n: Annotated[int, Limit(strict=True, ge=0, le=_MOST_ELEMENTS)]
    cancelling: bool = False

    def defaults(self) -> dict[str, object]:
        """The default of each optional field."""
        return super().defaults() | {"cancelling": False}

    def _consistent(self) -> None:
        if self.cancelling and (self.values != "floats" or self.n < _FEWEST_TO_CANCEL):
            raise ValueError(f"cancelling needs values: floats, and n >= {_FEWEST_TO_CANCEL}")
        if self.values == "floats" and self.n > _MOST_TERMS:
            raise ValueError(f"values: floats needs n <= {_MOST_TERMS}; longer sums need integers")


def _region(position: int, right: float, slips: Callable[[Geometry], Slips], formula: tuple[str, str]) -> Region:
    def mistakes(geometry: Geometry) -> Iterator[Possible]:
        for name, number in slips(geometry):
            yield name, partial(np.full, (1, 1, 1), number)

    return Region(position, grid_of(1, 1, 1), np.full((1, 1, 1), right), mistakes=mistakes,
                  working=lambda _, row, i: formula)  # fmt: skip


def _maximum(case: MaximumCase, rng: np.random.Generator) -> Prepared:
    content = _signed(case, rng)
    before = np.array([_before(case, content)], np.float32)
    given = (Argument("in", content), Argument("out", before), Argument("n", np.int32(case.n)))
    buffers = (private(given[0], 0, Role.INPUT, None), private(given[1], 1, Role.IN_OUT, None))
    everything = np.append(content, before)
    right = float(everything.max())

    def slips(_: Geometry) -> Slips:
        yield mistake("minimum"), float(everything.min())
        yield mistake("bits_compared"), float(_by_bits(everything, np.int32))
        yield mistake("unsigned_bits_compared"), float(_by_bits(everything, np.uint32))
        yield mistake("zero_for_maximum"), 0.0
        yield mistake("largest_of_any_sign"), float(np.abs(everything).max())
        yield mistake("truncated"), float(np.trunc(everything.max()))
        if case.n:
            yield mistake("old_number_lost"), float(content.max())
            yield mistake("last_term_only"), float(content[-1])
            yield mistake("last_term_missing"), float(np.append(content[:-1], before).max())

    names = f", in[0], ..., in[{case.n - 1}]" if case.n else ""
    formula = f"out[0] = max({value(float(before[0]))}{names})", value(right)
    return Prepared(given, buffers, (_region(1, right, slips, formula),))


def _signed(case: MaximumCase, rng: np.random.Generator) -> Float32:
    """Elements that are all different, as far as FP32 goes."""
    content = different_values(rng, case.n, "integers") - np.float32(case.n // 2 + 1)
    if case.values == "floats":
        content += rng.uniform(-0.5, 0.5, case.n).astype(np.float32)
    if case.signs != "both":
        content = -np.abs(content) - np.float32(1)
    if case.signs == "minus_zero" and case.n:
        content[rng.integers(case.n)] = np.float32(-0.0)
    if case.largest == "last" and case.n:
        where = int(content.argmax())
        content[[where, -1]] = content[[-1, where]]
    signed: Float32 = content.astype(np.float32)
    return signed


def _before(case: MaximumCase, content: Float32) -> float:
    """The number that is there: larger than all elements, or in the middle of them, so that it is not the smallest."""
    if case.before == "largest" or not case.n:
        return float(content.max(initial=0)) + 3
    return float(content.min()) / 2 + float(content.max()) / 2 if case.n > 1 else float(content[0]) - 7


def _by_bits(values: Float32, kind: type[np.int32] | type[np.uint32]) -> np.float32:
    """The element whose bits, as integers, are the largest."""
    found: np.float32 = values[int(np.argmax(values.view(kind)))]
    return found


def _block_sum(case: SumCase, rng: np.random.Generator) -> Prepared:
    content = random_terms(rng, case.n, case.values)
    if case.cancelling:
        content[[case.n // 3, 2 * case.n // 3]] = _LARGE, -_LARGE
    given = (
        Argument("in", content),
        Argument("partial", poison(PARTIALS)),
        Argument("ticket", np.zeros(1, np.uint32)),
        Argument("out", np.zeros(1, np.float32)),
        Argument("n", np.int32(case.n)),
    )
    roles = {0: Role.INPUT, 2: Role.IN_OUT, 3: Role.IN_OUT}  # what the partial sums hold behind it nobody asks
    buffers = tuple(private(given[position], position, role, None) for position, role in roles.items())
    terms = content.astype(np.float64)

    def slips(geometry: Geometry) -> Slips:
        threads = prod(geometry.grid) * prod(geometry.block)
        blocks, block = prod(geometry.grid), prod(geometry.block)
        yield mistake("all_zero"), 0.0
        yield mistake("truncated"), float(np.trunc(terms).sum())
        yield mistake("no_loop"), float(terms[:threads].sum())
        yield mistake("last_term_missing"), float(terms[:-1].sum())
        of = np.arange(case.n) // block % blocks
        by_block = [float(terms[of == each].sum()) for each in range(blocks)]
        yield mistake("first_block_only"), by_block[0]
        yield mistake("last_block_only"), by_block[-1]
        yield mistake("last_partial_missing"), float(sum(by_block[:-1]))

    right = float(terms.sum())
    symbols = total(case.n, lambda k: f"in[{k}]")
    sums = _region(3, right, slips, (f"out[0] = {symbols}", total(case.n, lambda k: value(terms[k]))))
    # Four roundings of the sum of all magnitudes: far from what a parallel sum needs, and FP16 does not pass.
    magnitude = None if case.values == "integers" else np.full((1, 1, 1), np.abs(terms).sum())
    tickets = _region(2, 0.0, _of_ticket, ("ticket[0] = 0", "0"))
    return Prepared(given, buffers, (_rounded(sums, magnitude, 60 if case.cancelling else 0), tickets))


def _rounded(region: Region, magnitude: Floats | None, more: int) -> Region:
    """With room for rounding; more: than four roundings, for a chain of many beside a large number."""
    return Region(region.position, region.index, region.expected, rounding_of_sums(magnitude, more),
                  mistakes=region.mistakes, working=region.working)  # fmt: skip


def _of_ticket(geometry: Geometry) -> Slips:
    yield mistake("ticket_left"), float(prod(geometry.grid))
    yield mistake("tickets_of_threads"), float(prod(geometry.grid) * prod(geometry.block))


_MAXIMUM_SIGNATURE = ("const float* in", "float* out", "int n")
_SUM_SIGNATURE = ("const float* in", "float* partial", "unsigned* ticket", "float* out", "int n")

MAXIMUM = Problem("maximum", MaximumCase, _MAXIMUM_SIGNATURE, _maximum, judge)
BLOCK_SUM = Problem("block_sum", SumCase, _SUM_SIGNATURE, _block_sum, judge)
