"""Runs one batch of blocks: registers, scheduling, barriers, and what generated code calls.

Lanes at the lowest address run first, so that many run together. Lanes of a warp that parted stay apart, even at one
address, until the code brings them together: each part is then an instruction of its own, as in the hardware.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from grader.launch import Dim3
from grader.simt.barriers import Arrival, Barriers, Where
from grader.simt.global_races import GlobalWatch
from grader.simt.lanes import Lanes
from grader.simt.layout import Layout, unravel
from grader.simt.machine import standstill
from grader.simt.machine.blocks import Block, End
from grader.simt.machine.bulk import BulkCopies
from grader.simt.machine.calls import CALLS
from grader.simt.machine.cooperation import Cooperation
from grader.simt.machine.flow import Flow
from grader.simt.machine.paths import Paths
from grader.simt.machine.services import Services
from grader.simt.machine.special import Special
from grader.simt.machine.state import Count, MachineState, turned
from grader.simt.machine.tile_copies import TileCopies
from grader.simt.machine.waiting import Place, Turns, in_time
from grader.simt.machine.writer import PREDICATES, REGISTERS
from grader.simt.memory import KernelFault
from grader.simt.memory_unit import MemoryUnit
from grader.simt.named_barriers import NamedBarriers
from grader.simt.patterns import WARP
from grader.simt.unsupported import Unsupported
from grader.simt.warp import UNDEFINED, WarpExchange

Array = NDArray[Any]
_PATIENCE = 31  # steps after which the lanes run that have waited longest
_YIELDS = 13  # of paths while others wait for them
_IN_VAIN = 64  # times that all paths of all warps get a turn without an effect


class Machine(Services):
    """One batch: the blocks with the given linear numbers."""

    def __init__(self, launch: MachineState, blocks: NDArray[np.int64]) -> None:
        self.blocks, self.block, self.lowering = blocks, launch.block, launch.lowering
        self.layout = Layout(self.block[0], self.block[1] * self.block[2], len(blocks))
        self.flow, self.paths, self.exchange = Flow(self.layout), Paths(self.layout), WarpExchange()
        self.barriers, self.named = Barriers(self.layout), NamedBarriers(self.layout)
        clusters = launch.clusters
        watch = GlobalWatch(launch.races, self.layout, blocks, clusters.size) if launch.races else None
        sample = None if launch.samples is None else partial(launch.samples.note, blocks=blocks)
        backwards = launch.order is not None and launch.order.backwards
        unit = MemoryUnit(launch.needs, launch.memory, launch.counters, self.layout, launch.patterns, watch=watch,
                          backwards=backwards, sample=sample, clusters=clusters if clusters.size > 1 else None,
                          local=launch.tally.local if launch.lowering.detailed else None)  # fmt: skip
        special = Special(self.layout, blocks, self.block, launch.grid, launch.needs.shared_bytes, clusters.size)
        super().__init__(launch, self.layout, unit, special)
        self.cooperation = Cooperation(self, clusters)
        self.bulk = BulkCopies(self, self.cooperation, clusters)
        self.tiles = TileCopies(self, self.bulk, launch.tiles, clusters)
        unknown: list[Array] = [np.frombuffer(UNDEFINED, np.uint32, 1)]
        self.registers = unknown * PREDICATES + [np.zeros(1, np.bool_)] * (REGISTERS - PREDICATES)
        self.ready: dict[Place, list[Lanes]] = {}
        self._ran: dict[int, int] = {}
        self._walks = launch.walks if blocks[0] == 0 else None
        self.waits = launch.analysis.waits
        self._turns = Turns(self.waits, unit.changes, self._priority) if unit.changes else None
        self._part_of_warp = None if launch.order is None else launch.order.parts(self.layout)
        self._turning = launch.order is not None and launch.order.turning
        self._late, self._held = (launch.order.late if launch.order else None), False
        self._turn = self._yields = 0
        self._in_vain = 0, 0  # how often, after so many changes of memory, nobody could go on
        self._named = np.full(self.layout.padded * self.layout.blocks, -1, np.int32)
        self._votes: tuple[Array, Array] | None = None

    def run(self) -> None:
        """Run every lane to its end; raises KernelFault."""
        self._go(0, self.layout.everyone)
        while True:
            if self.flow.changed:
                for at, lanes in self.flow.wake():
                    self.free(at, lanes)
            if not self.ready:
                if standstill.let_go(self) or self.cooperation.run_out():
                    continue
                if standstill.who_waits(self):
                    raise standstill.deadlock(self)
                break
            key = self._whose_turn()
            if key is not None:
                lanes = self.layout.join(self.ready.pop(key))
                self._step(key.address, lanes)
        self.unit.settle()
        self.unit.races.finish()
        self.launch.tally.joined |= self.paths.joined

    def _whose_turn(self) -> Place | None:
        ready = in_time(self.ready, self._late, self._turns) if self._held else list(self.ready)
        if self._turns is not None:
            key = self._turns.choose(ready, partial(standstill.state, self))
            if key is None:
                self._wake_others()
            return key
        if len(ready) == 1:
            return ready[0]
        self._turn += 1
        longest = self._turn & _PATIENCE == 0
        key = min(ready, key=lambda k: self._ran.get(k.address, 0)) if longest else min(ready, key=self._priority)
        self._ran[key.address] = self._turn
        return key

    def _priority(self, key: Place) -> tuple[int, int, int]:
        """The part whose turn it is, then what comes first in the PTX: the machine code has its blocks in any order."""
        return key.part, *self.lowering.block(key.address).order

    def _wake_others(self) -> None:
        """All that run wait for others: that is a deadlock, unless those are other paths of their own warps."""
        assert self.unit.changes is not None
        when, times = self._in_vain
        self._in_vain = self.unit.changes.count, times + 1 if when == self.unit.changes.count else 1
        spinning = [lanes.ids for parts in self.ready.values() for lanes in parts]
        if standstill.let_go(self) or self.flow.give_up(np.concatenate(spinning)):
            return
        if not self.paths.waiting or self._in_vain[1] > _IN_VAIN:
            raise standstill.deadlock(self)
        for key in list(self.ready):
            lanes = self.layout.join(self.ready.pop(key))
            for address, others in self.paths.rotate(key.address, lanes):
                self._go(address, others)

    def _step(self, address: int, lanes: Lanes) -> None:
        """Run blocks from an address on as long as these lanes stay together and nobody else is to come first."""
        while True:
            block = self.lowering.block(address)
            self._account(block, lanes)
            self.unit.begin()
            result = block.function(self, self.registers, lanes, self.launch.constants, self.unit, self.exchange)
            if block.writes and self.unit.changes:
                self.unit.changes.count += 1
            if block.observed and self.paths.waiting:
                self.paths.settle(lanes)
            following = self._END[block.end](self, block, lanes, result)
            if following is None:
                return
            if self.ready or self.flow.changed or following in self.waits:
                self._go(following, lanes)
                return
            address = following

    def _account(self, block: Block, lanes: Lanes) -> None:
        tally, limits = self.launch.tally, self.launch.limits
        tally.thread_instructions += block.size * lanes.count
        tally.steps += block.size
        count = tally.blocks.get(block.start)
        if count is None:
            count = tally.blocks[block.start] = Count()
        count.warps += lanes.warps
        count.threads += lanes.count
        if self._walks is not None:
            self._walks.note(block, lanes)
        if (tally.steps > limits.steps or tally.thread_instructions > limits.thread_instructions
                or self.launch.stopwatch.is_over(limits.seconds)):  # fmt: skip
            raise standstill.no_end(self, block, lanes)

    def _go(self, address: int, lanes: Lanes) -> None:
        """Lanes are ready to run from an address, as the running paths of their warps."""
        if self._part_of_warp is None:
            self._come(Place(address, 0), lanes)
            return
        part = self._part_of_warp[lanes.ids // WARP]
        for each in np.unique(part).tolist():
            self._come(Place(address, each), lanes.scattered(part == each))

    def _come(self, key: Place, lanes: Lanes) -> None:
        if self._turns is not None and key.address in self.waits:
            self._turns.comes(key, key not in self.ready)
        self.ready.setdefault(key, []).append(lanes)

    def free(self, address: int, lanes: Lanes) -> None:
        """Lanes need not wait any more: they run, unless another path of their warp does."""
        idle = ~self.paths.busy[lanes.ids // WARP]
        if idle.any():
            free = lanes if idle.all() else lanes.scattered(idle)
            self.paths.busy[free.warp_list] = True
            self._go(address, free)
        if not idle.all():
            self.paths.push(address, lanes.scattered(~idle))

    def stop(self, lanes: Lanes, passing: Lanes | None = None, following: int = 0) -> None:
        """The running paths of these lanes end or wait, but for the lanes that pass."""
        self.paths.busy[lanes.warp_list] = False
        if passing is not None:
            self.paths.busy[passing.warp_list] = True
            self._go(following, passing)

    def run_others(self, lanes: Lanes) -> None:
        """Of the warps of lanes that stopped, other paths run, if none does."""
        warps = lanes.warp_list
        for address, others in self.paths.pop_warps(warps[~self.paths.busy[warps]]):
            self._go(address, others)

    # ---- how blocks end

    def _fall(self, block: Block, lanes: Lanes, result: object) -> int | None:
        return block.following

    def _branch(self, block: Block, lanes: Lanes, truth: Array) -> int | None:
        count = int(np.count_nonzero(truth))
        assert block.target is not None
        if count == truth.size:
            return block.target
        if count == 0:
            return block.following
        mixed = lanes.mixed_warps(truth)
        if mixed:
            self._diverge(block, mixed)
            taken, other = self.paths.part(lanes, truth, block.target, block.following)
        else:
            taken, other = lanes.select(truth), lanes.select(~truth)
        if taken is not None:
            self._go(block.target, taken)
        if other is not None:
            self._go(block.following, other)
        return None

    def _diverge(self, block: Block, warps: int) -> None:
        if warps:
            divergent, branch = self.launch.tally.divergent, block.last.address
            divergent[branch] = divergent.get(branch, 0) + warps

    def _diverged(self, block: Block, lanes: Lanes, result: tuple[Array, Array]) -> int | None:
        """BRA.DIV: warps jump in which the lanes for which the guard holds, if there are any, are not those of the mask
        that live."""
        truth, mask = result
        self._name(mask, lanes)
        if lanes is self.layout.everyone and truth.size == 1:
            return block.following
        return self._branch(block, lanes, lanes.unflat(self.flow.unlike(mask, truth, lanes)))

    def _converged(self, block: Block, lanes: Lanes, result: tuple[Array, Array]) -> int | None:
        truth, mask = result
        alike = ~self.flow.unlike(mask, truth, lanes) & lanes.flat(np.broadcast_to(truth, lanes.shape))
        return self._branch(block, lanes, lanes.unflat(alike))

    def _indexed(self, block: Block, lanes: Lanes, result: tuple[Array, Array, int]) -> int | None:
        """A jump through a register. Where lanes of a warp go to several places, those of one place go at a time."""
        truth, register, start = result
        going, staying = self.divided(truth, lanes)
        if going is None:
            return block.following
        own = self.own(register, lanes, going)
        if staying is None and (own == own.ravel()[0]).all():
            return start + int(own.ravel()[0])
        targets = np.full(lanes.count, block.following, np.int64)
        targets[lanes.flat(np.broadcast_to(truth, lanes.shape))] = start + going.flat(own).astype(np.int64)
        self._diverge(block, lanes.partings(lanes.unflat(targets)))
        first = np.zeros(lanes.warps, np.int64)
        first[lanes.row_of[::-1]] = targets[::-1]
        now = targets == first[lanes.row_of]
        for place in np.unique(targets[~now]).tolist():
            self.paths.push(place, lanes.scattered(~now & (targets == place)))
        for place in np.unique(targets[now]).tolist():
            self._go(place, lanes.scattered(now & (targets == place)))
        return None

    def _exit(self, block: Block, lanes: Lanes, truth: Array) -> int | None:
        leaving, staying = self.divided(truth, lanes)
        if leaving is None:
            return block.following
        self.stop(lanes, staying, block.following)
        self.flow.exit(leaving)
        self.barriers.leave(leaving)
        if self.barriers.waiting:
            self._release()
        self.cooperation.complete()
        self.run_others(lanes)
        return None

    def _meet(self, block: Block, lanes: Lanes, truth: Array) -> int | None:
        barrier = next(o.name for o in block.last.operands if hasattr(o, "name"))
        coming, passing = self.divided(truth, lanes)
        if coming is None:
            return block.following
        together = self.flow.meet(barrier, block.following, coming)
        if together is lanes:
            return block.following
        self.stop(lanes, passing, block.following)
        if together is not None:
            self.free(block.following, together)
        self.run_others(lanes)
        return None

    def _warp(self, block: Block, lanes: Lanes, result: tuple[Array, Array]) -> int | None:
        truth, mask = result
        coming, passing = self.divided(truth, lanes)
        if coming is None:
            return block.following
        mask = self.own(mask, lanes, coming)
        self._name(mask, coming)
        if self.lowering.names.syncs_warp(block.last.address):
            self.unit.order_warp(mask.view(np.int32), coming, self.lowering.names.line(block.last.address))
        released = self.flow.sync(block.following, mask, coming)
        apart = not {"EXCLUSIVE", "COLLECTIVE"}.isdisjoint(block.last.modifiers)
        if not apart and len(released) == 1 and released[0][1] is lanes:
            return block.following
        self.stop(lanes, passing, block.following)
        for at, together in released:
            if apart and at == block.following:
                self._one_by_one(block, at, coming, together, mask)
            else:
                self.free(at, together)
        self.run_others(lanes)
        return None

    def _name(self, mask: Array, lanes: Lanes) -> None:
        self._named[lanes.ids] = lanes.flat(mask.view(np.int32))

    def mask_of(self, lanes: Lanes) -> Array:
        """The lanes that each lane has last named in a warp-wide instruction, as a mask."""
        return lanes.unflat(self._named[lanes.ids])

    def _one_by_one(self, block: Block, address: int, lanes: Lanes, together: Lanes, mask: Array) -> None:
        """Lanes that continue run in groups with one mask."""
        own = np.zeros(self.layout.padded * self.layout.blocks, np.uint32)
        own[lanes.ids] = lanes.flat(mask)
        named = own[together.ids]
        first = np.zeros(together.warps, np.uint32)
        first[together.row_of[::-1]] = named[::-1]
        now = named == first[together.row_of]
        self._diverge(block, together.partings(together.unflat(named)))
        self.free(address, together if now.all() else together.scattered(now))
        for each in np.unique(named[~now]).tolist():
            self.paths.push(address, together.scattered(~now & (named == each)), alone=True)

    def _yield(self, block: Block, lanes: Lanes, result: object) -> int | None:
        """YIELD: other paths of a warp run, so that they may meet here. Those that wait to meet do not wait forever."""
        if self.flow.meets and (self._turns is None or block.start in self.launch.analysis.trying):
            self._yields += 1
            if self._yields % _YIELDS == 0:
                self.flow.give_up(lanes.ids)
        if not self.paths.waiting:
            return block.following
        for address, others in self.paths.rotate(block.following, lanes):
            self._go(address, others)
        return None

    def _trap(self, block: Block, lanes: Lanes, truth: Array) -> int | None:
        taken = self.holding(truth, lanes)
        if taken is None:
            return block.following
        raise KernelFault("trap", self.line(block.last.address), int(taken.ids[0]), threads=taken.count)

    def _wait(self, block: Block, lanes: Lanes, result: tuple[Array, Array, int, Array]) -> int | None:
        return self.cooperation.wait(block, lanes, result)

    def _cluster(self, block: Block, lanes: Lanes, truth: Array) -> int | None:
        return self.cooperation.cluster_wait(block, lanes)

    def _call(self, block: Block, lanes: Lanes, result: object) -> int | None:
        if block.target is not None:
            return self._branch(block, lanes, cast(Array, result))
        truth, register, start = cast(tuple[Array, Array, int], result)
        first = start + int(register.ravel()[0])
        system = self.launch.system_calls.get(first)
        if system is not None:
            if not (register == register.ravel()[0]).all() or not truth.all():
                raise KernelFault("trap", self.line(block.last.address), int(lanes.ids[0]), threads=lanes.count)
            if system not in CALLS:
                raise Unsupported(f"the device function `{system}`", self.line(block.last.address))
            CALLS[system](self, block, lanes)
            return block.following
        return self._indexed(block, lanes, (truth, register, start))

    def _return(self, block: Block, lanes: Lanes, result: tuple[Array, Array, int]) -> int | None:
        return self._indexed(block, lanes, result)

    # ---- block barriers

    def _barrier(
        self, block: Block, lanes: Lanes, result: tuple[Array, Array, Array | None, Array | None]
    ) -> int | None:
        truth, number, count, vote = result
        coming, passing = self.divided(truth, lanes)
        if coming is None:
            return block.following
        number, vote = self.own(number, lanes, coming), None if vote is None else self.own(vote, lanes, coming)
        self.launch.tally.barriers += coming.warps
        arrives = "ARV" in block.last.modifiers
        if count is not None or arrives or number.size > 1 or int(number.item()) != 0:
            counts = None if count is None else self.own(count, lanes, coming)
            if not arrives:
                self.stop(lanes, passing, block.following)
            self._named_barrier(block, coming, number, counts, arrives, vote)
            if arrives:
                return block.following
            self.run_others(lanes)
            return None
        if vote is not None:
            self.barriers.vote(coming, np.broadcast_to(vote, coming.shape) if vote.size == 1 else vote)
        if coming is self.layout.everyone:
            self.unit.barrier(None)
            self.barriers.passed(block.following, coming)
            self._hand_out_at(block.following, coming, everyone=True)
            return block.following
        along, passing = self._of_warps(passing, coming)
        self.stop(lanes, passing, block.following)
        self.barriers.arrive(Arrival(coming, self._place(block), along))
        self._release()
        self.run_others(lanes)
        return None

    @staticmethod
    def _of_warps(lanes: Lanes | None, others: Lanes) -> tuple[Lanes | None, Lanes | None]:
        """(the lanes in warps of the others, the rest)."""
        if lanes is None:
            return None, None
        own = np.isin(lanes.ids // WARP, others.warp_list)
        return lanes.scattered(own) if own.any() else None, lanes.scattered(~own) if not own.all() else None

    def _place(self, block: Block) -> Where:
        return Where(block.following, self.line(block.last.address))

    def _named_barrier(
        self, block: Block, lanes: Lanes, which: Array, threads: Array | None, arrives: bool, vote: Array | None
    ) -> None:
        if vote is not None:
            self.barriers.vote(lanes, np.broadcast_to(vote, lanes.shape))
        numbers = lanes.flat(which)
        counts = np.full(lanes.count, self.layout.padded) if threads is None else lanes.flat(threads)
        for each, count in sorted({*zip(numbers.tolist(), counts.tolist(), strict=True)}):
            coming = lanes.scattered((numbers == each) & (counts == count))
            while coming.count:
                fits = self.named.fitting(each, count, coming)
                part, coming = coming.scattered(fits), coming.scattered(~fits)
                self.named.arrive(each, count, Arrival(part, self._place(block)), not arrives)
                self.unit.come(each, part)
                for number, blocks, released in self.named.complete():
                    self.unit.meet(number, np.flatnonzero(blocks), [a.lanes for a in released])
                    together = self.layout.join([a.lanes for a in released]) if released else None
                    for arrival in released:
                        assert together is not None
                        self._hand_out_at(arrival.where.index, arrival.lanes, among=together)
                        self.free(arrival.where.index, arrival.lanes)

    def _release(self) -> None:
        complete = self.barriers.complete()
        if complete is None:
            return
        self.unit.barrier(None if complete.all() else np.flatnonzero(complete))
        for arrival in self.barriers.waiting:
            self._hand_out_at(arrival.where.index, arrival.lanes, everyone=False)
        released = self.barriers.release(complete)
        if self._part_of_warp is not None:
            came = np.repeat(complete, self.layout.padded // WARP)
            self._held |= self._late is not None and self._late in self._part_of_warp[came]
            self._part_of_warp = turned(self._part_of_warp, came) if self._turning else self._part_of_warp
        for arrival in released:
            self.free(arrival.where.index, self.layout.join(arrival.everyone))

    def _hand_out_at(self, following: int, lanes: Lanes, everyone: bool = False, among: Lanes | None = None) -> None:
        """Keep the result of a reducing barrier for the instruction that reads it. among: those that came."""
        last = self.lowering.code.at(following - 16)
        if "RED" not in last.modifiers:
            return
        mode = next(m.lower() for m in last.modifiers if m in ("POPC", "AND", "OR"))
        result = self.barriers.result(mode, lanes, everyone, among)
        if self._votes is None:
            shape = self.layout.shape
            self._votes = np.zeros(shape, np.uint32), np.zeros(shape, np.bool_)
        count, truth = self._votes
        if mode == "popc":
            count = lanes.put(count, result.view(np.uint32))
        else:
            truth = lanes.put(truth, result)
        self._votes = count, truth

    def barrier_result(self, lanes: Lanes) -> tuple[Array, Array]:
        """B2R.RESULT: (count, truth) of the last reducing barrier."""
        if self._votes is None:
            return np.zeros(1, np.uint32), np.zeros(1, np.bool_)
        return lanes.gather(self._votes[0]), lanes.gather(self._votes[1])

    _END: ClassVar[dict[End, Callable[..., int | None]]] = {
        End.FALL: _fall, End.BRANCH: _branch, End.DIVERGED: _diverged, End.CONVERGED: _converged,
        End.INDEXED: _indexed, End.EXIT: _exit, End.MEET: _meet, End.BARRIER: _barrier, End.CALL: _call,
        End.RETURN: _return, End.WARP: _warp, End.TRAP: _trap, End.YIELD: _yield,
        End.PHASE: _wait, End.CLUSTER: _cluster,
    }  # fmt: skip

    def where(self, lane: int) -> tuple[Dim3, Dim3]:
        """(block, thread) coordinates of a lane."""
        linear, thread = int(self.blocks[lane // self.layout.padded]), lane % self.layout.padded
        return unravel(linear, self.launch.grid), unravel(thread, self.block)
