"""What lanes of a warp tell each other: shuffles, votes, matches and reductions over the lanes that run."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.simt.lanes import Lanes
from grader.simt.patterns import WARP

Array = NDArray[Any]
_LANE = np.arange(WARP)
_BIT = np.uint32(1) << _LANE.astype(np.uint32)


class WarpExchange:
    """Warp-wide instructions of one batch."""

    def shuffle(self, mode: str, value: Array, lane: Array, clamp: Array, mask: Array | None, lanes: Lanes) -> tuple[
        Array, NDArray[np.bool_]
    ]:
        """shfl.sync: (value of the source lane, whether it was inside the segment).

        Source: PTX ISA, shfl.sync; clamp holds the segment mask in bits 8-12 and the bound in bits 0-4. A lane whose
        source does not run keeps its own value.
        """
        rows = lanes.rows(value)
        b, c = lanes.rows(lane) & 31, lanes.rows(clamp)
        segment = (c >> 8) & 31
        bound = (_LANE & segment) | (c & 31 & ~segment)
        low = _LANE & segment
        if mode == "up":
            source = _LANE - b
            inside = source >= bound
        elif mode == "down":
            source = _LANE + b
            inside = source <= bound
        elif mode == "bfly":
            source = _LANE ^ b
            inside = source <= bound
        else:
            source = low | (b & ~segment)
            inside = source <= bound
        source = np.where(inside, source, _LANE)
        moved = np.take_along_axis(rows, source.astype(np.intp), axis=1)
        if lanes.active is not None:
            runs = np.take_along_axis(lanes.active, source.astype(np.intp), axis=1)
            moved = np.where(runs, moved, rows)
        return lanes.from_rows(moved), lanes.from_rows(np.broadcast_to(inside, moved.shape)).astype(bool)

    def vote(self, mode: str, predicate: Array, lanes: Lanes) -> Array:
        """vote.sync over the lanes that run."""
        rows = lanes.rows(predicate)
        active = np.ones(rows.shape, bool) if lanes.active is None else lanes.active
        yes = rows & active
        if mode == "ballot":
            result = (yes * _BIT).sum(axis=1, dtype=np.uint32).view(np.int32)
        elif mode == "all":
            result = (yes == active).all(axis=1)
        elif mode == "any":
            result = yes.any(axis=1)
        else:
            result = (yes == active).all(axis=1) | ~yes.any(axis=1)
        return self._spread(result, lanes)

    def active_mask(self, lanes: Lanes) -> Array:
        """Mask of the lanes that run."""
        return self.vote("ballot", np.ones(1, bool), lanes)

    def match_any(self, value: Array, lanes: Lanes) -> Array:
        """For each lane, the mask of running lanes with the same value."""
        rows = lanes.rows(value)
        active = np.ones(rows.shape, bool) if lanes.active is None else lanes.active
        same = (rows[:, :, None] == rows[:, None, :]) & active[:, None, :]
        return lanes.from_rows((same * _BIT).sum(axis=2, dtype=np.uint32).view(np.int32))

    def match_all(self, value: Array, lanes: Lanes) -> tuple[Array, Array]:
        """(mask of running lanes if all have the same value, else 0; whether they have)."""
        everyone = self.active_mask(lanes)
        same = self.match_any(value, lanes) == everyone
        agree = self.vote("all", same, lanes)
        return np.where(agree, everyone, np.int32(0)).astype(np.int32), agree

    def reduce(self, name: str, value: Array, lanes: Lanes) -> Array:
        """redux.sync over the lanes that run."""
        rows = lanes.rows(value)
        operation = {
            "add": np.add, "min": np.minimum, "max": np.maximum, "and": np.bitwise_and, "or": np.bitwise_or,
            "xor": np.bitwise_xor,
        }[name]  # fmt: skip
        info = np.iinfo(rows.dtype)
        neutral = {"min": info.max, "max": info.min, "and": -1 if info.min < 0 else info.max}.get(name, 0)
        if lanes.active is not None:
            rows = np.where(lanes.active, rows, rows.dtype.type(neutral))
        return self._spread(operation.reduce(rows, axis=1, dtype=rows.dtype), lanes)

    def _spread(self, per_warp: Array, lanes: Lanes) -> Array:
        return lanes.from_rows(np.repeat(per_warp[:, None], WARP, axis=1))
