"""Hazards in shared memory: accesses of two threads to one word with no barrier between them.

Accesses are collected between barriers and judged at the barrier. A cheap test (who wrote this word last?) clears the
common case; only words that fail it are judged pair by pair. Rules follow compute-sanitizer's racecheck: different
warps without a barrier are an error, and so are different values that one instruction writes to one word; lanes of one
warp without __syncwarp are a warning, a second write of the same value is a note.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterator

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.simt.accesses import Access, Group, Use
from grader.simt.clocks import Clocks
from grader.simt.interleaved_memory import Owners, gather, scatter
from grader.simt.lanes import Lanes, ProductLanes
from grader.simt.layout import Layout
from grader.simt.patterns import WARP
from grader.simt.race_pairs import Event, Table, part_of_event, place_in_order
from grader.simt.views import Addresses, View
from grader.simt.wavefronts import WORD

Ints = NDArray[np.int64]
_REMEMBERED = 64  # cached clean intervals, so that a loop is judged once
_LEAST_PER_EVENT = 256  # memory of an event even with few lanes
_MOST_PARTIAL = 128
_NOBODY, _MANY = np.full(1, -1, np.int16), np.full(1, -2, np.int16)  # instead of the thread that wrote a place
_ONE_BLOCK = Owners(np.zeros((1, 1, 1), np.int64), (1, 1, 1))
_MOST_PENDING = 1 << 23  # lane accesses kept before an interval is judged early


@dataclass(slots=True)
class Finding:
    """A hazard between two source lines; example: (word, lane a, lane b) in the batch where it was first found.

    under_way: line_a is an asynchronous copy in flight.
    """

    kind: str
    severity: str
    line_a: int | None
    line_b: int | None
    count: int
    example: tuple[int, int, int]
    under_way: bool = False


class RaceTracker:
    """Tracks one batch. granule: bytes per place (the kernel's narrowest shared access); use_of: what becomes of the
    words of a load; together: blocks of a cluster, which share their memory; polled: addresses of reads that decide
    whether a loop goes on waiting."""

    def __init__(
        self, layout: Layout, bytes_per_block: int, granule: int, use_of: Callable[[Group, Access], Use],
        together: int = 1, polled: Collection[int] = (),
    ) -> None:  # fmt: skip
        self.findings: dict[tuple[str, str, int | None, int | None], Finding] = {}
        self.granule, self._use_of, self.polled = granule, use_of, polled
        self._layout = layout
        self.places_per_block = bytes_per_block // granule
        self._writers: dict[int, NDArray[np.int16]] = {}  # of each place of so many blocks, in a test
        self._events: list[Event] = []
        self._pending = 0
        self._stores = False
        self._order = 0
        self._warp_epoch: NDArray[np.int32] = np.zeros(layout.padded * layout.blocks, np.int32)
        self._part_epoch = self._warp_epoch  # partial __syncwarps of each lane
        self.partial: list[tuple[int, NDArray[np.int32]]] = []  # when that was, and the groups (0: took no part)
        threads = np.arange(layout.padded).reshape(-1, WARP) < layout.threads
        self._existing = np.tile((threads * (1 << np.arange(WARP))).sum(axis=1).astype(np.uint32), layout.blocks)
        self._clean: set[tuple[tuple[int, Addresses], ...]] = set()
        self._together = together
        self.clocks = Clocks(layout, together) if together > 1 else None  # or once warps come to barriers of their own

    def begin(self) -> None:
        """Another basic block runs."""
        self._order += 1

    def record(self, group: Group, view: Addresses, copies: bool = False) -> None:
        """Record an executed group of accesses; the view provides the values to be stored. copies: asynchronous ones,
        which these lanes have started."""
        values: list[tuple[int, NDArray[np.generic]]] = []
        if isinstance(view, View) and not copies:
            view.values = values
        known = self.clocks.known if self.clocks else None
        epochs = self._warp_epoch, self._part_epoch
        self._events.append(Event(self._order, group, view, values, *epochs, known, copies))
        self._pending += max(view.lanes.count * len(group.accesses), _LEAST_PER_EVENT)
        if group.accesses[0].operation != "load":
            self._stores = True
        if self._pending > _MOST_PENDING:
            self._judge(self._events)
            self._forget_repeats()

    def fence(self, lanes: Lanes) -> None:
        """Lanes come to a fence, in a kernel with flags. What they do next in their own warp is ordered as well: there
        nothing but a flag tells who waits for whom."""
        self.timed().fence(np.unique(lanes.ids // WARP))
        if self.polled:
            self._warp_epoch = self._warp_epoch.copy()
            self._warp_epoch[lanes.ids] += 1

    def flag(self, access: Access, places: Ints, warps: Ints) -> None:
        """A strong access, lane by lane: a flag may order warps."""
        if self.clocks is None and not access.acquires and not access.releases:
            return  # nobody has come to a fence
        clocks = self.timed()
        for place, warp in dict.fromkeys(zip(places.tolist(), warps.tolist(), strict=True)):
            if access.operation != "store":
                clocks.read_flag(place, warp, access.acquires)
            if access.operation != "load":
                clocks.write_flag(place, warp, access.releases, access.operation == "atomic")

    def order_warp(self, lanes: Lanes, named: NDArray[np.uint32], order: int) -> None:
        """__syncwarp: earlier accesses of the lanes in a mask happen before their later ones.

        named: each lane's mask, in the order of the lanes' numbers. order: of the instruction, as of Access.
        """
        ids = lanes.ids
        warp, bit = ids // WARP, np.uint32(1) << (ids % WARP).astype(np.uint32)
        starts = np.flatnonzero(np.concatenate(([True], warp[1:] != warp[:-1])))
        here = np.bitwise_or.reduceat(bit, starts)
        asked = np.bitwise_and.reduceat(named, starts)
        existing = self._existing[warp[starts]]
        whole = np.repeat((here == existing) & (asked & existing == existing), np.diff(np.append(starts, len(ids))))
        epoch = self._warp_epoch.copy()
        epoch[ids[whole]] += 1
        self._warp_epoch = epoch
        partly = ~whole & (named & bit != 0)
        if partly.any():
            self._order_part(ids[partly], named[partly], order)

    def _order_part(self, ids: Ints, named: NDArray[np.uint32], order: int) -> None:
        """__syncwarp for a part of a warp: lanes with the same mask form a group."""
        group = np.zeros(len(self._warp_epoch), np.int32)
        group[ids] = np.unique(ids // WARP << 32 | named.astype(np.int64), return_inverse=True)[1] + 1
        self._part_epoch = self._part_epoch + (group > 0)
        self.partial.append((place_in_order(self._order, order), group))
        if len(self.partial) > _MOST_PARTIAL:
            self._judge(self._events)
            self._events, self.partial = [], []

    def barrier(self, blocks: NDArray[np.intp] | None) -> None:
        """__syncthreads of some blocks of the batch (None: all): their interval ends."""
        if self.clocks is not None:
            each = np.arange(self._layout.blocks) if blocks is None else blocks
            self.meet("block", each, [*self._come("block", self._warps_of(each))])
            return
        if blocks is None:
            self._end()
            return
        released = np.zeros(self._layout.blocks, bool)
        released[blocks] = True
        ending: list[Event] = []
        staying: list[Event] = []
        for event in self._events:
            over = released[event.view.lanes.ids // self._layout.padded]
            if over.all():
                ending.append(event)
            elif not over.any():
                staying.append(event)
            else:
                ending.append(part_of_event(event, over))
                staying.append(part_of_event(event, ~over))
        self._judge(ending)
        self._events = staying

    def _end(self) -> None:
        self._judge(self._events)
        self._events, self.partial = [], []
        self._pending = 0
        self._stores = False

    def _warps_of(self, blocks: NDArray[np.intp]) -> Ints:
        per_block = self._layout.padded // WARP
        return np.asarray((blocks[:, None] * per_block + np.arange(per_block)).ravel())

    def cluster_barrier(self, blocks: NDArray[np.intp]) -> None:
        """All warps of these blocks, which are whole clusters, meet."""
        if self._together == 1:
            self.barrier(blocks)
        elif self.clocks is not None:
            warps = self._warps_of(blocks)
            self.clocks.tell("cluster", warps)
            self.clocks.learn("cluster", warps)
            self._drop_settled()

    def timed(self) -> Clocks:
        """The clocks, from now on."""
        if self.clocks is None:
            self.clocks = Clocks(self._layout, self._together)
            for event in self._events:
                event.known = self.clocks.known
        return self.clocks

    def arrive(self, number: int, lanes: Lanes) -> None:
        """Warps arrive at a barrier that is not for the whole block."""
        list(self._come(number, np.unique(lanes.ids // WARP)))

    def _come(self, number: Hashable, warps: Ints) -> Iterator[Ints]:
        """The warps, by the rank of their block in its cluster: each block has barriers of its own."""
        clocks, rank = self.timed(), warps * WARP // self._layout.padded % self._together
        for each in range(self._together):
            own = warps[rank == each]
            if len(own):
                clocks.tell((number, each), own)
            yield own

    def meet(self, number: Hashable, blocks: NDArray[np.intp], waited: list[Ints]) -> None:
        """Such a barrier is complete in these blocks, and these warps, which waited, continue. Accesses that all warps
        of a cluster know of are judged and dropped."""
        clocks = self.timed()
        for warps in waited:
            for rank in range(self._together):
                own = warps[warps * WARP // self._layout.padded % self._together == rank]
                if len(own):
                    clocks.learn((number, rank), own)
        for rank in range(self._together):
            clocks.forget((number, rank), blocks[blocks % self._together == rank] // self._together)
        self._drop_settled()

    def tell(self, place: Hashable, warps: Ints) -> None:
        """Distinct warps release what they did, at a place in shared memory."""
        self.timed().tell(place, warps)

    def learn(self, place: Hashable, warps: Ints) -> None:
        """Distinct warps acquire what was released at a place."""
        self.timed().learn(place, warps)
        self._drop_settled()

    def learn_of_copies(self, warp: int, time: int) -> None:
        """A warp waited until the copies of its cluster were over up to a time."""
        self.timed().learn_of_copies(warp, time)
        self._drop_settled()

    def _drop_settled(self) -> None:
        assert self.clocks is not None
        kept: list[Event] = []
        for event in self._events:
            over = self.clocks.settled(self.moments(event, event.view.lanes.ids))
            if not over.all():
                kept.append(part_of_event(event, ~over) if over.any() else event)
        if len(kept) < len(self._events):
            self._judge(self._events)
            self._events = kept

    def moments(self, event: Event, lanes: Ints) -> Ints:
        """When these lanes did what an event tells of."""
        assert self.clocks is not None and event.known is not None
        warps = lanes // WARP
        return self.clocks.moments(event.known, self.clocks.copies_of(warps) if event.copies else warps)

    def byte_of(self, place: int) -> int:
        """Byte offset of a place in its block's shared memory."""
        return place % self.places_per_block * self.granule

    def finish(self) -> None:
        """The end of the batch."""
        self._end()

    def _judge(self, events: list[Event]) -> None:
        if not self._stores or not events:
            return
        signature = tuple((e.group.index, e.view) for e in events)
        if self.clocks is None and signature in self._clean:
            return
        asynchronous = self._together > 1 or any(e.copies for e in events)
        if not (asynchronous or self._screen(events)) or not self._pairs(events):
            if len(self._clean) >= _REMEMBERED:
                self._clean.clear()
            self._clean.add(signature)

    def places(self, view: Addresses, group: Group, access: Access) -> tuple[Ints, Ints]:
        """(places, lane numbers) of one access, one entry per lane and granule; without words that nobody asked for."""
        lanes = view.lanes.ids
        first = (view.lanes.flat(view.address) + access.offset) // self.granule
        blocks = lanes // self._layout.padded if view.blocks is None else view.blocks
        first = first + blocks * self.places_per_block
        parts = np.arange(max(access.width // self.granule, 1))
        if access.operation == "load" and access.width > WORD and (unused := self._use_of(group, access).unused):
            parts = parts[~np.isin(parts * self.granule // WORD, list(unused))]
        return (first[:, None] + parts).ravel(), np.repeat(lanes, len(parts))

    def _screen(self, events: list[Event]) -> bool:
        """Mark written places with the writing thread, and find places with accesses by others.

        Atomics conflict only with plain accesses. If all blocks of the batch behave alike, one is tested.
        """
        alike = all(_is_alike(e.view) for e in events)
        width = 1 if alike else self._layout.blocks
        if width not in self._writers:
            self._writers[width] = np.full((self.places_per_block, width), _NOBODY, np.int16)
        writer = self._writers[width]
        seen: dict[str, list[tuple[Ints, Owners, NDArray[np.int16]]]] = defaultdict(list)
        for event in events:
            lanes = event.view.lanes
            owners = _ONE_BLOCK if alike else lanes.blocks_owned
            for access in event.group.accesses:
                for i in range(max(access.width // self.granule, 1)):
                    place = event.view.address + (access.offset + i * self.granule) >> self.granule.bit_length() - 1
                    seen[access.operation].append((place, owners, lanes.thread_of))
        written = [*seen["store"], *seen["async_copy"]]
        for place, owners, thread in written:
            scatter(writer, place, owners, thread)
        found = any((gather(writer, place, owners) != thread).any() for place, owners, thread in written)
        found = found or any((gather(writer, place, owners) != _NOBODY).any() for place, owners, _ in seen["atomic"])
        for place, owners, _ in seen["atomic"]:
            scatter(writer, place, owners, _MANY)
        for place, owners, thread in seen["load"]:
            if found:
                break
            there = gather(writer, place, owners)
            found = bool(((there != thread) & (there != _NOBODY)).any())
        for place, owners, _ in [*written, *seen["atomic"]]:
            scatter(writer, place, owners, _NOBODY)
        return found

    def _pairs(self, events: list[Event]) -> bool:
        """Judge all pairs of instructions that access the same word; returns whether a hazard was found."""
        table = Table(self, events)
        found = False
        for pair in table.pairs():
            found = True
            self.add(Finding(*pair.key, pair.count, pair.example, pair.under_way))
        return found

    def add(self, finding: Finding) -> None:
        """Add a finding, or count it if there is one of the same kind between the same lines."""
        key = (finding.kind, finding.severity, finding.line_a, finding.line_b)
        known = self.findings.get(key)
        if known is None:
            self.findings[key] = finding
        else:
            known.count += finding.count

    def _forget_repeats(self) -> None:
        """In an interval without an end, keep only the latest event of every instruction and view: all of them, or only
        the writes, or none, as far as there is room."""
        latest = {(e.group.index, e.view): e for e in self._events}
        whole = sorted(latest.values(), key=lambda e: e.order)
        writes = [e for e in whole if e.group.accesses[0].operation != "load"]
        for kept in (whole, writes, []):
            self._events = kept
            self._pending = sum(max(e.view.lanes.count * len(e.group.accesses), _LEAST_PER_EVENT) for e in kept)
            if self._pending <= _MOST_PENDING // 2:
                return


def _is_alike(view: Addresses) -> bool:
    """Whether all blocks of the batch do the same."""
    lanes = view.lanes
    if not isinstance(lanes, ProductLanes) or lanes.blocks is not None:
        return False
    return view.address.ndim < 3 or view.address.shape[2] == 1
