"""Hazards in shared memory: accesses of two threads to one word with no barrier between them.

Accesses are collected between barriers and judged at the barrier. A cheap test (who wrote this word last?) clears the
common case; only words that fail it are judged pair by pair. Rules follow compute-sanitizer's racecheck: different
warps without a barrier are an error, and so are different values that one instruction writes to one word; lanes of one
warp without __syncwarp are a warning, a second write of the same value is a note.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.simt.accesses import Access, Group, Use
from grader.simt.clocks import Clocks
from grader.simt.interleaved_memory import Owners, gather, scatter
from grader.simt.lanes import Lanes, Layout, ProductLanes
from grader.simt.patterns import WARP
from grader.simt.views import Addresses, View
from grader.simt.wavefronts import WORD

Ints = NDArray[np.int64]
_REMEMBERED = 64  # cached clean intervals, so that a loop is judged once
_LEAST_PER_EVENT = 256  # memory of an event even with few lanes
_LAST = 1 << 24  # beyond the order of all accesses
_MOST_PARTIAL = 128
_NOBODY, _MANY = np.full(1, -1, np.int16), np.full(1, -2, np.int16)  # instead of the thread that wrote a place
_ONE_BLOCK = Owners(np.zeros((1, 1, 1), np.int64), (1, 1, 1))
_MOST_PENDING = 1 << 23  # lane accesses kept before an interval is judged early


@dataclass(frozen=True, slots=True)
class Site:
    """One memory instruction of the kernel."""

    line: int | None
    stores: bool
    atomic: bool


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


@dataclass(slots=True)
class _Event:
    order: int
    group: Group
    view: Addresses
    values: list[tuple[int, NDArray[np.generic]]]
    warp_epoch: NDArray[np.int32]
    part_epoch: NDArray[np.int32]
    known: Ints | None  # see Clocks


class RaceTracker:
    """Tracks one batch. granule: bytes per place (the kernel's narrowest shared access); use_of: what becomes of the
    words of a load."""

    def __init__(
        self, layout: Layout, bytes_per_block: int, granule: int, use_of: Callable[[Group, Access], Use]
    ) -> None:  # fmt: skip
        self.findings: dict[tuple[str, str, int | None, int | None], Finding] = {}
        self.granule, self._use_of = granule, use_of
        self._layout = layout
        self.places_per_block = bytes_per_block // granule
        self._writer: NDArray[np.int16] = np.zeros((0, 0), np.int16)  # of every place, while an interval is tested
        self._events: list[_Event] = []
        self._pending = 0
        self._stores = False
        self._order = 0
        self._warp_epoch: NDArray[np.int32] = np.zeros(layout.padded * layout.blocks, np.int32)
        self._part_epoch = self._warp_epoch  # partial __syncwarps of each lane
        self._partial: list[tuple[int, NDArray[np.int32]]] = []  # when that was, and the groups (0: took no part)
        threads = np.arange(layout.padded).reshape(-1, WARP) < layout.threads
        self._existing = np.tile((threads * (1 << np.arange(WARP))).sum(axis=1).astype(np.uint32), layout.blocks)
        self._clean: set[tuple[tuple[int, Addresses], ...]] = set()
        self.clocks: Clocks | None = None  # once warps come to barriers of their own

    def begin(self) -> None:
        """Another basic block runs."""
        self._order += 1

    def record(self, group: Group, view: Addresses) -> None:
        """Record an executed group of accesses; the view provides the values to be stored."""
        values: list[tuple[int, NDArray[np.generic]]] = []
        if isinstance(view, View):
            view.values = values
        known = self.clocks.known if self.clocks else None
        self._events.append(_Event(self._order, group, view, values, self._warp_epoch, self._part_epoch, known))
        self._pending += max(view.lanes.count * len(group.accesses), _LEAST_PER_EVENT)
        if group.accesses[0].operation != "load":
            self._stores = True
        if self._pending > _MOST_PENDING:
            self._judge(self._events)
            self._forget_repeats()

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
        self._partial.append((_place_in_order(self._order, order), group))
        if len(self._partial) > _MOST_PARTIAL:
            self._judge(self._events)
            self._events, self._partial = [], []

    def barrier(self, blocks: NDArray[np.intp] | None) -> None:
        """__syncthreads of some blocks of the batch (None: all): their interval ends."""
        if blocks is None:
            self._judge(self._events)
            self._events, self._partial = [], []
            self._pending = 0
            self._stores = False
            return
        released = np.zeros(self._layout.blocks, bool)
        released[blocks] = True
        ending: list[_Event] = []
        staying: list[_Event] = []
        for event in self._events:
            over = released[event.view.lanes.ids // self._layout.padded]
            if over.all():
                ending.append(event)
            elif not over.any():
                staying.append(event)
            else:
                ending.append(_part(event, over))
                staying.append(_part(event, ~over))
        self._judge(ending)
        self._events = staying

    def arrive(self, number: int, lanes: Lanes) -> None:
        """Warps arrive at a barrier that is not for the whole block."""
        if self.clocks is None:
            self.clocks = Clocks(self._layout)
            for event in self._events:
                event.known = self.clocks.known
        self.clocks.arrive(number, lanes)

    def meet(self, number: int, blocks: NDArray[np.intp], waited: list[Lanes]) -> None:
        """Such a barrier is complete. Accesses that all warps of a block know of are judged and dropped."""
        assert self.clocks is not None
        self.clocks.meet(number, blocks, waited)
        kept: list[_Event] = []
        for event in self._events:
            assert event.known is not None
            over = self.clocks.settled(self.clocks.moments(event.known, event.view.lanes.ids))
            if not over.all():
                kept.append(_part(event, ~over) if over.any() else event)
        if len(kept) < len(self._events):
            self._judge(self._events)
            self._events = kept

    def byte_of(self, place: int) -> int:
        """Byte offset of a place in its block's shared memory."""
        return place % self.places_per_block * self.granule

    def finish(self) -> None:
        """The end of the batch."""
        self.barrier(None)

    def _judge(self, events: list[_Event]) -> None:
        if not self._stores or not events:
            return
        signature = tuple((e.group.index, e.view) for e in events)
        if self.clocks is None and signature in self._clean:
            return
        if not self._screen(events) or not self._pairs(events):
            if len(self._clean) >= _REMEMBERED:
                self._clean.clear()
            self._clean.add(signature)

    def places(self, view: Addresses, group: Group, access: Access) -> tuple[Ints, Ints]:
        """(places, lane numbers) of one access, one entry per lane and granule; without words that nobody asked for."""
        lanes = view.lanes.ids
        first = (view.lanes.flat(view.address) + access.offset) // self.granule
        first = first + lanes // self._layout.padded * self.places_per_block
        parts = np.arange(max(access.width // self.granule, 1))
        if access.operation == "load" and access.width > WORD and (unused := self._use_of(group, access).unused):
            parts = parts[~np.isin(parts * self.granule // WORD, list(unused))]
        return (first[:, None] + parts).ravel(), np.repeat(lanes, len(parts))

    def _screen(self, events: list[_Event]) -> bool:
        """Mark written places with the writing thread, and find places with accesses by others.

        Atomics conflict only with plain accesses. If all blocks of the batch behave alike, one is tested.
        """
        alike = all(_is_alike(e.view) for e in events)
        width = 1 if alike else self._layout.blocks
        if self._writer.shape[1] != width:
            self._writer = np.full((self.places_per_block, width), _NOBODY, np.int16)
        writer = self._writer
        seen: dict[str, list[tuple[Ints, Owners, Ints]]] = defaultdict(list)
        for event in events:
            lanes = event.view.lanes
            owners = _ONE_BLOCK if alike else lanes.blocks_owned
            for access in event.group.accesses:
                first = (event.view.address + access.offset) // self.granule
                for i in range(max(access.width // self.granule, 1)):
                    seen[access.operation].append((first + i, owners, lanes.thread_of))
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

    def _pairs(self, events: list[_Event]) -> bool:
        """Judge all pairs of instructions that access the same word; returns whether a hazard was found."""
        table = _Table(self, events)
        found = False
        for pair in table.pairs():
            found = True
            self.add(Finding(*pair.key, pair.count, pair.example))
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


def part_of(view: Addresses, keep: NDArray[np.bool_]) -> Addresses:
    """Some of the lanes of a view; keep: in the order of their numbers."""
    lanes = view.lanes.scattered(keep)
    return Addresses(lanes.unflat(view.lanes.flat(view.address)[keep]), lanes)


def _part(event: _Event, keep: NDArray[np.bool_]) -> _Event:
    part, lanes = part_of(event.view, keep), event.view.lanes
    values = [(p, v if v.size == 1 else lanes.flat(v)[keep].reshape(part.lanes.shape)) for p, v in event.values]
    return _Event(event.order, event.group, part, values, event.warp_epoch, event.part_epoch, event.known)


@dataclass(frozen=True, slots=True)
class _Pair:
    key: tuple[str, str, int | None, int | None]
    count: int
    example: tuple[int, int, int]


class _Table:
    """Every access to the words in question, reduced to one row per word, instruction and warp epoch."""

    def __init__(self, tracker: RaceTracker, events: list[_Event]) -> None:
        self.sites: list[Site] = []
        self._partial, self._clocks = tracker._partial, tracker.clocks
        self._knew: dict[int, Ints] = {}  # by moment
        site_of: dict[tuple[int, int], int] = {}
        columns: dict[str, list[Ints]] = defaultdict(list)
        for event in events:
            values: dict[int, list[NDArray[np.generic]]] = defaultdict(list)
            for position, value in event.values:
                values[position].append(value)
            for access in event.group.accesses:
                key = (event.group.index, access.position)
                if key not in site_of:
                    site_of[key] = len(self.sites)
                    atomic = access.operation == "atomic" or access.in_atomic
                    self.sites.append(Site(access.line, access.operation != "load", atomic))
                where, lanes = tracker.places(event.view, event.group, access)
                columns["place"].append(where)
                columns["lane"].append(lanes)
                columns["site"].append(np.full(len(where), site_of[key]))
                columns["order"].append(np.full(len(where), _place_in_order(event.order, access.order)))
                columns["epoch"].append(event.warp_epoch[lanes].astype(np.int64))
                columns["part"].append(event.part_epoch[lanes].astype(np.int64))
                columns["value"].append(_bits(values[access.position], event.view.lanes, len(where)))
                columns["moment"].append(self._moments(event, lanes))
        self._reduce({name: np.concatenate(parts) for name, parts in columns.items()})

    def _moments(self, event: _Event, lanes: Ints) -> Ints:
        if self._clocks is None or event.known is None:
            return np.zeros(len(lanes), np.int64)
        moments = self._clocks.moments(event.known, lanes)
        each, first = np.unique(moments, return_index=True)
        self._knew |= zip(each.tolist(), event.known[lanes[first] // WARP], strict=True)
        return moments

    def _reduce(self, columns: dict[str, Ints]) -> None:
        stores = np.array([s.stores for s in self.sites])
        place = columns["place"]
        touched = np.zeros(int(place.max()) + 1, bool)
        touched[place[stores[columns["site"]]]] = True
        keep = touched[place]
        columns = {name: column[keep] for name, column in columns.items()}
        keys = ("moment", "part", "epoch", "site", "place")
        order = np.lexsort([columns[key] for key in keys])
        columns = {name: column[order] for name, column in columns.items()}
        new = np.ones(len(order), bool)
        new[1:] = np.logical_or.reduce([columns[key][1:] != columns[key][:-1] for key in keys])
        starts = np.flatnonzero(new)
        self.place, self.site, self.epoch = (columns[key][starts] for key in ("place", "site", "epoch"))
        self.moment = columns["moment"][starts]
        self.low = np.minimum.reduceat(columns["lane"], starts)
        self.high = np.maximum.reduceat(columns["lane"], starts)
        self.first = np.minimum.reduceat(columns["order"], starts)
        self.last = np.maximum.reduceat(columns["order"], starts)
        self.smallest = np.minimum.reduceat(columns["value"], starts)
        self.largest = np.maximum.reduceat(columns["value"], starts)

    def pairs(self) -> list[_Pair]:
        """All hazards, per pair of source lines."""
        stores = np.array([s.stores for s in self.sites])[self.site]
        atomic = np.array([s.atomic for s in self.sites])[self.site]
        found: list[_Pair] = []
        n = len(self.place)
        distance = 0
        while distance < n:
            a, b = np.arange(n - distance), np.arange(distance, n)
            same = self.place[a] == self.place[b]
            if not same.any():
                break
            a, b = a[same], b[same]
            distance += 1
            conflict = (stores[a] | stores[b]) & ~(atomic[a] & atomic[b])
            low, high = np.minimum(self.low[a], self.low[b]), np.maximum(self.high[a], self.high[b])
            conflict &= low != high
            one_warp = low // WARP == high // WARP
            conflict &= ~(one_warp & ((self.epoch[a] != self.epoch[b]) | self._ordered_in_part(a, b)))
            a, b, one_warp = a[conflict], b[conflict], one_warp[conflict]
            if len(a) and self._clocks is not None:
                apart = ~self._ordered_by_clocks(a, b)
                a, b, one_warp = a[apart], b[apart], one_warp[apart]
            if len(a):
                found += self._classify(a, b, one_warp, stores, atomic)
        return found

    def _ordered_in_part(self, a: Ints, b: Ints) -> NDArray[np.bool_]:
        """Whether a __syncwarp of a part of the warp, including both lanes, came between two accesses."""
        ordered = np.zeros(len(a), np.bool_)
        for when, group in self._partial:
            between = (self.last[a] < when) & (when < self.first[b]) | (self.last[b] < when) & (when < self.first[a])
            of = group[self.low[a]]
            together = (of > 0) & (group[self.high[a]] == of) & (group[self.low[b]] == of) & (group[self.high[b]] == of)
            ordered |= between & together
        return ordered

    def _ordered_by_clocks(self, a: Ints, b: Ints) -> NDArray[np.bool_]:
        """Whether one of them knew of the other."""
        assert self._clocks is not None
        knew_a, knew_b = (np.array([self._knew[m] for m in self.moment[each].tolist()]) for each in (a, b))
        one, other = self.moment[a], self.moment[b]
        known = self._clocks.ordered(one, knew_b) | self._clocks.ordered(other, knew_a)
        return np.asarray((one != other) & known)

    def _classify(
        self, a: Ints, b: Ints, one_warp: NDArray[np.bool_], stores: NDArray[np.bool_], atomic: NDArray[np.bool_]
    ) -> list[_Pair]:
        both = stores[a] & stores[b]
        plain = ~(atomic[a] | atomic[b])  # an atomic's written value is unknown here
        low, high = np.minimum(self.smallest[a], self.smallest[b]), np.maximum(self.largest[a], self.largest[b])
        equal = both & plain & (low == high)
        at_once = both & (a == b)  # lanes of one instruction: no __syncwarp could order them
        severity = np.where(equal, 2, np.where(one_warp & ~at_once, 1, 0))
        cases: list[tuple[str, NDArray[np.bool_], Ints, Ints]] = []
        swap = self.first[b] < self.first[a]
        early, late = np.where(swap, b, a), np.where(swap, a, b)
        cases.append(("WAW", both, early, late))
        store, load = np.where(stores[a], a, b), np.where(stores[a], b, a)
        cases.append(("RAW", ~both & (self.first[store] < self.last[load]), store, load))
        cases.append(("WAR", ~both & (self.first[load] < self.last[store]), load, store))
        found: dict[tuple[str, str, int | None, int | None], _Pair] = {}
        for kind, chosen, earlier, later in cases:
            code = (self.site[earlier] * len(self.sites) + self.site[later]) * 3 + severity
            for value in np.unique(code[chosen]):
                members = np.flatnonzero(chosen & (code == value))
                one, two = earlier[members[0]], later[members[0]]
                key = (kind, ("error", "warning", "note")[value % 3], self.sites[self.site[one]].line,
                       self.sites[self.site[two]].line)  # fmt: skip
                lane_a = int(self.low[one])
                lane_b = int(self.high[two]) if self.high[two] != lane_a else int(self.low[two])
                if lane_a == lane_b:
                    lane_a = int(self.high[one])
                example = (int(self.place[one]), lane_a, lane_b)
                known = found.get(key)
                count = len(members) + (known.count if known else 0)
                found[key] = _Pair(key, count, known.example if known else example)
        return list(found.values())


def _place_in_order(block: int, order: int) -> int:
    """The time of an instruction: that of its basic block, then its order there."""
    return block * _LAST + min(order, _LAST - 1)


def _bits(values: list[NDArray[np.generic]], lanes: Lanes, count: int) -> Ints:
    """Stored values as integers, one per place, lane by lane; 0 for loads and atomics. values: the words of a store."""
    if not values:
        return np.zeros(count, np.int64)
    words = np.stack([np.broadcast_to(_of_lanes(value, lanes), lanes.count) for value in values], axis=1).ravel()
    return np.repeat(words, count // len(words)) if count >= len(words) else words[:count]


def _of_lanes(values: NDArray[np.generic], lanes: Lanes) -> Ints:
    whole = np.ascontiguousarray(values)
    whole = whole.view(f"i{values.itemsize}").astype(np.int64)
    return whole.reshape(-1) if whole.size == 1 else lanes.flat(whole)
