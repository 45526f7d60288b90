"""Random warp accesses, shared by the tests of the counting rules."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

WARP = 32


@dataclass(frozen=True)
class Warps:
    """addresses, active: shape [warps, 32], as the counting functions take them; width: bytes a lane."""

    addresses: NDArray[np.int64]
    active: NDArray[np.bool_]
    width: int

    def lanes(self) -> list[list[int | None]]:
        """Byte addresses of the active lanes (None for the others), warp by warp, as plain integers."""
        pairs = zip(self.addresses.tolist(), self.active.tolist(), strict=True)
        return [[a if on else None for a, on in zip(*pair, strict=True)] for pair in pairs]


@st.composite
def warps(draw: st.DrawFn, widths: tuple[int, ...], most: int = 12) -> Warps:
    """Strided, scattered, broadcast and permuted accesses, naturally aligned, with masks of every kind."""
    width = draw(st.sampled_from(widths))
    count = draw(st.integers(1, most))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    lane = np.arange(WARP)
    rows = []
    for _ in range(count):
        kind = draw(st.sampled_from(["stride", "scatter", "few", "xor", "repeat"]))
        base = int(random.integers(0, 64))
        index = {
            "stride": base + lane * int(random.integers(0, 40)),
            "scatter": random.integers(0, draw(st.sampled_from([8, 64, 4096])), WARP),
            "few": random.choice(random.integers(0, 512, 3), WARP),
            "xor": base + (lane ^ int(random.integers(0, 32))),
            "repeat": rows[-1] // width + 128 * int(random.integers(0, 3)) if rows else lane,
        }[kind]
        rows.append(np.asarray(index, np.int64) * width)
    masks = []
    for _ in range(count):
        share = draw(st.sampled_from([0.0, 0.1, 0.5, 0.9, 1.0]))
        mask = random.random(WARP) < share
        mask[int(random.integers(0, WARP))] = True  # a warp without lanes executes nothing
        masks.append(mask)
    return Warps(np.stack(rows), np.stack(masks), width)
