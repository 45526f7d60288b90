"""Where lanes of a warp that parted meet again: convergence barriers, and WARPSYNC.

BSSY gives the lanes of a warp that run together a common token in a barrier, B0 to B15. At BSYNC a lane waits until all
living lanes with its token are there; then they run together again. BREAK drops the token. Tokens are kept lane by
lane, so that a barrier may be used by several paths of a warp at once, and may be saved in a register.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.simt.lanes import Lanes, Layout
from grader.simt.machine.paths import masks_of
from grader.simt.patterns import WARP

Array = NDArray[Any]
Ids = NDArray[np.intp]
Mask = NDArray[np.bool_]
Tokens = NDArray[np.int64]
_TOKENS = 128  # of a warp at once; 0 is none


class Flow:
    """The state of one batch."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._lanes = layout.padded * layout.blocks
        warps = self._lanes // WARP
        gone = np.zeros((layout.blocks, layout.padded), np.bool_)
        gone[:, layout.threads :] = True
        self.gone = gone.reshape(-1)  # lanes that exited or do not exist
        self._tokens: dict[str, Tokens] = defaultdict(lambda: np.zeros(self._lanes, np.int64))
        self._size = np.zeros(warps * _TOKENS + 1, np.int16)  # living lanes with a token
        self._here = np.zeros_like(self._size)  # of them, those that wait
        self._next = np.zeros(warps, np.int64)
        self._waiting: dict[tuple[int, str], list[Lanes]] = {}
        self._asked: dict[int, list[Lanes]] = {}  # at a WARPSYNC, by where they continue
        self._masks = np.zeros(self._lanes, np.uint32)  # that they named there
        self.changed = False  # whether lanes left or dropped a token, so that others may go on

    @property
    def waiting(self) -> list[tuple[int, Lanes]]:
        """(where they continue, lanes) of all that wait."""
        meeting = [(at, part) for (at, _), parts in self._waiting.items() for part in parts]
        return meeting + self.asking

    # ---- tokens

    def open(self, barrier: str, lanes: Lanes) -> None:
        """BSSY: the lanes of each warp that run together get a token."""
        warps, held = lanes.warp_list, self._tokens[barrier]
        token = self._fresh(warps)
        if lanes.active is None:
            self._size[token] = WARP
            held.reshape(-1, WARP)[warps] = token[:, None]
        else:
            self._size[token] = lanes.active.sum(axis=1)
            held[lanes.ids] = token[lanes.row_of]
        self._here[token] = 0

    def _fresh(self, warps: Ids) -> Tokens:
        """A free token for each of these warps."""
        token = 1 + warps * _TOKENS + self._next[warps]
        for _ in range(_TOKENS):
            busy = self._size[token] > 0
            if not busy.any():
                break
            token[busy] = 1 + warps[busy] * _TOKENS + token[busy] % _TOKENS
        self._next[warps] = token % _TOKENS
        return token

    def leave(self, barrier: str, truth: Mask, lanes: Lanes) -> None:
        """BREAK: lanes drop their token."""
        self._drop(barrier, lanes.ids[lanes.flat(truth)])

    def _drop(self, barrier: str, ids: Ids) -> None:
        held = self._tokens[barrier]
        token = held[ids]
        if not token.any():
            return
        each, count = _runs(token)
        np.subtract.at(self._size, each, count)
        self._size[0] = 0
        held[ids] = 0
        self.changed = True

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
        for barrier in {name for _, name in self._waiting}:
            token = self._tokens[barrier][ids]
            self._drop(barrier, ids[self._here[token] > 0])
        return self.changed

    def saved(self, barrier: str, truth: Mask, lanes: Lanes, clear: bool) -> Array:
        """BMOV to a register: the lanes' tokens. clear: the barrier is then free."""
        held = self._tokens[barrier]
        values = lanes.unflat(held[lanes.ids].astype(np.uint32))
        if clear:
            held[lanes.ids[lanes.flat(truth)]] = 0
        return values

    def restore(self, barrier: str, values: Array, truth: Mask, lanes: Lanes) -> None:
        """BMOV from a register. What is no token of the warp counts as none."""
        chosen = lanes.flat(truth)
        ids, token = lanes.ids[chosen], lanes.flat(values)[chosen].astype(np.int64)
        self._tokens[barrier][ids] = np.where((token - 1) // _TOKENS == ids // WARP, token, 0)

    def exit(self, lanes: Lanes) -> None:
        """Lanes end: nobody waits for them."""
        self.gone[lanes.ids] = True
        for barrier in self._tokens:
            self._drop(barrier, lanes.ids)
        self.changed = bool(self._waiting or self._asked)

    def is_whole(self, lanes: Lanes) -> bool:
        """Whether no living lane of their warps is elsewhere."""
        if lanes.active is None:
            return True
        living = masks_of(~self.gone)[lanes.warp_list]
        return bool((masks_of(lanes.active) == living).all())

    def unlike(self, mask: Array, truth: Array, lanes: Lanes) -> Mask:
        """For each lane, whether the lanes of its warp for which a guard holds, if any, differ from a mask's."""
        here = np.zeros(lanes.warps, np.uint32)
        holds = lanes.flat(np.broadcast_to(truth, lanes.shape))
        bit = np.uint32(1) << (lanes.ids % WARP).astype(np.uint32)
        np.bitwise_or.at(here, lanes.row_of[holds], bit[holds])
        alive = masks_of(~self.gone)
        wanted = lanes.flat(mask) & alive[lanes.ids // WARP]
        own = here[lanes.row_of]
        return np.asarray((own != 0) & (wanted != own))

    # ---- meeting

    def meet(self, barrier: str, at: int, lanes: Lanes) -> Lanes | None:
        """BSYNC: the lanes that continue at once, None if all of them wait."""
        held = self._tokens[barrier]
        if lanes.active is None:  # nobody is missing
            warps = lanes.warp_list
            self._size[held[warps * WARP]] = 0
            held.reshape(-1, WARP)[warps] = 0
            return lanes
        token = held[lanes.ids]
        each, count = _runs(token)
        np.add.at(self._here, each, count)
        self._here[0] = 0
        ready = self._here[token] >= self._size[token]
        if (at, barrier) not in self._waiting and ready.all():
            self._release(barrier, lanes.ids, token)
            return lanes
        self._waiting.setdefault((at, barrier), []).append(lanes)
        return self._complete(at, barrier) if ready.any() else None

    def _complete(self, at: int, barrier: str) -> Lanes | None:
        parts, held, found = self._waiting.pop((at, barrier)), self._tokens[barrier], []
        staying = []
        for part in parts:
            token = held[part.ids]
            ready = self._here[token] >= self._size[token]
            if ready.any():
                found.append(part.ids[ready])
            if not ready.all():
                staying.append(part.scattered(~ready) if ready.any() else part)
        if staying:
            self._waiting[at, barrier] = staying
        if not found:
            return None
        ids = np.concatenate(found)
        self._release(barrier, ids, held[ids])
        return self._layout.numbered(ids)

    def _release(self, barrier: str, ids: Ids, token: Tokens) -> None:
        self._size[token] = 0
        self._here[token] = 0
        self._tokens[barrier][ids] = 0

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
        wanted = (each & 0xFFFFFFFF).astype(np.uint32) & masks_of(~self.gone)[each >> 32]
        waits = np.zeros(self._lanes, np.bool_)
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
        for at, barrier in list(self._waiting):
            lanes = self._complete(at, barrier)
            if lanes is not None:
                found.append((at, lanes))
        return found + (self._synced() if self._asked else [])


def _runs(token: Tokens) -> tuple[Tokens, NDArray[np.int16]]:
    """(token, lanes) of each run of lanes with one token."""
    starts = np.flatnonzero(np.diff(token, prepend=-1))
    return token[starts], np.diff(np.append(starts, len(token))).astype(np.int16)
