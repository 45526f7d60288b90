"""Filtered signals and images beside sums taken term by term; borders, halos and flipped filters are told by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.problems import PROBLEMS
from grader.problems.base import Geometry, MismatchKind, Mistake, Prepared, mistake
from grader.problems.filters_2d import MARGIN, REACH
from tests.problems.diagnosing import diagnosed
from tests.problems.test_bulk import launched
from tests.problems.test_judgement import as_fp16, buffers
from tests.tiers import examples

Floats = NDArray[np.float64]
Element = Callable[[Floats, int, int], float]  # element (row, column) of an image, or what is there beyond its edges
BLOCK = Geometry((4, 4, 1), (16, 8, 1))


def zero(image: Floats, row: int, col: int) -> float:
    inside = 0 <= row < image.shape[0] and 0 <= col < image.shape[1]
    return float(image[row, col]) if inside else 0.0


def nearest(image: Floats, row: int, col: int) -> float:
    rows, cols = image.shape
    return float(image[min(max(row, 0), rows - 1), min(max(col, 0), cols - 1)])


def opposite(image: Floats, row: int, col: int) -> float:
    return float(image[row % image.shape[0], col % image.shape[1]])


def next_row(image: Floats, row: int, col: int) -> float:
    at = row * image.shape[1] + col
    return float(image.flat[at]) if 0 <= at < image.size else 0.0


def filtered(image: Floats, weights: Floats, element: Element = zero, begin: int | None = None) -> Floats:
    """Term by term; begin: where the filter begins, from the element on, if not where it should."""
    high, wide = weights.shape
    above, left = (high // 2, wide // 2) if begin is None else (begin, begin)
    result = np.zeros_like(image)
    for (row, col), (y, x) in ((a, b) for a in np.ndindex(*image.shape) for b in np.ndindex(*weights.shape)):
        result[row, col] += weights[y, x] * element(image, row + y - above, col + x - left)
    return result


def without(part: Callable[[bool, bool, bool, bool], bool]) -> Callable[[Floats, Floats], Floats]:
    """Filtered, but for terms in a part of the halo of tiles of 16 x 8, given whether left, right, above, below."""

    def made(image: Floats, weights: Floats) -> Floats:
        result = np.zeros_like(image)
        reach = weights.shape[0] // 2
        for (row, col), (y, x) in ((a, b) for a in np.ndindex(*image.shape) for b in np.ndindex(*weights.shape)):
            down, across = row % 8 + y - reach, col % 16 + x - reach
            if not part(across < 0, across >= 16, down < 0, down >= 8):
                result[row, col] += weights[y, x] * zero(image, row + y - reach, col + x - reach)
        return result

    return made


class Filter:
    """One prepared case: its image and weights, and what the judge says of results."""

    def __init__(self, family: str, seed: int = 3, **dims: Any) -> None:
        self.family = PROBLEMS[family]
        self.case = self.family.case_model.model_validate(dims)
        self.prepared: Prepared = self.family.arguments(self.case, np.random.default_rng(seed))
        shape = (dims.get("rows", 1), dims["cols"] if "cols" in dims else dims["n"])
        content = self.prepared.buffers[0].original.astype(np.float64)
        self.image = content.reshape(shape) if content.size == shape[0] * shape[1] else content
        given = {s.name: np.asarray(s.value, np.float64) for s in self.prepared.symbols}
        side = 2 * dims.get("radius", 2) + 1
        if "across" in given:
            self.weights = np.outer(given["down"], given["across"])
        elif "filter" in given:
            self.weights = given["filter"].reshape(-1, side)
        else:
            self.weights = np.ones((1, side))

    def outputs(self, result: Floats) -> dict[int, Any]:
        return buffers(self.prepared) | {1: result.astype(np.float32).ravel()}

    def passed(self, result: Floats) -> bool:
        return self.family.judge(self.prepared, self.outputs(result)).passed

    def told(self, result: Floats) -> Mistake | None:
        return diagnosed(self.family, self.prepared, self.outputs(result), BLOCK)


FAMILIES = st.sampled_from(["convolution_1d", "sums_of_five", "convolution_2d", "separable_filter"])


@examples(60)
@given(FAMILIES, st.integers(0, 2**32), st.integers(1, 12), st.integers(1, 14), st.sampled_from(["integers", "floats"]))
def test_right_sums_pass_and_one_wrong_sum_does_not(family: str, seed: int, rows: int, cols: int, values: str) -> None:
    if family in ("convolution_1d", "sums_of_five"):
        dims: dict[str, Any] = {"n": rows * cols}
    else:
        dims = {"rows": rows, "cols": cols}
    radius = {} if family == "sums_of_five" else {"radius": 1 + seed % 3}
    given_filter = Filter(family, seed, **dims, **radius, values=values)
    element = nearest if family == "sums_of_five" else zero
    right = filtered(given_filter.image, given_filter.weights, element)
    assert given_filter.passed(right)
    assert not given_filter.family.judge(given_filter.prepared, buffers(given_filter.prepared)).passed
    right.flat[seed % right.size] += 0.01
    assert not given_filter.passed(right)


@pytest.mark.parametrize(
    ("family", "dims"),
    [("convolution_1d", {"n": 200}), ("convolution_2d", {"rows": 12, "cols": 20}),
     ("separable_filter", {"rows": 12, "cols": 20})],
)  # fmt: skip
def test_images_and_products_rounded_to_fp16_fail(family: str, dims: dict[str, int]) -> None:
    one = Filter(family, **dims, radius=4, values="floats")
    assert not one.passed(filtered(as_fp16(one.image), one.weights))
    assert not one.passed(as_fp16(filtered(one.image, one.weights)))


@examples(30)
@given(st.integers(0, 2**32), st.integers(1, 6))
@example(243, 1)
def test_no_exchange_leaves_a_filter_as_it_is(seed: int, radius: int) -> None:
    for values in ("integers", "floats"):
        square = Filter("convolution_2d", seed, rows=3, cols=3, radius=radius, values=values).weights
        for other in (square[::-1], square[:, ::-1], square[::-1, ::-1], square.T):
            assert (other != square).any()
        two = Filter("separable_filter", seed, rows=3, cols=3, radius=radius, values=values).prepared.symbols
        across, down = (np.asarray(symbol.value) for symbol in two)
        assert (across != down).any() and (across != across[::-1]).any() and (down != down[::-1]).any()


TILE = {"cols": 16, "rows": 8}


def any_side(left: bool, right: bool, above: bool, below: bool) -> bool:
    return left or right or above or below


def two_sides(left: bool, right: bool, above: bool, below: bool) -> bool:
    return (left or right) and (above or below)


SLIPS: dict[str, tuple[Callable[[Floats, Floats], Floats], Mistake]] = {
    "flipped": (lambda m, w: filtered(m, w[::-1, ::-1]), mistake("filter_flipped")),
    "rows flipped": (lambda m, w: filtered(m, w[::-1]), mistake("filter_flipped_rows")),
    "transposed": (lambda m, w: filtered(m, w.T), mistake("filter_transposed")),
    "ignored": (lambda m, w: filtered(m, np.ones_like(w)), mistake("filter_ignored")),
    "clamped": (lambda m, w: filtered(m, w, nearest), mistake("border_clamped")),
    "wrapped": (lambda m, w: filtered(m, w, opposite), mistake("border_wrapped")),
    "columns wrap": (lambda m, w: filtered(m, w, next_row), mistake("edge_columns_wrap")),
    "from the element": (lambda m, w: filtered(m, w, begin=0), mistake("filter_from_element")),
    "last row": (lambda m, w: filtered(m, np.pad(w[:-1], ((0, 1), (0, 0)))), mistake("filter_last_row_missing")),
    "no halo": (without(any_side), mistake("halo_missing", **TILE)),
    "no left halo": (without(lambda left, right, above, below: left), mistake("halo_left_missing", **TILE)),
    "no lower halo": (without(lambda left, right, above, below: below), mistake("halo_below_missing", **TILE)),
    "no sides": (without(lambda left, right, above, below: left or right), mistake("halo_sides_missing", **TILE)),
    "no corners": (without(two_sides), mistake("halo_corners_missing", **TILE)),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_with_an_image_is_told_by_name(slip: str) -> None:
    made, name = SLIPS[slip]
    one = Filter("convolution_2d", rows=21, cols=37, radius=2)
    assert one.told(made(one.image, one.weights)) == name


@pytest.mark.parametrize(
    ("made", "name"),
    [
        (lambda m, a, d: filtered(m, a[None]), mistake("column_pass_missing")),
        (lambda m, a, d: filtered(m, d[:, None]), mistake("row_pass_missing")),
        (lambda m, a, d: filtered(m, np.outer(a, a)), mistake("filter_twice", name="across")),
        (lambda m, a, d: filtered(m, np.outer(a, d)), mistake("filter_transposed")),
    ],
)
def test_a_slip_with_two_passes_is_told_by_name(made: Callable[..., Floats], name: Mistake) -> None:
    one = Filter("separable_filter", rows=21, cols=37, radius=3)
    across, down = (np.asarray(symbol.value, np.float64) for symbol in one.prepared.symbols)
    assert one.told(made(one.image, across, down)) == name


@pytest.mark.parametrize(
    ("made", "name"),
    [
        (lambda m, w: filtered(m, w[:, ::-1]), mistake("filter_flipped")),
        (lambda m, w: filtered(m, np.pad(w[:, 1:], ((0, 0), (1, 0)))), mistake("filter_first_weight_missing")),
        (lambda m, w: filtered(m, np.pad(w[:, :-1], ((0, 0), (0, 1)))), mistake("filter_last_weight_missing")),
        (lambda m, w: filtered(m, w, nearest), mistake("border_clamped")),
    ],
)
def test_a_slip_with_a_signal_is_told_by_name(made: Callable[..., Floats], name: Mistake) -> None:
    one = Filter("convolution_1d", n=101, radius=3)
    assert one.told(made(one.image, one.weights)) == name


def test_zeros_beyond_the_ends_are_told_where_the_nearest_element_is_wanted() -> None:
    one = Filter("sums_of_five", n=40)
    assert one.told(filtered(one.image, one.weights)) == mistake("border_zero")


def test_sums_within_a_margin() -> None:
    one = Filter("margin_sums", rows=5, cols=9)
    image = one.image.reshape(5 + 2 * MARGIN, 9 + 2 * MARGIN)
    right = filtered(image, np.ones((2 * REACH + 1, 2 * REACH + 1)))[MARGIN:-MARGIN, MARGIN:-MARGIN]
    assert one.passed(right)
    assert not one.passed(right + 1)


def test_input_that_was_overwritten_is_told() -> None:
    one = Filter("convolution_2d", rows=3, cols=5, radius=1)
    after = one.outputs(filtered(one.image, one.weights)) | {0: np.zeros(15, np.float32)}
    (found,) = one.family.judge(one.prepared, after).mismatches
    assert (found.kind, found.buffer) == (MismatchKind.INPUT, "in")


def test_the_working_shows_zeros_beyond_the_edge_and_the_filter_as_the_kernel_calls_it() -> None:
    one = Filter("convolution_2d", rows=4, cols=4, radius=1)
    working = one.prepared.regions[0].working
    assert working is not None
    assert working(0, 0, 0)[0] == "out[0][0] = filter[0] * 0 + ... + filter[8] * in[1][1]"
    five = Filter("sums_of_five", n=9).prepared.regions[0].working
    assert five is not None
    assert five(0, 0, 1)[0] == "out[1] = in[0] + ... + in[3]"


@pytest.mark.parametrize(
    ("family", "dims"),
    [("convolution_1d", {"n": 4}), ("convolution_1d", {"n": 0, "radius": 1}),
     ("convolution_2d", {"rows": 4, "cols": 4, "radius": 0}), ("sums_of_five", {"n": 0}),
     ("separable_filter", {"rows": 2**15, "cols": 2**15, "radius": 1})],
)  # fmt: skip
def test_a_senseless_case_is_refused(family: str, dims: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        PROBLEMS[family].case_model.model_validate(dims)


@pytest.mark.parametrize("family", ["convolution_2d", "separable_filter"])
def test_timed_images_are_verified(family: str) -> None:
    left = launched(family, rows=40, cols=30, radius=2)
    assert (left.bulk.bytes, left.bulk.library) == (8 * 1200, "device_copy")
    given_weights = {s.name: np.asarray(s.value, np.float64) for s in left.bulk.symbols}
    weights = given_weights["filter"].reshape(5, 5) if "filter" in given_weights else (
        np.outer(given_weights["down"], given_weights["across"])
    )  # fmt: skip
    image = left.buffers[0].reshape(40, 30).astype(np.float64)
    left.buffers[1] = filtered(image, weights).astype(np.float32).ravel()
    assert left.sampled() is None and left.whole() is None
    left.buffers[1] = filtered(as_fp16(image), weights).astype(np.float32).ravel()
    assert left.sampled() is not None and left.whole() is not None
    left.buffers[1] = filtered(image, weights, nearest).astype(np.float32).ravel()
    assert left.sampled() is not None
