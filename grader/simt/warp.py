"""Exchange between lanes of a warp: shuffles, votes, matches and reductions over the active lanes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.simt.lanes import Lanes
from grader.simt.patterns import WARP

Array = NDArray[Any]
# Content of an unset register: NaN as a half, a float or a double, and a large integer. With zeros, a sum without an
# initial value would always be right here, but only by luck on a GPU.
UNDEFINED = b"\xfd\x7f" * 4
_LANE = np.arange(WARP)
LANE_BITS = np.uint32(1) << _LANE.astype(np.uint32)
_FULL = np.array([-1], np.int32)


@dataclass
class UndefinedShuffle:
    """A shuffle that reads from an inactive lane.

    lane: number of the first reader; source: its source lane in the warp; promised: whether the source is in its mask.
    """

    line: int | None
    promised: bool
    lane: int
    source: int
    count: int = 0


@dataclass
class PartialWarp:
    """An instruction of a whole warp that only a part of it executes.

    lane: number of the first lane that does; came: lanes of its warp that do; count: warps.
    """

    line: int | None
    instruction: str
    lane: int
    came: int
    count: int = 0


class WarpExchange:
    """Warp-wide instructions of one batch."""

    def __init__(self) -> None:
        self.undefined: dict[tuple[int, bool], UndefinedShuffle] = {}
        self.partial: dict[tuple[int, str], PartialWarp] = {}

    def whole(self, instruction: str, line: int, lanes: Lanes) -> Lanes:
        """The lanes, which ought to be whole warps: PTX ISA, `.aligned`. What others get is undefined."""
        if lanes.active is not None:
            came = lanes.active.sum(axis=1)
            if (short := np.flatnonzero(came < WARP)).size:
                first = int(lanes.ids[np.searchsorted(lanes.row_of, short[0])])
                new = PartialWarp(line or None, instruction, first, int(came[short[0]]))
                self.partial.setdefault((line, instruction), new).count += short.size
        return lanes

    def shuffle(
        self, mode: str, value: Array, lane: Array, clamp: Array, mask: Array, line: int, lanes: Lanes
    ) -> tuple[Array, NDArray[np.bool_]]:
        """shfl.sync: (value of the source lane, whether it was inside the segment).

        Source: PTX ISA, shfl.sync; clamp has the segment mask in bits 8-12 and the bound in bits 0-4. The value from an
        inactive source is undefined.
        """
        if lane.size == 1 and clamp.size == 1 and (warps := lanes.by_warp(value)) is not None:
            source, inside = _source(mode, lane.reshape(1) & 31, clamp.reshape(1))
            moved = lanes.from_warps(warps.take(source, axis=1))
            return moved, lanes.from_warps(np.broadcast_to(inside[None, :, None], (len(warps), WARP, 1)))
        rows = lanes.rows(value)
        source, inside = _source(mode, lanes.rows(lane) & 31, lanes.rows(clamp))
        moved = np.take_along_axis(rows, source, axis=1)
        if lanes.active is not None:
            source = np.broadcast_to(source, moved.shape)
            alone = lanes.active & ~np.take_along_axis(lanes.active, source, axis=1)
            if alone.any():
                moved = np.where(alone, np.frombuffer(UNDEFINED, moved.dtype, 1), moved)
                promised = (lanes.rows(mask).view(np.uint32) & LANE_BITS[source]) != 0
                self._note(line, True, alone & promised, source, lanes)
                self._note(line, False, alone & ~promised, source, lanes)
        return lanes.from_rows(moved), lanes.from_rows(np.broadcast_to(inside, moved.shape)).astype(bool)

    def _note(
        self, line: int, promised: bool, alone: NDArray[np.bool_], source: NDArray[np.intp], lanes: Lanes
    ) -> None:
        who = np.flatnonzero(lanes.flat(lanes.from_rows(alone)))
        if not len(who):
            return
        first = int(lanes.ids[who[0]])
        asked = int(lanes.flat(lanes.from_rows(source))[who[0]])
        found = self.undefined.setdefault((line, promised), UndefinedShuffle(line or None, promised, first, asked))
        found.count += len(who)

    def vote(self, mode: str, predicate: Array, mask: Array, lanes: Lanes) -> Array:
        """vote.sync over the active lanes of each lane's mask."""
        if mask.size == 1 and (warps := lanes.by_warp(predicate)) is not None:
            return lanes.from_warps(_vote_of_warps(mode, warps, (mask.reshape(1).view(np.uint32) & LANE_BITS) != 0))
        members = _members(mask, lanes)
        yes = lanes.rows(predicate)[:, None, :] & members
        if mode == "ballot":
            return _spread(_as_masks(yes), lanes)
        if mode == "any":
            return _spread(np.asarray(yes.any(axis=2)), lanes)
        everyone = (yes == members).all(axis=2)
        return _spread(np.asarray(everyone if mode == "all" else everyone | ~yes.any(axis=2)), lanes)

    def match_any(self, value: Array, mask: Array, lanes: Lanes) -> Array:
        """For each lane, a mask of the active lanes in its mask with the same value."""
        rows = lanes.rows(value)
        return _spread(_as_masks((rows[:, :, None] == rows[:, None, :]) & _members(mask, lanes)), lanes)

    def match_all(self, value: Array, mask: Array, lanes: Lanes) -> tuple[Array, Array]:
        """(the active lanes of the mask if all have the same value, else 0; whether they have)."""
        rows, members = lanes.rows(value), _members(mask, lanes)
        agree = ((rows[:, :, None] == rows[:, None, :]) | ~members).all(axis=2)
        return _spread(np.where(agree, _as_masks(members), np.int32(0)), lanes), _spread(agree, lanes)

    def elect(self, mask: Array, lanes: Lanes) -> tuple[Array, Array]:
        """elect.sync: (lane number of the leader, whether the lane is it). Any lane may lead; here the lowest."""
        leader = _members(mask, lanes).argmax(axis=2)
        return _spread(leader.astype(np.int32), lanes), _spread(leader == _LANE, lanes)

    def reduce(self, name: str, value: Array, mask: Array, lanes: Lanes) -> Array:
        """redux.sync over the active lanes of the mask."""
        rows = lanes.rows(value)
        operation = {
            "add": np.add, "min": np.minimum, "max": np.maximum, "and": np.bitwise_and, "or": np.bitwise_or,
            "xor": np.bitwise_xor,
        }[name]  # fmt: skip
        info = np.iinfo(rows.dtype)
        neutral = {"min": info.max, "max": info.min, "and": -1 if info.min < 0 else info.max}.get(name, 0)
        taking_part = np.where(_members(mask, lanes), rows[:, None, :], rows.dtype.type(neutral))
        return _spread(operation.reduce(taking_part, axis=2, dtype=rows.dtype), lanes)

def _source(mode: str, b: Array, clamp: Array) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """(lane that each lane reads from, whether it lies in the segment), shape [..., 32]."""
    segment = (clamp >> 8) & 31
    low = _LANE & segment
    bound = low | (clamp & 31 & ~segment)
    if mode == "up":
        source = _LANE - b
        inside = source >= bound
    else:
        source = {"down": _LANE + b, "bfly": _LANE ^ b, "idx": low | (b & ~segment)}[mode]
        inside = source <= bound
    return np.where(inside, source, _LANE).astype(np.intp), np.asarray(inside)


def _vote_of_warps(mode: str, warps: NDArray[np.bool_], members: NDArray[np.bool_]) -> Array:
    """The vote of whole warps, shape [warps, 1, blocks]; warps: [warps, 32, blocks]; members: [32]."""
    yes = warps & members[:, None]
    if mode == "ballot":
        return np.asarray((yes * LANE_BITS[:, None]).sum(axis=1, keepdims=True, dtype=np.uint32).view(np.int32))
    some = yes.any(axis=1, keepdims=True)
    if mode == "any":
        return np.asarray(some)
    every = (yes == members[:, None]).all(axis=1, keepdims=True)
    return np.asarray(every if mode == "all" else every | ~some)


def _members(mask: Array, lanes: Lanes) -> NDArray[np.bool_]:
    """The active lanes in each lane's mask, shape [active warps, 32 or 1 (the same for all lanes), 32]."""
    if mask.size == 1:
        named = (mask.reshape(1).view(np.uint32) & LANE_BITS)[None, None, :] != 0
    else:
        named = (lanes.rows(mask).view(np.uint32)[:, :, None] & LANE_BITS) != 0
    running = np.ones((lanes.warps, 1, WARP), np.bool_) if lanes.active is None else lanes.active[:, None, :]
    return np.asarray(named & running)


def _as_masks(members: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Sets of lanes, shape [warps, 32 or 1, 32], as masks, shape [warps, 32 or 1]."""
    return np.asarray((members * LANE_BITS).sum(axis=2, dtype=np.uint32).view(np.int32))


def _spread(rows: Array, lanes: Lanes) -> Array:
    """Values of the active lanes from values by warp, shape [warps, 32 or 1]."""
    return lanes.from_rows(np.broadcast_to(rows, (lanes.warps, WARP)))
