"""The emulator's front door: load a kernel of a compiled program, launch it.

What runs is the machine code, as on a GPU. The PTX gives the names for messages.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import field, replace
from functools import cached_property

import numpy as np

from grader.dataclass import dataclass
from grader.launch import (
    Argument,
    ArgumentMismatch,
    Array,
    CopiedAhead,
    Fault,
    Hazard,
    LaunchRequest,
    LaunchResult,
    OtherOrder,
)
from grader.occupancy import MULTIPROCESSORS, occupancy
from grader.simt.allocator import keep_freed_memory
from grader.simt.clusters import ONE, Clusters
from grader.simt.configuration import Needs as LaunchNeeds
from grader.simt.configuration import in_integers, refused
from grader.simt.findings import found_fault, found_hazards, found_meeting, found_sample, unsupported_fault
from grader.simt.global_races import GlobalRaces, global_races
from grader.simt.limits import Limits
from grader.simt.machine.analysis import Analysis
from grader.simt.machine.code import Code
from grader.simt.machine.exactness import Uncertain, mark, uncertain
from grader.simt.machine.executed import executed
from grader.simt.machine.heap import HEAP, HEAP_BYTES, Heap
from grader.simt.machine.images import constant_banks, global_memory, system_functions, textures_of, tiles_of
from grader.simt.machine.lowering import Lowering
from grader.simt.machine.machine import Machine
from grader.simt.machine.names import Names
from grader.simt.machine.origins import pointers_of
from grader.simt.machine.state import MachineState, Order
from grader.simt.machine.walks import Walks
from grader.simt.memory import STACK_BYTES, KernelFault
from grader.simt.memory_unit import Needs
from grader.simt.orders import ALONE, compared, orders
from grader.simt.patterns import LANES_AT_ONCE, LANES_PER_BATCH, WARP
from grader.simt.printf import Printed
from grader.simt.samples import Samples
from grader.simt.stopwatch import Stopwatch
from grader.simt.unsupported import Unsupported
from grader.tensor_maps import BYTES, TensorMap
from grader.textures import Texture
from grader.toolchain.elf import Cubin, NotACubin, reading
from grader.toolchain.machine_code import read_ptx_lines
from grader.toolchain.program import Program
from grader.toolchain.ptx_locations import Location, LocationsOfLines

_ARCHITECTURES = ("sm_90", "sm_90a")
_MAX_PRINTED = 65_536
_BATCH_BYTES = 256 << 20  # local and shared memory of the blocks that run together
_BYTES_PER_SHARED_BYTE = 6  # including the race tracker's state
_NOT_EMULATED = {re.compile("%reserved_smem_offset_[1-9]"): "`%reserved_smem_offset`, memory of the system"}
_RACES = ("RAW", "WAR", "WAW")
_BACKWARDS = Order(backwards=True, warps=4, blocks=2)
_MOST_PARTS, _SECONDS_FOR_RACES = 512, 2.0  # of a launch that is repeated, warp after warp


@dataclass(frozen=True)
class LoadedKernel:
    """A kernel ready to launch, any number of times. registers: per thread, barriers: per block, 0 if unknown.
    location: of a machine instruction, by its address; lines: of a line of the PTX."""

    code: Code
    names: Names
    registers: int
    barriers: int
    location: Callable[[int], Location | None]
    lines: Callable[[int], Location | None]
    _analyses: dict[bool, Analysis] = field(default_factory=dict)

    def analysis(self, detailed: bool) -> Analysis:
        """Of the kernel's code; detailed: as of Lowering."""
        if detailed not in self._analyses:
            self._analyses[detailed] = Analysis(Lowering(self.code, self.location, self.names, self.lines, detailed))
        return self._analyses[detailed]


def load(compiled: Program, kernel: str) -> LoadedKernel:
    """One kernel of a compiled program. Raises Unsupported, naming the construct."""
    try:
        return _loaded(compiled, kernel)
    except NotACubin as reason:
        raise Unsupported(f"damaged machine code ({reason})") from None


@reading()
def _loaded(compiled: Program, kernel: str) -> LoadedKernel:
    if compiled.arch not in _ARCHITECTURES:
        raise Unsupported(f"machine code of {compiled.arch}")
    code = Code(compiled.cubin, kernel)
    own = {i.address: Location(compiled.file, i.line, i.line) for i in compiled.machine_code.get(kernel, ())
           if i.line is not None and i.file == compiled.file}  # fmt: skip
    lines = read_ptx_lines(Cubin(compiled.cubin)).get(kernel, {})
    locations = LocationsOfLines(compiled.ptx, compiled.file)

    def location(address: int) -> Location | None:
        """Code of headers belongs to the student's line that calls it, which the PTX knows."""
        line = lines.get(address)
        return own.get(address) or (None if line is None else locations.at(line))

    used = compiled.kernels.get(kernel)
    registers, barriers = (used.registers, used.barriers) if used else (0, 0)
    names = Names(compiled.ptx, kernel, lines, code.shared_bytes)
    if names.grid_counts_clusters:
        raise Unsupported("a grid that counts clusters (`__block_size__` with two parts)")
    for words, construct in _NOT_EMULATED.items():
        line = names.line_with(words)
        if line:
            where = locations.at(line)
            raise Unsupported(construct, where.student_line if where else None)
    return LoadedKernel(code, names, registers, barriers, location, locations.at)


def launch(loaded: LoadedKernel, request: LaunchRequest, limits: Limits | None = None) -> LaunchResult:
    """Run one launch. Faults of the kernel are part of the result; raises ArgumentMismatch for a wrong call."""
    keep_freed_memory()
    limits = limits or Limits()
    return _Launch(loaded, request, replace(limits, steps=request.allowance) if request.allowance else limits).result()


def unsupported(construct: Unsupported) -> LaunchResult:
    """The result of a launch whose kernel could not be loaded."""
    return LaunchResult({}, (), (), (unsupported_fault(construct),), None, None, None)


class _Launch:
    """One launch: batches of blocks over one global memory."""

    def __init__(self, loaded: LoadedKernel, request: LaunchRequest, limits: Limits) -> None:
        code = loaded.code
        _check_arguments(code, request.arguments)
        self._request, self._loaded, self._limits = in_integers(request), loaded, limits
        self._positions = [i for i, a in enumerate(request.arguments) if a.buffer is not None]
        self._pointers = pointers_of(code, self._positions)
        self._analysis = loaded.analysis(request.executed)
        self._faults: list[Fault] = []
        self._hazards: dict[tuple[object, ...], Hazard] = {}
        self._copies, self._copies_at_once = Counter[int](), Counter[int]()
        variables = sum(variable.size for variable in code.variables)
        needs = LaunchNeeds(loaded.registers, code.shared_bytes, code.stack_bytes, variables, code.launch_bounds,
                            {v.name: v.size for v in code.variables})  # fmt: skip
        self._problem = refused(needs, self._request)
        self._warps = -(-math.prod(self._request.block) // WARP)
        self._clusters = Clusters(self._request.grid if not self._problem else ONE, code.cluster or ONE)

    def _fresh(self, limits: Limits, order: Order | None = None) -> MachineState:
        """Before the launch."""
        code, request, analysis = self._loaded.code, self._request, self._analysis
        memory, symbols = global_memory(code, request)
        stack = -(-(code.stack_bytes + (STACK_BYTES if code.calls else 0)) // 16) * 16
        shared = code.shared_bytes + request.shared_bytes
        return MachineState(
            analysis=analysis,
            needs=Needs(shared, stack, analysis.granule, analysis.polled, analysis.flags_in_shared, analysis.use_of),
            memory=memory, constants=constant_banks(code, request, memory, symbols, stack), grid=request.grid,
            block=request.block, limits=limits, printed=Printed(_MAX_PRINTED), stopwatch=Stopwatch(),
            system_calls={address: name for name, address in system_functions(code).items()},
            heap=Heap(symbols.get(HEAP, 0), HEAP_BYTES if HEAP in symbols else 0), clusters=self._clusters,
            patterns=analysis.patterns[request.block], order=order, textures=textures_of(request.arguments),
            tiles=tiles_of(code, request, memory),
        )  # fmt: skip

    def result(self) -> LaunchResult:
        if self._problem:
            values = {p: self._request.arguments[p].buffer for p in self._positions}
            outputs = {p: value.copy() for p, value in values.items() if value is not None}
            return LaunchResult(outputs, (), (), (self._problem,), 0, 0, 0)
        state = self._fresh(self._limits)
        races = self._races(state)
        sampled = self._request.sampled
        state = replace(state, races=races, samples=Samples() if sampled else None, walks=Walks() if sampled else None)
        fault = self._run(state, self._found_in)
        self._faults += [] if fault is None else [fault]
        if races is not None:
            self._judge_meetings(state, races)
        found = Uncertain()
        if not self._faults and self._request.counted:
            hazards = self._hazards.values()
            doubtful = any(hazard.kind in _RACES for hazard in hazards)
            found = uncertain(state, lambda: self._analysis.origins(self._pointers), doubtful,
                              any(map(_within_a_store, hazards)),
                              lambda steps: self._in_another_order(state, steps))  # fmt: skip
            mark(state.counters.counters, found)
        outputs = self._outputs(state)
        return LaunchResult(
            outputs=outputs,
            accesses=state.counters.lines(), hazards=tuple(self._hazards.values()), faults=tuple(self._faults),
            thread_instructions=state.tally.thread_instructions, divergent_branches=sum(state.tally.divergent.values()),
            barriers=state.tally.barriers, printed=state.printed.text,
            samples=tuple(found_sample(each, self._loaded.names, state.memory, self._request)
                          for each in (state.samples.all() if state.samples else ())),
            loops=self._analysis.loops.rounds(state.tally),
            executed=executed(state, found) if self._request.executed and not self._faults else (),
            orders=tuple(self._other_orders(outputs)) if self._request.orders and not self._faults else (),
            alone=tuple(self._alone(outputs)) if self._request.alone and not self._faults else (),
            walk=state.walks.chosen(state.lowering, self._warps, self._request.grid) if state.walks else None,
            copies=tuple(CopiedAhead(line, n, self._copies_at_once[line]) for line, n in sorted(self._copies.items())),
        )  # fmt: skip

    def _outputs(self, state: MachineState) -> dict[int, Array]:
        arguments = self._request.arguments
        return {p: state.memory.content(i, arguments[p].buffer.dtype)  # type: ignore[union-attr]
                for i, p in enumerate(self._positions)}  # fmt: skip

    def _other_orders(self, outputs: dict[int, Array]) -> Iterator[OtherOrder]:
        for name, order in orders(self._warps).items():
            other = self._fresh(replace(self._limits, printed=0), order)
            if order.late is not None and not self._analysis.waits:
                continue  # nobody waits for it
            apart = 0 if self._analysis.waits or order.turning else self._blocks_apart(other, order.warps)
            yield self._compared(name, outputs, other, apart)

    def _alone(self, outputs: dict[int, Array]) -> Iterator[OtherOrder]:
        """The launch on a GPU with room for one block. Blocks that wait for no others end in any order."""
        if self._analysis.waits:
            for name, order in ALONE.items():
                other = self._fresh(replace(self._limits, printed=0), order)
                yield self._compared(name, outputs, other, self._clusters.size)

    def _compared(self, name: str, outputs: dict[int, Array], other: MachineState, per_batch: int) -> OtherOrder:
        fault = self._run(other, _look_away, per_batch)
        return OtherOrder(name, False, fault=fault) if fault else compared(name, outputs, self._outputs(other))

    def _blocks_apart(self, state: MachineState, warps: int) -> int:
        """How many blocks are in a batch of a launch whose blocks, of so many parts, run one after another."""
        together = self._clusters.size
        parts = max(1, -(-math.prod(self._request.grid) * warps // _MOST_PARTS // together)) * together
        return min(self._blocks_per_batch(state), parts)

    def _races(self, state: MachineState) -> GlobalRaces | None:
        lanes, blocks = self._warps * WARP, math.prod(self._request.grid)
        return global_races(state.memory, self._analysis.written(self._pointers), lanes, blocks)

    def _blocks_per_batch(self, state: MachineState) -> int:
        """How many blocks run together, as limited by lanes and memory."""
        lanes = self._warps * WARP
        needs = state.needs
        room = _BATCH_BYTES // max(1, lanes * needs.local_bytes + needs.shared_bytes * _BYTES_PER_SHARED_BYTE)
        most = min(LANES_AT_ONCE // lanes, self._at_once) if needs.waits else LANES_PER_BATCH // lanes
        return max(1, min(most, room) // self._clusters.size) * self._clusters.size

    @cached_property
    def _at_once(self) -> int:
        """How many blocks an H200 holds: only as many may wait for each other."""
        kernel, threads = self._loaded, math.prod(self._request.block)
        shared = kernel.code.shared_bytes + self._request.shared_bytes
        return MULTIPROCESSORS * occupancy("sm_90", threads, kernel.registers, shared, kernel.barriers).blocks

    def _run(self, state: MachineState, look: Callable[[Machine], None], per_batch: int = 0) -> Fault | None:
        """Run all batches, and look at each when it is over. Returns why they did not come to their end."""
        blocks, per_batch = math.prod(self._request.grid), per_batch or self._blocks_per_batch(state)
        backwards = state.order is not None and state.order.backwards
        with np.errstate(all="ignore"):
            for first in range(0, blocks, per_batch)[:: -1 if backwards else 1]:
                machine = Machine(state, self._clusters.blocks(first, min(first + per_batch, blocks)))
                fault = None
                try:
                    machine.run()
                except KernelFault as reason:
                    fault = found_fault(reason, machine, self._loaded.names)
                except Unsupported as construct:
                    fault = unsupported_fault(construct)
                look(machine)
                if fault is not None:
                    return fault
        return None

    def _found_in(self, machine: Machine) -> None:
        for hazard in found_hazards(machine, self._loaded.names):
            self._add(hazard)
        self._copies += machine.unit.copies.waited
        self._copies_at_once += machine.unit.copies.at_once

    def _in_another_order(self, state: MachineState, steps: int) -> MachineState | None:
        limits = replace(self._limits, steps=min(steps, self._limits.steps), printed=0,
                         seconds=state.stopwatch.left(self._limits.seconds))  # fmt: skip
        other = self._fresh(limits, _BACKWARDS)
        return None if self._run(other, _look_away) else other

    def _judge_meetings(self, state: MachineState, races: GlobalRaces) -> None:
        """Judge unordered accesses to global memory: an error if another order leaves other memory contents. In a
        kernel whose atomics assign turns that may be intended."""
        if not races.meetings:
            return
        other = None
        if not self._faults and not races.written.by_turns:
            other = self._order_matters(state)
        for meeting in sorted(races.meetings.values(), key=lambda m: m.in_one_block(races.padded)):
            self._add(found_meeting(meeting, races.padded, self._request, other))

    def _order_matters(self, state: MachineState) -> bool | None:
        """Whether the order of warps changes the contents of global memory; None if that takes more than two seconds.

        Nothing orders blocks, nor the warps of a block between two barriers: a GPU may run them in any order. If two
        orders leave different memory contents, no result of the kernel can be relied on.
        """
        limits = replace(Limits(), seconds=min(_SECONDS_FOR_RACES, self._limits.seconds), printed=0)
        for backwards in (False, True):
            other = self._fresh(limits, Order(backwards, self._warps))
            if self._run(other, _look_away, self._blocks_apart(other, self._warps)):
                return None
            if not np.array_equal(state.memory.storage.bytes, other.memory.storage.bytes):
                return True
        return False

    def _add(self, hazard: Hazard) -> None:
        key = (hazard.kind, hazard.severity, hazard.line_a, hazard.line_b)
        known = self._hazards.get(key)
        self._hazards[key] = replace(known, count=known.count + hazard.count) if known else hazard


def _within_a_store(hazard: Hazard) -> bool:
    """Whether lanes of a warp store other values at one place."""
    return hazard.kind == "WAW" and hazard.line_a == hazard.line_b and bool(hazard.example["same_warp"])


def _look_away(machine: Machine) -> None:
    """Nothing is wanted of this batch."""


def _check_arguments(code: Code, arguments: tuple[Argument, ...]) -> None:
    if len(arguments) != len(code.parameters):
        raise ArgumentMismatch(
            f"the kernel `{code.name}` takes {len(code.parameters)} arguments, {len(arguments)} were given"
        )
    for argument, parameter in zip(arguments, code.parameters, strict=True):
        value: object = argument.value
        known = value is None or isinstance(value, Texture | TensorMap)
        if not known and (not isinstance(value, np.ndarray | np.generic) or value.dtype.hasobject):
            raise ArgumentMismatch(f"{argument.name} is no array of numbers, NumPy number, texture, tensor map or None")
        if isinstance(value, np.ndarray) and value.dtype.itemsize == 0:
            raise ArgumentMismatch(f"{argument.name} is an array whose elements have no size")
        given = value.dtype.itemsize if isinstance(value, np.generic) else BYTES if isinstance(value, TensorMap) else 8
        if given != parameter.size:
            raise ArgumentMismatch(
                f"{argument.name} is {given} bytes, the kernel `{code.name}` expects {parameter.size} bytes"
            )
