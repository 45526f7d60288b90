"""Running one batch of blocks: registers, scheduling, barriers, and the services generated code calls.

Lanes are block-major; every block is padded to whole warps. Lanes at the lowest program point run first, which makes
divergent lanes wait for each other at the point where their paths meet.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grader.simt.accesses import Group
from grader.simt.codegen import Program
from grader.simt.counters import Counter, Counters
from grader.simt.kernel import Block, End
from grader.simt.lanes import Lanes
from grader.simt.launch import Dim3
from grader.simt.memory import LOCAL_WINDOW, SHARED_WINDOW, WINDOW_BYTES, GlobalMemory, KernelFault, Storage, View
from grader.simt.patterns import WARP
from grader.simt.races import RaceTracker
from grader.simt.sectors import SECTOR, global_cost
from grader.simt.warp import WarpExchange
from grader.simt.wavefronts import WORD, shared_cost

Array = NDArray[np.generic]
_VIEWS = {"shared": 64, "global": 24, "local": 24, "const": 24, "generic": 24}
_POISON = 0xFF  # fills shared memory before a block starts: NaN as a float, -1 as an integer
_CLOCK_EVERY = 64


@dataclass
class Limits:
    """What one launch may use."""

    thread_instructions: int = 1 << 31
    seconds: float = 8.0
    printed: int = 4096


@dataclass
class Tally:
    """What a launch has executed so far, over all its batches."""

    thread_instructions: int = 0
    divergent_branches: int = 0
    barriers: int = 0


@dataclass
class BarrierDivergence:
    """Threads of a block met at no single barrier."""

    line: int | None
    other_line: int | None
    lane: int
    arrived: int
    expected: int
    count: int = 1


@dataclass
class UninitialisedRead:
    """A shared word read before any thread wrote it. place: byte offset in the block's shared memory."""

    line: int | None
    lane: int
    place: int
    count: int


_PATTERNS = 8  # access patterns remembered per group
_Entry = tuple[Counter, int, int, int, int | None]


class Machine:
    """State of one batch."""

    def __init__(
        self, program: Program, memory: GlobalMemory, symbols: dict[str, int], parameters: bytes, grid: Dim3,
        block: Dim3, dynamic_shared: int, blocks: NDArray[np.int64], counters: Counters, tally: Tally,
        limits: Limits, started: float, print_line: Callable[[str], None],
    ) -> None:  # fmt: skip
        kernel = program.kernel
        self.program, self.memory, self.tally, self.limits = program, memory, tally, limits
        self.blocks, self.block, self.grid = blocks, block, grid
        self.threads = block[0] * block[1] * block[2]
        self.padded = -(-self.threads // WARP) * WARP
        self.total = self.padded * len(blocks)
        self.warp = WarpExchange()
        self.window_shared, self.window_local = np.int64(SHARED_WINDOW), np.int64(LOCAL_WINDOW)
        self.divergences: dict[tuple[int | None, int | None], BarrierDivergence] = {}
        self.uninitialised: dict[int | None, UninitialisedRead] = {}
        self._symbols, self._parameters = symbols, parameters
        self._counters, self._started, self._print = counters, started, print_line
        self.shared_bytes = kernel.static_shared_bytes + dynamic_shared
        self._shared_stride = -(-self.shared_bytes // 128) * 128
        self.shared = Storage(self._shared_stride * len(blocks), _POISON)
        self._block_of_lane = np.arange(self.total) // self.padded
        self._shared_base = self._block_of_lane * self._shared_stride
        self._written = np.zeros(len(self.shared.bytes) // 4, bool)
        self._all_written = False
        self.local = Storage(kernel.local_bytes * self.total)
        self._views: dict[str, dict[tuple[int, int], View]] = defaultdict(dict)
        self._patterns: dict[tuple[int, int, str, int], list[tuple[Array, int, int]]] = defaultdict(list)
        granule = min((a.element_bytes for g in program.groups if g.space in ("shared", "generic") for a in g.accesses),
                      default=4)  # fmt: skip
        self.races = RaceTracker(self.total, len(self.shared.bytes), self.padded, self._shared_stride, min(granule, 4))
        self.registers: list[Array | None] = []
        self._steps = 0

    # Scheduling

    def run(self) -> None:
        """Run every lane to its end; raises KernelFault."""
        self._alive = np.full(len(self.blocks), self.threads)
        self._waiting: list[tuple[Lanes, Block]] = []
        self._arrived = np.zeros(len(self.blocks), np.int64)
        self._ready: dict[int, list[Lanes]] = {0: [self._first_lanes()]}
        self._everyone = Lanes(self.total, None)
        priorities = self.program.kernel.priorities
        while self._ready:
            index = min(self._ready, key=priorities.__getitem__)
            lanes = self._join(self._ready.pop(index))
            self._step(index, lanes)
        self.races.finish()

    def _first_lanes(self) -> Lanes:
        if self.threads == self.padded:
            return Lanes(self.total, None)
        return Lanes(self.total, np.flatnonzero(np.arange(self.total) % self.padded < self.threads))

    def _join(self, parts: list[Lanes]) -> Lanes:
        if len(parts) == 1:
            return parts[0]
        indices = np.sort(np.concatenate([p.ids for p in parts]))
        return self._everyone if len(indices) == self.total else Lanes(self.total, indices)

    def _step(self, index: int, lanes: Lanes) -> None:
        """Run blocks from `index` on for as long as these lanes stay together and nobody else comes first."""
        kernel = self.program.kernel
        while True:
            block = kernel.blocks[index]
            function = self.program.function(index)
            self._grow_registers()
            result = function(self, self.registers, lanes)
            self._account(block, lanes)
            following = self._END[block.end](self, block, lanes, result)
            if following is None:
                return
            if self._ready:
                self._ready.setdefault(following, []).append(lanes)
                return
            index = following

    def _grow_registers(self) -> None:
        slots = self.program.slots
        if len(self.registers) < len(slots):
            for name in list(slots)[len(self.registers) :]:
                self.registers.append(self._special(name))

    def _account(self, block: Block, lanes: Lanes) -> None:
        self.tally.thread_instructions += block.size * lanes.count
        self._steps += 1
        if self.tally.thread_instructions > self.limits.thread_instructions or (
            self._steps % _CLOCK_EVERY == 0 and time.monotonic() - self._started > self.limits.seconds
        ):
            line = block.last.line if block.last else None
            line = line or next((i.line for i in block.instructions if i.line), None)
            raise KernelFault("no_forward_progress", line, int(lanes.ids[0]), threads=lanes.count,
                              thread_instructions=self.tally.thread_instructions)  # fmt: skip

    def _jump(self, block: Block, lanes: Lanes, result: object) -> int | None:
        return block.next[0]

    def _branch(self, block: Block, lanes: Lanes, predicate: Array) -> int | None:
        taken, other = block.next
        if predicate.size == 1:
            return taken if predicate[0] else other
        count = int(np.count_nonzero(predicate))
        if count == lanes.count:
            return taken
        if count == 0:
            return other
        if block.is_source_branch:
            self.tally.divergent_branches += lanes.mixed_warps(predicate)
        ids = lanes.ids
        self._ready.setdefault(taken, []).append(Lanes(self.total, ids[predicate]))
        self._ready.setdefault(other, []).append(Lanes(self.total, ids[~predicate]))
        return None

    def _switch(self, block: Block, lanes: Lanes, selector: Array) -> int | None:
        if selector.size == 1:
            return block.next[int(selector[0])]
        rows = lanes.rows(selector)
        first = rows[np.arange(len(rows)), 0 if lanes.active is None else lanes.active.argmax(axis=1)][:, None]
        differs = (rows != first) if lanes.active is None else (rows != first) & lanes.active
        self.tally.divergent_branches += int(differs.any(axis=1).sum())
        for value in np.unique(selector):
            part = Lanes(self.total, lanes.ids[selector == value])
            self._ready.setdefault(block.next[int(value)], []).append(part)
        return None

    def _exit(self, block: Block, lanes: Lanes, predicate: Array | None) -> int | None:
        leaving, rest = lanes, None
        if block.next and predicate is not None:
            count = int(np.count_nonzero(predicate)) * (lanes.count if predicate.size == 1 else 1)
            if count == 0:
                return block.next[0]
            if count < lanes.count:
                self.tally.divergent_branches += lanes.mixed_warps(predicate)
                leaving, rest = (Lanes(self.total, lanes.ids[p]) for p in (predicate, ~predicate))
        self._alive -= np.bincount(self._block_of_lane[leaving.ids], minlength=len(self.blocks))
        if rest is not None:
            self._ready.setdefault(block.next[0], []).append(rest)
        if self._waiting:
            self._release()
        return None

    def _trap(self, block: Block, lanes: Lanes, result: object) -> int | None:
        raise KernelFault("trap", block.last.line if block.last else None, int(lanes.ids[0]), threads=lanes.count)

    def _barrier(self, block: Block, lanes: Lanes, result: object) -> int | None:
        instruction = block.last
        assert instruction is not None
        if len(instruction.operands) > 1 or instruction.operands[0] != "0" or instruction.opcode[1] not in ("sync", "cta"):
            raise KernelFault("unsupported", instruction.line, None, construct=f"the barrier `{instruction.text}`")
        self.tally.barriers += lanes.warps
        if lanes.indices is None:
            self.races.barrier(None)
            return block.next[0]
        self._waiting.append((lanes, block))
        self._arrived += np.bincount(self._block_of_lane[lanes.ids], minlength=len(self.blocks))
        self._release()
        return None

    _END: dict[End, Callable[..., int | None]] = {
        End.JUMP: _jump, End.BRANCH: _branch, End.SWITCH: _switch, End.EXIT: _exit, End.TRAP: _trap,
        End.BARRIER: _barrier,
    }  # fmt: skip

    def _release(self) -> None:
        """Let the blocks go on whose threads all wait (or have exited)."""
        complete = (self._arrived == self._alive) & (self._arrived > 0)
        if not complete.any():
            return
        self.races.barrier(None if complete.all() else np.flatnonzero(complete))
        points: dict[int, list[tuple[Block, NDArray[np.intp]]]] = defaultdict(list)
        staying: list[tuple[Lanes, Block]] = []
        for lanes, block in self._waiting:
            go = complete[self._block_of_lane[lanes.ids]]
            if go.all():
                self._ready.setdefault(block.next[0], []).append(lanes)
            elif go.any():
                self._ready.setdefault(block.next[0], []).append(Lanes(self.total, lanes.ids[go]))
                staying.append((Lanes(self.total, lanes.ids[~go]), block))
            else:
                staying.append((lanes, block))
            if go.any():
                points[block.index].append((block, lanes.ids[go]))
        self._check_barrier(points, np.flatnonzero(complete))
        self._waiting = staying
        self._arrived[complete] = 0

    def _check_barrier(self, points: dict[int, list[tuple[Block, NDArray[np.intp]]]], released: NDArray[np.intp]) -> None:
        """All threads of a block must have come, and to the same barrier."""
        here = np.zeros((len(points), len(self.blocks)), np.int64)
        for row, parts in enumerate(points.values()):
            for _, ids in parts:
                here[row] += np.bincount(self._block_of_lane[ids], minlength=len(self.blocks))
        for row, parts in enumerate(points.values()):
            bad = released[(here[row, released] > 0) & (here[row, released] < self.threads)]
            if not len(bad):
                continue
            block, at = parts[0][0], int(bad[0])
            others = [p[0][0] for r, p in enumerate(points.values()) if r != row and here[r, at]]
            line = block.last.line if block.last else None
            other = others[0].last.line if others and others[0].last else None
            if other is not None and (other, line) in self.divergences:
                continue
            known = self.divergences.get((line, other))
            if known is not None:
                known.count += len(bad)
                continue
            ids = np.concatenate([i for _, i in parts])
            lane = int(ids[self._block_of_lane[ids] == at][0])
            self.divergences[line, other] = BarrierDivergence(line, other, lane, int(here[row, at]), self.threads, len(bad))

    # Special registers and launch constants

    def _special(self, name: str) -> Array | None:
        """Initial value of a register: special registers have one, the others are undefined."""
        if not name.startswith("%"):
            return None
        base, _, axis = name[1:].partition(".")
        if base in ("ntid", "nctaid"):
            return np.array([(self.block if base == "ntid" else self.grid)["xyz".index(axis)]], np.int32)
        thread = np.arange(self.total) % self.padded
        if base == "tid":
            return self._coordinate(thread, self.block, axis)
        if base == "ctaid":
            return self._coordinate(self.blocks[self._block_of_lane], self.grid, axis)
        if base == "laneid":
            return (thread % WARP).astype(np.int32)
        if base == "warpid":
            return (thread // WARP).astype(np.int32)
        if base.startswith("lanemask_"):
            return _lane_mask(base.removeprefix("lanemask_"), thread % WARP)
        if base == "dynamic_smem_size":
            return np.array([self.shared_bytes - self.program.kernel.static_shared_bytes], np.int32)
        if base.startswith(("clock64", "globaltimer")):
            return np.array([self.tally.thread_instructions // max(self.total, 1)], np.int64)
        if base.startswith(("clock", "smid", "nsmid", "gridid", "nwarpid", "total_smem", "envreg")):
            return np.array([1 if base.startswith("n") else 0], np.int32)
        return None

    @staticmethod
    def _coordinate(linear: NDArray[np.int64], extent: Dim3, axis: str) -> Array:
        if axis == "x":
            return (linear % extent[0]).astype(np.int32)
        if axis == "y":
            return (linear // extent[0] % extent[1]).astype(np.int32)
        return (linear // (extent[0] * extent[1])).astype(np.int32)

    def parameter(self, offset: int, dtype: str) -> Array:
        """A kernel parameter, uniform."""
        return np.frombuffer(self._parameters, dtype, 1, offset)

    def symbol(self, name: str) -> NDArray[np.int64]:
        """Address of a __device__ or __constant__ variable."""
        return np.array([self._symbols[name]], np.int64)

    @staticmethod
    def pack(parts: tuple[Array, ...], dtype: str) -> Array:
        """Concatenate narrower values, the first in the lowest bits."""
        unsigned = np.dtype(f"u{dtype[1:]}")
        total = np.zeros(1, unsigned)
        for i, part in enumerate(parts):
            total = total | (part.astype(unsigned) << unsigned.type(i * part.itemsize * 8))
        return total.view(dtype)

    def where(self, lane: int) -> tuple[Dim3, Dim3]:
        """(block, thread) coordinates of a lane."""
        linear, thread = int(self.blocks[lane // self.padded]), lane % self.padded
        return _unravel(linear, self.grid), _unravel(thread, self.block)

    # Memory

    def enter_shared(self, group: Group, address: Array, lanes: Lanes) -> View:
        """Views of the addresses for a group of shared accesses; checks, counts and records them."""
        view = self._known("shared", address, lanes)
        if view is None:
            byte = self._shared_base[lanes.ids] + address.astype(np.int64, copy=False)
            view = self._remember(View(self.shared, byte, lanes, (address,), "shared"), address)
        self._use(view, group, address)
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
        size = self.program.kernel.local_bytes
        wide = address.astype(np.int64, copy=False)
        low, high = int(wide.min()) + group.lowest, int(wide.max()) + group.end
        if low < 0 or high > size:
            worst = int(wide.argmin() if low < 0 else wide.argmax())
            lane = int(lanes.ids[worst if wide.size > 1 else 0])
            raise KernelFault("out_of_bounds", group.line, lane, space="local", operation=group.accesses[0].operation,
                              width=group.accesses[0].width, offset=low if low < 0 else high, size=size, buffer="",
                              threads=1)  # fmt: skip
        return View(self.local, lanes.ids * size + wide, lanes, (address,), "local")

    def _known(self, space: str, address: Array, lanes: Lanes) -> View | None:
        return self._views[space].get((id(address), id(lanes)))

    def _remember(self, view: View, address: Array) -> View:
        views = self._views[view.space]
        if len(views) >= _VIEWS[view.space]:
            views.clear()
        views[id(address), id(view.lanes)] = view
        return view

    def _use(self, view: View, group: Group, address: Array) -> None:
        plan: list[_Entry] | None = view.plans.get(group.index)  # type: ignore[assignment]
        if plan is None:
            self._check_alignment(view, group)
            if view.space == "shared":
                self._check_shared(view, group, address)
            plan = view.plans[group.index] = self._plan(view, group)
        for counter, requests, cost, ideal, upper in plan:
            counter.add(requests, cost, ideal, upper)

    def _check_alignment(self, view: View, group: Group) -> None:
        for access in group.accesses:
            if access.width > 1:
                off = (view.byte + access.offset) & (access.width - 1) if access is group.accesses[0] or (
                    access.offset - group.accesses[0].offset) % access.width or access.width != group.accesses[0].width else None  # fmt: skip
                if off is not None and off.any():
                    worst = int(off.argmax())
                    lane = int(view.lanes.ids[worst if off.size > 1 else 0])
                    raise KernelFault("misaligned", access.line, lane, space=view.space, operation=access.operation,
                                      width=access.width, offset=int(off[worst]), threads=int(np.count_nonzero(off)))  # fmt: skip

    def _check_shared(self, view: View, group: Group, address: Array) -> None:
        relative = view.byte - self._shared_base[view.lanes.ids]
        low, high = int(relative.min()) + group.lowest, int(relative.max()) + group.end
        if low < 0 or high > self.shared_bytes:
            for access in group.accesses:
                bad = (relative + access.offset < 0) | (relative + access.offset + access.width > self.shared_bytes)
                if bad.any():
                    at = int(bad.argmax())
                    raise KernelFault("out_of_bounds", access.line, int(view.lanes.ids[at]), space="shared", buffer="",
                                      operation=access.operation, width=access.width, size=self.shared_bytes,
                                      offset=int(relative[at]) + access.offset, threads=int(bad.sum()))  # fmt: skip
        if not self._all_written:
            self._check_written(view, group)

    def _check_written(self, view: View, group: Group) -> None:
        """Stores mark their words as written; loads of words that nobody wrote are findings."""
        for access in group.accesses:
            word = (view.byte + access.offset) >> 2
            words = [word + i for i in range(max(access.width // 4, 1))]
            if access.operation == "store":
                for w in words:
                    self._written[w] = True
                continue
            for w in words:
                missing = ~self._written[w]
                if missing.any():
                    at = int(missing.argmax())
                    known = self.uninitialised.get(access.line)
                    place = int(w[at]) * 4 % self._shared_stride
                    if known is None:
                        found = UninitialisedRead(access.line, int(view.lanes.ids[at]), place, int(missing.sum()))
                        self.uninitialised[access.line] = found
                    else:
                        known.count += int(missing.sum())
        if group.accesses[0].operation == "store" and self.shared_bytes == self._shared_stride:
            self._all_written = bool(self._written[: self._shared_stride * len(self.blocks) // 4].all())

    def _plan(self, view: View, group: Group) -> list[_Entry]:
        """What one execution of the group adds to which counters."""
        lanes = view.lanes
        sums: dict[int, list[object]] = {}
        costs: dict[tuple[int, str, int], tuple[int, int]] = {}
        period = WORD if view.space == "shared" else SECTOR
        for request in group.requests:
            shape = (request.width, request.pattern, request.offset % period)
            if shape not in costs:
                costs[shape] = self._cost(view, group, shape)
            cost, ideal = costs[shape]
            counter = self._counters.of(request.line, view.space, request.operation, request.width, request.exact)
            upper = cost if request.exact or request.bounded else None
            entry = sums.setdefault(id(counter), [counter, 0, 0, 0, 0])
            entry[1] += lanes.warps  # type: ignore[operator]
            entry[2] += cost  # type: ignore[operator]
            entry[3] += ideal  # type: ignore[operator]
            entry[4] = None if upper is None or entry[4] is None else entry[4] + upper  # type: ignore[operator]
        return [tuple(e) for e in sums.values()]  # type: ignore[misc]

    def _cost(self, view: View, group: Group, shape: tuple[int, str, int]) -> tuple[int, int]:
        """(wavefronts or sectors, ideal) of one request, remembering the latest patterns of the group."""
        width, pattern, phase = shape
        active = view.lanes.active
        rows = view.lanes.rows(view.byte)
        memo = self._patterns[(group.index, *shape)]
        relative = rows - (rows[:1, :1] & -SECTOR)
        if active is None:
            for known, cost, ideal in memo:
                if known.shape == relative.shape and (known == relative).all():
                    return cost, ideal
        if view.space == "shared":
            result = shared_cost(rows + phase, active, width, pattern)
        else:
            result = global_cost(rows + phase, active, width)
        if active is None:
            if len(memo) >= _PATTERNS:
                memo.pop(0)
            memo.append((relative, *result))
        return result

    def order_warp(self, mask: Array, lanes: Lanes) -> None:
        """__syncwarp(mask)."""
        lane = (lanes.ids % self.padded % WARP).astype(np.uint32)
        member = (mask.view(np.uint32) >> lane) & np.uint32(1)
        self.races.order_warp(lanes, member.astype(bool))

    # Generic addresses

    def generic(self, address: Array, lanes: Lanes) -> tuple[Array, Lanes]:
        """A generic address is taken apart when it is used."""
        return address, lanes

    def _spaces(self, target: tuple[Array, Lanes]) -> list[tuple[str, Array, Lanes, NDArray[np.bool_] | None]]:
        address, lanes = target
        wide = address.astype(np.int64, copy=False)
        shared = (wide >= SHARED_WINDOW) & (wide < SHARED_WINDOW + WINDOW_BYTES)
        local = (wide >= LOCAL_WINDOW) & (wide < LOCAL_WINDOW + WINDOW_BYTES)
        parts: list[tuple[str, Array, Lanes, NDArray[np.bool_] | None]] = []
        for space, member, base in (("shared", shared, SHARED_WINDOW), ("local", local, LOCAL_WINDOW),
                                    ("global", ~(shared | local), 0)):  # fmt: skip
            if member.all():
                return [(space, wide - base, lanes, None)]
            if member.any():
                parts.append((space, wide[member] - base, Lanes(self.total, lanes.ids[member]), member))
        return parts

    def _enter(self, space: str, group: Group, address: Array, lanes: Lanes) -> View:
        return {"shared": self.enter_shared, "local": self.enter_local, "global": self.enter_global}[space](
            group, address, lanes
        )

    def generic_load(self, target: tuple[Array, Lanes], group: Group, offset: int, dtype: str, first: bool) -> Array:
        """Load through generic addresses, each lane from its own space."""
        parts = self._spaces(target)
        if parts[0][3] is None:
            space, address, lanes, _ = parts[0]
            return self._enter(space, group, address, lanes).load(dtype, offset)
        result = np.zeros(target[1].count, dtype)
        for space, address, lanes, member in parts:
            result[member] = self._enter(space, group, address, lanes).load(dtype, offset)
        return result

    def generic_store(
        self, target: tuple[Array, Lanes], group: Group, offset: int, dtype: str, data: Array, first: bool
    ) -> None:
        """Store through generic addresses."""
        for space, address, lanes, member in self._spaces(target):
            part = data if member is None or data.size == 1 else data[member]
            self._enter(space, group, address, lanes).store(dtype, offset, part, group.accesses[0].position)

    def generic_atomic(
        self, target: tuple[Array, Lanes], group: Group, name: str, dtype: str, offset: int,
        operands: tuple[Array, ...], wanted: bool,
    ) -> Array | None:  # fmt: skip
        """Atomic through generic addresses."""
        result = np.zeros(target[1].count, dtype)
        for space, address, lanes, member in self._spaces(target):
            own = tuple(o if member is None or o.size == 1 else o[member] for o in operands)
            old = self._enter(space, group, address, lanes).atomic(name, dtype, offset, own, wanted)
            if old is not None:
                result[slice(None) if member is None else member] = old
        return result

    # What device code may call

    def printf(self, template: Array, arguments: Array, lanes: Lanes) -> Array:
        """Device printf: lines go to the student, up to a limit."""
        from grader.simt.printf import format_printf

        addresses = np.broadcast_to(template, lanes.count)
        packed = np.broadcast_to(arguments, lanes.count)
        size = self.program.kernel.local_bytes
        for position, lane in enumerate(lanes.ids):
            start = int(lane) * size + int(packed[position]) - LOCAL_WINDOW
            slots = self.local.bytes[max(start, 0) : (int(lane) + 1) * size]
            text = format_printf(self.memory.text(int(addresses[position])), slots, self.memory.text)
            self._print(text)
            if position >= self.limits.printed:
                break
        return np.zeros(1, np.int32)

    def assert_failed(self, expression: Array, line: int, lanes: Lanes) -> None:
        """assert() of device code."""
        address = int(expression.ravel()[0])
        raise KernelFault("assert", line, int(lanes.ids[0]), expression=self.memory.text(address), threads=lanes.count)


def _unravel(linear: int, extent: Dim3) -> Dim3:
    return linear % extent[0], linear // extent[0] % extent[1], linear // (extent[0] * extent[1])


def _lane_mask(kind: str, lane: NDArray[np.int64]) -> Array:
    bit = np.uint64(1) << lane.astype(np.uint64)
    below = bit - np.uint64(1)
    mask = {"eq": bit, "lt": below, "le": below | bit, "gt": ~(below | bit), "ge": ~below}[kind]
    return (mask & np.uint64(0xFFFFFFFF)).astype(np.uint32).view(np.int32)
