"""The memory side of one batch: checks addresses, counts what accesses cost, reports them to the race tracker.

Generated code enters a group of accesses with the addresses of a register and gets a view to gather and scatter with.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.simt.accesses import Access, Group
from grader.simt.async_copies import AsyncCopies
from grader.simt.codegen import Program
from grader.simt.counters import Counter, Counters, Entry
from grader.simt.lanes import Lanes
from grader.simt.memory import (
    STACK_BYTES,
    GlobalMemory,
    KernelFault,
    Storage,
    View,
)
from grader.simt.patterns import LANES_PER_BATCH, WARP, Cost
from grader.simt.races import RaceTracker
from grader.simt.sectors import SECTOR, global_cost
from grader.simt.wavefronts import WORD, shared_cost

Array = NDArray[Any]
_VIEWS = {"shared": 64, "global": 24}  # views remembered per space
_NOBODY = np.int64(-0x2545F4914F6CDD1D)  # stands for a lane that takes no part
Patterns = dict[tuple[str, tuple[int, str, int], int, int], Cost]  # costs by pattern, of all batches of a launch
_POISON = 0xFF  # fills shared memory before a block starts: NaN as a float, -1 as an integer


@cache
def _hash_factors() -> NDArray[np.int64]:
    """Odd 64-bit factors, one for each lane of the largest batch."""
    return np.random.default_rng(0x0DD).integers(1, 2**62, LANES_PER_BATCH, dtype=np.int64) * 2 + 1


@dataclass
class UninitialisedRead:
    """A shared word read before any thread wrote it. place: byte offset in the block's shared memory."""

    line: int | None
    lane: int
    place: int
    count: int
    severity: str  # "note" for a load that the compiler made unconditional and whose value may be thrown away


class MemoryUnit:
    """Memory of the blocks of one batch. padded: lanes a block, whole warps."""

    def __init__(
        self, program: Program, memory: GlobalMemory, counters: Counters, blocks: int, padded: int,
        shared_bytes: int, patterns: Patterns,
    ) -> None:  # fmt: skip
        self.memory = memory
        self.uninitialised: dict[tuple[int | None, str], UninitialisedRead] = {}
        self.shared_bytes = shared_bytes
        self._counters, self._padded, self._blocks, self._total = counters, padded, blocks, padded * blocks
        self._shared_stride = -(-shared_bytes // 128) * 128
        self._shared = Storage(self._shared_stride * blocks, _POISON)
        self._shared_base = np.arange(self._total) // padded * self._shared_stride
        self._written = np.zeros(len(self._shared.bytes) // WORD, bool)
        self._all_written = False
        frames = STACK_BYTES if any(program.kernel.frame_bytes.values()) else 0
        self.local_bytes = program.kernel.local_bytes + frames
        self._local_end = self.local_bytes if frames else program.kernel.local_extent
        self.local = Storage(self.local_bytes * self._total)
        self._views: dict[str, dict[tuple[int, int], View]] = defaultdict(dict)
        self._patterns = patterns
        sizes = (a.element_bytes for g in program.groups if g.space in ("shared", "generic") for a in g.accesses)
        granule = min(min(sizes, default=WORD), WORD)
        self.copies = AsyncCopies(self, self._total, len(self._written))
        self.races = RaceTracker(self._total, len(self._shared.bytes), padded, self._shared_stride, granule)

    def enter_shared(self, group: Group, address: Array, lanes: Lanes) -> View:
        """Views of the addresses for a group of shared accesses; checks, counts and records them."""
        view = self._known("shared", address, lanes)
        if view is None:
            byte = self._shared_base[lanes.ids] + address.astype(np.int64, copy=False)
            view = self._remember(View(self._shared, byte, lanes, (address,), "shared"), address)
            if lanes.indices is None:
                own = (byte - self._shared_base).reshape(self._blocks, -1)
                if (own == own[0]).all():
                    view.per_block, view.blocks = own[0], self._blocks
        self._use(view, group, address)
        if self.copies.pending and group.accesses[0].operation != "async_copy":
            self.copies.check(group, view)
        self.races.record(group, view)
        return view

    def enter_global(self, group: Group, address: Array, lanes: Lanes) -> View:
        """The same for global memory."""
        view = self._known("global", address, lanes)
        if view is None or group.index not in view.plans:
            byte = self.memory.locate(address, group, lanes)
            if view is None:
                view = self._remember(View(self.memory.storage, byte, lanes, (address,), "global"), address)
        self._use(view, group, address)
        return view

    def enter_constant(self, group: Group, address: Array, lanes: Lanes) -> View:
        """Constant memory: bounded like global memory, not counted."""
        return View(self.memory.storage, self.memory.locate(address, group, lanes), lanes, (address,), "const")

    def enter_local(self, group: Group, address: Array, lanes: Lanes) -> View:
        """Local memory: each lane has its own bytes."""
        wide = address.astype(np.int64, copy=False)
        view = View(self.local, lanes.ids * self.local_bytes + wide, lanes, (address,), "local")
        if int(wide.min()) + group.lowest < 0 or int(wide.max()) + group.end > self._local_end:
            for access in group.accesses:
                start = np.broadcast_to(wide + access.offset, lanes.count)
                bad = (start < 0) | (start + access.width > self._local_end)
                if bad.any():
                    raise self._blame("out_of_bounds", access, view, bad, buffer="", offset=int(start[bad.argmax()]),
                                      size=self._local_end)  # fmt: skip
        return view

    def _known(self, space: str, address: Array, lanes: Lanes) -> View | None:
        return self._views[space].get((id(address), id(lanes)))

    def _remember(self, view: View, address: Array) -> View:
        views = self._views[view.space]
        if len(views) >= _VIEWS[view.space]:
            views.clear()
        views[id(address), id(view.lanes)] = view
        return view

    def _use(self, view: View, group: Group, address: Array) -> None:
        plan = view.plans.get(group.index)
        if plan is None:
            self._check_alignment(view, group)
            if view.space == "shared":
                self._check_shared(view, group, address)
            plan = view.plans[group.index] = self._plan(view, group)
        for entry in plan:
            entry.counter.add(entry.requests, entry.cost, entry.ideal, entry.upper)

    def _check_alignment(self, view: View, group: Group) -> None:
        checked: set[tuple[int, int]] = set()
        for access in group.accesses:
            phase = (access.width, access.offset % access.width)
            if access.width == 1 or phase in checked:
                continue
            checked.add(phase)
            off = (view.byte + access.offset) & (access.width - 1)
            if off.any():
                raise self._blame("misaligned", access, view, off != 0, offset=int(off[off.argmax()]))

    @staticmethod
    def _blame(kind: str, access: Access, view: View, bad: NDArray[np.bool_], **details: object) -> KernelFault:
        """A fault of the first of the lanes that are `bad`."""
        position = int(bad.argmax()) if bad.size > 1 else 0
        threads = int(bad.sum()) if bad.size > 1 else view.lanes.count
        return KernelFault(kind, access.line, int(view.lanes.ids[position]), space=view.space,
                           operation=access.operation, width=access.width, threads=threads, **details)  # fmt: skip

    def _check_shared(self, view: View, group: Group, address: Array) -> None:
        relative = view.byte - self._shared_base[view.lanes.ids]
        low, high = int(relative.min()) + group.lowest, int(relative.max()) + group.end
        if low < 0 or high > self.shared_bytes:
            for access in group.accesses:
                start = relative + access.offset
                bad = (start < 0) | (start + access.width > self.shared_bytes)
                if bad.any():
                    first = int(start[bad.argmax()])
                    raise self._blame("out_of_bounds", access, view, bad, buffer="", offset=first,
                                      size=self.shared_bytes)  # fmt: skip
        if not self._all_written:
            self._check_written(view, group)

    def _check_written(self, view: View, group: Group) -> None:
        """Stores mark their words as written; loads of words that nobody wrote are findings."""
        for access in group.accesses:
            word = (view.byte + access.offset) >> 2
            parts = range(max(access.width // WORD, 1))
            words = [word + i for i in parts if i * WORD // access.element_bytes not in access.unused]
            for w in words if access.reads else ():
                missing = ~self._written[w]
                if missing.any():
                    at = int(missing.argmax())
                    severity = "note" if access.tentative else "error"
                    known = self.uninitialised.get((access.line, severity))
                    place = int(w[at]) * 4 % self._shared_stride
                    if known is None:
                        found = UninitialisedRead(
                            access.line, int(view.lanes.ids[at]), place, int(missing.sum()), severity
                        )
                        self.uninitialised[access.line, severity] = found
                    else:
                        known.count += int(missing.sum())
            if access.operation != "load":
                for w in words:
                    self._written[w] = True
        if group.accesses[0].operation == "store" and self.shared_bytes == self._shared_stride:
            self._all_written = bool(self._written[: self._shared_stride * self._blocks // 4].all())

    def _plan(self, view: View, group: Group) -> list[Entry]:
        """What one execution of the group adds to which counters."""
        costs: dict[tuple[int, str, int], Cost] = {}
        sums: dict[Counter, Entry] = {}
        period = WORD if view.space == "shared" else SECTOR
        for request in group.choose(view.byte) if group.alternatives else group.requests:
            shape = (request.width, request.pattern, request.offset % period)
            if shape not in costs:
                costs[shape] = self._cost(view, group, shape)
            cost = costs[shape]
            counter = self._counters.of(request.line, view.space, request.operation, request.width, request.exact)
            upper = cost.cost if request.exact or request.bounded else None
            sums.setdefault(counter, Entry(counter=counter)).add(view.lanes.warps, cost.cost, cost.ideal, upper)
        return list(sums.values())

    def _cost(self, view: View, group: Group, shape: tuple[int, str, int]) -> Cost:
        """What one request costs. Equal patterns are counted once in a launch; they are told apart by a 64-bit hash."""
        width, pattern, phase = shape
        active = view.lanes.active
        rows = view.lanes.rows(view.byte)
        first = rows[0, 0 if active is None else int(active[0].argmax())]
        relative = rows - (first & -SECTOR)
        if active is not None:
            relative[~active] = _NOBODY
        key = (view.space, shape, len(rows), int(relative.reshape(-1) @ _hash_factors()[: relative.size]))
        known = self._patterns.get(key)
        if known is None:
            if view.space == "shared":
                known = shared_cost(rows + phase, active, width, pattern)
            else:
                known = global_cost(rows + phase, active, width)
            self._patterns[key] = known
        return known

    def order_warp(self, mask: Array, lanes: Lanes) -> None:
        """__syncwarp(mask)."""
        lane = (lanes.ids % self._padded % WARP).astype(np.uint32)
        member = (mask.view(np.uint32) >> lane) & np.uint32(1)
        self.races.order_warp(lanes, member.astype(bool))
