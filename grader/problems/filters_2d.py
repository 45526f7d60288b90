"""Filtered images: by weights in constant memory, with zeros beyond the edges; and 5 x 5 sums within a margin.

out[r][c] is the sum of filter[y][x] * in[r + y - radius][c + x - radius]: a correlation, the filter not turned round. A
separable filter is the product of two: filter[y][x] = down[y] * across[x].
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar, Literal

import numpy as np

from grader.launch import Argument
from grader.problems.base import Case, Floats, Mistake, Prepared, Problem, Region, Role, at_scale, mistake
from grader.problems.filling import Float32, grid_of, poison, private, random_values
from grader.problems.filters import Filtered, correlated, filter_values
from grader.problems.judging import judge
from grader.problems.rounding import rounding_of_sums
from grader.problems.working import total, value
from grader.records import Limit

MARGIN = 8  # elements around an image that has a margin: a sector
REACH = 2  # of the sums of an image with a margin

Size = Annotated[int, Limit(strict=True, ge=1, le=2**15)]


class ImageCase(Case):
    """An image of rows x cols elements."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("rows", "cols")

    rows: Size
    cols: Size

    def _consistent(self) -> None:
        if self.rows * self.cols > 2**28:
            raise ValueError(f"rows * cols must be at most {2**28}")


class FilteredImageCase(ImageCase):
    """radius: the filter has (2 * radius + 1) x (2 * radius + 1) weights, which are `__constant__` variables."""

    radius: Annotated[int, Limit(strict=True, ge=1, le=8)]


class SmallFilterCase(FilteredImageCase):
    """A filter of 3 x 3 weights, which are parameters."""

    radius: Literal[1] = 1


def arguments_of(case: ImageCase, image: Float32) -> tuple[Argument, ...]:
    """in, out, rows and cols."""
    return (
        Argument("in", image),
        Argument("out", poison(case.rows * case.cols)),
        Argument("rows", np.int32(case.rows)),
        Argument("cols", np.int32(case.cols)),
    )


def _prepared(case: FilteredImageCase, given: tuple[Argument, ...], filtered: Filtered, *symbols: Argument) -> Prepared:
    buffers = (private(given[0], 0, Role.INPUT, case.cols), private(given[1], 1, Role.OUTPUT, case.cols))
    return Prepared(given, buffers, (filtered.region(1),), symbols)


def square(case: FilteredImageCase, rng: np.random.Generator) -> tuple[Floats, tuple[Argument, ...]]:
    """A fresh filter, and the variables that hold it."""
    side = 2 * case.radius + 1
    weights = filter_values(rng, (side, side), case.values)
    return weights.astype(np.float64), (Argument("filter", weights.ravel()),)


def separable(case: FilteredImageCase, rng: np.random.Generator) -> tuple[Floats, tuple[Argument, ...]]:
    """The same of two one-dimensional filters."""
    side = 2 * case.radius + 1
    across, down = (filter_values(rng, (side,), case.values) for _ in range(2))
    down[0], down[1] = -2 * down[1], -down[0]  # not those of the other one, and none as large as the first
    weights = np.outer(down.astype(np.float64), across.astype(np.float64))
    return weights, (Argument("across", across), Argument("down", down))


def _convolved(case: FilteredImageCase, rng: np.random.Generator) -> Prepared:
    given = arguments_of(case, random_values(rng, case.rows * case.cols, case.values))
    weights, symbols = square(case, rng)
    image = np.asarray(given[0].value).astype(np.float64).reshape(case.rows, case.cols)
    side = 2 * case.radius + 1
    filtered = Filtered(image, weights, case.values, lambda y, x: f"filter[{y * side + x}]")
    return _prepared(case, given, filtered, *symbols)


def passed_by_value(symbol: Argument) -> tuple[Argument, ...]:
    """A variable's weights as parameters."""
    return tuple(Argument(f"w{k}", weight) for k, weight in enumerate(np.asarray(symbol.value)))


def _by_value(case: SmallFilterCase, rng: np.random.Generator) -> Prepared:
    prepared = _convolved(case, rng)
    (symbol,) = prepared.symbols
    return Prepared((*prepared.arguments, *passed_by_value(symbol)), prepared.buffers, prepared.regions)


def _separated(case: FilteredImageCase, rng: np.random.Generator) -> Prepared:
    given = arguments_of(case, random_values(rng, case.rows * case.cols, case.values))
    weights, symbols = separable(case, rng)
    image = np.asarray(given[0].value).astype(np.float64).reshape(case.rows, case.cols)
    across, down = (np.asarray(each.value).astype(np.float64) for each in symbols)
    filtered = Filtered(image, weights, case.values, lambda y, x: f"down[{y}] * across[{x}]",
                        slips=partial(_one_pass, image, across, down))  # fmt: skip
    return _prepared(case, given, filtered, *symbols)


def _one_pass(image: Floats, across: Floats, down: Floats) -> Iterator[tuple[Mistake, Floats]]:
    yield mistake("column_pass_missing"), correlated(image, across[None])
    yield mistake("row_pass_missing"), correlated(image, down[:, None])
    yield mistake("filter_twice", name="across"), correlated(image, np.outer(across, across))
    yield mistake("filter_twice", name="down"), correlated(image, np.outer(down, down))


def _with_margin(case: ImageCase, rng: np.random.Generator) -> Prepared:
    """An image with a margin on all sides, and the 5 x 5 sums of what lies within."""
    wide = case.cols + 2 * MARGIN
    given = arguments_of(case, random_values(rng, (case.rows + 2 * MARGIN) * wide, case.values))
    buffers = (private(given[0], 0, Role.INPUT, wide), private(given[1], 1, Role.OUTPUT, case.cols))
    image = buffers[0].original.astype(np.float64).reshape(-1, wide)
    side = 2 * REACH + 1

    def summed(values: Floats) -> Floats:
        return correlated(values, np.ones((side, side)))[MARGIN:-MARGIN, MARGIN:-MARGIN]

    def working(_: int, row: int, col: int) -> tuple[str, str]:
        first = row + MARGIN - REACH, col + MARGIN - REACH
        places = [divmod(k, side) for k in range(side * side)]
        names = total(len(places), lambda k: f"in[{first[0] + places[k][0]}][{first[1] + places[k][1]}]")
        numbers = total(len(places), lambda k: value(image[first[0] + places[k][0], first[1] + places[k][1]]))
        return f"out[{row}][{col}] = {names}", numbers

    magnitude = None if case.values == "integers" else summed(np.abs(image))[None]
    region = Region(1, grid_of(case.rows, case.cols, case.cols), expected=summed(image)[None],
                    rounding=rounding_of_sums(magnitude, side * side), working=working)  # fmt: skip
    return Prepared(given, buffers, (region,))


_SIGNATURE = ("const float* in", "float* out", "int rows", "int cols")
CONVOLUTION_2D = Problem(
    "convolution_2d", FilteredImageCase, _SIGNATURE, _convolved, judge, at_scale("filters_bulk", "convolved")
)
CONVOLUTION_BY_VALUE = Problem(
    "convolution_by_value", SmallFilterCase, (*_SIGNATURE, *(f"float w{k}" for k in range(9))), _by_value, judge,
    at_scale("filters_bulk", "by_value"),
)  # fmt: skip
SEPARABLE_FILTER = Problem(
    "separable_filter", FilteredImageCase, _SIGNATURE, _separated, judge, at_scale("filters_bulk", "separated")
)
MARGIN_SUMS = Problem("margin_sums", ImageCase, _SIGNATURE, _with_margin, judge)
