"""Tables of constants, borders, tiles with a halo, products of filters, and reads between texels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from grader.dataclass import dataclass
from grader.quiz.truth.costs import FLOAT, WARP, sectors_of
from grader.quiz.truth.geometry import tiles
from grader.simt.sectors import distinct
from grader.simt.textures import sampled
from grader.textures import Texture

_FORMS = {
    "quotient": lambda lane, number: lane // number,
    "remainder": lambda lane, number: lane % number,
    "multiple": lambda lane, number: lane * number,
    "same": lambda lane, number: 0 * lane + number,
}


@dataclass(frozen=True, slots=True)
class TableRead:
    """A warp's read of a table of floats: passes of the constant cache, or sectors if it were in global memory."""

    passes: int
    sectors: int

    @property
    def excess(self) -> int:
        """Passes beyond the one that every request takes."""
        return self.passes - 1


def table_read(form: str, number: int, lanes: int = WARP) -> TableRead:
    """The read of table[...] by the first lanes of a warp; the table begins at a sector's boundary.

    form: "quotient", lane / number; "remainder", lane % number; "multiple", lane * number; "same", number. Raises
    ValueError for another form.
    """
    if form not in _FORMS:
        raise ValueError(f"a form is one of {', '.join(_FORMS)}, not {form!r}")
    lane = np.arange(WARP)
    active, index = lane < lanes, _FORMS[form](lane, number)
    return TableRead(int(distinct(index[None], active[None])[0]), sectors_of(index * FLOAT, active, FLOAT))


def mended(k: int, n: int, border: str) -> int | None:
    """The element that stands for element k of n, at most n - 1 beyond an end; None where the border is of zeros.

    border: "zeros", "clamp", "wrap", "mirror" (around the last element) or "mirror_twice" (around its outer edge, so
    that it comes twice). Raises ValueError for another border.
    """
    if 0 <= k < n:
        return k
    below = k < 0
    found = {
        "zeros": None,
        "clamp": 0 if below else n - 1,
        "wrap": k + n if below else k - n,
        "mirror": -k if below else 2 * n - 2 - k,
        "mirror_twice": -k - 1 if below else 2 * n - 1 - k,
    }
    if border not in found:
        raise ValueError(f"a border is one of {', '.join(found)}, not {border!r}")
    return found[border]


@dataclass(frozen=True, slots=True)
class HaloCost:
    """A tile with its halo. requests, sectors: of the loads that fill it; direct: load requests without a tile."""

    cells: int
    requests: int
    sectors: int
    direct: int


def halo_cost(wide: int, high: int, radius: int) -> HaloCost:
    """A tile of `high` rows of `wide` results, a multiple of 32, filled row by row by warps.

    The first result, and the begin of each row of the image, lie at sector boundaries; the image goes on on all sides.
    Raises ValueError for a width that is no multiple of 32.
    """
    if wide % WARP:
        raise ValueError(f"{wide} results are no whole warps")
    rows, row = high + 2 * radius, wide + 2 * radius
    lane = np.arange(WARP)
    begins = -(-radius * FLOAT // 32) * 32 - radius * FLOAT  # bytes after a boundary
    requests = sectors = 0
    for first in range(0, row, WARP):
        active = first + lane < row
        requests += rows
        sectors += rows * sectors_of(begins + (first + lane) * FLOAT, active, FLOAT)
    return HaloCost(rows * row, requests, sectors, tiles(wide * high, WARP) * (2 * radius + 1) ** 2)


def spoiled(wide: int, high: int, radius: int, part: str) -> int:
    """Results of a block inside an image that have a neighbour in a part of its halo: "corners", "left", "above".

    The corners belong to none of the sides. Raises ValueError for another part.
    """
    found = 0
    for y in range(high):
        for x in range(wide):
            beside = {"left": x < radius, "right": x >= wide - radius}
            around = {"above": y < radius, "below": y >= high - radius}
            if part == "corners":
                found += any(beside.values()) and any(around.values())
            elif part in ("left", "above"):
                found += beside["left"] if part == "left" else around["above"]
            else:
                raise ValueError(f'a part of a halo is "corners", "left" or "above", not {part!r}')
    return found


def filter_products(radius: int, rank: int = 0) -> int:
    """Products an element: of all weights of a square filter, or of a sum of `rank` columns times rows."""
    side = 2 * radius + 1
    return 2 * side * rank if rank else side**2


def between_texels(texels: Sequence[float], x: float) -> float:
    """What tex1D with a linear filter, clamped, returns at x, in texels: the emulator's own."""
    texture = Texture(np.array(texels, np.float32)[:, None], linear=True)
    (word, *_) = sampled(texture, (np.array([x], np.float32),))
    return float(word.view(np.float32)[0])
