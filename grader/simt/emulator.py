"""The emulator's front door: load a compiled program, launch its kernels."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace

import numpy as np

from grader.simt import arithmetic
from grader.simt.accesses import group_accesses
from grader.simt.allocator import keep_freed_memory
from grader.simt.building import build
from grader.simt.codegen import Program
from grader.simt.findings import found_fault, found_hazards, unsupported_fault
from grader.simt.kernel import Kernel
from grader.simt.launch import Argument, ArgumentMismatch, Fault, Hazard, LaunchRequest, LaunchResult
from grader.simt.machine import LaunchState, Limits, Machine
from grader.simt.memory import GlobalMemory, KernelFault
from grader.simt.messages import fault_message
from grader.simt.patterns import LANES_PER_BATCH
from grader.simt.ptx import Unsupported, parse
from grader.simt.timing import doubt_what_depends_on_timing
from grader.simt.variables import global_memory
from grader.simt.widening import Made, made_from, plan_requests
from grader.toolchain.elf import Cubin
from grader.toolchain.machine_code import read_ptx_lines
from grader.toolchain.program import Program as Compiled

_MAX_THREADS = 1024
_MAX_SHARED = 232_448  # sm_90, opt-in, per block
_MAX_PRINTED = 65_536


@dataclass(frozen=True)
class LoadedKernel:
    """A kernel ready to launch, any number of times."""

    kernel: Kernel
    program: Program


def load(compiled: Compiled, kernel: str) -> LoadedKernel:
    """Lower one kernel of a compiled program. Raises Unsupported, naming construct and source line."""
    built = build(parse(compiled.ptx, compiled.file), kernel)
    groups, group_of = group_accesses(built.blocks, built.shared)
    plan_requests(groups, _made_from(compiled, kernel), built.blocks)
    doubt_what_depends_on_timing(groups, built.blocks)
    return LoadedKernel(built, Program(built, groups, group_of))


def _made_from(compiled: Compiled, kernel: str) -> Made | None:
    code = compiled.machine_code.get(kernel)
    if not code or not compiled.cubin:
        return None
    return made_from(code, read_ptx_lines(Cubin(compiled.cubin)).get(kernel, {}), compiled.file)


def launch(loaded: LoadedKernel, request: LaunchRequest, limits: Limits | None = None) -> LaunchResult:
    """Run one launch. Faults of the kernel are part of the result; raises ArgumentMismatch for a wrong call."""
    keep_freed_memory()
    run = _Launch(loaded, request, limits or Limits())
    return run.result()


def unsupported(construct: Unsupported) -> LaunchResult:
    """The result of a launch that cannot begin, because the kernel could not be loaded."""
    return LaunchResult({}, (), (), (unsupported_fault(construct),), None, None, None)


class _Launch:
    """One launch: batches of blocks over one global memory."""

    def __init__(self, loaded: LoadedKernel, request: LaunchRequest, limits: Limits) -> None:
        _check_arguments(loaded.kernel, request.arguments)
        self._kernel, self._request = loaded.kernel, request
        self._faults: list[Fault] = []
        self._hazards: dict[tuple[object, ...], Hazard] = {}
        self._printed: list[str] = []
        self._printed_size = 0
        self._positions = [i for i, a in enumerate(request.arguments) if isinstance(a.value, np.ndarray)]
        buffers = [(request.arguments[i].name, request.arguments[i].value) for i in self._positions]
        memory, symbols = global_memory([(n, v) for n, v in buffers if isinstance(v, np.ndarray)], loaded.kernel)
        self._state = LaunchState(
            program=loaded.program, memory=memory, symbols=symbols,
            parameters=_parameter_block(loaded.kernel, request.arguments, memory), grid=request.grid,
            block=request.block, dynamic_shared=request.shared_bytes, limits=limits, print_text=self._print,
            started=time.monotonic(),
        )  # fmt: skip

    def result(self) -> LaunchResult:
        problem = _configuration_problem(self._kernel, self._request)
        if problem:
            self._faults.append(Fault("launch_configuration", None, None, None, problem))
        else:
            with np.errstate(all="ignore", under="call", call=arithmetic.note_underflow):
                self._run_batches()
        state, arguments = self._state, self._request.arguments
        return LaunchResult(
            outputs={p: state.memory.content(i, _dtype(arguments[p])) for i, p in enumerate(self._positions)},
            accesses=state.counters.lines(),
            hazards=tuple(self._hazards.values()),
            faults=tuple(self._faults),
            thread_instructions=state.tally.thread_instructions,
            divergent_branches=state.tally.divergent_branches,
            barriers=state.tally.barriers,
            printed="".join(self._printed),
        )

    def _run_batches(self) -> None:
        threads, blocks = math.prod(self._request.block), math.prod(self._request.grid)
        per_batch = max(1, LANES_PER_BATCH // (-(-threads // 32) * 32))
        for first in range(0, blocks, per_batch):
            if time.monotonic() - self._state.started > self._state.limits.seconds:
                details: dict[str, object] = {"thread_instructions": self._state.tally.thread_instructions}
                self._faults.append(Fault("no_forward_progress", None, None, None,
                                          fault_message("no_forward_progress", details), details))  # fmt: skip
                break
            machine = Machine(self._state, np.arange(first, min(first + per_batch, blocks), dtype=np.int64))
            try:
                machine.run()
            except KernelFault as fault:
                self._faults.append(found_fault(fault, machine))
            except Unsupported as construct:
                self._faults.append(unsupported_fault(construct))
            for hazard in found_hazards(machine):
                self._add(hazard)
            if self._faults:
                break

    def _add(self, hazard: Hazard) -> None:
        key = (hazard.kind, hazard.severity, hazard.line_a, hazard.line_b)
        known = self._hazards.get(key)
        self._hazards[key] = replace(known, count=known.count + hazard.count) if known else hazard

    def _print(self, text: str) -> None:
        if self._printed_size < _MAX_PRINTED:
            self._printed.append(text[: _MAX_PRINTED - self._printed_size])
            self._printed_size += len(text)


def _dtype(argument: Argument) -> np.dtype[np.generic]:
    assert isinstance(argument.value, np.ndarray)
    return argument.value.dtype


def _check_arguments(kernel: Kernel, arguments: tuple[Argument, ...]) -> None:
    if len(arguments) != len(kernel.parameters):
        raise ArgumentMismatch(
            f"the kernel `{kernel.name}` takes {len(kernel.parameters)} arguments, {len(arguments)} were given"
        )
    for argument, (_, _, size) in zip(arguments, kernel.parameters, strict=True):
        given = argument.value.dtype.itemsize if isinstance(argument.value, np.generic) else 8
        if given != size:
            raise ArgumentMismatch(f"{argument.name} is {given} bytes, the kernel `{kernel.name}` expects {size} bytes")


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


def _configuration_problem(kernel: Kernel, request: LaunchRequest) -> str | None:
    threads = int(np.prod(request.block))
    shared = kernel.static_shared_bytes + request.shared_bytes
    if min(request.block) < 1 or min(request.grid) < 1:
        return f"every extent of grid {request.grid} and block {request.block} must be at least 1"
    if threads > _MAX_THREADS or request.block[2] > 64:
        return f"a block of {threads} threads {request.block} is over the limit of 1,024 threads (64 in z)"
    if request.grid[0] > 2**31 - 1 or max(request.grid[1:]) > 65535:
        return f"the grid {request.grid} is over the limit of 2,147,483,647 x 65,535 x 65,535 blocks"
    if shared > _MAX_SHARED:
        return f"{shared:,} bytes of shared memory a block are over the limit of {_MAX_SHARED:,} bytes"
    return None
