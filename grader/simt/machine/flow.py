"""Where lanes of a warp that parted meet again: convergence barriers, and WARPSYNC.

BSSY gives the lanes of a warp that run together a common token in a barrier, B0 to B15. At BSYNC a lane waits until all
living lanes with its token are there; then they run together again. BREAK drops the token. A barrier may hold several
tokens of a warp at once, of its several paths, and a token may be saved in a register. Lanes are kept as masks of their
warps.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.simt.lanes import Lanes
from grader.simt.layout import Layout
from grader.simt.patterns import WARP
from grader.simt.warp_masks import Mask, Masks, masks_of, members_of

Array = NDArray[Any]
Ids = NDArray[np.intp]
_TOKENS = 128  # of a warp at once
_NOBODY = np.uint32(0)


class Flow:
    """The state of one batch."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._warps = layout.padded * layout.blocks // WARP
        exist = np.zeros((layout.blocks, layout.padded), np.bool_)
        exist[:, : layout.threads] = True
        self._alive = masks_of(exist)
        self._members: list[Masks] = []  # of each token, by warp: the living lanes that got it and did not drop it
        self._here: list[Masks] = []  # of them, those that wait
        self._holders: dict[str, list[Masks]] = defaultdict(list)  # by barrier, of each token: the lanes that have it
        self._waiting: dict[tuple[int, str], Masks] = {}
        self._asked: dict[int, list[Lanes]] = {}  # at a WARPSYNC, by where they continue
        self._masks = np.zeros(self._warps * WARP, np.uint32)  # that they named there
        self.changed = False  # whether lanes left or dropped a token, so that others may go on

    @property
    def gone(self) -> Mask:
        """Which lanes exited, or do not exist."""
        return ~members_of(self._alive).reshape(-1)

    @property
    def waiting(self) -> list[tuple[int, Lanes]]:
        """(where they continue, lanes) of all that wait."""
        every = ((at, self._layout.of_masks(np.arange(self._warps), m)) for (at, _), m in self._waiting.items())
        return [(at, lanes) for at, lanes in every if lanes is not None] + self.asking

    # ---- tokens

    def open(self, barrier: str, lanes: Lanes) -> None:
        """BSSY: the lanes of each warp that run together get a token."""
        warps, masks = lanes.warp_list, lanes.masks
        for held in self._held(barrier):
            held[warps] &= ~masks
        for token in range(_TOKENS):
            if token == len(self._members):
                self._members.append(np.zeros(self._warps, np.uint32))
                self._here.append(np.zeros(self._warps, np.uint32))
            free = self._members[token][warps] == 0
            if token == _TOKENS - 1:  # tokens were saved and forgotten, again and again
                free[:] = True
            if not free.any():
                continue
            now, new = (warps, masks) if free.all() else (warps[free], masks[free])
            self._members[token][now] = self._held(barrier)[token][now] = new
            self._here[token][now] = 0
            if now is warps:
                return
            warps, masks = warps[~free], masks[~free]

    def _held(self, barrier: str) -> list[Masks]:
        """Who has the tokens of a barrier, all tokens that there are."""
        holders = self._holders[barrier]
        while len(holders) < len(self._members):
            holders.append(np.zeros(self._warps, np.uint32))
        return holders

    def _holding(self, barrier: str, warps: Ids, masks: Masks) -> Iterator[tuple[int, Masks, Masks]]:
        """(token, all its holders, those among these lanes), of the tokens that some of them have."""
        for token, held in enumerate(self._held(barrier)):
            own = held[warps] & masks
            if own.any():
                yield token, held, own

    def leave(self, barrier: str, truth: Mask, lanes: Lanes) -> None:
        """BREAK: lanes drop their token."""
        self._drop(barrier, lanes.warp_list, lanes.masks_where(truth))

    def _drop(self, barrier: str, warps: Ids, masks: Masks, waited_for: bool = False) -> None:
        """waited_for: only tokens with which others wait."""
        for token, held, own in self._holding(barrier, warps, masks):
            going = np.where(self._here[token][warps] != 0, own, _NOBODY) if waited_for else own
            held[warps] &= ~going
            self._members[token][warps] &= ~going
            self.changed = self.changed or bool(going.any())

    @property
    def asking(self) -> list[tuple[int, Lanes]]:
        """(where they continue, lanes) of those that wait at a WARPSYNC."""
        return [(at, lanes) for at, parts in self._asked.items() for lanes in parts]

    @property
    def meets(self) -> bool:
        """Whether lanes wait at a convergence barrier."""
        return bool(self._waiting)

    def give_up(self, ids: Ids) -> bool:
        """Lanes that wait for others drop the tokens for which those may be waiting.

        Returns whether there were any.
        """
        member = np.zeros(self._warps * WARP, np.bool_)
        member[ids] = True
        for barrier in {name for _, name in self._waiting}:
            self._drop(barrier, np.arange(self._warps), masks_of(member), waited_for=True)
        return self.changed

    def saved(self, barrier: str, truth: Mask, lanes: Lanes, clear: bool) -> Array:
        """BMOV to a register: the lanes' tokens, 0 for none. clear: the barrier is then free."""
        warps, rows = lanes.warp_list, np.zeros((lanes.warps, WARP), np.uint32)
        for token, held, own in self._holding(barrier, warps, lanes.masks):
            rows[members_of(own)] = token + 1
            if clear:
                held[warps] &= ~lanes.masks_where(truth)
        return lanes.from_rows(rows)

    def restore(self, barrier: str, values: Array, truth: Mask, lanes: Lanes) -> None:
        """BMOV from a register. What is no token of the lane counts as none."""
        warps, rows, chosen = lanes.warp_list, lanes.rows(values.view(np.uint32)), lanes.masks_where(truth)
        for token, held in enumerate(self._held(barrier)):
            held[warps] &= ~chosen
            held[warps] |= masks_of(rows == token + 1) & chosen & self._members[token][warps]

    def exit(self, lanes: Lanes) -> None:
        """Lanes end: nobody waits for them."""
        warps, staying = lanes.warp_list, ~lanes.masks
        for lanes_of in (self._alive, *self._members, *(held for each in self._holders.values() for held in each)):
            lanes_of[warps] &= staying
        self.changed = bool(self._waiting or self._asked)

    def is_whole(self, lanes: Lanes) -> bool:
        """Whether no living lane of their warps is elsewhere."""
        return bool((lanes.masks == self._alive[lanes.warp_list]).all())

    def unlike(self, mask: Array, truth: Array, lanes: Lanes) -> Mask:
        """For each lane, whether the lanes of its warp for which a guard holds, if any, differ from a mask's."""
        here, alive = lanes.masks_where(truth), self._alive[lanes.warp_list]
        wanted = lanes.flat(mask) & alive[lanes.row_of]
        own = here[lanes.row_of]
        return np.asarray((own != 0) & (wanted != own))

    # ---- meeting

    def meet(self, barrier: str, at: int, lanes: Lanes) -> Lanes | None:
        """BSYNC: the lanes that continue at once, None if all of them wait."""
        warps, masks = lanes.warp_list, lanes.masks
        if lanes.active is None:  # nobody is missing
            for token, held, own in self._holding(barrier, warps, masks):
                self._end(token, held, warps[own != 0])
            return lanes
        for token, _, own in self._holding(barrier, warps, masks):
            self._here[token][warps] |= own
        alone = (at, barrier) not in self._waiting
        waiting = self._waiting.setdefault((at, barrier), np.zeros(self._warps, np.uint32))
        waiting[warps] |= masks
        ready = self._ready(barrier, warps, waiting[warps])
        waiting[warps] &= ~ready
        if not waiting.any():
            del self._waiting[at, barrier]
            if alone:
                return lanes
        return self._layout.of_masks(warps, ready)

    def _ready(self, barrier: str, warps: Ids, masks: Masks) -> Masks:
        """Of lanes that wait, those that need not any more: they have no token, or all with it are here."""
        ready = masks.copy()
        for token, held, own in self._holding(barrier, warps, masks):
            whole = (self._members[token][warps] & ~self._here[token][warps] == 0) & (own != 0)
            ready &= ~np.where(whole, _NOBODY, own)
            self._end(token, held, warps[whole])
        return ready

    def _end(self, token: int, held: Masks, warps: Ids) -> None:
        self._members[token][warps] = self._here[token][warps] = held[warps] = 0

    def sync(self, at: int, mask: Array, lanes: Lanes) -> list[tuple[int, Lanes]]:
        """WARPSYNC: lanes wait until the living lanes of their warp in the mask are at one with this mask, perhaps
        elsewhere.

        Returns (where they continue, lanes) of those that need not wait any more, the most of a place first.
        """
        if lanes.active is None and not self._asked:
            return [(at, lanes)]
        self._masks[lanes.ids] = lanes.flat(mask)
        self._asked.setdefault(at, []).append(lanes)
        return self._synced()

    def _synced(self) -> list[tuple[int, Lanes]]:
        everyone = np.concatenate([lanes.ids for _, lanes in self.asking])
        named = self._masks[everyone]
        each, of_lane = np.unique(everyone // WARP << 32 | named.astype(np.int64), return_inverse=True)
        here = np.zeros(len(each), np.uint32)
        np.bitwise_or.at(here, of_lane, np.uint32(1) << (everyone % WARP).astype(np.uint32))
        wanted = (each & 0xFFFFFFFF).astype(np.uint32) & self._alive[each >> 32]
        waits = np.zeros(self._warps * WARP, np.bool_)
        waits[everyone] = (wanted & ~here != 0)[of_lane]
        found: list[tuple[int, Lanes]] = []
        for at, parts in list(self._asked.items()):
            ids = np.sort(np.concatenate([p.ids for p in parts]))
            ready = ~waits[ids]
            if not ready.any():
                continue
            found.append((at, self._layout.numbered(ids[ready])))
            kept = [p.scattered(m) for p in parts if (m := waits[p.ids]).any()]
            if kept:
                self._asked[at] = kept
            else:
                del self._asked[at]
        return sorted(found, key=lambda each: (-each[1].count, -each[0]))

    def wake(self) -> list[tuple[int, Lanes]]:
        """(where they continue, lanes) of those that need not wait any more, since others left."""
        self.changed = False
        found = []
        for (at, barrier), masks in list(self._waiting.items()):
            warps = np.flatnonzero(masks)
            ready = self._ready(barrier, warps, masks[warps])
            masks[warps] &= ~ready
            if not masks.any():
                del self._waiting[at, barrier]
            lanes = self._layout.of_masks(warps, ready)
            if lanes is not None:
                found.append((at, lanes))
        return found + (self._synced() if self._asked else [])
