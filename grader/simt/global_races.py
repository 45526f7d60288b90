"""Races in global memory: two unordered threads, one of which writes where the other reads or writes.

Threads of one block are ordered by __syncthreads, blocks of a launch by nothing, unless a kernel has fences or
acquire and release accesses: see `memory_order`. Strong accesses (volatile, relaxed, atomic) of the same bytes do not
race with each other. But where a kernel has tickets and no fence, a volatile read that no loop waits with
means data, and volatile orders nothing. Lanes of one warp are ignored, except if one instruction writes different
values to one place. For every place that a kernel writes, the last writer, reader and atomic are kept as one number
each.

Whether such meetings affect the results, `another_order` finds out.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.simt.accesses import Access, Group, Use
from grader.simt.lanes import Lanes
from grader.simt.layout import Layout
from grader.simt.memory import Buffer, GlobalMemory
from grader.simt.memory_order import MOST_WARPS, MemoryOrder
from grader.simt.patterns import WARP
from grader.simt.views import Addresses, ArenaView
from grader.simt.wavefronts import WORD

Array = NDArray[Any]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]

# A mark: the thread's number in the grid + 32, its time (of its warp, see MemoryOrder, or the number of barriers that
# its block has passed), the access. 0: none.
_SITE_BITS, _EPOCH_BITS, _NUMBER_BITS = 16, 16, 31
_NUMBER = _SITE_BITS + _EPOCH_BITS
_WARP = _NUMBER + 5
_SITES, _EPOCHS = (1 << _SITE_BITS) - 1, (1 << _EPOCH_BITS) - 1
_REMEMBERED = 64  # sets of marks
_MOST_MARKS = 1 << 24  # of 8 bytes, kept in a launch
_PLAIN_AND_ATOMIC = "WAW, atomic"
_MANNERS = ("", "heard", "volatile")
_MOST_THREADS = (1 << _NUMBER_BITS) - WARP


@dataclass(frozen=True)
class WrittenMemory:
    """Global memory through which threads may interfere.

    accesses: addresses of the instructions that go to memory which the kernel writes. granule: bytes per place.
    by_turns: whether there are atomics whose result depends on the order of threads. fenced: whether there are fences,
    or acquire or release accesses. some_meet: whether there are barriers of some of a block's warps. polled: addresses
    of the reads with which loops wait. use_of: what becomes of a load's words.
    """

    accesses: frozenset[int]
    granule: int
    by_turns: bool
    fenced: bool
    some_meet: bool
    polled: frozenset[int]
    use_of: Callable[[int], Use]

    def unused(self, group: Group, access: Access) -> frozenset[int]:
        """The words of an access that nobody asked for."""
        wide = access.operation == "load" and access.width > WORD
        return self.use_of(group.address(access)).unused if wide else frozenset()


@dataclass(slots=True)
class Meeting:
    """Two source lines with a race between unordered threads; numbers: of two such threads in the grid.

    A block's threads are numbered from a multiple of the padded block size. manner: "heard" if the later one knows by a
    flag of the earlier, but comes without a fence; "volatile" if nothing but that orders them; else empty.
    """

    kind: str
    line_a: int | None
    line_b: int | None
    count: int
    buffer: str
    offset: int
    numbers: tuple[int, int]
    manner: str = ""

    def in_one_block(self, padded: int) -> bool:
        """Whether they are threads of one block."""
        return self.numbers[0] // padded == self.numbers[1] // padded


class GlobalRaces:
    """The state of one launch. padded: lanes of a block, in whole warps."""

    def __init__(self, memory: GlobalMemory, written: WrittenMemory, padded: int, warps: int) -> None:
        self.meetings: dict[tuple[object, ...], Meeting] = {}
        self.written, self.padded, self._memory = written, padded, memory
        self._shadows: dict[str, _Shadow] = {}
        self.sites: list[Access] = []
        self.room = _MOST_MARKS
        self._site_of: dict[int, int] = {}
        # Of the sites: scope and width, see Access; volatile accesses to data; what belongs to an atomic operation.
        self.scopes, self.widths = np.zeros(_SITES + 1, np.int8), np.zeros(_SITES + 1, np.int16)
        self.data, self.in_atomic = np.zeros(_SITES + 1, np.bool_), np.zeros(_SITES + 1, np.bool_)
        self.loads = np.zeros(_SITES + 1, np.bool_)
        ordered = (written.fenced or written.some_meet) and warps <= MOST_WARPS
        self.order = MemoryOrder(warps, padded // WARP) if ordered else None

    def shadows(self, address: Ints) -> Iterator[tuple[_Shadow, slice | Mask]]:
        """The shadow of each buffer with some of these positions of the arena, and which of them those are."""
        low, high = int(address.min()), int(address.max())
        for buffer in self._memory.buffers:
            end = buffer.at + buffer.size
            if low >= end or high < buffer.at:
                continue
            inside = slice(None) if buffer.at <= low and high < end else (address >= buffer.at) & (address < end)
            if isinstance(inside, slice) or inside.any():
                if buffer.name not in self._shadows:
                    self._shadows[buffer.name] = _Shadow(self, buffer)
                yield self._shadows[buffer.name], inside

    def site(self, group: Group, access: Access) -> int:
        """Number of an access."""
        key = group.address(access)
        if key not in self._site_of:
            site = self._site_of[key] = len(self.sites)
            self.scopes[site], self.widths[site] = access.scope, access.width
            self.loads[site] = access.operation == "load"
            flag = access.operation == "atomic" or access.acquires or access.releases or key in self.written.polled
            self.data[site] = access.scope > 0 and not flag
            self.in_atomic[site] = access.operation == "atomic" or access.in_atomic
            self.sites.append(access)
        return self._site_of[key]

    def report(self, kind: str, marks: Ints, site: int, numbers: Ints, place: Ints, buffer: Buffer) -> None:
        """Record meetings of threads with these numbers, at these places, with those that left the marks."""
        others, line = _number(marks), self.sites[site].line
        apart = others // self.padded != numbers // self.padded
        manner = np.where(self.strong(marks, np.full_like(marks, site), apart), 2, 0)
        if self.order is not None:
            manner[(manner == 0) & self.order.heard(numbers // WARP, others // WARP, _time(marks))] = 1
        code = ((marks & _SITES) * 2 + apart) * len(_MANNERS) + manner
        for each in np.unique(code).tolist():
            chosen = np.flatnonzero(code == each)
            first, count = int(chosen[0]), len(chosen)
            earlier, how = self.sites[each // len(_MANNERS) // 2].line, _MANNERS[each % len(_MANNERS)]
            key = (kind, earlier, line, bool(apart[first]), how)
            known = self.meetings.get(key)
            if known is not None:
                known.count += count
                continue
            offset = int(place[first]) * self.written.granule
            both = (int(others[first]), int(numbers[first]))
            self.meetings[key] = Meeting(kind, earlier, line, count, buffer.name, offset, both, how)

    def strong(self, before: Ints, marks: Ints, apart: Mask) -> Mask:
        """Which pairs are strong, in a scope with both threads, and of the same bytes. Of a load whose other bytes
        nobody uses the compiler makes a narrower one."""
        one, other = before & _SITES, marks & _SITES
        narrow = np.where(self.widths[one] < self.widths[other], one, other)
        alike = (self.widths[one] == self.widths[other]) | self.loads[narrow]
        return np.asarray((np.minimum(self.scopes[one], self.scopes[other]) >= 1 + apart) & alike)


def global_races(memory: GlobalMemory, written: WrittenMemory | None, padded: int, blocks: int) -> GlobalRaces | None:
    """The tracker for a launch, or None if it cannot be tracked; padded: lanes of a block, in whole warps."""
    warps = padded // WARP * blocks
    if written is None or warps * WARP > _MOST_THREADS or (written.fenced and warps > MOST_WARPS):
        return None
    return GlobalRaces(memory, written, padded, warps)


class GlobalWatch:
    """Tracks one batch. blocks: their numbers; together: how many of them, one after the other, form a cluster."""

    def __init__(self, races: GlobalRaces, layout: Layout, blocks: Ints, together: int = 1) -> None:
        self._races, self._order = races, races.order
        self.accesses = races.written.accesses
        self._blocks, self._together = blocks, together
        moved = (blocks - np.arange(len(blocks))) * races.padded  # from a lane's number to that in the grid
        self._moved = moved[:1] if (moved == moved[0]).all() else moved
        self._epochs = np.zeros(layout.blocks, np.int64)
        self._made: dict[tuple[int, int], tuple[Lanes, Ints]] = {}  # marks by lanes and access, until a barrier
        self._flags = np.zeros(0, np.int32)  # what is released at a place in shared memory, see MemoryOrder

    def barrier(self, blocks: NDArray[np.intp] | None) -> None:
        """__syncthreads of some blocks (None: all)."""
        self._epochs[slice(None) if blocks is None else blocks] += 1
        if self._order is not None:
            self._order.barrier(self._blocks if blocks is None else self._blocks[blocks])
        self._made.clear()

    def cluster_barrier(self, blocks: NDArray[np.intp]) -> None:
        """Blocks, whole clusters, meet."""
        self._epochs[blocks] += 1
        if self._order is not None:
            self._order.barrier(self._blocks[blocks], self._together)
        self._made.clear()

    def tell(self, place: Hashable, warps: Ints) -> None:
        """Warps of the batch release what they did, at a place in shared memory."""
        if self._order is not None:
            self._order.tell((int(self._blocks[0]), place), self._in_grid(warps * WARP) // WARP)
            self._made.clear()

    def learn(self, place: Hashable, warps: Ints) -> None:
        """Warps acquire what was released at a place."""
        if self._order is not None:
            self._order.learn((int(self._blocks[0]), place), self._in_grid(warps * WARP) // WARP)
            self._made.clear()

    def arrive(self, number: int, lanes: Lanes) -> None:
        """Warps arrive at a barrier that is not for the whole block."""
        if self._order is not None:
            self._order.arrive(number, np.unique(self._warps(lanes)))
            self._made.clear()

    def meet(self, number: int, blocks: NDArray[np.intp], waited: list[Lanes]) -> None:
        """Such a barrier is complete in these blocks. Without `memory_order` it counts as one of all warps."""
        if self._order is None:
            self.barrier(blocks)
            return
        warps = [np.unique(self._warps(lanes)) for lanes in waited]
        self._order.meet(number, self._blocks[blocks], np.concatenate([np.zeros(0, np.int64), *warps]))
        self._made.clear()

    def shared_flag(self, access: Access, places: Ints, warps: Ints) -> None:
        """A strong access to shared memory, lane by lane. places: of the batch; warps: of the batch."""
        if self._order is None:
            return
        if places.max() >= len(self._flags):
            self._flags = np.append(self._flags, np.zeros(int(places.max()) + 1 - len(self._flags), np.int32))
        each = self._in_grid(warps * WARP) // WARP
        if access.operation != "store":
            self._order.read(self._flags[places], each, access.acquires)
        if access.operation != "load":
            atomic = access.operation == "atomic"
            self._order.write(self._flags, places, each, access.releases, atomic, access.acquires)
        if access.acquires or access.releases:
            self._made.clear()

    def fence(self, lanes: Lanes, of_block: bool) -> None:
        """__threadfence(), or __threadfence_block(), by these lanes."""
        if self._order is not None:
            self._order.fence(np.unique(self._warps(lanes)), of_block)
            self._made.clear()

    def _warps(self, lanes: Lanes) -> Ints:
        """Number of each lane's warp in the launch."""
        return np.asarray(self._in_grid(lanes.ids) // WARP)

    def _in_grid(self, ids: Ints) -> Ints:
        """The number in the grid of each lane's thread."""
        if self._moved.size == 1:
            return np.asarray(ids + self._moved)
        return np.asarray(ids + self._moved[ids // self._races.padded])

    def _marks(self, lanes: Lanes, site: int) -> Ints:
        """The marks of these lanes, in the order of their numbers."""
        known = self._made.get((id(lanes), site))
        if known is None:
            if len(self._made) >= _REMEMBERED:
                self._made.clear()
            ids = lanes.ids
            if self._order is None:
                epoch = self._epochs[ids // self._races.padded] & _EPOCHS
            else:
                epoch = np.minimum(self._order.times(self._warps(lanes)), _EPOCHS).astype(np.int64)
            marks = np.asarray((self._in_grid(ids) + WARP << _NUMBER) | (epoch << _SITE_BITS) | site)
            known = self._made[id(lanes), site] = (lanes, marks)
        return known[1]

    def look(self, group: Group, view: Addresses) -> None:
        """Check loads and atomics before they happen."""
        operation = group.accesses[0].operation
        if operation == "store":
            return
        warps = None if self._order is None else self._warps(view.lanes)
        for access in group.accesses:
            address = view.lanes.flat(view.address) + access.offset
            site = self._races.site(group, access)
            all_marks = self._marks(view.lanes, site)
            for shadow, inside in self._races.shadows(address):
                marks, who = all_marks[inside], None if warps is None else warps[inside]
                unused = self._races.written.unused(group, access)
                for place in shadow.places(address[inside], access.width, unused):
                    if operation == "atomic":
                        shadow.change(place, marks, site)
                        self._pass_on(shadow, place, access, who)
                        continue
                    if access.scope and self._order is not None and who is not None and shadow.notes is not None:
                        self._order.read(shadow.notes[place], who, access.acquires)
                    shadow.read(place, marks, site)

    def _pass_on(self, shadow: _Shadow, place: Ints, access: Access, warps: Ints | None) -> None:
        """A write: its readers may learn what these lanes' warps know."""
        if self._order is None or warps is None:
            return
        if not access.scope:
            if shadow.notes is not None:
                shadow.notes[place] = 0
            return
        atomic = access.operation == "atomic"
        self._order.write(shadow.with_notes(), place, warps, access.releases, atomic, access.acquires)
        if access.releases:
            self._made.clear()

    def store(self, group: Group, view: ArenaView, dtype: str, offset: int, data: Array, position: int) -> None:
        """A plain store of one element per lane, in place of the view's own."""
        lanes, size = view.lanes, np.dtype(dtype).itemsize
        address = lanes.flat(view.address) + offset
        access = next(a for a in group.accesses if a.position == position)
        site = self._races.site(group, access)
        marks, warps = self._marks(lanes, site), None if self._order is None else self._warps(lanes)
        parts = [(shadow, own, shadow.places(address[own], size)) for shadow, own in self._races.shadows(address)]
        met = [(shadow, inside, meeting) for shadow, inside, places in parts for place in places
               for meeting in shadow.writes(place, marks[inside])]  # fmt: skip
        before = _bits(lanes.flat(view.load(dtype, offset))) if met else None
        view.put(dtype, offset, data)
        stored = _bits(lanes.flat(data))
        for shadow, inside, (kind, left, bad, place) in met:
            assert before is not None
            chosen = bad & (before != stored)[inside] if kind != _PLAIN_AND_ATOMIC else bad
            shadow.report(kind, left, chosen, place, marks[inside], site)
        for shadow, inside, places in parts:
            own = marks[inside]
            for place in places:
                self._pass_on(shadow, place, access, None if warps is None else warps[inside])
                winner = shadow.winners(place)
                if not access.scope and winner.any() and (winner != own).any():
                    lost = (_bits(lanes.flat(view.load(dtype, offset))) != stored)[inside]
                    shadow.report("WAW", winner, lost, place, own, site)


class _Track:
    """The last marks of one kind of access, by place; nothing is kept beyond the memory limit."""

    def __init__(self, races: GlobalRaces, places: int) -> None:
        self._races, self._places = races, places
        self._marks: Ints | None = None

    def leave(self, place: Ints, marks: Ints) -> None:
        """Set the marks."""
        if self._marks is None and self._races.room >= self._places:
            self._races.room -= self._places
            self._marks = np.zeros(self._places, np.int64)
        if self._marks is not None:
            self._marks[place] = marks

    def at(self, place: Ints) -> Ints:
        """The last marks."""
        return np.zeros(len(place), np.int64) if self._marks is None else self._marks[place]

    def others(self, place: Ints, marks: Ints) -> Ints | None:
        """The last marks, if any is of another warp."""
        if self._marks is None:
            return None
        before = self._marks[place]
        return before if _of_another_warp(before, marks).any() else None


class _Shadow:
    """The last accesses to each place of a buffer; two readers of different warps, preferably of different blocks."""

    def __init__(self, races: GlobalRaces, buffer: Buffer) -> None:
        self._races, self._buffer = races, buffer
        places = -(-buffer.size // WORD) * WORD // races.written.granule
        self._writer, self._atomic, self._reader, self._another = (_Track(races, places) for _ in range(4))
        self._places = places
        self.notes: NDArray[np.int32] | None = None  # what is released at a place, see MemoryOrder

    def with_notes(self) -> NDArray[np.int32]:
        """The notes, created on first use."""
        if self.notes is None:
            self.notes = np.zeros(self._places, np.int32)
        return self.notes

    def places(self, address: Ints, width: int, unused: frozenset[int] = frozenset()) -> list[Ints]:
        """The places of an access, `width` bytes per lane; unused: words that nobody asked for."""
        granule = self._races.written.granule
        first = (address - self._buffer.at) // granule
        return [first + i for i in range(max(width // granule, 1)) if i * granule // WORD not in unused]

    def _unordered(self, track: _Track, place: Ints, marks: Ints, reads: bool = False) -> tuple[Ints, Mask] | None:
        """The last marks, and which of them are of another warp with no barrier in between."""
        before = track.others(place, marks)
        if before is None:
            return None
        apart, races = self._of_another_block(before, marks), self._races
        if races.order is None:
            unknown = unheard = apart | ((before ^ marks) >> _SITE_BITS & _EPOCHS == 0)
        else:
            pairs = _number(marks) // WARP, _number(before) // WARP, _time(before)
            unknown = ~races.order.knows(*pairs) & (pairs[2] < _EPOCHS)
            unheard = unknown & ~races.order.heard(*pairs)
        strong, own = races.strong(before, marks, apart), races.scopes[marks & _SITES] > 0
        if reads and races.order is None and races.written.by_turns:
            strong &= ~(races.data[before & _SITES] & races.data[marks & _SITES])
        bad = _of_another_warp(before, marks) & np.where(own, unheard, unknown) & ~strong
        return (before, bad) if bad.any() else None

    def _of_another_block(self, one: Ints, other: Ints) -> Mask:
        padded = self._races.padded
        return np.asarray(_number(one) // padded != _number(other) // padded)

    def report(self, kind: str, left: Ints, bad: Mask, place: Ints, marks: Ints, site: int) -> None:
        """Report the lanes in `bad` with the marks they met."""
        if bad.any():
            self._races.report(kind[:3], left[bad], site, _number(marks[bad]), place[bad], self._buffer)

    def read(self, place: Ints, marks: Ints, site: int) -> None:
        """Reads. Those with which compare-and-swap loops start do not race with atomics."""
        for track in (self._writer,) if self._races.in_atomic[site] else (self._writer, self._atomic):
            met = self._unordered(track, place, marks, reads=True)
            if met is not None:
                self.report("RAW", *met, place, marks, site)
        before = self._reader.at(place)
        self._reader.leave(place, marks)
        last = self._reader.at(place)
        for reader in (before, marks):
            distant = _of_another_warp(reader, last)
            if distant.any():
                another = self._another.at(place)
                settled = _of_another_warp(another, last) & self._of_another_block(another, last)
                far = distant & self._of_another_block(reader, last)
                near = distant & ~far & ~settled
                self._another.leave(place[near], reader[near])
                self._another.leave(place[far], reader[far])

    def writes(self, place: Ints, marks: Ints) -> Iterator[tuple[str, Ints, Mask, Ints]]:
        """Plain stores: their races as (kind, marks, where, place)."""
        for kind, track in (
            ("WAW", self._writer), (_PLAIN_AND_ATOMIC, self._atomic), ("WAR", self._reader), ("WAR", self._another)
        ):  # fmt: skip
            met = self._unordered(track, place, marks)
            if met is not None:
                yield kind, *met, place
        self._writer.leave(place, marks)

    def winners(self, place: Ints) -> Ints:
        """The last writers' marks."""
        return self._writer.at(place)

    def change(self, place: Ints, marks: Ints, site: int) -> None:
        """Atomic operations: they race with plain accesses, and with each other if their scopes or bytes are others."""
        for kind, track in (
            ("WAW", self._writer), ("WAW", self._atomic), ("WAR", self._reader), ("WAR", self._another)
        ):  # fmt: skip
            met = self._unordered(track, place, marks)
            if met is not None:
                before, bad = met
                bad = bad & ~self._races.in_atomic[before & _SITES] if kind == "WAR" else bad
                self.report(kind, before, bad, place, marks, site)
        self._atomic.leave(place, marks)
        if self._races.scopes[site] == 1:  # what other blocks do at once is not in it
            last = self._atomic.at(place)
            self.report("WAW", last, self._of_another_block(last, marks) & (last > 0), place, marks, site)


def _number(marks: Ints) -> Ints:
    """Threads' numbers from marks."""
    return (marks >> _NUMBER) - WARP


def _time(marks: Ints) -> Ints:
    """Of marks."""
    return marks >> _SITE_BITS & _EPOCHS


def _of_another_warp(before: Ints, marks: Ints) -> Mask:
    """Whether earlier marks, if any, are of another warp."""
    warp = before >> _WARP
    return np.asarray((warp != 0) & (warp != marks >> _WARP))


def _bits(values: Array) -> Array:
    """The values as integers, so that NaNs can be compared."""
    return np.ascontiguousarray(values).view(f"i{values.itemsize}")
