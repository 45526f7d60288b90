"""The memory of one batch: checks addresses, counts the cost of accesses, reports them to the race tracker.

Generated code enters a group of accesses with the addresses in a register and gets a view for gathering and scattering.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.simt.accesses import ASYNC_COPY, SHARED_START, Access, Group, Request, Use
from grader.simt.async_copies import AsyncCopies
from grader.simt.clusters import OFFSET_MASK, RANK_SHIFT, Clusters
from grader.simt.contention import Contention, contention
from grader.simt.copy_wavefronts import LINE, Bounds, copy_wavefronts
from grader.simt.counters import Counter, Counters, Entry
from grader.simt.global_races import GlobalWatch
from grader.simt.interleaved_memory import InterleavedMemory, Owners, gather, scatter
from grader.simt.lanes import Lanes, ProductLanes
from grader.simt.layout import Layout
from grader.simt.memory import GlobalMemory, KernelFault
from grader.simt.patterns import LANES_AT_ONCE, LANES_PER_BATCH, WARP, Cost
from grader.simt.races import RaceTracker
from grader.simt.sectors import SECTOR, global_cost, local_sectors
from grader.simt.views import ArenaView, Changes, OwnedView, View
from grader.simt.wavefronts import WORD, shared_cost

Array = NDArray[Any]
Ints = NDArray[np.int64]
_VIEWS = {"shared": 64, "global": 24}  # views cached per space
_PATTERNS = 1 << 16  # patterns whose cost is remembered
# Costs of patterns, of all batches of all launches with one shape of blocks, and what lanes at one address cost.
Patterns = dict[tuple[object, ...], tuple[Cost, Contention]]
OVER = "over"  # part of the name under which the knowledge of a phase is kept
_WIDEST = 16  # bytes of an access: the compiler may merge loads and read more than was asked for
_POISON = 0xFF  # fills shared memory before a block starts: NaN as a float, -1 as an integer


@cache
def _hash_factors(lanes: int) -> tuple[Ints, Ints]:
    """Odd 64-bit factors, one for each lane of a batch, and their sums up to each: other ones in each process, so that
    no kernel can be written with two patterns of the same hash."""
    factors = np.random.default_rng().integers(1, 2**62, lanes, dtype=np.int64) * 2 + 1
    return factors, np.cumsum(factors)


@dataclass(frozen=True)
class Needs:
    """What a kernel needs of its memory. In bytes: shared_bytes of a block, local_bytes of a thread, granule: of its
    narrowest access to shared memory. waits: addresses of the reads with which loops wait for changes. flags: whether
    warps may order each other through shared memory. use_of: what becomes of the words of a load."""

    shared_bytes: int
    local_bytes: int
    granule: int
    waits: frozenset[int]
    flags: bool
    use_of: Callable[[Group, Access], Use]


# A read of words that nobody has written yet: access, its addresses, lanes, rows of memory, severity.
_Early = tuple[Access, OwnedView, NDArray[np.bool_], Array, str]


@dataclass
class UninitialisedRead:
    """A shared word read before any thread wrote it. place: byte offset in the block's shared memory."""

    line: int | None
    lane: int
    place: int
    count: int
    severity: str  # "note" for a load that the compiler made unconditional and whose value may be discarded


class MemoryUnit:
    """Memory of the blocks of one batch."""

    def __init__(
        self, needs: Needs, memory: GlobalMemory, counters: Counters, layout: Layout, patterns: Patterns, *,
        watch: GlobalWatch | None = None, backwards: bool = False, sample: Callable[..., None] | None = None,
        clusters: Clusters | None = None, local: dict[int, int] | None = None,
    ) -> None:  # fmt: skip
        """clusters: of the launch, if there are any. local: gets the sectors of local memory, by instruction."""
        self.memory = memory
        self._needs, self._watch, self._backwards, self._sample = needs, watch, backwards, sample
        self.changes = Changes() if needs.waits else None
        self.uninitialised: dict[tuple[int | None, str], UninitialisedRead] = {}
        self.shared_bytes, self.local_bytes = needs.shared_bytes, needs.local_bytes
        self._overhang = -needs.shared_bytes % _WIDEST
        self._counters, self._layout = counters, layout
        self.shared = InterleavedMemory(needs.shared_bytes + self._overhang, layout.blocks, _POISON)
        self._written = np.zeros(self.shared.words.shape, np.bool_)
        self._all_written = False
        self._early: list[_Early] = []
        self.local = InterleavedMemory(needs.local_bytes, layout.threads * layout.blocks)
        self._views: dict[str, dict[tuple[int, int], View]] = defaultdict(dict)
        self._patterns = patterns
        self._copies: dict[tuple[object, ...], Bounds] = {}
        self.copies = AsyncCopies(self, layout, len(self.shared.words), needs.use_of)
        self._clusters, self._local = clusters, local
        self._bases: Ints = np.zeros(1, np.int64)
        if clusters is not None:
            self._bases = (clusters.ranks(layout.blocks) << RANK_SHIFT).reshape(1, 1, -1)
        self.races = RaceTracker(layout, len(self.shared.words) * WORD, needs.granule, needs.use_of,
                                 1 if clusters is None else clusters.size, needs.waits)  # fmt: skip

    def begin(self) -> None:
        """Another basic block runs."""
        self.races.begin()
        if self._early:
            self.settle()

    def settle(self) -> None:
        """Report what was read too early. A compiler may move a read before a write that comes first in the source:
        then somebody has written."""
        for access, view, missing, row, severity in self._early:
            if missing.any():
                self._note_uninitialised(access, view, missing, row, severity)
        self._early.clear()

    def enter_shared(self, group: Group, address: Array, lanes: Lanes) -> View:
        """Views of the addresses for a group of shared accesses; checks, counts and records them."""
        view = self._known("shared", address, lanes)
        if view is None:
            own = address.astype(np.int64, copy=False) - SHARED_START
            if self._clusters is not None:
                own = own - lanes.gather(self._bases)
            view = OwnedView(self.shared, lanes.blocks_owned, own, lanes, (address,), "shared")
            view.changes, view.backwards = self.changes, self._backwards
            self._remember(view, address)
        self._use(view, group)
        if self.copies.pending and group.accesses[0].operation != "async_copy":
            self.copies.check(group, view)
        self.races.record(group, view)
        if self._needs.flags:
            self._pass_on(group, view)
        return view

    def _pass_on(self, group: Group, view: View) -> None:
        """Flags in shared memory order warps, for what they do in global memory as well."""
        for access in group.accesses:
            if access.scope or access.operation == "atomic":
                places, lanes = self.races.places(view, group, access)
                self.races.flag(access, places, lanes // WARP)
                if self._watch is not None:
                    self._watch.shared_flag(access, places, lanes // WARP)

    def sides(self, address: Array, lanes: Lanes) -> NDArray[np.bool_] | None:
        """Which lanes mean the shared memory of another block of their cluster; None without clusters."""
        if self._clusters is None:
            return None
        return np.asarray(lanes.flat(address) >> RANK_SHIFT != lanes.flat(lanes.gather(self._bases)) >> RANK_SHIFT)

    def enter_remote(self, group: Group, address: Array, lanes: Lanes) -> View:
        """Views of shared memory of other blocks, whose accesses no counter sees, as on an H100."""
        assert self._clusters is not None
        at, size = lanes.flat(address), self._clusters.size
        rank = at >> RANK_SHIFT
        block = self._clusters.owner(lanes.ids // self._layout.padded, np.minimum(rank, size - 1))
        own = np.where(rank < size, at & OFFSET_MASK, at) - SHARED_START
        view = OwnedView(self.shared, Owners(lanes.unflat(block), None), lanes.unflat(own), lanes, (address,), "shared")
        view.blocks, view.changes, view.backwards = block, self.changes, self._backwards
        self._check_alignment(view, group)
        self._check_bounds(view, group, self.shared_bytes)
        self._check_written(view, group)
        self.races.record(group, view)
        return view

    def note_written(self, block: int, start: int, length: int) -> None:
        """Words of a block's shared memory are written otherwise than by a store."""
        self._written[start // WORD : -(-(start + length) // WORD), block] = True

    def tell(self, place: Hashable, warps: Ints) -> None:
        """Warps release what they did, at a place in shared memory."""
        self.races.tell(place, warps)
        if self._watch is not None:
            self._watch.tell(place, warps)

    def learn(self, place: Hashable, warps: Ints) -> None:
        """Warps acquire what was released at a place. The phase that is over is that of the last release there."""
        self.races.learn((place, OVER), warps)
        if self._watch is not None:
            self._watch.learn(place, warps)

    def phase_is_over(self, place: Hashable) -> None:
        """Who learns from a place from now on learns what was released until now."""
        self.races.timed().copy(place, (place, OVER))

    def cluster_barrier(self, blocks: NDArray[np.intp]) -> None:
        """Blocks, whole clusters, meet."""
        self.races.cluster_barrier(blocks)
        if self._watch is not None:
            self._watch.cluster_barrier(blocks)

    def enter_global(self, group: Group, address: Array, lanes: Lanes) -> View:
        """The same for global memory."""
        view = self._known("global", address, lanes)
        if view is None or group.index not in view.plans:
            at = self.memory.locate(address, group, lanes)
            if view is None:
                view = self._remember(self.global_view(at, lanes, address), address)
        self._use(view, group)
        self.look(group, view)
        return view

    def global_view(self, at: Ints, lanes: Lanes, address: Array) -> ArenaView:
        """A view of these positions of the arena, which belong to these addresses."""
        view = ArenaView(self.memory.storage, at, lanes, address, "global", self._backwards)
        view.changes = self.changes
        return view

    def look(self, group: Group, view: View) -> None:
        """Pass accesses to global memory that the kernel writes to the race tracker."""
        if self._watch is not None and group.address(group.accesses[0]) in self._watch.accesses:
            assert isinstance(view, ArenaView)
            view.watched = self._watch, group
            self._watch.look(group, view)

    def enter_global_part(self, group: Group, address: Array, lanes: Lanes, sizes: Ints) -> View:
        """The same if each lane reads only the first `sizes` bytes of its access: only those must exist."""
        access = group.accesses[0]
        if (sizes >= access.width).all():
            return self.enter_global(group, address, lanes)
        each, at = lanes.flat(address), np.empty(lanes.count, np.int64)
        for size in np.unique(sizes):
            own = lanes.scattered(sizes == size)
            read = replace(access, element_bytes=1, elements=int(min(size, access.width)))
            narrow = Group(group.index, group.block, group.space, [read])
            at[sizes == size] = own.flat(self.memory.locate(own.unflat(each[sizes == size]), narrow, own))
        view = self.global_view(lanes.unflat(at), lanes, address)
        self._use(view, group)
        self.look(group, view)
        return view

    def enter_local(self, group: Group, address: Array, lanes: Lanes) -> View:
        """Local memory: each lane has its own bytes."""
        wide = address.astype(np.int64, copy=False)
        owners = Owners(lanes.position, lanes.shape if lanes is self._layout.everyone else None)
        view = OwnedView(self.local, owners, wide, lanes, (address,), "local")
        self._check_bounds(view, group, self.local_bytes)
        self._check_alignment(view, group)
        if self._local is not None:
            rows = lanes.rows(np.broadcast_to(wide, lanes.shape))
            active = np.ones(rows.shape, np.bool_) if lanes.active is None else lanes.active
            for access in group.accesses:
                at = group.address(access)
                cost = local_sectors(rows + access.offset, active, access.width)
                self._local[at] = self._local.get(at, 0) + cost
        return view

    def _known(self, space: str, address: Array, lanes: Lanes) -> View | None:
        return self._views[space].get((id(address), id(lanes)))

    def _remember(self, view: View, address: Array) -> View:
        views = self._views[view.space]
        if len(views) >= _VIEWS[view.space]:
            views.clear()
        views[id(address), id(view.lanes)] = view
        return view

    def _use(self, view: View, group: Group) -> None:
        plan = view.plans.get(group.index)
        if plan is None:
            if view.space == "shared" or len(_counted(group)) < len(group.requests):
                self._check_alignment(view, group)  # otherwise patterns that were counted before are aligned
            if view.space == "shared":
                wide = group.accesses[0].operation == "load" and group.accesses[0].width > WORD
                self._check_bounds(view, group, self.shared_bytes + (self._overhang if wide else 0))
                if not self._all_written:
                    self._check_written(view, group)
            plan = view.plans[group.index] = self._plan(view, group)
        for entry in plan:
            entry.counter.add(entry.requests, entry.cost, entry.ideal, entry.upper)
            if entry.most:
                entry.counter.contend(entry.passes, entry.most, entry.sure)
        if self._sample is not None:
            for request in _counted(group):
                self._sample(request, view.space, view.address, view.lanes)

    @staticmethod
    def _check_alignment(view: View, group: Group) -> None:
        if not group.phases:
            return
        bits = int(np.bitwise_or.reduce(view.address, axis=None))
        for access in group.phases:
            low = access.width - 1
            if (bits | access.offset) & low == 0:
                continue
            off = (view.address + access.offset) & low
            if off.any():
                raise _blame("misaligned", access, view, off != 0, off)

    @staticmethod
    def _check_bounds(view: View, group: Group, size: int) -> None:
        """Check that accesses to a block's shared or a lane's local memory are in its first `size` bytes."""
        low, high = int(view.address.min()) + group.lowest, int(view.address.max()) + group.end
        if low >= 0 and high <= size:
            return
        for access in group.accesses:
            start = view.address + access.offset
            bad = (start < 0) | (start + access.width > size)
            if bad.any():
                raise _blame("out_of_bounds", access, view, bad, start, buffer="", size=size)

    def _check_written(self, view: View, group: Group) -> None:
        """Mark stored words as written, and report loads of unwritten ones."""
        assert isinstance(view, OwnedView)
        for access in group.accesses:
            row = (view.address + access.offset) >> 2
            parts = range(max(access.width // WORD, 1))
            rows = [row + i for i in parts]
            for word, r in enumerate(rows if access.reads else ()):
                missing = ~gather(self._written, r, view.owners)
                if missing.any():
                    use = self._needs.use_of(group, access)
                    if word not in use.unused:
                        self._early.append((access, view, missing, r, "note" if use.tentative else "error"))
            if access.operation != "load":
                for r in rows:
                    self._write(access, r, view)
        if group.accesses[0].operation == "store":
            self._all_written = bool(self._written.all())

    def _write(self, access: Access, row: Array, view: OwnedView) -> None:
        """Words are written."""
        waiting = [e for e in self._early if access.order < e[0].order]
        before = [gather(self._written, e[3], e[1].owners) for e in waiting]
        scatter(self._written, row, view.owners, np.ones(1, np.bool_))
        for early, known in zip(waiting, before, strict=True):
            early[2][...] &= known | ~gather(self._written, early[3], early[1].owners)

    def _note_uninitialised(
        self, access: Access, view: View, missing: NDArray[np.bool_], row: Array, severity: str
    ) -> None:  # fmt: skip
        member = view.lanes.flat(missing)
        at, count = int(member.argmax()), int(member.sum())
        known = self.uninitialised.get((access.line, severity))
        if known is not None:
            known.count += count
            return
        place = int(view.lanes.flat(row)[at]) * WORD
        found = UninitialisedRead(access.line, int(view.lanes.ids[at]), place, count, severity)
        self.uninitialised[access.line, severity] = found

    def _plan(self, view: View, group: Group) -> list[Entry]:
        """What one execution of the group adds to the counters."""
        costs: dict[tuple[int, str, int], tuple[Cost, Contention]] = {}
        sums: dict[Counter, Entry] = {}
        period = WORD if view.space == "shared" else SECTOR
        for request in _counted(group):
            shape = (request.width, request.pattern, request.offset % period)
            if shape not in costs:
                costs[shape] = self._cost(view, shape, group)
            cost, contended = costs[shape]
            counter = self._counter_of(request, view.space)
            upper = cost.cost if request.exact else None
            entry = sums.setdefault(counter, Entry(counter=counter))
            entry.add(view.lanes.warps, cost.cost, cost.ideal, upper)
            entry.contend(*contended)
        return list(sums.values())

    def _counter_of(self, request: Request, space: str) -> Counter:
        return self._counters.of(request.line, space, request.operation, request.width, request.exact, request.site)

    def count_copy(self, group: Group, view: View, source: Array, lanes: Lanes, whole: bool, fills: bool) -> None:
        """Count a cp.async whose cost depends on both addresses. whole: whether every lane reads all bytes; fills:
        whether the instruction may fill with zeros, where conflicts cost less at times, and nobody knows when."""
        request = group.requests[0]
        to, origin = view.address + group.accesses[0].offset, source.astype(np.int64, copy=False)
        key = (ASYNC_COPY, request.width, request.past_l1, lanes.key, *_digest(to, LINE), *_digest(origin, LINE))
        bounds = self._copies.get(key)
        if bounds is None:
            rows = lanes.rows(to), lanes.rows(origin)
            bounds = self._copies[key] = copy_wavefronts(*rows, lanes.active, request.width, request.past_l1)
        known = request.exact and whole and not (fills and bounds.lower > bounds.ideal)
        exact = known and bounds.lower == bounds.upper
        counter = self._counters.of(request.line, "shared", "async_copy", request.width, exact, request.site)
        upper = bounds.upper if known else None
        counter.add(lanes.warps, bounds.lower, bounds.ideal, bounds.lower if exact else upper)
        if request.past_l1:
            every = request.exact and whole
            counter = self._counters.of(request.line, "global", "async_copy", request.width, every, request.site)
            counter.add(lanes.warps, bounds.sectors, bounds.sectors_ideal, bounds.sectors)
        if self._sample is not None and request.exact and whole:
            if exact:
                self._sample(request, "shared", view.address, lanes, other=origin)
            if request.past_l1:
                self._sample(replace(request, offset=0), "global", origin, lanes, other=to)

    def _cost(self, view: View, shape: tuple[int, str, int], group: Group) -> tuple[Cost, Contention]:
        """The cost of one request, cached for each address pattern, which is identified by a 64-bit hash."""
        key = (view.space, shape, view.lanes.key, *_digest(view.address, SECTOR))
        known = self._patterns.get(key)
        if known is None:
            if view.space == "global":  # otherwise it was checked before
                self._check_alignment(view, group)
            if len(self._patterns) >= _PATTERNS:
                self._patterns.clear()
            known = self._patterns[key] = self._evaluate(view, shape)
        return known

    @staticmethod
    def _evaluate(view: View, shape: tuple[int, str, int]) -> tuple[Cost, Contention]:
        width, pattern, phase = shape
        lanes, blocks = view.lanes, 1
        if isinstance(lanes, ProductLanes) and (view.address.ndim < 3 or view.address.shape[2] == 1):
            rows, active, blocks = lanes.rows_of_a_block(view.address), lanes.active_of_a_block, lanes.shape[2]
        else:
            narrow = view.address.astype(np.int32) if view.space == "shared" else view.address
            rows, active = lanes.rows(narrow), lanes.active
        shared, at = view.space == "shared", rows + phase
        cost = shared_cost(at, active, width, pattern) if shared else global_cost(at, active, width)
        passes, most, sure = contention(at, active) if pattern.startswith("atomic") else (0, 0, True)
        passes, sure = (cost.cost if most else 0, True) if shared else (passes, sure)
        return Cost(cost.cost * blocks, cost.ideal * blocks), Contention(passes * blocks, most, sure)

    def barrier(self, blocks: NDArray[np.intp] | None) -> None:
        """__syncthreads of some blocks of the batch (None: all)."""
        self.races.barrier(blocks)
        if self._watch is not None:
            self._watch.barrier(blocks)

    def come(self, number: int, lanes: Lanes) -> None:
        """Warps arrive at a numbered barrier."""
        self.races.arrive(number, lanes)
        if self._watch is not None:
            self._watch.arrive(number, lanes)

    def meet(self, number: int, blocks: NDArray[np.intp], waited: list[Lanes]) -> None:
        """A numbered barrier is complete in these blocks, and the lanes that waited continue."""
        self.races.meet(number, blocks, [np.unique(lanes.ids // WARP) for lanes in waited])
        if self._watch is not None:
            self._watch.meet(number, blocks, waited)

    def fence(self, lanes: Lanes, of_block: bool) -> None:
        """__threadfence(), or __threadfence_block()."""
        if self._needs.flags:
            self.races.fence(lanes)
        if self._watch is not None:
            self._watch.fence(lanes, of_block)

    def order_warp(self, mask: Array, lanes: Lanes, order: int) -> None:
        """__syncwarp(mask). order: of the instruction, as of Access."""
        self.races.order_warp(lanes, np.ascontiguousarray(lanes.flat(mask)).view(np.uint32), order)


def _counted(group: Group) -> list[Request]:
    """The requests of a group, except copies."""
    return [request for request in group.requests if request.pattern != ASYNC_COPY]


def _digest(address: Array, period: int) -> tuple[object, ...]:
    """A shape and a hash, equal for patterns of addresses that differ by a multiple of the period."""
    flat = address.reshape(-1)
    factors, sums = _hash_factors(LANES_PER_BATCH if flat.size <= LANES_PER_BATCH else LANES_AT_ONCE)
    hashed = np.einsum("i,i", flat, factors[: flat.size]) - (flat[:1] & -period) * sums[flat.size - 1]
    return address.shape, int(hashed.item())


def _blame(
    kind: str, access: Access, view: View, bad: NDArray[np.bool_], offset: Array, **details: object
) -> KernelFault:  # fmt: skip
    """The fault of the first lane in `bad`; offset: each lane's, for the message."""
    member = view.lanes.flat(bad)
    first = int(member.argmax())
    return KernelFault(kind, access.line, int(view.lanes.ids[first]), space=view.space, operation=access.operation,
                       width=access.width, threads=int(member.sum()), offset=int(view.lanes.flat(offset)[first]),
                       **details)  # fmt: skip
