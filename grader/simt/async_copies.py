"""cp.async: copies from global to shared memory that are in flight until the thread that started them waits.

The bytes move at once; tracked is who may read them. Until its thread waits, any read of the destination is a hazard.
The copy counts as a write by its thread both when it starts (others may still be reading) and at the wait (other
threads need a barrier after that).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from weakref import proxy

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.simt.accesses import Access, Group, Use
from grader.simt.lanes import Lanes
from grader.simt.layout import Layout
from grader.simt.patterns import WARP
from grader.simt.race_pairs import part_of
from grader.simt.races import Finding
from grader.simt.views import Addresses, View

if TYPE_CHECKING:
    from grader.simt.memory_unit import MemoryUnit

Array = NDArray[Any]
Ints = NDArray[np.int64]
_WORD = 4


@dataclass
class _Copy:
    """An executed cp.async. number: groups that each lane had committed before; open: lanes that have not waited; read:
    how often each lane's warp had read shared memory.
    """

    group: Group
    view: View
    number: NDArray[np.int32]
    open: NDArray[np.bool_]
    read: NDArray[np.int32]


class AsyncCopies:
    """The copies of one batch that are in flight. words: of shared memory in a block.

    waited: by line, how many copies threads have waited for; at_once: how many of these while their warps had not read
    shared memory since they were started.
    """

    def __init__(
        self, unit: MemoryUnit, layout: Layout, words: int, use_of: Callable[[Group, Access], Use]
    ) -> None:  # fmt: skip
        # A proxy: a reference cycle would keep the batch's memory until the garbage collector runs.
        self._unit: MemoryUnit = proxy(unit)
        self._use_of = use_of
        self._padded, self._words_per_block = layout.padded, words
        self._committed = np.zeros(layout.padded * layout.blocks, np.int32)
        self._in_flight = np.zeros(words * layout.blocks, np.bool_)
        self._read = np.zeros(len(self._committed) // WARP, np.int32)
        self.pending: list[_Copy] = []
        self.waited, self.at_once = Counter[int](), Counter[int]()

    def start(self, to: Group, target: Array, source: Group, origin: Array, size: Array | None, lanes: Lanes) -> None:
        """cp.async: `size` bytes are read (None: all), the rest of the destination is filled with zeros."""
        view = self._unit.enter_shared(to, target, lanes)
        access = to.accesses[0]
        wanted = None if size is None else lanes.flat(size)
        readers, address = lanes, origin
        if wanted is not None and not (wanted > 0).all():
            readers = lanes.scattered(wanted > 0)
            address = readers.unflat(lanes.flat(origin)[wanted > 0])
        if readers.count:
            sizes = np.full(1, access.width) if wanted is None else wanted[wanted > 0]
            found = self._unit.enter_global_part(source, address, readers, sizes)
        for start in range(0, access.width, _WORD):
            words: Array = np.zeros(1, np.uint32)
            if readers.count:
                words = found.load("u4", source.accesses[0].offset + start)
            if wanted is not None:
                words = lanes.unflat(_first_bytes(lanes, readers, words, wanted, start))
            view.store("u4", access.offset + start, words, access.position)
        self._unit.count_copy(to, view, origin + source.accesses[0].offset, lanes,
                              wanted is None or bool((wanted == access.width).all()), size is not None)  # fmt: skip
        view.values.clear()  # the race tracker does not see an unfinished copy's values
        number, read = self._committed[lanes.ids], self._read[lanes.ids // WARP]
        self.pending.append(_Copy(to, view, number, np.ones(lanes.count, np.bool_), read))
        self._in_flight[self._words(view, to)] = True

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
                self._count(copy, done)
        self.pending = [c for c in self.pending if c.open.any()]

    def _count(self, copy: _Copy, done: NDArray[np.bool_]) -> None:
        at_once = self._read[copy.view.lanes.ids[done] // WARP] == copy.read[done]
        line = copy.group.line or 0
        self.waited[line] += at_once.size
        self.at_once[line] += int(at_once.sum())

    def hand_over(self, lanes: Lanes) -> None:
        """An mbarrier follows the copies of these lanes from now on."""
        taken = np.zeros(len(self._committed), np.bool_)
        taken[lanes.ids] = True
        for copy in self.pending:
            mine = copy.open & taken[copy.view.lanes.ids]
            if mine.any():
                part = part_of(copy.view, mine)
                self._in_flight[self._words(part, copy.group)] = False
                self._unit.races.record(copy.group, part, copies=True)
                copy.open &= ~mine
        self.pending = [c for c in self.pending if c.open.any()]

    def check(self, group: Group, view: View) -> None:
        """Report reads of words in flight: a hazard, but only a warning in the thread that copies them."""
        if any(access.operation == "load" for access in group.accesses):
            self._read[view.lanes.warp_list] += 1
        for access in group.accesses:
            first = self._first_word(view, access.offset)
            for word in range(max(access.width // _WORD, 1)):
                early = self._in_flight[first + word]
                if early.any() and word not in self._unused(group, access):
                    at = int(early.argmax())
                    self._report(int(first[at]) + word, int(view.lanes.ids[at]), int(early.sum()), access.line)
                    break

    def _unused(self, group: Group, access: Access) -> frozenset[int]:
        return self._use_of(group, access).unused if access.operation == "load" else frozenset()

    def _report(self, word: int, reader: int, count: int, line: int | None) -> None:
        for copy in self.pending:
            words = self._words(copy.view, copy.group).reshape(copy.view.lanes.count, -1)
            hit = (words == word).any(axis=1) & copy.open
            if hit.any():
                writer = int(copy.view.lanes.ids[int(hit.argmax())])
                place = word * _WORD // self._unit.races.granule
                severity = "warning" if writer == reader else "error"
                seen = (place, writer, reader)
                finding = Finding("RAW", severity, copy.group.line, line, count, seen, under_way=True)
                self._unit.races.add(finding)
                return

    def _first_word(self, view: Addresses, offset: int) -> Ints:
        """The first word of each lane, numbered through all blocks."""
        lanes = view.lanes
        return (lanes.flat(view.address) + offset) // _WORD + lanes.ids // self._padded * self._words_per_block

    def _words(self, view: Addresses, group: Group) -> Ints:
        access = group.accesses[0]
        first = self._first_word(view, access.offset)
        return np.asarray((first[:, None] + np.arange(access.width // _WORD)).ravel())


def _first_bytes(lanes: Lanes, readers: Lanes, words: Array, wanted: Ints, start: int) -> Array:
    """Each lane's word of the copy with the requested bytes, the others zero."""
    whole = np.zeros(lanes.count, np.uint32)
    whole[wanted > 0] = readers.flat(words)
    kept = np.clip(wanted - start, 0, _WORD).astype(np.uint64)
    return whole & ((np.uint64(1) << (np.uint64(8) * kept)) - np.uint64(1)).astype(np.uint32)
