"""cp.async: copies from global to shared memory that are under way until the thread that started them waits.

The bytes move at once; what is tracked is who may look at them. Until its wait, any read of the destination is a
hazard. The copy counts as a write by its thread both when it starts (others may still be reading) and when it is
waited for (other threads need a barrier after that).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from weakref import proxy

import numpy as np
from numpy.typing import NDArray

from grader.simt.accesses import Group
from grader.simt.lanes import Lanes
from grader.simt.memory import View
from grader.simt.races import Finding, part_of

if TYPE_CHECKING:
    from grader.simt.memory_unit import MemoryUnit

Array = NDArray[Any]
_WORD = 4


@dataclass
class _Copy:
    """One executed instruction. number: groups each lane had committed before it; open: lanes that have not waited."""

    group: Group
    view: View
    number: NDArray[np.int32]
    open: NDArray[np.bool_]


class AsyncCopies:
    """The copies of one batch that are under way."""

    def __init__(self, unit: MemoryUnit, lanes: int, words: int) -> None:
        # A proxy: in a cycle with its unit, a batch would hold its memory until the garbage collector comes.
        self._unit: MemoryUnit = proxy(unit)
        self._committed = np.zeros(lanes, np.int32)
        self._in_flight = np.zeros(words, np.bool_)
        self.pending: list[_Copy] = []

    def start(self, to: Group, target: Array, source: Group, origin: Array, size: Array | None, lanes: Lanes) -> None:
        """cp.async: `size` bytes are read (None: all), the rest of the destination is filled with zeros."""
        view = self._unit.enter_shared(to, target, lanes)
        access = to.accesses[0]
        width = access.width
        rows = np.zeros((lanes.count, width), np.uint8)
        wanted = np.full(lanes.count, width) if size is None else np.broadcast_to(size, lanes.count)
        reads = wanted > 0
        if reads.any():
            readers = lanes if reads.all() else Lanes(lanes.total, lanes.ids[reads])
            address = origin if origin.size == 1 or reads.all() else origin[reads]
            found = self._source(source, address, readers, wanted[reads], width)
            rows[reads] = found.load_rows("u1", width, source.accesses[0].offset)
            rows[np.arange(width) >= wanted[:, None]] = 0
        view.storage.typed("u1", width)[(view.byte + access.offset) // width] = rows
        self.pending.append(_Copy(to, view, self._committed[lanes.ids], np.ones(lanes.count, np.bool_)))
        self._in_flight[self._words(view, to)] = True

    def _source(self, group: Group, address: Array, lanes: Lanes, sizes: Array, width: int) -> View:
        """The bytes that are read; of a copy that is filled with zeros only those need to exist."""
        unit = self._unit
        if (sizes >= width).all():
            return unit.enter_global(group, address, lanes)
        each = np.broadcast_to(address, lanes.count)
        byte = np.empty(lanes.count, np.int64)
        for size in np.unique(sizes):
            part = sizes == size
            read = replace(group.accesses[0], element="b8", elements=int(min(size, width)))
            narrow = Group(group.index, group.block, group.space, group.base, [read])
            byte[part] = unit.memory.locate(each[part], narrow, Lanes(lanes.total, lanes.ids[part]))
        view = View(unit.memory.storage, byte, lanes, (each,), "global")
        unit._use(view, group, each)
        return view

    def commit(self, lanes: Lanes) -> None:
        """cp.async.commit_group."""
        self._committed[lanes.ids] += 1

    def wait(self, newest: int | None, lanes: Lanes) -> None:
        """cp.async.wait_group: all but the `newest` groups are done; None: everything (cp.async.wait_all)."""
        waiting = np.zeros(len(self._committed), np.bool_)
        waiting[lanes.ids] = True
        for copy in self.pending:
            ids = copy.view.lanes.ids
            done = copy.open & waiting[ids]
            if newest is not None:
                done &= copy.number < self._committed[ids] - newest
            if done.any():
                arrived = part_of(copy.view, done)
                self._in_flight[self._words(arrived, copy.group)] = False
                self._unit.races.record(copy.group, arrived)
                copy.open &= ~done
        self.pending = [c for c in self.pending if c.open.any()]

    def check(self, group: Group, view: View) -> None:
        """A read of words that are still under way is a hazard, also for the thread that copies."""
        for access in group.accesses:
            words = (view.byte + access.offset) // _WORD
            early = self._in_flight[words]
            if early.any():
                at = int(early.argmax())
                self._report(int(words[at]), int(view.lanes.ids[at]), int(early.sum()), access.line)

    def _report(self, word: int, reader: int, count: int, line: int | None) -> None:
        for copy in self.pending:
            words = self._words(copy.view, copy.group).reshape(copy.view.lanes.count, -1)
            hit = (words == word).any(axis=1) & copy.open
            if hit.any():
                writer = int(copy.view.lanes.ids[int(hit.argmax())])
                place = word * _WORD // self._unit.races.granule
                finding = Finding("RAW", "error", copy.group.line, line, count, (place, writer, reader))
                self._unit.races.add(finding)
                return

    @staticmethod
    def _words(view: View, group: Group) -> NDArray[np.int64]:
        access = group.accesses[0]
        first = (view.byte + access.offset) // _WORD
        return np.asarray((first[:, None] + np.arange(access.width // _WORD)).ravel())
