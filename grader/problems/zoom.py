"""An image that is zoomed by reading a texture: bilinear, the edges repeated.

The image has `height` x `width` texels, the result rows x cols elements. The centre of texel i lies at i + 0.5, that of
element i of the result at (i + 0.5) / zoom, in texels.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar

import numpy as np

from grader.launch import Argument
from grader.problems import coverage
from grader.problems.base import (
    UNKNOWN,
    Case,
    Floats,
    Geometry,
    Indices,
    Mask,
    Possible,
    Prepared,
    Problem,
    Region,
    Role,
    Rounding,
    mistake,
)
from grader.problems.filling import grid_of, poison, private, random_values
from grader.problems.judging import judge
from grader.problems.working import value
from grader.records import Limit
from grader.textures import Texture

# A texture unit keeps 8 bits of each of the two weights, so each may be off by half of 2^-8 (CUDA C++ Programming
# Guide, "Linear Filtering"); twice that leaves room for how it rounds them.
_WEIGHT_ERROR = 2.0**-8
_ROUNDING = 1e-5  # of coordinates and products in FP32
_EDGE = 1e-3  # texels
_NEAR = 2  # texels around a place whose range bounds how much a wrong weight can change

Size = Annotated[int, Limit(strict=True, ge=1, le=8192)]


class ZoomCase(Case):
    """An image of height x width texels, and rows x cols elements of it, zoomed."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("rows", "cols", "height", "width")

    rows: Size
    cols: Size
    height: Size
    width: Size
    zoom: Annotated[float, Limit(ge=0.125, le=32, allow_inf_nan=False)]

    def defaults(self) -> dict[str, object]:
        """The default of each optional field; the zoom has none, and is always shown."""
        return super().defaults() | {"zoom": None}


def arguments(case: ZoomCase, rng: np.random.Generator) -> Prepared:
    """A fresh image as a texture, and the zoomed one."""
    texels = random_values(rng, case.height * case.width, case.values).reshape(case.height, case.width, 1)
    zoom = np.float32(case.zoom)
    given = (
        Argument("image", Texture(texels.copy(), ("clamp", "clamp"), linear=True)),
        Argument("out", poison(case.rows * case.cols)),
        Argument("rows", np.int32(case.rows)),
        Argument("cols", np.int32(case.cols)),
        Argument("zoom", zoom),
    )
    buffers = (private(given[1], 1, Role.OUTPUT, case.cols),)
    image = texels[:, :, 0].astype(np.float64)
    y, x = ((np.arange(count, dtype=np.float64) + 0.5) / float(zoom) for count in (case.rows, case.cols))
    room = Rounding(_tolerance(image, y, x)[None], np.ones((1, 1, 1)))
    region = Region(
        1, grid_of(case.rows, case.cols, case.cols), expected=sampled(image, y, x)[None], rounding=room,
        mistakes=partial(_mistakes, image, (case.rows, case.cols), float(zoom)),
        working=partial(_working, image, float(zoom)),
    )  # fmt: skip
    return Prepared(given, buffers, (region,))


def sampled(image: Floats, y: Floats, x: Floats) -> Floats:
    """The image between the centres of its texels, at the rows y and the columns x, in texels."""
    (top, low), (left, right) = _two(y, image.shape[0]), _two(x, image.shape[1])
    down, across = ((y - 0.5) % 1.0)[:, None], ((x - 0.5) % 1.0)[None, :]
    upper = (1 - across) * image[np.ix_(top, left)] + across * image[np.ix_(top, right)]
    lower = (1 - across) * image[np.ix_(low, left)] + across * image[np.ix_(low, right)]
    result: Floats = (1 - down) * upper + down * lower
    return result


def _two(places: Floats, size: int) -> tuple[Indices, Indices]:
    """The texels whose centres lie before and behind a place."""
    first = np.floor(places - 0.5).astype(np.int64)
    return np.clip(first, 0, size - 1), np.clip(first + 1, 0, size - 1)


def _tolerance(image: Floats, y: Floats, x: Floats) -> Floats:
    """What wrong weights in both directions can change, given the range of the texels nearby."""
    around = np.pad(image, _NEAR, mode="edge")
    size = 2 * _NEAR + 1
    near = np.lib.stride_tricks.sliding_window_view(around, (size, size))
    spread = near.max(axis=(2, 3)) - near.min(axis=(2, 3))
    rows, cols = (np.clip(np.floor(p).astype(np.int64), 0, n - 1) for p, n in zip((y, x), image.shape, strict=True))
    room: Floats = 2 * _WEIGHT_ERROR * spread[np.ix_(rows, cols)] + _ROUNDING
    return room


def _mistakes(image: Floats, shape: tuple[int, int], zoom: float, geometry: Geometry) -> Iterator[Possible]:
    row, col = (np.arange(count, dtype=np.float64) for count in shape)
    right = sampled(image, (row + 0.5) / zoom, (col + 0.5) / zoom)

    def at(y: Floats, x: Floats) -> Floats:
        return sampled(image, y, x)[None]

    yield mistake("half_texel_missing"), lambda: at(row / zoom, col / zoom)
    yield mistake("half_texel_of_image"), lambda: at(row / zoom + 0.5, col / zoom + 0.5)
    yield mistake("half_texel_subtracted"), lambda: at((row + 0.5) / zoom - 0.5, (col + 0.5) / zoom - 0.5)
    yield mistake("half_texel_twice"), lambda: at((row + 0.5) / zoom + 0.5, (col + 0.5) / zoom + 0.5)
    yield mistake("zoom_inverted"), lambda: at((row + 0.5) * zoom, (col + 0.5) * zoom)
    yield mistake("zoom_inverted", half=False), lambda: at(row * zoom, col * zoom)
    yield mistake("not_zoomed"), lambda: at(row + 0.5, col + 0.5)
    yield mistake("coordinates_exchanged"), lambda: _exchanged(image, row, col, zoom)
    yield mistake("nearest_texel"), lambda: _nearest(image, (row + 0.5) / zoom, (col + 0.5) / zoom)[None]
    yield from coverage.of_matrix(right[None], geometry)


def _exchanged(image: Floats, row: Floats, col: Floats, zoom: float) -> Floats:
    """x is the row and y the column."""
    return sampled(image, (col + 0.5) / zoom, (row + 0.5) / zoom).T[None]


def _nearest(image: Floats, y: Floats, x: Floats) -> Floats:
    rows, cols = (np.clip(np.floor(p).astype(np.int64), 0, n - 1) for p, n in zip((y, x), image.shape, strict=True))
    between = _between(y)[:, None] | _between(x)[None, :]
    return np.where(between, UNKNOWN, image[np.ix_(rows, cols)])


def _between(places: Floats) -> Mask:
    """Where rounding in FP32 may decide between two texels."""
    return np.asarray(np.abs(places - np.round(places)) < _EDGE)


def _working(image: Floats, zoom: float, _: int, row: int, col: int) -> tuple[str, str]:
    y, x = (row + 0.5) / zoom, (col + 0.5) / zoom
    (top, low), (left, right) = (tuple(int(e[0]) for e in _two(np.array([p]), n))
                                 for p, n in zip((y, x), image.shape, strict=True))  # fmt: skip
    texels = ", ".join(f"[{r}][{c}] = {value(image[r, c])}" for r in (top, low) for c in (left, right))
    return f"out[{row}][{col}] = image at x = {x:.4g}, y = {y:.4g}", f"between {texels}"


_SIGNATURE = ("cudaTextureObject_t image", "float* out", "int rows", "int cols", "float zoom")
TEXTURE_ZOOM = Problem("texture_zoom", ZoomCase, _SIGNATURE, arguments, judge)
