"""Filtered signals: by weights in constant memory, with zeros beyond the ends; and sums of five, the ends repeated.

out[i] = filter[0] * in[i - radius] + ... + filter[2 * radius] * in[i + radius]: a correlation, the filter not reversed.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

import numpy as np

from grader.launch import Argument
from grader.problems.base import Case, Prepared, Problem, Role
from grader.problems.filling import Float32, poison, private, random_values
from grader.problems.filters import Filtered, filter_values
from grader.problems.judging import judge
from grader.records import Limit

FIVE = 5

Size = Annotated[int, Limit(strict=True, ge=1, le=2**26)]


class SignalCase(Case):
    """A signal of n elements."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    n: Size


class FilteredSignalCase(SignalCase):
    """radius: the `__constant__` variable `filter` has 2 * radius + 1 weights."""

    radius: Annotated[int, Limit(strict=True, ge=1, le=32)]


def _in_and_out(signal: Float32) -> tuple[Argument, ...]:
    return Argument("in", signal), Argument("out", poison(signal.size)), Argument("n", np.int32(signal.size))


def _prepared(given: tuple[Argument, ...], filtered: Filtered, symbols: tuple[Argument, ...] = ()) -> Prepared:
    buffers = (private(given[0], 0, Role.INPUT, None), private(given[1], 1, Role.OUTPUT, None))
    return Prepared(given, buffers, (filtered.region(1),), symbols)


def _convolved(case: FilteredSignalCase, rng: np.random.Generator) -> Prepared:
    """A fresh signal and a fresh filter, which is in constant memory before the launch."""
    given = _in_and_out(random_values(rng, case.n, case.values))
    weights = filter_values(rng, (2 * case.radius + 1,), case.values)
    signal = np.asarray(given[0].value).astype(np.float64)[None]
    filtered = Filtered(signal, weights.astype(np.float64)[None], case.values, lambda y, x: f"filter[{x}]", vector=True)
    return _prepared(given, filtered, (Argument("filter", weights),))


def _five(case: SignalCase, rng: np.random.Generator) -> Prepared:
    """A fresh signal and the sums of five neighbours, of which those beyond the ends repeat the first or last one."""
    given = _in_and_out(random_values(rng, case.n, case.values))
    signal = np.asarray(given[0].value).astype(np.float64)[None]
    return _prepared(given, Filtered(signal, np.ones((1, FIVE)), case.values, lambda y, x: "", "edge", vector=True))


_SIGNATURE = ("const float* in", "float* out", "int n")
CONVOLUTION_1D = Problem("convolution_1d", FilteredSignalCase, _SIGNATURE, _convolved, judge)
SUMS_OF_FIVE = Problem("sums_of_five", SignalCase, _SIGNATURE, _five, judge)
