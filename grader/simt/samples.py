"""Samples of a launch's memory requests, lane by lane, for figures of lines that cost more than the ideal."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.simt.accesses import Request
from grader.simt.copy_wavefronts import LINE, copy_wavefronts
from grader.simt.lanes import Lanes
from grader.simt.patterns import WARP
from grader.simt.sectors import SECTOR, global_sectors, sectors_ideal
from grader.simt.wavefronts import WORD, shared_ideal, shared_wavefronts

Array = NDArray[Any]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]
_KEPT = 8  # for each line, space, operation and width: the first, and the most expensive of the others
_PERIODS = {"shared": WORD, "global": SECTOR}  # a shift by a multiple of this changes no cost


@dataclass
class Sample:
    """A request of the first warp with this pattern. block: its number in the grid; of: the request with line,
    operation, width and counting rule. other: of a cp.async, the addresses on the other side.
    """

    of: Request
    space: str
    block: int
    warp: int
    addresses: Ints
    active: Mask
    cost: int
    ideal: int
    alike: int
    other: Ints | None = None


_Key = tuple[int, str, str, int]
_Looks = tuple[str, bytes]


class Samples:
    """The samples of all batches of a launch."""

    def __init__(self) -> None:
        self._kept: dict[_Key, dict[_Looks, Sample]] = {}

    def note(
        self, request: Request, space: str, address: Array, lanes: Lanes, blocks: Ints, other: Array | None = None
    ) -> None:
        """Keep new patterns. address: in these lanes' base register; blocks: the batch's, by number in the grid. other:
        of a cp.async whose cost is known, the addresses on the other side.
        """
        period = _PERIODS.get(space)
        if period is None:
            return
        rows = lanes.rows(address.astype(np.int64, copy=False)) + request.offset
        mask = np.ones(rows.shape, np.bool_) if lanes.active is None else lanes.active
        across = None if other is None else lanes.rows(other.astype(np.int64, copy=False))
        relative = _relative(rows, mask, period if across is None else LINE)
        parts = (relative, mask) if across is None else (relative, mask, _relative(across, mask, LINE))
        joined = np.ascontiguousarray(np.concatenate(parts, axis=1))
        looks = joined.view(f"V{joined.shape[1] * joined.itemsize}").reshape(-1)
        _, first, counts = np.unique(looks, return_index=True, return_counts=True)
        kept = self._kept.setdefault((request.line or 0, space, request.operation, request.width), {})
        new = []
        for at, count in zip(first.tolist(), counts.tolist(), strict=True):
            key = (request.pattern, joined[at].tobytes())
            if key in kept:
                kept[key].alike += count
            else:
                new.append((key, at, count))
        if not new:
            return
        chosen, warps = np.array([at for _, at, _ in new]), np.unique(lanes.ids // WARP)
        cost, ideal = _costs(space, rows[chosen], None if across is None else across[chosen], mask[chosen], request)
        for (key, at, count), own, best in zip(new, cost.tolist(), ideal.tolist(), strict=True):
            block, warp = divmod(int(warps[at]), lanes.layout.padded // WARP)
            kept[key] = Sample(request, space, int(blocks[block]), warp, rows[at], mask[at], own, best, count,
                               None if across is None else across[at])  # fmt: skip
        if len(kept) > _KEPT:
            _drop_cheapest(kept)

    def all(self) -> list[Sample]:
        """By line, space, operation and width; the most expensive first."""
        return [sample for key in sorted(self._kept)
                for sample in sorted(self._kept[key].values(), key=lambda s: (-s.cost, s.block, s.warp))]  # fmt: skip


def _relative(rows: Ints, mask: Mask, period: int) -> Ints:
    """Addresses relative to that of the first lane, rounded down to the period; 0 in inactive lanes."""
    first_lane = mask.argmax(axis=1)[:, None]
    return np.where(mask, rows - (np.take_along_axis(rows, first_lane, axis=1) & -period), 0)


def _costs(space: str, rows: Ints, across: Ints | None, active: Mask, request: Request) -> tuple[Ints, Ints]:
    if across is not None:
        to, source = (rows, across) if space == "shared" else (across, rows)
        each = [copy_wavefronts(to[at : at + 1], source[at : at + 1], active[at : at + 1], request.width,
                                request.past_l1) for at in range(len(rows))]  # fmt: skip
        if space == "shared":
            return np.array([one.lower for one in each]), np.array([one.ideal for one in each])
        return np.array([one.sectors for one in each]), np.array([one.sectors_ideal for one in each])
    if space == "shared":
        cost = shared_wavefronts(rows, active, request.width, request.pattern)
        return cost, shared_ideal(cost, active, request.width, request.pattern)
    cost = global_sectors(rows, active, request.width)
    return cost, sectors_ideal(cost, active, request.width)


def _drop_cheapest(kept: dict[_Looks, Sample]) -> None:
    others = list(kept)[1:]
    others.sort(key=lambda key: -kept[key].cost)
    for key in others[_KEPT - 1 :]:
        del kept[key]
