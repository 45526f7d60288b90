"""Pairs of accesses to one place in shared memory: which of them are hazards, and how grave."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.simt.accesses import Group
from grader.simt.lanes import Lanes
from grader.simt.patterns import WARP
from grader.simt.views import Addresses

if TYPE_CHECKING:
    from grader.simt.races import RaceTracker

Ints = NDArray[np.int64]
_LAST = 1 << 24  # beyond the order of all accesses


@dataclass(frozen=True, slots=True)
class Site:
    """One memory instruction of the kernel."""

    line: int | None
    stores: bool
    atomic: bool
    copies: bool  # a copy that goes on while its thread does
    strong: bool  # volatile, or relaxed and the like
    polled: bool  # a read that a loop waits with


@dataclass(slots=True)
class Event:
    """A group of accesses that lanes have executed. known: see Clocks; copies: they go on while these lanes do."""

    order: int
    group: Group
    view: Addresses
    values: list[tuple[int, NDArray[np.generic]]]
    warp_epoch: NDArray[np.int32]
    part_epoch: NDArray[np.int32]
    known: Ints | None
    copies: bool


def part_of(view: Addresses, keep: NDArray[np.bool_]) -> Addresses:
    """Some of the lanes of a view; keep: in the order of their numbers."""
    lanes = view.lanes.scattered(keep)
    part = Addresses(lanes.unflat(view.lanes.flat(view.address)[keep]), lanes)
    part.blocks = None if view.blocks is None else view.blocks[keep]
    return part


def part_of_event(event: Event, keep: NDArray[np.bool_]) -> Event:
    """Some of the lanes of an event."""
    part, lanes = part_of(event.view, keep), event.view.lanes
    values = [(p, v if v.size == 1 else lanes.flat(v)[keep].reshape(part.lanes.shape)) for p, v in event.values]
    return Event(event.order, event.group, part, values, event.warp_epoch, event.part_epoch, event.known, event.copies)


@dataclass(frozen=True, slots=True)
class Pair:
    """A hazard between two instructions, as of Finding."""

    key: tuple[str, str, int | None, int | None]
    count: int
    example: tuple[int, int, int]
    under_way: bool


class Table:
    """Every access to the words in question, reduced to one row per word, instruction and warp epoch."""

    def __init__(self, tracker: RaceTracker, events: list[Event]) -> None:
        self.sites: list[Site] = []
        self._tracker, self._partial, self._clocks = tracker, tracker.partial, tracker.clocks
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
                    strong, polled = atomic or access.scope > 0, event.group.address(access) in tracker.polled
                    stores = access.operation != "load"
                    self.sites.append(Site(access.line, stores, atomic, event.copies, strong, polled))
                where, lanes = tracker.places(event.view, event.group, access)
                columns["place"].append(where)
                columns["lane"].append(lanes)
                columns["site"].append(np.full(len(where), site_of[key]))
                columns["order"].append(np.full(len(where), place_in_order(event.order, access.order)))
                columns["epoch"].append(event.warp_epoch[lanes].astype(np.int64))
                columns["part"].append(event.part_epoch[lanes].astype(np.int64))
                columns["value"].append(_bits(values[access.position], event.view.lanes, len(where)))
                columns["moment"].append(self._moments(event, lanes))
        self._reduce({name: np.concatenate(parts) for name, parts in columns.items()})

    def _moments(self, event: Event, lanes: Ints) -> Ints:
        if self._clocks is None or event.known is None:
            return np.zeros(len(lanes), np.int64)
        moments = self._tracker.moments(event, lanes)
        each, first = np.unique(moments, return_index=True)
        warps = lanes[first] // WARP
        self._knew |= zip(each.tolist(), event.known[self._clocks.copies_of(warps) if event.copies else warps],
                          strict=True)  # fmt: skip
        return moments

    def _reduce(self, columns: dict[str, Ints]) -> None:
        stores = np.array([s.stores for s in self.sites], bool)
        place = columns["place"]
        touched = np.zeros(int(place.max(initial=-1)) + 1, bool)
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

    def pairs(self) -> list[Pair]:
        """All hazards, per pair of source lines."""
        stores = np.array([s.stores for s in self.sites])[self.site]
        atomic = np.array([s.atomic for s in self.sites])[self.site]
        copies = np.array([s.copies for s in self.sites])[self.site]
        strong = np.array([s.strong for s in self.sites])[self.site]
        polled = np.array([s.polled for s in self.sites])[self.site]
        found: list[Pair] = []
        n = len(self.place)
        distance = 0
        while distance < n:
            a, b = np.arange(n - distance), np.arange(distance, n)
            same = self.place[a] == self.place[b]
            if not same.any():
                break
            a, b = a[same], b[same]
            distance += 1
            flags = strong[a] & strong[b] & (polled[a] | polled[b])
            conflict = (stores[a] | stores[b]) & ~(atomic[a] & atomic[b]) & ~flags
            low, high = np.minimum(self.low[a], self.low[b]), np.maximum(self.high[a], self.high[b])
            apart = copies[a] != copies[b]  # a copy is no part of the thread that starts it
            conflict &= ((low != high) & ~(copies[a] & copies[b])) | apart
            one_warp = (low // WARP == high // WARP) & ~apart
            conflict &= ~(one_warp & ((self.epoch[a] != self.epoch[b]) | self._ordered_in_part(a, b)))
            a, b, one_warp = a[conflict], b[conflict], one_warp[conflict]
            if len(a) and self._clocks is not None:
                apart = ~self._ordered_by_clocks(a, b)
                a, b, one_warp = a[apart], b[apart], one_warp[apart]
            if len(a):
                found += self._classify(a, b, one_warp, stores, atomic | copies)
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
    ) -> list[Pair]:
        both = stores[a] & stores[b]
        plain = ~(atomic[a] | atomic[b])  # of the others the written value is unknown here
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
        found: dict[tuple[str, str, int | None, int | None], Pair] = {}
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
                under_way = kind == "RAW" and self.sites[self.site[one]].copies
                found[key] = Pair(key, count, known.example if known else example, under_way)
        return list(found.values())


def place_in_order(block: int, order: int) -> int:
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
