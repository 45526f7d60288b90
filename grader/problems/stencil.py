"""The 7-point stencil of a volume: each element and its six neighbours, with a weight for each axis.

out[z][y][x] = weight[0] * in[z][y][x] + weight[1] * (in[z][y][x - 1] + in[z][y][x + 1]) + weight[2] * (in[z][y - 1][x]
+ in[z][y + 1][x]) + weight[3] * (in[z - 1][y][x] + in[z + 1][y][x]); beyond the volume are zeros.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar, Literal

import numpy as np

from grader.launch import Argument
from grader.problems.base import (
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
    mistake,
)
from grader.problems.coverage import written
from grader.problems.filling import Float32, poison, private, random_values
from grader.problems.judging import judge
from grader.problems.rounding import rounding_of_sums
from grader.problems.working import value
from grader.records import Limit

_POINTS = 7
_AXES = "xyz"
_SIDES = ((2, -1, "left"), (2, 1, "right"), (1, -1, "above"), (1, 1, "below"), (0, -1, "behind"), (0, 1, "ahead"))
_WEIGHT = (0, 3, 2, 1)  # number of the weight of each axis of the array (1 + axis); that of the element itself is 0

Size = Annotated[int, Limit(strict=True, ge=1, le=4096)]


class VolumeCase(Case):
    """A volume of nz planes of ny rows of nx elements."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("nx", "ny", "nz")

    nx: Size
    ny: Size
    nz: Size

    def _consistent(self) -> None:
        if self.nx * self.ny * self.nz > 2**28:
            raise ValueError(f"nx * ny * nz must be at most {2**28}")

    @property
    def shape(self) -> tuple[int, int, int]:
        """As an array."""
        return self.nz, self.ny, self.nx


def arguments(case: VolumeCase, rng: np.random.Generator) -> Prepared:
    """A fresh volume and fresh weights, which are in constant memory before the launch."""
    count = case.nx * case.ny * case.nz
    given = (
        Argument("in", random_values(rng, count, case.values)),
        Argument("out", poison(count)),
        *(Argument(name, np.int32(getattr(case, name))) for name in case.DIMENSIONS),
    )
    weights = _weights(rng, case.values)
    buffers = (private(given[0], 0, Role.INPUT, case.nx), private(given[1], 1, Role.OUTPUT, case.nx))
    volume = buffers[0].original.astype(np.float64).reshape(case.shape)
    wide = weights.astype(np.float64)
    magnitude = None if case.values == "integers" else applied(np.abs(volume), np.abs(wide))
    index: Indices = np.arange(count, dtype=np.int64).reshape(case.shape)
    region = Region(1, index, expected=applied(volume, wide), rounding=rounding_of_sums(magnitude, _POINTS),
                    mistakes=partial(_mistakes, volume, wide), working=partial(_working, volume, wide))  # fmt: skip
    return Prepared(given, buffers, (region,), (Argument("weight", weights),))


def _weights(rng: np.random.Generator, kind: Literal["integers", "floats"]) -> Float32:
    """Four different ones."""
    floats = rng.permutation(4) * 0.5 + rng.uniform(0.1, 0.4, 4)
    whole = (rng.permutation(4) + 1) * rng.choice([-1, 1], 4)
    weights: Float32 = (floats if kind == "floats" else whole).astype(np.float32)
    return weights


def neighbour(volume: Floats, axis: int, step: int) -> Floats:
    """The element one step further on along an axis, 0 beyond the volume."""
    around = np.pad(volume, [(1, 1) if a == axis else (0, 0) for a in range(3)])
    size = volume.shape[axis]
    found: Floats = np.take(around, np.arange(1 + step, 1 + step + size), axis=axis)
    return found


def applied(volume: Floats, weights: Floats) -> Floats:
    """The stencil of the whole volume."""
    result: Floats = weights[0] * volume
    for axis, step, _ in _SIDES:
        result = result + weights[_WEIGHT[1 + axis]] * neighbour(volume, axis, step)
    return result


def _mistakes(volume: Floats, weights: Floats, geometry: Geometry) -> Iterator[Possible]:
    right = applied(volume, weights)
    terms = {side: weights[_WEIGHT[1 + axis]] * neighbour(volume, axis, step) for axis, step, side in _SIDES}
    z = np.arange(volume.shape[0])[:, None, None]
    yield mistake("copied", name="in"), lambda: volume
    for one, other in ((1, 2), (1, 3), (2, 3)):
        order = list(range(4))
        order[one], order[other] = other, one
        name = mistake("weights_exchanged", one=_AXES[one - 1], other=_AXES[other - 1])
        yield name, partial(applied, volume, weights[order])
    yield mistake("plane_behind_missing"), lambda: right - terms["behind"]
    yield mistake("plane_ahead_missing"), lambda: right - terms["ahead"]
    yield mistake("planes_missing"), lambda: right - terms["behind"] - terms["ahead"]
    own = weights[3] * volume
    yield mistake("registers_in_wrong_order"), lambda: right - terms["behind"] + np.where(z > 0, own, 0.0)
    yield mistake("border_clamped"), partial(_clamped, volume, weights)
    yield from _halo(terms, right, geometry)
    everywhere = np.ones(volume.shape, np.bool_)
    yield mistake("first_plane_only"), lambda: written(right, (z < 1) & everywhere)
    yield mistake("last_plane_unwritten"), lambda: written(right, (z < volume.shape[0] - 1) & everywhere)
    yield mistake("first_plane_unwritten"), lambda: written(right, (z > 0) & everywhere)


def _halo(terms: dict[str, Floats], right: Floats, geometry: Geometry) -> Iterator[Possible]:
    """Parts of the halo of each tile, as large as the block, that count as 0."""
    wide, high = geometry.block[:2]
    x, y = np.arange(right.shape[2]) % wide, (np.arange(right.shape[1]) % high)[:, None]
    lost: dict[str, tuple[str, Mask]] = {
        "left": ("left", x == 0), "right": ("right", x == wide - 1),
        "above": ("above", y == 0), "below": ("below", y == high - 1),
    }  # fmt: skip
    for key, which in (
        ("halo_left_missing", "left"), ("halo_right_missing", "right"), ("halo_above_missing", "above"),
        ("halo_below_missing", "below"), ("halo_sides_missing", "left right"), ("halo_rows_missing", "above below"),
        ("halo_missing", "left right above below"),
    ):  # fmt: skip
        made = sum((np.where(lost[side][1], terms[side], 0.0) for side in which.split()), np.zeros(right.shape))
        yield mistake(key, cols=wide, rows=high), partial(np.subtract, right, made)


def _clamped(volume: Floats, weights: Floats) -> Floats:
    """Beyond the volume its elements at the edge once more."""
    around = np.pad(volume, 1, mode="edge")
    return applied(around, weights)[1:-1, 1:-1, 1:-1]


def _working(volume: Floats, weights: Floats, z: int, y: int, x: int) -> tuple[str, str]:
    around = np.pad(volume, 1)[z : z + 3, y : y + 3, x : x + 3]
    pairs = ((around[1, 1, 0], around[1, 1, 2]), (around[1, 0, 1], around[1, 2, 1]), (around[0, 1, 1], around[2, 1, 1]))
    names = (
        f"weight[0] * in[{z}][{y}][{x}] + weight[1] * (left + right) + weight[2] * (above + below)"
        " + weight[3] * (behind + ahead)"
    )
    numbers = " + ".join(
        f"{value(weights[1 + axis])} * ({value(one)} + {value(other)})" for axis, (one, other) in enumerate(pairs)
    )
    return f"out[{z}][{y}][{x}] = {names}", f"{value(weights[0])} * {value(around[1, 1, 1])} + {numbers}"


_SIGNATURE = ("const float* in", "float* out", "int nx", "int ny", "int nz")
STENCIL_7 = Problem("stencil_7", VolumeCase, _SIGNATURE, arguments, judge)  # fmt: skip
