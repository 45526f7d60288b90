"""What warps arrange through barriers in shared memory, and blocks in their cluster; copies that those follow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from weakref import proxy

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.sass.instruction import Predicate
from grader.simt.accesses import SHARED_START, Group
from grader.simt.barriers import Arrival, Where
from grader.simt.clusters import OFFSET_MASK, RANK_SHIFT, Clusters
from grader.simt.lanes import Lanes
from grader.simt.machine.blocks import Block
from grader.simt.machine.writer import predicate_slot
from grader.simt.memory import KernelFault
from grader.simt.patterns import WARP
from grader.simt.phases import BYTES, Phases, Place, TooMany
from grader.simt.views import Addresses

if TYPE_CHECKING:
    from grader.simt.machine.machine import Machine

Array = NDArray[Any]
Mask = NDArray[np.bool_]


@dataclass(eq=False)
class Waiting:
    """Lanes of whole warps that wait for phases. asks: those that look at a barrier; places, parities: theirs."""

    lanes: Lanes
    asks: Lanes
    places: list[Place]
    parities: NDArray[np.int64]
    block: Block
    line: int | None


class Cooperation:
    """Of one batch, whose blocks are whole clusters, by rank."""

    def __init__(self, machine: Machine, clusters: Clusters) -> None:
        # A proxy: a reference cycle would keep the batch's memory until the garbage collector runs.
        self._machine: Machine = proxy(machine)
        self._layout, self._unit, self._clusters = machine.layout, machine.unit, clusters
        self._phases = Phases(machine.unit.shared)
        self._arrivals: set[tuple[object, ...]] = set()  # instructions and places that the race tracker knows
        self.awaiting: list[Waiting] = []
        self.apart: list[Arrival] = []  # lanes that wait for their cluster
        lanes = self._layout.padded * self._layout.blocks
        self._met = np.zeros(lanes, np.bool_)  # that arrived at their cluster's barrier
        self._arrived_in = np.full(lanes, -1, np.int64)  # when, in rounds
        self._rounds = np.zeros(self._layout.blocks // clusters.size, np.int64)  # how often each cluster has met

    # ---- mbarriers

    def places(self, address: Array, offset: int, lanes: Lanes, line: int | None, width: int = BYTES) -> list[Place]:
        """Where in shared memory addresses are, lane by lane. Raises KernelFault."""
        at = lanes.flat(address.astype(np.int64, copy=False)) + offset
        rank, own = at >> RANK_SHIFT, (at & OFFSET_MASK) - SHARED_START
        outside = (own < 0) | (own + width > self._unit.shared_bytes) | (rank < 0) | (rank >= self._clusters.size)
        for kind, bad in (("misaligned", own % width != 0), ("out_of_bounds", outside)):
            if bad.any():
                first = int(bad.argmax())
                raise KernelFault(kind, line, int(lanes.ids[first]), space="shared", operation="atomic", width=width,
                                  threads=int(bad.sum()), offset=int(own[first]), buffer="",
                                  size=self._unit.shared_bytes)  # fmt: skip
        block = self._clusters.owner(lanes.ids // self._layout.padded, rank)
        return list(zip(block.tolist(), own.tolist(), strict=True))

    def at_places(
        self, address: Array, lanes: Lanes, line: int | None, offset: int = 0
    ) -> Iterator[tuple[Place, NDArray[np.intp]]]:
        """(place of an mbarrier, lanes of a warp that mean it, by position)."""
        return self._together(self.places(address, offset, lanes, line), lanes)

    def initialise(self, group: Group, address: Array, offset: int, low: Array, high: Array, lanes: Lanes) -> None:
        """mbarrier.init, once for each warp."""
        first = np.asarray(np.diff(lanes.row_of, prepend=-1) != 0)
        one = lanes.scattered(first)
        low, high, address = (one.unflat(lanes.flat(v)[first]) for v in (low, high, address))
        words = one.flat(low).astype(np.uint64) | one.flat(high).astype(np.uint64) << np.uint64(32)
        places = self.places(address, offset, one, group.line)
        for place, word in zip(places, words.tolist(), strict=True):
            self._phases.initialise(place, word)
            self._unit.note_written(*place, BYTES)
        self._record(group, places, one)

    def _record(self, group: Group, places: list[Place], lanes: Lanes) -> None:
        """An mbarrier is accessed, too: who arrives before it is initialised has a race."""
        view = Addresses(lanes.unflat(np.array([at for _, at in places])), lanes)
        view.blocks = np.array([block for block, _ in places])
        self._unit.races.record(group, view)

    def invalidate(self, address: Array, offset: int, lanes: Lanes, line: int | None) -> None:
        """mbarrier.inval."""
        for place in set(self.places(address, offset, lanes, line)):
            self._phases.invalidate(place)

    def arrive(
        self, group: Group, form: str, drops: bool, address: Array, offset: int, word: Array, lanes: Lanes
    ) -> tuple[Array, Array]:
        """Arrivals. form: what `word` is, and what else is counted. drops: for the last time. Returns for each lane the
        state before, and a mask of the lanes of its warp that arrived at the same place."""
        each = lanes.flat(word.astype(np.int64, copy=False))
        ones, none = np.ones(lanes.count, np.int64), np.zeros(lanes.count, np.int64)
        arrivals, missing = {
            "": (ones, each), "A1T0": (ones, none), "A0T1": (none, ones), "A0TR": (none, each), "A0TX": (none, -each),
            "ART0": (each, none),
        }[form]  # fmt: skip
        places = self.places(address, offset, lanes, group.line)
        if (group.index, *places) not in self._arrivals:  # once: they are many
            self._arrivals.add((group.index, *places))
            self._record(group, places, lanes)
        states, masks = np.zeros(lanes.count, np.uint32), np.zeros(lanes.count, np.uint32)
        for place, members in self._together(places, lanes):
            states[members] = self._phases.at(place).state
            masks[members] = np.bitwise_or.reduce(np.uint32(1) << (lanes.ids[members] % WARP).astype(np.uint32))
            if arrivals[members].any():
                self._unit.tell(place, lanes.ids[members[:1]] // WARP)
            total = int(arrivals[members].sum())
            self.change(place, total, int(missing[members].sum()), total if drops else 0, lanes, members, group.line)
        return lanes.unflat(states), lanes.unflat(masks)

    def _together(self, places: list[Place], lanes: Lanes) -> Iterator[tuple[Place, NDArray[np.intp]]]:
        """The lanes of each warp that are at one place."""
        found: dict[tuple[int, Place], list[int]] = {}
        for k, key in enumerate(zip(lanes.row_of.tolist(), places, strict=True)):
            found.setdefault(key, []).append(k)
        for (_, place), members in found.items():
            yield place, np.array(members)

    def change(
        self, place: Place, arrivals: int, missing: int, dropped: int, lanes: Lanes, members: NDArray[np.intp],
        line: int | None,
    ) -> None:  # fmt: skip
        """An mbarrier counts arrivals and bytes of some of the lanes. Raises KernelFault."""
        barrier = self._phases.at(place)
        pending = barrier.pending
        try:
            over = barrier.change(arrivals, missing, dropped)
        except TooMany:
            raise KernelFault("mbarrier_overrun", line, int(lanes.ids[members[0]]), arrivals=arrivals,
                              pending=pending) from None  # fmt: skip
        if self._unit.changes is not None:
            self._unit.changes.count += 1
        if over:
            self._unit.phase_is_over(place)
            self._wake(place)

    def is_over(self, address: Array, offset: int, parity: Array, lanes: Lanes, line: int | None) -> Array:
        """Whether the phase with a parity is over, for each lane."""
        places = self.places(address, offset, lanes, line)
        over = self._are_over(places, lanes.flat(parity.astype(np.int64, copy=False)))
        self._learn(places, over, lanes)
        return lanes.unflat(over)

    def _are_over(self, places: list[Place], parities: NDArray[np.int64]) -> Mask:
        phases = np.array([self._phases.at(place).phase for place in places])
        return np.asarray(phases != parities >> 31 & 1)

    def _learn(self, places: list[Place], over: Mask, lanes: Lanes) -> None:
        """Lanes have seen that phases are over."""
        warps: dict[Place, set[int]] = {}
        for k in np.flatnonzero(over).tolist():
            warps.setdefault(places[k], set()).add(int(lanes.ids[k]) // WARP)
        for place, members in warps.items():
            self._unit.learn(place, np.array(sorted(members)))

    def wait(self, block: Block, lanes: Lanes, result: tuple[Array, Array, int, Array]) -> int | None:
        """mbarrier.try_wait: warps wait until the phases are over that their lanes ask for."""
        truth, address, offset, parity = result
        asks = self._machine.holding(truth, lanes)
        if asks is None:
            return block.following
        if not self._machine.flow.is_whole(lanes):
            self._machine.launch.tally.apart.add(block.start)
        line = self._machine.line(block.last.address)
        places = self.places(self._machine.own(address, lanes, asks), offset, asks, line)
        parities = asks.flat(self._machine.own(parity, lanes, asks).astype(np.int64, copy=False))
        over = self._are_over(places, parities)
        if over.all():
            self._answer(block, asks, over, places)
            return block.following
        slow = np.unique(asks.ids[~over] // WARP)
        waits, asking = np.isin(lanes.ids // WARP, slow), np.isin(asks.ids // WARP, slow)
        staying = lanes if waits.all() else lanes.scattered(waits)
        chosen = np.flatnonzero(asking).tolist()
        part = asks if asking.all() else asks.scattered(asking)
        self.awaiting.append(Waiting(staying, part, [places[k] for k in chosen], parities[asking], block, line))
        if not asking.all():
            rest = asks.scattered(~asking)
            self._answer(block, rest, np.ones(rest.count, np.bool_), [p for p, a in zip(places, asking, strict=True)
                                                                      if not a])  # fmt: skip
        self._machine.stop(lanes, None if waits.all() else lanes.scattered(~waits), block.following)
        self._machine.run_others(staying)
        return None

    def _answer(self, block: Block, asks: Lanes, over: Mask, places: list[Place]) -> None:
        """Write the predicate of a wait."""
        self._learn(places, over, asks)
        predicate = next(o for o in block.last.operands if isinstance(o, Predicate))
        if predicate.number != 7:
            slot = predicate_slot(predicate)
            self._machine.registers[slot] = asks.put(self._machine.registers[slot], asks.unflat(over))

    def _wake(self, place: Place) -> None:
        """A phase is over: those go on that have waited for it."""
        for waiting in [w for w in self.awaiting if place in w.places]:
            over = self._are_over(waiting.places, waiting.parities)
            lost = np.unique(waiting.asks.ids[~over] // WARP)
            if len(lost) == waiting.lanes.warps:
                continue
            self.awaiting.remove(waiting)
            if len(lost):
                staying, asking = (np.isin(each.ids // WARP, lost) for each in (waiting.lanes, waiting.asks))
                kept = [p for p, a in zip(waiting.places, asking, strict=True) if a]
                self.awaiting.append(Waiting(waiting.lanes.scattered(staying), waiting.asks.scattered(asking), kept,
                                             waiting.parities[asking], waiting.block, waiting.line))  # fmt: skip
                left = [p for p, a in zip(waiting.places, asking, strict=True) if not a]
                waiting = Waiting(waiting.lanes.scattered(~staying), waiting.asks.scattered(~asking), left,
                                  waiting.parities[~asking], waiting.block, waiting.line)  # fmt: skip
            self._go_on(waiting)

    def _go_on(self, waiting: Waiting) -> None:
        over = self._are_over(waiting.places, waiting.parities)
        self._answer(waiting.block, waiting.asks, over, waiting.places)
        self._machine.free(waiting.block.following, waiting.lanes)

    def run_out(self) -> bool:
        """A wait does not last forever: those warps go on in which some lanes need not wait. Returns whether there were
        any."""
        mixed = [w for w in self.awaiting if self._are_over(w.places, w.parities).any()]
        for waiting in mixed:
            self.awaiting.remove(waiting)
            self._go_on(waiting)
        return bool(mixed)

    # ---- barriers of clusters

    def cluster_arrive(self, lanes: Lanes) -> None:
        """barrier.cluster.arrive."""
        self._met[lanes.ids] = True
        self._arrived_in[lanes.ids] = self._rounds[lanes.ids // (self._layout.padded * self._clusters.size)]
        self.complete()

    def complete(self) -> None:
        """Clusters go on all of whose threads have arrived, or ended."""
        if not self._met.any():
            return
        each = (self._met | self._machine.flow.gone).reshape(len(self._rounds), -1)
        complete = each.all(axis=1) & self._met.reshape(each.shape).any(axis=1)
        if not complete.any():
            return
        self._rounds[complete] += 1
        self._met.reshape(each.shape)[complete] = False
        size = self._clusters.size
        blocks = (np.flatnonzero(complete)[:, None] * size + np.arange(size)).ravel()
        self._unit.cluster_barrier(blocks)
        waiting, self.apart = self.apart, []
        for arrival in waiting:
            go = np.isin(arrival.lanes.ids // self._layout.padded, blocks)
            if go.any():
                self._machine.free(arrival.where.index, arrival.lanes.scattered(go))
            if not go.all():
                self.apart.append(Arrival(arrival.lanes.scattered(~go), arrival.where))

    def cluster_wait(self, block: Block, lanes: Lanes) -> int | None:
        """barrier.cluster.wait."""
        cluster = lanes.ids // (self._layout.padded * self._clusters.size)
        waits = self._arrived_in[lanes.ids] == self._rounds[cluster]
        if not waits.any():
            return block.following
        staying = lanes if waits.all() else lanes.scattered(waits)
        self._machine.stop(lanes, None if waits.all() else lanes.scattered(~waits), block.following)
        self.apart.append(Arrival(staying, Where(block.following, self._machine.line(block.last.address))))
        self._machine.run_others(staying)
        return None
