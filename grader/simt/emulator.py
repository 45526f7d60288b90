"""The emulator's front door: load a compiled program, launch its kernels."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass

import numpy as np

from grader.simt import arithmetic
from grader.simt.accesses import group_accesses
from grader.simt.codegen import Program
from grader.simt.counters import Counters
from grader.simt.kernel import Kernel, build
from grader.simt.launch import Argument, Array, Dim3, Fault, Hazard, LaunchRequest, LaunchResult
from grader.simt.machine import BarrierDivergence, Limits, Machine, Tally, UninitialisedRead
from grader.simt.memory import GlobalMemory, KernelFault
from grader.simt.messages import fault_message, hazard_message
from grader.simt.ptx import Unsupported, Variable, parse
from grader.simt.races import Finding
from grader.simt.widening import Made, made_from, plan_requests
from grader.toolchain.elf import Cubin
from grader.toolchain.machine_code import read_ptx_lines
from grader.toolchain.program import Program as Compiled

_LANES_PER_BATCH = 16384
_MAX_THREADS = 1024
_MAX_SHARED = 232_448  # sm_90, opt-in, per block
_MAX_PRINTED = 65_536


class ArgumentMismatch(Exception):
    """The arguments do not fit the kernel's parameters."""


@dataclass(frozen=True)
class LoadedKernel:
    """A kernel ready to launch, any number of times."""

    kernel: Kernel
    program: Program


def load(compiled: Compiled, kernel: str) -> LoadedKernel:
    """Lower one kernel of a compiled program. Raises Unsupported, naming construct and source line."""
    built = build(parse(compiled.ptx, compiled.file), kernel)
    groups, group_of = group_accesses(built.blocks)
    plan_requests(groups, _made_from(compiled, kernel))
    return LoadedKernel(built, Program(built, groups, group_of))


def _made_from(compiled: Compiled, kernel: str) -> Made | None:
    code = compiled.machine_code.get(kernel)
    if not code or not compiled.cubin:
        return None
    return made_from(code, read_ptx_lines(Cubin(compiled.cubin)).get(kernel, {}))


def launch(loaded: LoadedKernel, request: LaunchRequest, limits: Limits | None = None) -> LaunchResult:
    """Run one launch. Faults of the kernel are part of the result; raises ArgumentMismatch for a wrong call."""
    run = _Launch(loaded, request, limits or Limits())
    return run.result()


def unsupported(construct: Unsupported) -> LaunchResult:
    """The result of a launch that cannot begin, because the kernel could not be loaded."""
    return LaunchResult({}, (), (), (_unsupported(construct),), None, None, None)


class _Launch:
    """One launch: batches of blocks over one global memory."""

    def __init__(self, loaded: LoadedKernel, request: LaunchRequest, limits: Limits) -> None:
        self._program, self._kernel, self._request, self._limits = loaded.program, loaded.kernel, request, limits
        self._counters, self._tally = Counters(), Tally()
        self._faults: list[Fault] = []
        self._hazards: dict[tuple[object, ...], Hazard] = {}
        self._printed: list[str] = []
        self._printed_size = 0
        _check_arguments(loaded.kernel, request.arguments)

    def result(self) -> LaunchResult:
        request = self._request
        buffers = [(a.name, a.value) for a in request.arguments if isinstance(a.value, np.ndarray)]
        positions = [i for i, a in enumerate(request.arguments) if isinstance(a.value, np.ndarray)]
        variables = [(v.name, _initial(v)) for v in self._kernel.module_variables]
        memory = GlobalMemory([*buffers, *variables])
        symbols = {b.name: b.start for b in memory.buffers[len(buffers) :]}
        for variable in self._kernel.module_variables:
            _patch_addresses(variable, memory, symbols)
        parameters = _parameter_block(self._kernel, request.arguments, memory)
        problem = _configuration_problem(self._kernel, request)
        if problem:
            self._faults.append(Fault("launch_configuration", None, None, None, problem))
        else:
            with np.errstate(all="ignore", under="call", call=arithmetic.note_underflow):
                self._run_batches(memory, symbols, parameters)
        return LaunchResult(
            outputs={p: memory.content(i, buffers[i][1].dtype) for i, p in enumerate(positions)},
            accesses=self._counters.lines(),
            hazards=tuple(self._hazards.values()),
            faults=tuple(self._faults),
            thread_instructions=self._tally.thread_instructions,
            divergent_branches=self._tally.divergent_branches,
            barriers=self._tally.barriers,
            printed="".join(self._printed),
        )

    def _run_batches(self, memory: GlobalMemory, symbols: dict[str, int], parameters: bytes) -> None:
        request = self._request
        threads = int(np.prod(request.block))
        per_batch = max(1, _LANES_PER_BATCH // (-(-threads // 32) * 32))
        blocks = int(np.prod(request.grid))
        started = time.monotonic()
        for first in range(0, blocks, per_batch):
            batch = np.arange(first, min(first + per_batch, blocks), dtype=np.int64)
            machine = Machine(self._program, memory, symbols, parameters, request.grid, request.block,
                              request.shared_bytes, batch, self._counters, self._tally, self._limits, started,
                              self._print)  # fmt: skip
            try:
                machine.run()
            except KernelFault as fault:
                self._faults.append(_fault(fault, machine))
            except Unsupported as construct:
                self._faults.append(_unsupported(construct))
            self._collect(machine)
            if self._faults:
                break

    def _collect(self, machine: Machine) -> None:
        for finding in machine.races.findings.values():
            self._add(_race(finding, machine, self._kernel))
        for divergence in machine.divergences.values():
            self._add(_divergence(divergence, machine))
        for read in machine.uninitialised.values():
            self._add(_uninitialised(read, machine, self._kernel))

    def _add(self, hazard: Hazard) -> None:
        key = (hazard.kind, hazard.severity, hazard.line_a, hazard.line_b)
        known = self._hazards.get(key)
        if known is None:
            self._hazards[key] = hazard
        else:
            count = known.count + hazard.count
            self._hazards[key] = Hazard(known.kind, known.severity, known.line_a, known.line_b, count, known.example,
                                        known.message)  # fmt: skip

    def _print(self, text: str) -> None:
        if self._printed_size < _MAX_PRINTED:
            self._printed.append(text[: _MAX_PRINTED - self._printed_size])
            self._printed_size += len(text)


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


def _initial(variable: Variable) -> Array:
    """Initial bytes of a __device__ or __constant__ variable."""
    size = max(variable.size, 1)
    if variable.initial is None:
        return np.zeros(size, np.uint8)
    dtype = {"f32": "f4", "f64": "f8"}.get(variable.element, f"i{max(int(variable.element[1:]) // 8, 1)}")
    items = [_number(t) for t in re.findall(r"[^\s,{}]+", variable.initial)]
    if dtype[0] == "i":
        unsigned = np.dtype(f"u{dtype[1:]}")
        data = np.array([int(x) % (1 << unsigned.itemsize * 8) for x in items], unsigned)
    else:
        data = np.array(items, dtype)
    raw = data.view(np.uint8)
    return np.concatenate([raw, np.zeros(max(size - len(raw), 0), np.uint8)])


def _number(text: str) -> float:
    match = re.match(r"0([fFdD])([0-9A-Fa-f]+)$", text)
    if match:
        kind = ">f4" if match.group(1) in "fF" else ">f8"
        return float(np.frombuffer(bytes.fromhex(match.group(2)), kind)[0])
    try:
        return int(text, 0)
    except ValueError:
        return 0  # the address of another variable, see _patch_addresses


def _patch_addresses(variable: Variable, memory: GlobalMemory, symbols: dict[str, int]) -> None:
    """Initialisers that hold addresses of other variables."""
    if variable.initial is None or not re.search(r"[A-Za-z_$]{2}", re.sub(r"0[xfdXFD][0-9A-Fa-f]+", "", variable.initial)):
        return
    for i, item in enumerate(re.findall(r"[^,{}]+", variable.initial)):
        name = re.search(r"(?:generic\()?\s*([$\w]+)\s*\)?\s*(?:\+\s*(\d+))?\s*$", item)
        if name and name.group(1) in symbols:
            buffer = next(b for b in memory.buffers if b.name == variable.name)
            value = np.int64(symbols[name.group(1)] + int(name.group(2) or 0))
            memory.storage.bytes[buffer.at + 8 * i : buffer.at + 8 * i + 8] = np.frombuffer(value.tobytes(), np.uint8)


def _unsupported(construct: Unsupported) -> Fault:
    details: dict[str, object] = {"construct": construct.construct}
    return Fault("unsupported", construct.line, None, None, fault_message("unsupported", details), details)


def _fault(fault: KernelFault, machine: Machine) -> Fault:
    block: Dim3 | None
    thread: Dim3 | None
    block, thread = machine.where(fault.lane) if fault.lane is not None else (None, None)
    return Fault(fault.kind, fault.line, block, thread, fault_message(fault.kind, fault.details), fault.details)


def _variable_at(kernel: Kernel, place: int) -> tuple[str, int]:
    """Name of the shared variable at a byte of the block's shared memory, and the offset in it."""
    found = ("", place)
    for name, (offset, size) in kernel.shared.items():
        if offset <= place and (size == 0 or place < offset + size):
            found = (_readable(name), place - offset)
    return found


def _readable(mangled: str) -> str:
    """`_ZZ4kernE6tile_a` -> tile_a; names that are not mangled stay."""
    match = re.match(r"_ZZ.*E(\d+)(\w+)$", mangled)
    if match:
        return match.group(2)[: int(match.group(1))]
    match = re.match(r"_Z(?:L)?(\d+)(\w+)$", mangled)
    return match.group(2)[: int(match.group(1))] if match else mangled


def _race(finding: Finding, machine: Machine, kernel: Kernel) -> Hazard:
    word, lane_a, lane_b = finding.example
    variable, offset = _variable_at(kernel, machine.races.byte_of(word))
    block, thread_a = machine.where(lane_a)
    _, thread_b = machine.where(lane_b)
    example: dict[str, object] = {"block": block, "thread_a": thread_a, "thread_b": thread_b, "variable": variable,
                                  "offset": offset, "same_warp": lane_a // 32 == lane_b // 32}  # fmt: skip
    message = hazard_message(finding.kind, example)
    return Hazard(finding.kind, finding.severity, finding.line_a, finding.line_b, finding.count, example, message)


def _divergence(found: BarrierDivergence, machine: Machine) -> Hazard:
    block, thread = machine.where(found.lane)
    example: dict[str, object] = {"block": block, "thread_a": thread, "arrived": found.arrived,
                                  "expected": found.expected}  # fmt: skip
    kind = "barrier_divergence"
    other = found.line if found.other_line is None else found.other_line
    return Hazard(kind, "error", found.line, other, found.count, example, hazard_message(kind, example))


def _uninitialised(found: UninitialisedRead, machine: Machine, kernel: Kernel) -> Hazard:
    variable, offset = _variable_at(kernel, found.place)
    block, thread = machine.where(found.lane)
    example: dict[str, object] = {"block": block, "thread_a": thread, "variable": variable, "offset": offset}
    kind = "uninitialised_read"
    return Hazard(kind, "error", found.line, found.line, found.count, example, hazard_message(kind, example))
