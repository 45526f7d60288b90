"""Filters of signals and images: weighted sums of an element's neighbourhood, and what goes wrong with them.

All of them are correlations: filter[k] belongs to the neighbour k - radius further on. A signal is an image of one row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Literal

import numpy as np

from grader.dataclass import dataclass
from grader.problems import coverage
from grader.problems.base import Floats, Geometry, Indices, Mask, Mistake, Possible, Region, Values, mistake
from grader.problems.filling import Float32, grid_of, random_values
from grader.problems.rounding import rounding_of_sums
from grader.problems.working import total, value

Border = Literal["constant", "edge", "wrap"]  # zeros beyond the edges, the nearest element, the opposite side
Keep = Callable[[int, int], Mask]  # which elements have the term of the neighbour (dy, dx)
_TALLER = (1, 2, 4, 8)  # times that a tile may be as high as a block


def filter_values(rng: np.random.Generator, shape: tuple[int, ...], kind: Values) -> Float32:
    """Weights that no exchange leaves as they are: the first is larger than all others."""
    weights = random_values(rng, int(np.prod(shape)), kind)
    weights[0] = 5.0 if kind == "integers" else 1.25
    weights[1] = 3.0 if kind == "integers" else -0.75
    return weights.reshape(shape)


def correlated(image: Floats, weights: Floats, border: Border = "constant", keep: Keep | None = None) -> Floats:
    """The weighted sum of the neighbourhood of each element; weights: (2 * a + 1, 2 * b + 1)."""
    rows, cols = image.shape
    above, left = weights.shape[0] // 2, weights.shape[1] // 2
    around = np.pad(image, ((above, above), (left, left)), mode=border)
    result = np.zeros_like(image)
    for (y, x), weight in np.ndenumerate(weights):
        term = weight * around[y : y + rows, x : x + cols]
        result += term if keep is None else np.where(keep(y - above, x - left), term, 0.0)
    return result


@dataclass(frozen=True)
class Filtered:
    """A filtered image. weights: as (2 * a + 1, 2 * b + 1). name: of the weight at (y, x), as the kernel calls it, or
    "" if all are 1.

    slips: the result after mistakes of the family, in addition to those of all filters.
    """

    image: Floats
    weights: Floats
    values: Values
    name: Callable[[int, int], str]
    border: Border = "constant"
    vector: bool = False
    slips: Callable[[], Iterator[tuple[Mistake, Floats]]] = lambda: iter(())

    def right(self) -> Floats:
        """What the kernel must write."""
        return correlated(self.image, self.weights, self.border)

    def region(self, position: int) -> Region:
        """The region of the result, which fills a buffer."""
        rows, cols = self.image.shape
        exact = self.values == "integers"
        magnitude = None if exact else correlated(np.abs(self.image), np.abs(self.weights), self.border)[None]
        return Region(
            position, grid_of(rows, cols, cols), expected=self.right()[None],
            rounding=rounding_of_sums(magnitude, self.weights.size),
            mistakes=self._mistakes, working=self._working,
        )  # fmt: skip

    def _mistakes(self, geometry: Geometry) -> Iterator[Possible]:
        image, weights = self.image, self.weights
        yield mistake("copied", name="in"), lambda: image[None]
        for name, other in _other_weights(weights):
            yield name, partial(self._filtered, other)
        yield mistake("filter_from_element"), self._from_element
        borders: tuple[tuple[str, Border], ...] = (
            ("border_zero", "constant"), ("border_clamped", "edge"), ("border_wrapped", "wrap"),
        )  # fmt: skip
        for key, border in borders:
            if border != self.border:
                yield mistake(key), partial(self._bordered, border)
        if not self.vector:
            yield mistake("edge_columns_wrap"), self._wrapped
        for name, made in self.slips():
            yield name, partial(np.reshape, made, (1, *image.shape))
        yield from halo_slips(self.weights, geometry, self.image.shape, self._kept, self.vector)
        right = self.right()[None]
        yield from coverage.of_vector(right, geometry) if self.vector else coverage.of_matrix(right, geometry)

    def _filtered(self, weights: Floats) -> Floats:
        return correlated(self.image, weights, self.border)[None]

    def _bordered(self, border: Border) -> Floats:
        return correlated(self.image, self.weights, border)[None]

    def _kept(self, keep: Keep) -> Floats:
        return correlated(self.image, self.weights, self.border, keep)[None]

    def _wrapped(self) -> Floats:
        """Numbers of elements are tested, not columns: beyond the end of a row lies the next one."""
        cols, flat = self.image.shape[1], self.image.ravel()
        above, left = self.weights.shape[0] // 2, self.weights.shape[1] // 2
        reach = above * cols + left
        around = np.pad(flat, reach)
        result = np.zeros_like(flat)
        for (y, x), weight in np.ndenumerate(self.weights):
            start = reach + (y - above) * cols + x - left
            result += weight * around[start : start + flat.size]
        return result.reshape(1, *self.image.shape)

    def _from_element(self) -> Floats:
        """The filter begins at the element, not `radius` before it."""
        above, left = self.weights.shape[0] // 2, self.weights.shape[1] // 2
        around = np.pad(self.image, ((0, 2 * above), (0, 2 * left)), mode=self.border)
        rows, cols = self.image.shape
        return correlated(around, self.weights)[above : above + rows, left : left + cols][None]

    def _working(self, _: int, row: int, col: int) -> tuple[str, str]:
        above, left = self.weights.shape[0] // 2, self.weights.shape[1] // 2
        around = np.pad(self.image, ((above, above), (left, left)), mode=self.border)
        wide = self.weights.shape[1]

        def place(y: int, x: int) -> str:
            return f"[{x}]" if self.vector else f"[{y}][{x}]"

        def symbol(k: int) -> str:
            y, x = divmod(k, wide)
            there = row + y - above, col + x - left
            rows, cols = self.image.shape
            nearest = min(max(there[0], 0), rows - 1), min(max(there[1], 0), cols - 1)
            element = "0" if self.border == "constant" and there != nearest else f"in{place(*nearest)}"
            weight = self.name(y, x)
            return f"{weight} * {element}" if weight else element

        def number(k: int) -> str:
            y, x = divmod(k, wide)
            term = value(around[row + y, col + x])
            return f"{value(self.weights[y, x])} * {term}" if self.name(y, x) else term

        count = self.weights.size
        return f"out{place(row, col)} = {total(count, symbol)}", total(count, number)


def _other_weights(weights: Floats) -> Iterator[tuple[Mistake, Floats]]:
    """What a filter is taken for."""
    y, x = np.indices(weights.shape)
    last, first = np.array(weights.shape) - 1, (0, 0)
    yield mistake("filter_flipped"), weights[::-1, ::-1]
    if weights.shape[0] > 1:
        yield mistake("filter_flipped_rows"), weights[::-1]
        yield mistake("filter_flipped_cols"), weights[:, ::-1]
        yield mistake("filter_transposed"), weights.T
        yield mistake("filter_last_missing"), np.where((y == last[0]) | (x == last[1]), 0.0, weights)
        yield mistake("filter_first_missing"), np.where((y == first[0]) | (x == first[1]), 0.0, weights)
        yield mistake("filter_last_row_missing"), np.where(y == last[0], 0.0, weights)
        yield mistake("filter_last_col_missing"), np.where(x == last[1], 0.0, weights)
    else:
        yield mistake("filter_last_weight_missing"), np.where(x == last[1], 0.0, weights)
        yield mistake("filter_first_weight_missing"), np.where(x == first[1], 0.0, weights)
    yield mistake("filter_ignored"), np.ones_like(weights)
    yield mistake("filter_first_weight"), np.full_like(weights, weights[0, 0])


def halo_slips(
    weights: Floats, geometry: Geometry, shape: tuple[int, ...], made: Callable[[Keep], Floats], vector: bool = False
) -> Iterator[Possible]:
    """Parts of the halo of each tile that count as 0. made: the result if only some terms are kept."""
    row = np.arange(shape[-2], dtype=np.int64)[:, None]
    col = np.arange(shape[-1], dtype=np.int64)[None, :]
    wide = geometry.block[0]
    for high in (1,) if vector else [geometry.block[1] * times for times in _TALLER]:
        tile = {"cols": wide} if vector else {"cols": wide, "rows": high}
        sides = _sides(col % wide, wide, row % high, high)
        for key, lost in sides.items():
            if vector and key not in _OF_A_SIGNAL:
                continue
            name = mistake(f"halo_{key}_missing" if key else "halo_missing", **tile)
            yield name, partial(_without, made, lost)


_OF_A_SIGNAL = ("", "left", "right")


def _sides(x: Indices, wide: int, y: Indices, high: int) -> dict[str, Keep]:
    """Which neighbours lie in each part of the halo of a tile. x, y: an element's place in its tile."""

    def across(dx: int) -> Mask:
        return (x + dx < 0) | (x + dx >= wide)

    def down(dy: int) -> Mask:
        return (y + dy < 0) | (y + dy >= high)

    return {
        "": lambda dy, dx: across(dx) | down(dy),
        "left": lambda dy, dx: np.logical_or(x + dx < 0, y < 0),
        "right": lambda dy, dx: np.logical_or(x + dx >= wide, y < 0),
        "above": lambda dy, dx: np.logical_or(y + dy < 0, x < 0),
        "below": lambda dy, dx: np.logical_or(y + dy >= high, x < 0),
        "sides": lambda dy, dx: np.logical_or(across(dx), y < 0),
        "rows": lambda dy, dx: np.logical_or(down(dy), x < 0),
        "corners": lambda dy, dx: across(dx) & down(dy),
    }


def _without(made: Callable[[Keep], Floats], lost: Keep) -> Floats:
    return made(lambda dy, dx: ~lost(dy, dx))
