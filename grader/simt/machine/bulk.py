"""Copies that go on while their thread does, and report to an mbarrier, or to who waits for groups of them.

The bytes move at once, as with cp.async: tracked is who may know that they have. In the clocks of the race tracker the
copies of a cluster are one warp more, of which others learn through mbarriers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from grader.simt.accesses import SHARED_START, Access, Group
from grader.simt.atomics import apply_atomics
from grader.simt.clusters import OFFSET_MASK, RANK_SHIFT, Clusters
from grader.simt.interleaved_memory import WORD, Owners
from grader.simt.lanes import Lanes
from grader.simt.machine.cooperation import Cooperation
from grader.simt.memory import KernelFault
from grader.simt.patterns import WARP
from grader.simt.phases import Place
from grader.simt.views import Addresses, ArenaView, OwnedView

if TYPE_CHECKING:
    from grader.simt.machine.machine import Machine

Array = NDArray[Any]
Ints = NDArray[np.int64]
_UNIT = 16  # bytes: sizes and addresses are multiples
_SIZE_BITS = 16


class BulkCopies:
    """Those of one batch."""

    def __init__(self, machine: Machine, cooperation: Cooperation, clusters: Clusters) -> None:
        self._unit, self._layout = machine.unit, machine.layout
        self._cooperation, self._clusters = cooperation, clusters
        self._newest: dict[int, int] = {}  # the time of each warp's last copy from shared memory
        self._groups: dict[int, list[int]] = defaultdict(list)  # and of those with which it closed groups

    def _each(self, lanes: Lanes, size: Array) -> Iterator[tuple[int, Lanes, int]]:
        """The first lane of each warp: its position among all, itself, and the bytes that it copies."""
        sizes = (lanes.flat(size) & (1 << _SIZE_BITS) - 1) * _UNIT
        for k, one in first_of_warps(lanes):
            yield k, one, int(sizes[k])

    def to_shared(
        self, group: Group, to: Array, barrier: Array, source: Array, size: Array, multicast: bool, lanes: Lanes
    ) -> None:
        """cp.async.bulk from global memory, once for each warp. size: in 16 bytes, above it the blocks of a multicast.
        """
        for k, one, length in self._each(lanes, size):
            word, address, report = (int(lanes.flat(v)[k]) for v in (size, to, barrier))
            origin, data = self._of_global(group, int(lanes.flat(source)[k]), length, one)
            for place, told in self._clusters.aimed(word >> _SIZE_BITS if multicast else None, address, report):
                self.written(group, place, data, told, one)
            self._unit.look(with_access(group, "global", "load", length), origin)

    def between(
        self, group: Group, to: Array, barrier: Array, source: Array, size: Array, operation: tuple[str, str] | None,
        lanes: Lanes,
    ) -> None:  # fmt: skip
        """cp.async.bulk, or cp.reduce.async.bulk, from shared memory to that of another block. operation: as of
        to_global."""
        for k, one, length in self._each(lanes, size):
            data = self.of_shared(group, int(lanes.flat(source)[k]), length, one)
            self.written(group, int(lanes.flat(to)[k]), data, int(lanes.flat(barrier)[k]), one, operation)

    def to_global(
        self, group: Group, to: Array, source: Array, size: Array, operation: tuple[str, str] | None, lanes: Lanes
    ) -> None:
        """cp.async.bulk, or cp.reduce.async.bulk, from shared to global memory. operation: (name, NumPy type)."""
        for k, one, length in self._each(lanes, size):
            data = self.of_shared(group, int(lanes.flat(source)[k]), length, one)
            whole = with_access(group, "global", "store" if operation is None else "atomic", length)
            view = self._in_global(whole, int(lanes.flat(to)[k]), length, one)
            self._unit.look(whole, view)
            if operation is None:
                for at, word in enumerate(data):
                    view.store("u4", WORD * at, word.reshape(1), group.accesses[0].position)
            else:
                at = int(view.address.item())
                there = self._unit.memory.storage.bytes[at : at + length]
                there[:] = combined(there.copy(), data, *operation)
            self.finished(one)

    def commit(self, lanes: Lanes) -> None:
        """cp.async.bulk.commit_group."""
        for warp in lanes.warp_list.tolist():
            if warp in self._newest:
                self._groups[warp].append(self._newest[warp])

    def wait_groups(self, newest: int, lanes: Lanes) -> None:
        """cp.async.bulk.wait_group: all but the `newest` groups are over."""
        for warp in lanes.warp_list.tolist() if self._groups else ():
            times = self._groups[warp]
            if len(times) > newest:
                self._unit.races.learn_of_copies(warp, times[len(times) - newest - 1])

    def store(self, group: Group, address: Array, report: Array, words: tuple[Array, ...], lanes: Lanes) -> None:
        """st.async: a word, or several, of each lane."""
        data = np.stack([lanes.flat(w.view(np.uint32)) for w in words], axis=1)
        places = self._cooperation.places(address, 0, lanes, group.line, WORD * len(words))
        at, blocks = np.array([p[1] for p in places]), np.array([p[0] for p in places])
        for k in range(len(words)):
            self._unit.shared.words[at // WORD + k, blocks] = data[:, k]
        self._report_lanes(group, at, blocks, report, WORD * len(words), lanes)

    def reduce(
        self, group: Group, name: str, kind: str, address: Array, report: Array, value: Array, lanes: Lanes
    ) -> None:
        """red.async on a number of 4 or 8 bytes."""
        length = np.dtype(kind).itemsize
        places = self._cooperation.places(address, 0, lanes, group.line, length)
        at, blocks = np.array([p[1] for p in places]), np.array([p[0] for p in places])
        owners = Owners(lanes.unflat(blocks), None)
        view = OwnedView(self._unit.shared, owners, lanes.unflat(at), lanes, (address,), "shared")
        view.atomic(name, kind, 0, (value.view(kind),), False)
        self._report_lanes(group, at, blocks, report, length, lanes)

    def _report_lanes(
        self, group: Group, at: Ints, blocks: Ints, report: Array, length: int, lanes: Lanes
    ) -> None:
        """Each lane's bytes have come, and are counted by its mbarrier."""
        access = group.accesses[0]
        whole = with_access(group, "shared", access.operation, length)
        self._record(whole, lanes, lanes.unflat(at), blocks)
        for block, offset in zip(blocks.tolist(), at.tolist(), strict=True):
            self._unit.note_written(block, offset, length)
        for place, members in self._cooperation.at_places(report, lanes, group.line):
            self._come(place, length * len(members), lanes, members, group.line)

    def hand_over(self, form: str, address: Array, offset: int, lanes: Lanes, line: int | None) -> None:
        """cp.async.mbarrier.arrive: an mbarrier follows the copies that these lanes have in flight."""
        races = self._unit.races
        races.timed().begin_copies(lanes.warp_list)
        self._unit.copies.hand_over(lanes)
        for place, members in self._cooperation.at_places(address, lanes, line, offset):
            arrivals, missing = (len(members), 0) if form == "ARVCNT" else (0, -len(members))
            races.timed().tell(place, races.timed().copies_of(lanes.ids[members[:1]] // WARP))
            self._cooperation.change(place, arrivals, missing, 0, lanes, members, line)

    # ---- both ends

    def _of_global(self, group: Group, address: int, length: int, one: Lanes) -> tuple[ArenaView, Array]:
        view = self._in_global(with_access(group, "global", "load", length), address, length, one)
        at = int(view.address.item())
        return view, self._unit.memory.storage.bytes[at : at + length].view(np.uint32)

    def _in_global(self, whole: Group, address: int, length: int, one: Lanes) -> ArenaView:
        where = np.full((1, 1, 1), address, np.int64)
        self._check_alignment(whole, address, one)
        return self._unit.global_view(self._unit.memory.locate(where, whole, one), one, where)

    def _check_alignment(self, whole: Group, address: int, one: Lanes) -> None:
        if address % _UNIT:
            raise KernelFault("misaligned", whole.line, int(one.ids[0]), space=whole.space, width=_UNIT, threads=1,
                              operation=whole.accesses[0].operation, offset=address % _UNIT)  # fmt: skip

    def _in_shared(self, whole: Group, address: int, one: Lanes) -> tuple[int, int]:
        """(block of the batch, bytes from the start of its shared memory)."""
        length, rank = whole.accesses[0].width, address >> RANK_SHIFT
        own = (address & OFFSET_MASK) - SHARED_START
        self._check_alignment(whole, address, one)
        if rank >= self._clusters.size or own < 0 or own + length > self._unit.shared_bytes:
            raise KernelFault("out_of_bounds", whole.line, int(one.ids[0]), space="shared", width=length, threads=1,
                              operation=whole.accesses[0].operation, offset=own, buffer="",
                              size=self._unit.shared_bytes)  # fmt: skip
        block = one.ids // self._layout.padded
        return int(self._clusters.owner(block, np.full(1, rank))[0]), own

    def of_shared(self, group: Group, address: int, length: int, one: Lanes) -> Array:
        whole = with_access(group, "shared", "load", length)
        block, own = self._in_shared(whole, address, one)
        self._record(whole, one, np.full((1, 1, 1), own, np.int64), np.full(1, block))
        return self._unit.shared.words[own // WORD : (own + length) // WORD, block].copy()

    def written(
        self, group: Group, address: int, data: Array, report: int, one: Lanes,
        operation: tuple[str, str] | None = None,
    ) -> None:  # fmt: skip
        """Data come to shared memory, or are combined with what is there, and an mbarrier counts them."""
        length = data.size * WORD
        whole = with_access(group, "shared", "async_copy" if operation is None else "atomic", length)
        block, own = self._in_shared(whole, address, one)
        rows = slice(own // WORD, (own + length) // WORD)
        if operation is not None:
            cells = self._unit.shared.words[rows, block].copy()
            data = combined(cells, data, *operation).view(np.uint32)
        self._unit.shared.words[rows, block] = data
        self._unit.note_written(block, own, length)
        self._record(whole, one, np.full((1, 1, 1), own, np.int64), np.full(1, block))
        for place, members in self._cooperation.at_places(np.full((1, 1, 1), report, np.int64), one, group.line):
            self._come(place, length, one, members, group.line)

    def _record(self, whole: Group, lanes: Lanes, address: Ints, blocks: Ints) -> None:
        self._unit.races.timed().begin_copies(lanes.warp_list)
        view = Addresses(address, lanes)
        view.blocks = blocks
        self._unit.races.record(whole, view, copies=True)

    def _come(self, place: Place, length: int, lanes: Lanes, members: NDArray[np.intp], line: int | None) -> None:
        self._tell(place, lanes.ids[members])
        self._cooperation.change(place, 0, -length, 0, lanes, members, line)

    def _tell(self, place: Place, ids: Ints) -> None:
        clusters = np.unique(ids // (self._layout.padded * self._clusters.size))
        self._unit.races.timed().tell_of_copies(place, clusters)

    def finished(self, one: Lanes) -> None:
        """A copy from shared memory has begun, for which its warp may wait."""
        warp = int(one.ids[0]) // WARP
        self._newest[warp] = self._unit.races.timed().close_copies(warp)


def first_of_warps(lanes: Lanes) -> Iterator[tuple[int, Lanes]]:
    """The first lane of each warp: its position among all, and itself."""
    for k in np.flatnonzero(np.diff(lanes.row_of, prepend=-1) != 0).tolist():
        member = np.zeros(lanes.count, np.bool_)
        member[k] = True
        yield k, lanes.scattered(member)


def combined(cells: Array, data: Array, name: str, kind: str) -> Array:
    """Numbers of a type, each combined with that at its place, as bytes."""
    numbers, values = cells.view(kind), np.ascontiguousarray(data).view(kind)
    apply_atomics(numbers, np.arange(len(values)), name, [values], False)
    return numbers.view(np.uint8)


def with_access(group: Group, space: str, operation: str, length: int) -> Group:
    """The group with an access of this many bytes."""
    access: Access = replace(group.accesses[0], operation=operation, element_bytes=1, elements=length, offset=0,
                             reads=operation != "store", scope=2 if operation == "atomic" else 0)  # fmt: skip
    return Group(group.index, group.block, space, [access])
