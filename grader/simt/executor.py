"""Runs one batch of blocks: registers, scheduling, barriers, and the functions that generated code calls.

Lanes at the lowest program point run first, so that diverged lanes reconverge where their paths meet.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, ClassVar, NoReturn, cast

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.launch import Dim3
from grader.simt.barriers import Arrival, Barriers
from grader.simt.forms import SPECIAL_PREFIXES, TIMERS
from grader.simt.generic import GenericPointer
from grader.simt.global_races import GlobalWatch
from grader.simt.kernel import Block, End, is_plain_barrier
from grader.simt.lanes import Lanes, Layout, unravel
from grader.simt.launch_state import LaunchState
from grader.simt.loops import endless, rounds_of_loops
from grader.simt.memory import LOCAL_WINDOW, SHARED_WINDOW, STACK_BYTES, KernelFault
from grader.simt.memory_unit import MemoryUnit
from grader.simt.named_barriers import NamedBarriers
from grader.simt.patterns import WARP
from grader.simt.printf import arguments_of, format_printf
from grader.simt.register_file import UNDEFINED
from grader.simt.special_registers import SpecialRegisters
from grader.simt.waiting import Place, Turns
from grader.simt.warp import LANE_BITS, WarpExchange

Array = NDArray[Any]
MOST_CALLS = 512  # nested calls of recursive functions


@dataclass(eq=False)
class Frame:
    """A call of a recursive function. lanes: the callers; saved: their registers, by slot.

    local_start: start of the frame's variables in a lane's local memory.
    """

    caller: Frame | None
    lanes: Lanes
    returns_to: int
    saved: dict[int, Array]
    depth: int
    local_start: int
    local_end: int


class Executor:
    """One batch: the blocks with the given linear numbers."""

    def __init__(self, launch: LaunchState, blocks: NDArray[np.int64]) -> None:
        kernel = launch.program.kernel
        self.launch, self.program, self.tally = launch, launch.program, launch.tally
        self.blocks, self.block = blocks, launch.block
        self.layout = Layout(self.block[0], self.block[1] * self.block[2], len(blocks))
        self.warp = WarpExchange()
        self.window_shared, self.window_local = np.int64(SHARED_WINDOW), np.int64(LOCAL_WINDOW)
        self.barriers, self.named = Barriers(self.layout), NamedBarriers(self.layout)
        watch = GlobalWatch(launch.races, self.layout, int(blocks[0])) if launch.races else None
        sample = None if launch.samples is None else partial(launch.samples.note, blocks=blocks)
        self.unit = MemoryUnit(launch.program, launch.memory, launch.counters, self.layout,
                               kernel.static_shared_bytes + launch.dynamic_shared, launch.patterns, watch,
                               launch.turn < 0, sample)  # fmt: skip
        self.registers: list[Array] = []

    # Scheduling

    def run(self) -> None:
        """Run every lane to its end; raises KernelFault."""
        special = SpecialRegisters(self.layout, self.blocks, self.block, self.launch.grid, self.launch.dynamic_shared)
        self.registers = [_initial(special, name, kind) for name, kind in self.program.registers.initial]
        self._frame: Frame | None = None  # of the active lanes
        self._running = 0  # the part of the active lanes
        waits, self._changes = self.program.waits, self.unit.changes
        self._turns = Turns(waits, self._changes, self._priority) if self._changes else None
        moved = self.program.moved
        self._came = {index: [0, 0] for g in moved for index in (g.block, *g.moved_to)}  # warps and lanes, by block
        self._ready: dict[Place, list[Lanes]] = {Place(0, None, self._part_of(p)): [p] for p in self._parts()}
        self._held: dict[Place, Lanes] = {}  # lanes that wait for others of their warp
        while self._ready or self._held:
            if not self._ready:  # no other lanes can come
                key = min(self._held, key=self._priority)
                lanes: Lanes | None = self._held.pop(key)
            else:
                key = self._whose_turn()
                lanes = self._who_goes_on(key)
            if lanes is not None:
                index, self._frame, self._running = key
                self._step(index, lanes)
        if self.named.waiting or self.barriers.waiting:
            self._blame_who_waits()
        self.unit.races.finish()
        self.unit.doubt(g for g in self.program.moved if any(self._came[b] != self._came[g.block] for b in g.moved_to))

    def _who_goes_on(self, key: Place) -> Lanes | None:
        """Of the lanes that are ready or waiting here, those that need not wait for others."""
        here = self._ready.pop(key)
        lanes = self.layout.join([*here, self._held.pop(key)] if key in self._held else here)
        mask = self.program.meetings.get(key.block)
        if mask is None or not (self._ready or self._held) or lanes.active is None:
            return lanes
        elsewhere = np.zeros(self.layout.padded * self.layout.blocks, np.bool_)
        for part in itertools.chain(*self._ready.values(), self._held.values()):
            elsewhere[part.ids] = True
        away = (elsewhere.reshape(-1, WARP) * LANE_BITS).sum(axis=1, dtype=np.uint32)[lanes.ids // WARP]
        named: Array
        if isinstance(mask, str):
            register = self.registers[self.program.registers.slots[mask]]
            named = lanes.flat(lanes.gather(register)).astype(np.int64).astype(np.uint32)
        else:
            named = np.full(1, mask, np.uint32)
        waits = away & named != 0
        if not waits.any():
            return lanes
        waits = np.isin(lanes.ids // WARP, lanes.ids[waits] // WARP)
        self._held[key] = lanes.scattered(waits)
        return None if waits.all() else lanes.scattered(~waits)

    def _parts(self) -> list[Lanes]:
        """Parts of the batch that run together: all lanes, or those of one warp in every block."""
        if not self.launch.turn:
            return [self.layout.everyone]
        threads, blocks = self.layout.all_threads, self.layout.all_blocks
        return [self.layout.product(threads[i : i + WARP], blocks) for i in range(0, len(threads), WARP)]

    def _part_of(self, lanes: Lanes) -> int:
        """The part of these lanes."""
        return int(lanes.ids[0]) % self.layout.padded // WARP if self.launch.turn else 0

    def _whose_turn(self) -> Place:
        if self._turns is None:
            return min(self._ready, key=self._priority)
        key = self._turns.choose(self._ready, self._state)
        if key is None:
            self._blame_who_waits()
        return key

    def _state(self) -> Hashable:
        """Which lanes are in which loops, and the registers that decide how they continue; None if unknown."""
        found: list[Hashable] = []
        for key, parts in self._ready.items():
            state = self.program.waits[key.block].state
            if state is None:
                return None
            lanes, slots = self.layout.join(parts), self.program.registers.slots
            names = sorted(state & self.program.kernel.blocks[key.block].live_in)
            values = (lanes.flat(lanes.gather(self.registers[slots[name]])).tobytes() for name in names)
            found.append((key.block, key.part, lanes.ids.tobytes(), *values))
        return frozenset(found)

    def _priority(self, key: Place) -> tuple[int, int, int]:
        """Sort key: the part whose turn it is, called functions before their callers, then the lowest program point."""
        index, frame, part = key
        return part * self.launch.turn, -frame.depth if frame else 0, self.program.kernel.priorities[index]

    def _step(self, index: int, lanes: Lanes) -> None:
        """Run blocks from `index` on as long as these lanes stay together and have the highest priority."""
        kernel = self.program.kernel
        while True:
            block = kernel.blocks[index]
            function = self.program.function(index)
            self._account(block, lanes)
            result = function(self, self.registers, lanes)
            if index in self.program.writers and self._changes:
                self._changes.count += 1
            following = self._END[block.end](self, block, lanes, result)
            if following is None:
                return
            if self._ready or self._held or following in self.program.waits:
                self._wait(following, lanes)
                return
            index = following

    def _account(self, block: Block, lanes: Lanes) -> None:
        tally = self.tally
        tally.thread_instructions += block.size * lanes.count
        tally.steps += block.size
        tally.visits[block.index] = tally.visits.get(block.index, 0) + lanes.count
        if block.index in self.program.arrivals:
            self.unit.arrive(self.program.arrivals[block.index], lanes)
        came = self._came.get(block.index)
        if came is not None:
            came[0] += lanes.warps
            came[1] += lanes.count
        limits = self.launch.limits
        if (tally.steps > limits.steps or tally.thread_instructions > limits.thread_instructions
                or self.launch.stopwatch.is_over(limits.seconds)):  # fmt: skip
            raise self._no_end(block, lanes)

    def _no_end(self, block: Block, lanes: Lanes) -> KernelFault:
        """The fault of a launch that has reached its limits, with the loop that it does not leave, if any."""
        tally, kernel = self.tally, self.program.kernel
        loop = endless(rounds_of_loops(kernel, tally.visits), tally.visits[0])
        line = loop.line if loop else block.line
        rounds = {"rounds": loop.rounds} if loop else {}
        return KernelFault("no_forward_progress", line, int(lanes.ids[0]), threads=lanes.count,
                           thread_instructions=tally.thread_instructions, **rounds)  # fmt: skip

    def _jump(self, block: Block, lanes: Lanes, result: object) -> int | None:
        return block.next[0]

    def _branch(self, block: Block, lanes: Lanes, predicate: Array) -> int | None:
        taken, other = block.next
        if block.index in self.program.unrolled:
            self.unit.rounds.end(block.index, lanes, predicate if taken == block.index else ~predicate)
        count = int(np.count_nonzero(predicate))
        if count == predicate.size:
            return taken
        if count == 0:
            return other
        if block.is_source_branch:
            mixed = lanes.mixed_warps(predicate)
            self.tally.divergent_branches += mixed
            if mixed:
                self._part(block)
        self._go(taken, lanes.select(predicate))
        self._go(other, lanes.select(~predicate))
        return None

    def _part(self, block: Block) -> None:
        """Lanes of a warp diverge."""
        self.unit.doubt(self.program.doubts.after.get(block.index, ()))
        if self._frame is not None:
            self.unit.doubt(self.program.doubts.in_functions)

    def _go(self, index: int, lanes: Lanes) -> None:
        """Make lanes ready to run a block; an exit from the kernel takes effect at once."""
        block = self.program.kernel.blocks[index]
        if block.end is End.EXIT and not block.next and not block.instructions:
            self._account(block, lanes)
            self._exit(block, lanes, None)
        else:
            self._wait(index, lanes)

    def _wait(self, index: int, lanes: Lanes) -> None:
        """Lanes of the running frame are ready to run a block."""
        key = Place(index, self._frame, self._running)
        if self._turns and index in self.program.waits:
            self._turns.comes(key, key not in self._ready)
        self._ready.setdefault(key, []).append(lanes)

    def _switch(self, block: Block, lanes: Lanes, selector: Array) -> int | None:
        if selector.size == 1:
            return block.next[int(selector.item())]
        rows = lanes.rows(selector)
        first = rows[np.arange(len(rows)), 0 if lanes.active is None else lanes.active.argmax(axis=1)][:, None]
        differs = (rows != first) if lanes.active is None else (rows != first) & lanes.active
        mixed = int(differs.any(axis=1).sum())
        self.tally.divergent_branches += mixed
        if mixed:
            self._part(block)
        for value in np.unique(selector):
            chosen = selector == value
            self._go(block.next[int(value)], lanes if chosen.all() else lanes.select(chosen))
        return None

    def _exit(self, block: Block, lanes: Lanes, predicate: Array | None) -> int | None:
        leaving = self._leaving(block, lanes, predicate)
        if leaving is None:
            return block.next[0]
        self.barriers.leave(leaving)
        if self.barriers.waiting:
            self._release()
        return None

    def _leaving(self, block: Block, lanes: Lanes, predicate: Array | None) -> Lanes | None:
        """The lanes for which the guard of an exit or a return is true, None if there are none; the others become
        ready for the next block."""
        if not block.next or predicate is None:
            return lanes
        count = int(np.count_nonzero(predicate))
        if count == 0:
            return None
        if count == predicate.size:
            return lanes
        self.tally.divergent_branches += lanes.mixed_warps(predicate)
        self._wait(block.next[0], lanes.select(~predicate))
        return lanes.select(predicate)

    def _trap(self, block: Block, lanes: Lanes, result: object) -> int | None:
        raise KernelFault("trap", block.last.line if block.last else None, int(lanes.ids[0]), threads=lanes.count)

    def _barrier(self, block: Block, lanes: Lanes, result: object) -> int | None:
        instruction = block.last
        assert instruction is not None
        self.tally.barriers += lanes.warps
        if not is_plain_barrier(instruction):
            return self._named_barrier(block, lanes, *cast(tuple[Array, Array | None], result))
        if "red" in instruction.opcode:
            self.barriers.vote(lanes, cast(Array, result))
        if lanes is self.layout.everyone:
            self.unit.barrier(None)
            self._hand_out(block, lanes, everyone=True)
            return block.next[0]
        self.barriers.arrive(Arrival(lanes, block, self._frame))
        self._release()
        return None

    def _named_barrier(self, block: Block, lanes: Lanes, which: Array, threads: Array | None) -> int | None:
        """bar.sync or bar.arrive with a number, and a count of threads unless it is for the whole block."""
        assert block.last is not None
        waits = "arrive" not in block.last.opcode
        numbers = lanes.flat(which)
        counts = np.full(lanes.count, self.layout.padded) if threads is None else lanes.flat(threads)
        for each, count in {*zip(numbers.tolist(), counts.tolist(), strict=True)}:
            coming = lanes.scattered((numbers == each) & (counts == count))
            while coming.count:
                fits = self.named.fitting(each, count, coming)
                part, coming = coming.scattered(fits), coming.scattered(~fits)
                self.named.arrive(each, count, Arrival(part, block, self._frame), waits)
                self.unit.come(each, part)
                for number, blocks, released in self.named.complete():
                    self.unit.meet(number, np.flatnonzero(blocks), [a.lanes for a in released])
                    for arrival in released:
                        self._go_on(arrival)
        if not waits:
            self._wait(block.next[0], lanes)
        return None

    def _blame_who_waits(self) -> NoReturn:
        """A deadlock: raise KernelFault with the line, the number of threads and what they wait for."""
        places = [(self.program.waits[key.block].line, lanes, "memory") for key, parts in self._ready.items()
                  for lanes in parts]  # fmt: skip
        places += [(self.program.kernel.blocks[key.block].line, lanes, "warp") for key, lanes in self._held.items()]
        places += [(a.block.last.line if a.block.last else None, a.lanes, "barrier")
                   for a in (*self.named.waiting, *self.barriers.waiting)]  # fmt: skip
        waiting: Counter[tuple[int | None, str]] = Counter()
        for line, lanes, what in places:
            waiting[line, what] += lanes.count
        line, first, _ = places[0]
        raise KernelFault("no_forward_progress", line, int(first.ids[0]), threads=first.count,
                          thread_instructions=self.tally.thread_instructions,
                          waiting=tuple((line, count, what) for (line, what), count in waiting.items()))  # fmt: skip

    def _call(self, block: Block, lanes: Lanes, result: object) -> int | None:
        """Enter a function; in a recursive call, registers that are live afterwards are saved first."""
        kernel, caller = self.program.kernel, self._frame
        assert block.callee is not None and block.last is not None
        depth = caller.depth + 1 if caller else 1
        start = caller.local_end if caller else kernel.local_bytes
        end = start + kernel.frame_bytes[block.callee]
        if depth > MOST_CALLS or end > kernel.local_bytes + STACK_BYTES:
            raise KernelFault("stack_overflow", block.last.line, int(lanes.ids[0]), calls=depth, threads=lanes.count)
        saved: dict[int, Array] = {}
        if "saves" in block.last.opcode:
            for name in kernel.blocks[block.next[0]].live_in - kernel.results:
                slot = self.program.registers.slots[name]
                saved[slot] = lanes.gather(self.registers[slot])
        self._frame = Frame(caller, lanes, block.next[0], saved, depth, start, end)
        self._wait(block.callee, lanes)
        return None

    def _return(self, block: Block, lanes: Lanes, predicate: Array | None) -> int | None:
        """Leave a function; with a guard, only the lanes for which it is true."""
        leaving = self._leaving(block, lanes, predicate)
        if leaving is None:
            return block.next[0]
        frame = self._frame
        assert frame is not None
        position = np.searchsorted(frame.lanes.ids, leaving.ids)
        for slot, values in frame.saved.items():
            own = values
            if values.size > 1 and leaving is not frame.lanes:
                own = leaving.unflat(frame.lanes.flat(values)[position])
            self.registers[slot] = leaving.put(self.registers[slot], own)
        self._frame = frame.caller
        self._wait(frame.returns_to, leaving)
        return None

    def frame_address(self, offset: int) -> NDArray[np.int64]:
        """Local address of a variable of the current call."""
        assert self._frame is not None
        return np.array([self._frame.local_start + offset], np.int64)

    _END: ClassVar[dict[End, Callable[..., int | None]]] = {
        End.JUMP: _jump, End.BRANCH: _branch, End.SWITCH: _switch, End.EXIT: _exit, End.TRAP: _trap,
        End.BARRIER: _barrier, End.CALL: _call, End.RETURN: _return,
    }  # fmt: skip

    def _release(self) -> None:
        """Release the blocks whose threads all wait (or have exited)."""
        complete = self.barriers.complete()
        if complete is None:
            return
        self.unit.barrier(None if complete.all() else np.flatnonzero(complete))
        for arrival in self.barriers.waiting:
            self._hand_out(arrival.block, arrival.lanes, everyone=False)
        for arrival in self.barriers.release(complete):
            self._go_on(arrival)

    def _go_on(self, arrival: Arrival) -> None:
        """Continue after a barrier."""
        key = Place(arrival.block.next[0], arrival.frame, self._part_of(arrival.lanes))
        self._ready.setdefault(key, []).append(arrival.lanes)

    def _hand_out(self, block: Block, lanes: Lanes, everyone: bool) -> None:
        """Give the lanes of a reducing barrier (__syncthreads_count, _and, _or) the result of their block."""
        instruction = block.last
        if instruction is None or "red" not in instruction.opcode:
            return
        mode = next(p for p in instruction.opcode if p in ("popc", "and", "or"))
        slot = self.program.registers.slots.get(instruction.operands[0])
        if slot is None:
            return  # the result is unused
        self.registers[slot] = lanes.put(self.registers[slot], self.barriers.result(mode, lanes, everyone))

    # What generated code calls

    def clock(self, dtype: str) -> Array:
        """clock(), clock64(), globaltimer: thread instructions executed so far, per lane of the batch."""
        lanes = self.layout.everyone.count
        return np.array([self.tally.thread_instructions // lanes], np.int64).astype(dtype)

    def parameter(self, offset: int, dtype: str) -> Array:
        """A kernel parameter, uniform."""
        return np.frombuffer(self.launch.parameters, dtype, 1, offset)

    def symbol(self, name: str) -> NDArray[np.int64]:
        """Address of a __device__ or __constant__ variable."""
        return np.array([self.launch.symbols[name]], np.int64)

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
        linear, thread = int(self.blocks[lane // self.layout.padded]), lane % self.layout.padded
        return unravel(linear, self.launch.grid), unravel(thread, self.block)

    def generic(self, address: Array, lanes: Lanes) -> GenericPointer:
        """A pointer whose space is known only at run time."""
        return GenericPointer(self.unit, address, lanes)

    def printf(self, template: Array, arguments: Array, lanes: Lanes) -> Array:
        """Device printf: the output goes to the student, up to a limit. Returns the number of arguments."""
        addresses, packed, owners = lanes.flat(template), lanes.flat(arguments), lanes.flat(lanes.position)
        texts = {address: self.launch.memory.text(address) for address in np.unique(addresses).tolist()}
        counts = {address: arguments_of(text) for address, text in texts.items()}
        printed = lanes.unflat(np.array([counts[a] for a in addresses.tolist()], np.int32))
        if self.launch.printed.is_full():
            return printed
        for position in range(min(lanes.count, self.launch.limits.printed)):
            own = self.unit.local.bytes_of(int(owners[position]))
            slots = own[max(int(packed[position]) - LOCAL_WINDOW, 0) :]
            text = format_printf(texts[int(addresses[position])], slots, self.launch.memory.text)
            self.launch.printed.add(text)
            if self.launch.printed.is_full():
                break
        return printed

    def assert_failed(self, expression: Array, line: int, lanes: Lanes) -> None:
        """assert() of device code."""
        address = int(expression.ravel()[0])
        text = self.launch.memory.text(address)
        raise KernelFault("assert", line, int(lanes.ids[0]), expression=text, threads=lanes.count)


def _initial(special: SpecialRegisters, name: str | None, kind: str) -> Array:
    """Initial content of a slot: the value of a special register; other registers are undefined."""
    if name is not None and name.startswith(SPECIAL_PREFIXES) and not name.startswith(TIMERS):
        return special.value(name)
    return np.zeros(1, kind) if kind == "?" else np.frombuffer(UNDEFINED, kind, 1)
