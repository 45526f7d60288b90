"""The emulator's front door: load a compiled program, launch its kernels."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from grader.dataclass import dataclass
from grader.launch import Argument, ArgumentMismatch, Fault, Hazard, LaunchRequest, LaunchResult
from grader.simt import arithmetic
from grader.simt.accesses import group_accesses
from grader.simt.allocator import keep_freed_memory
from grader.simt.another_order import order_matters
from grader.simt.building import build
from grader.simt.codegen import GeneratedCode
from grader.simt.configuration import Needs, in_integers, refused
from grader.simt.executor import Executor
from grader.simt.findings import found_fault, found_hazards, found_meeting, found_sample, unsupported_fault
from grader.simt.global_races import global_races
from grader.simt.kernel import Kernel
from grader.simt.launch_state import LaunchState, Limits
from grader.simt.loops import rounds_of_loops
from grader.simt.memory import STACK_BYTES, GlobalMemory, KernelFault
from grader.simt.messages import fault_message
from grader.simt.patterns import LANES_AT_ONCE, LANES_PER_BATCH, WARP
from grader.simt.printf import Printed
from grader.simt.ptx import Unsupported, parse
from grader.simt.samples import Samples
from grader.simt.stopwatch import Stopwatch
from grader.simt.uncertain_counts import uncertain_counts
from grader.simt.variables import Image, global_memory, image
from grader.simt.widening import Made, made_from, plan_requests
from grader.simt.written_memory import WrittenMemory, find_written
from grader.toolchain.elf import Cubin, NotACubin
from grader.toolchain.machine_code import read_ptx_lines
from grader.toolchain.program import Program

_MAX_PRINTED = 65_536
_BATCH_BYTES = 256 << 20  # local and shared memory of the blocks that run together
_BYTES_PER_SHARED_BYTE = 6  # including the race tracker's state


@dataclass(frozen=True)
class LoadedKernel:
    """A kernel ready to launch, any number of times. registers: per thread, 0 if unknown."""

    kernel: Kernel
    program: GeneratedCode
    variables: tuple[Image, ...]
    written: WrittenMemory | None  # global memory through which its threads may interfere
    registers: int


def load(compiled: Program, kernel: str) -> LoadedKernel:
    """Lower one kernel of a compiled program. Raises Unsupported, naming construct and source line."""
    built = build(parse(compiled.ptx, compiled.file), kernel)
    groups, group_of = group_accesses(built.blocks, built.shared)
    plan_requests(groups, _made_from(compiled, kernel), built.blocks)
    program = GeneratedCode(built, groups, group_of, uncertain_counts(groups, built))
    registers = compiled.kernels[kernel].registers if kernel in compiled.kernels else 0
    images = tuple(map(image, built.module_variables))
    return LoadedKernel(built, program, images, find_written(built, groups), registers)


def _made_from(compiled: Program, kernel: str) -> Made | None:
    code = compiled.machine_code.get(kernel)
    if not code or not compiled.cubin:
        return None
    try:
        lines = read_ptx_lines(Cubin(compiled.cubin))
    except NotACubin:  # damaged: treated as missing
        return None
    return made_from(code, lines.get(kernel, {}), compiled.file)


def launch(loaded: LoadedKernel, request: LaunchRequest, limits: Limits | None = None) -> LaunchResult:
    """Run one launch. Faults of the kernel are part of the result; raises ArgumentMismatch for a wrong call."""
    keep_freed_memory()
    limits = limits or Limits()
    run = _Launch(loaded, request, replace(limits, steps=request.allowance) if request.allowance else limits)
    return run.result()


def unsupported(construct: Unsupported) -> LaunchResult:
    """The result of a launch whose kernel could not be loaded."""
    return LaunchResult({}, (), (), (unsupported_fault(construct),), None, None, None)


class _Launch:
    """One launch: batches of blocks over one global memory."""

    def __init__(self, loaded: LoadedKernel, request: LaunchRequest, limits: Limits) -> None:
        _check_arguments(loaded.kernel, request.arguments)
        request = in_integers(request)
        self._kernel, self._written, self._request = loaded.kernel, loaded.written, request
        self._faults: list[Fault] = []
        self._hazards: dict[tuple[object, ...], Hazard] = {}
        self._printed = Printed(_MAX_PRINTED)
        self._positions = [i for i, a in enumerate(request.arguments) if isinstance(a.value, np.ndarray)]
        self._problem = refused(_needs(loaded), request)
        self._variables = () if self._problem else loaded.variables
        memory, symbols = self._memory()
        races = None
        if not self._problem:
            races = global_races(memory, loaded.written, _padded(request), math.prod(request.grid))
        self._state = LaunchState(
            program=loaded.program, memory=memory, symbols=symbols,
            parameters=_parameter_block(loaded.kernel, request.arguments, memory), grid=request.grid,
            block=request.block, dynamic_shared=request.shared_bytes, limits=limits, printed=self._printed,
            stopwatch=Stopwatch(), races=races,
            samples=Samples() if request.sampled else None,
        )  # fmt: skip

    def _memory(self) -> tuple[GlobalMemory, dict[str, int]]:
        """Global memory before the launch, and the addresses of variables."""
        arguments = self._request.arguments
        values = [(arguments[i].name, arguments[i].value) for i in self._positions]
        return global_memory([(n, v) for n, v in values if isinstance(v, np.ndarray)], self._variables)

    def result(self) -> LaunchResult:
        if self._problem:
            self._faults.append(self._problem)
        else:
            with np.errstate(all="ignore", under="call", call=arithmetic.note_underflow):
                self._run_batches()
            self._judge_meetings()
        state, arguments = self._state, self._request.arguments
        return LaunchResult(
            outputs={p: state.memory.content(i, _dtype(arguments[p])) for i, p in enumerate(self._positions)},
            accesses=state.counters.lines(),
            hazards=tuple(self._hazards.values()),
            faults=tuple(self._faults),
            thread_instructions=state.tally.thread_instructions,
            divergent_branches=state.tally.divergent_branches,
            barriers=state.tally.barriers,
            printed=self._printed.text,
            samples=tuple(found_sample(each, self._kernel, state.memory, self._request)
                          for each in (state.samples.all() if state.samples else ())),
            loops=rounds_of_loops(self._kernel, state.tally.visits),
        )  # fmt: skip

    def _run_batches(self) -> None:
        blocks, per_batch = math.prod(self._request.grid), _blocks_per_batch(self._state.program, self._request)
        for first in range(0, blocks, per_batch):
            if self._state.stopwatch.is_over(self._state.limits.seconds):
                details: dict[str, object] = {"thread_instructions": self._state.tally.thread_instructions}
                self._faults.append(Fault("no_forward_progress", None, None, None,
                                          fault_message("no_forward_progress", details), details))  # fmt: skip
                break
            executor = Executor(self._state, np.arange(first, min(first + per_batch, blocks), dtype=np.int64))
            try:
                executor.run()
            except KernelFault as fault:
                self._faults.append(found_fault(fault, executor))
            except Unsupported as construct:
                self._faults.append(unsupported_fault(construct))
            for hazard in found_hazards(executor):
                self._add(hazard)
            if self._faults:
                break

    def _judge_meetings(self) -> None:
        """Judge unordered accesses to global memory: an error if another order leaves other memory contents. In a
        kernel whose atomics assign turns that may be intended."""
        races = self._state.races
        if races is None or not races.meetings or self._written is None:
            return
        other = None
        if not self._faults and not self._written.by_turns:
            most = _blocks_per_batch(self._state.program, self._request)
            other = order_matters(self._state, lambda: self._memory()[0], most)
        for meeting in sorted(races.meetings.values(), key=lambda m: m.in_one_block(races.padded)):
            self._add(found_meeting(meeting, races.padded, self._request, other))

    def _add(self, hazard: Hazard) -> None:
        key = (hazard.kind, hazard.severity, hazard.line_a, hazard.line_b)
        known = self._hazards.get(key)
        self._hazards[key] = replace(known, count=known.count + hazard.count) if known else hazard


def _needs(loaded: LoadedKernel) -> Needs:
    kernel = loaded.kernel
    variables = sum(variable.size for variable in kernel.module_variables)
    return Needs(loaded.registers, kernel.static_shared_bytes, kernel.local_bytes, variables, kernel.bounds)


def _dtype(argument: Argument) -> np.dtype[np.generic]:
    assert isinstance(argument.value, np.ndarray)
    return argument.value.dtype


def _check_arguments(kernel: Kernel, arguments: tuple[Argument, ...]) -> None:
    if len(arguments) != len(kernel.parameters):
        raise ArgumentMismatch(
            f"the kernel `{kernel.name}` takes {len(kernel.parameters)} arguments, {len(arguments)} were given"
        )
    for argument, (_, _, size) in zip(arguments, kernel.parameters, strict=True):
        value: object = argument.value
        if value is not None and (not isinstance(value, np.ndarray | np.generic) or value.dtype.hasobject):
            raise ArgumentMismatch(f"{argument.name} is neither an array of numbers, nor a NumPy number, nor None")
        if isinstance(value, np.ndarray) and value.dtype.itemsize == 0:
            raise ArgumentMismatch(f"{argument.name} is an array whose elements have no size")
        given = argument.value.dtype.itemsize if isinstance(argument.value, np.generic) else 8
        if given != size:
            raise ArgumentMismatch(f"{argument.name} is {given} bytes, the kernel `{kernel.name}` expects {size} bytes")


def _padded(request: LaunchRequest) -> int:
    """Lanes of a block, in whole warps."""
    return -(-math.prod(request.block) // WARP) * WARP


def _blocks_per_batch(program: GeneratedCode, request: LaunchRequest) -> int:
    """How many blocks run together, as limited by lanes and memory."""
    lanes, kernel = _padded(request), program.kernel
    local = kernel.local_bytes + (STACK_BYTES if any(kernel.frame_bytes.values()) else 0)
    shared = kernel.static_shared_bytes + request.shared_bytes
    room = _BATCH_BYTES // max(1, lanes * local + shared * _BYTES_PER_SHARED_BYTE)
    return max(1, min((LANES_AT_ONCE if program.waits else LANES_PER_BATCH) // lanes, room))


def _parameter_block(kernel: Kernel, arguments: tuple[Argument, ...], memory: GlobalMemory) -> bytes:
    raw = bytearray(max(kernel.parameter_bytes, 8))
    buffer = 0
    for argument, (_, offset, size) in zip(arguments, kernel.parameters, strict=True):
        if isinstance(argument.value, np.ndarray):
            value = np.int64(memory.buffers[buffer].start).tobytes()
            buffer += 1
        else:
            value = np.int64(0).tobytes() if argument.value is None else argument.value.tobytes()
        raw[offset : offset + size] = value
    return bytes(raw)
