"""The front door: load the machine code of a kernel, launch it."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from dataclasses import field, replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from grader.dataclass import dataclass
from grader.launch import Argument, ArgumentMismatch, Fault, LaunchRequest, LaunchResult
from grader.simt import arithmetic
from grader.simt.allocator import keep_freed_memory
from grader.simt.configuration import Needs, in_integers, refused
from grader.simt.findings import unsupported_fault
from grader.simt.launch_state import Limits
from grader.simt.locations import Location, LocationsOfLines
from grader.simt.machine.code import PARAMETERS, Code
from grader.simt.machine.constants import ConstantBanks, bank_of_launch
from grader.simt.machine.exactness import Uncertain, mark, uncertain
from grader.simt.machine.executed import executed
from grader.simt.machine.heap import HEAP, HEAP_BYTES, Heap
from grader.simt.machine.lowering import Lowering
from grader.simt.machine.machine import Machine
from grader.simt.machine.order import allocates
from grader.simt.machine.state import MachineState
from grader.simt.memory import STACK_BYTES, GlobalMemory, KernelFault
from grader.simt.messages import fault_message
from grader.simt.patterns import LANES_PER_BATCH, WARP
from grader.simt.printf import Printed
from grader.simt.ptx import Unsupported
from grader.simt.stopwatch import Stopwatch
from grader.toolchain.elf import Cubin, reading
from grader.toolchain.machine_code import read_ptx_lines
from grader.toolchain.program import Program

_ARCHITECTURES = ("sm_90", "sm_90a")
_SYSTEM = 0x7FFF0000  # where functions of the system have their addresses
_MAX_PRINTED = 65_536
_BATCH_BYTES = 256 << 20
_BYTES_PER_SHARED_BYTE = 6


@dataclass(frozen=True)
class LoadedMachineCode:
    """A kernel ready to launch, any number of times."""

    code: Code
    registers: int
    location: Callable[[int], Location | None]
    lowerings: dict[bool, Lowering] = field(default_factory=dict)

    def lowering(self, detailed: bool) -> Lowering:
        """Its basic blocks, as of Lowering."""
        if detailed not in self.lowerings:
            self.lowerings[detailed] = Lowering(self.code, self.location, detailed)
        return self.lowerings[detailed]


@reading()
def load(compiled: Program, kernel: str) -> LoadedMachineCode:
    """The machine code of one kernel of a compiled program. Raises Unsupported, NotACubin."""
    if compiled.arch not in _ARCHITECTURES:
        raise Unsupported(f"machine code of {compiled.arch}")
    code = Code(compiled.cubin, kernel)
    if math.prod(code.launch_bounds.get("reqnctapercluster", ())) > 1:
        raise Unsupported("clusters of blocks")
    own = {i.address: Location(compiled.file, i.line, i.line) for i in compiled.machine_code.get(kernel, ())
           if i.line is not None and i.file == compiled.file}  # fmt: skip
    lines = read_ptx_lines(Cubin(compiled.cubin)).get(kernel, {})
    locations = LocationsOfLines(compiled.ptx, compiled.file)

    def location(address: int) -> Location | None:
        """Code of headers belongs to the student's line that calls it, which the PTX knows."""
        line = lines.get(address)
        return own.get(address) or (None if line is None else locations.at(line))

    registers = compiled.kernels[kernel].registers if kernel in compiled.kernels else 0
    return LoadedMachineCode(code, registers, location)


class MachineLaunch:
    """One launch: batches of blocks over one global memory."""

    def __init__(self, loaded: LoadedMachineCode, request: LaunchRequest, limits: Limits | None = None) -> None:
        keep_freed_memory()
        self._request = in_integers(request)
        self._loaded, self._limits = loaded, limits or Limits()
        _check(loaded.code, self._request.arguments)
        self._positions = [i for i, a in enumerate(self._request.arguments) if isinstance(a.value, np.ndarray)]
        code = loaded.code
        variables = sum(variable.size for variable in code.variables)
        needs = Needs(loaded.registers, code.shared_bytes, code.stack_bytes, variables, code.launch_bounds)
        self._problem = refused(needs, self._request)
        if not self._problem:
            self.state = self._fresh(self._limits, another_order=False)

    def _fresh(self, limits: Limits, another_order: bool) -> MachineState:
        """Before the launch."""
        code, request = self._loaded.code, self._request
        memory, symbols = _memory(code, request.arguments)
        stack = code.stack_bytes
        stack = -(-(stack + (STACK_BYTES if _may_recurse(code) else 0)) // 16) * 16
        banks = _banks(code, request, memory, symbols, stack)
        return MachineState(
            program=_program(code, stack), lowering=self._loaded.lowering(request.executed), memory=memory,
            constants=ConstantBanks(banks), grid=request.grid, block=request.block,
            shared_bytes=code.shared_bytes + request.shared_bytes, stack_bytes=stack, limits=limits,
            printed=Printed(_MAX_PRINTED), stopwatch=Stopwatch(),
            system_calls={address: name for name, address in _system(code).items()},
            heap=Heap(symbols.get(HEAP, 0), HEAP_BYTES if HEAP in symbols else 0), another_order=another_order,
        )  # fmt: skip

    def result(self, doubtful: bool = False) -> LaunchResult:
        """Run it. doubtful: its threads race, so that counts may depend on their order."""
        if self._problem:
            return LaunchResult({}, (), (), (self._problem,), None, None, None)
        state, arguments = self.state, self._request.arguments
        faults = self._run(state)
        found = Uncertain()
        if not faults:
            found = uncertain(state, self._pointers(), doubtful, self._in_another_order)
            mark(state.counters.counters, found)
        return LaunchResult(
            outputs={p: state.memory.content(i, arguments[p].value.dtype)  # type: ignore[union-attr]
                     for i, p in enumerate(self._positions)},
            accesses=state.counters.lines(), hazards=(), faults=faults,
            thread_instructions=state.tally.thread_instructions, divergent_branches=state.tally.divergent_branches,
            barriers=state.tally.barriers, printed=state.printed.text,
            executed=executed(state, found) if self._request.executed and not faults else (),
        )  # fmt: skip

    def _pointers(self) -> frozenset[int]:
        return frozenset(PARAMETERS + self._loaded.code.parameters[p].offset for p in self._positions)

    def _in_another_order(self, steps: int) -> MachineState | None:
        limits = replace(self._limits, steps=min(steps, self._limits.steps), printed=0,
                         seconds=self.state.stopwatch.left(self._limits.seconds))  # fmt: skip
        state = self._fresh(limits, another_order=True)
        return None if self._run(state) else state

    def _run(self, state: MachineState) -> tuple[Fault, ...]:
        blocks = math.prod(self._request.grid)
        lanes = -(-math.prod(self._request.block) // WARP) * WARP
        room = _BATCH_BYTES // max(1, lanes * state.stack_bytes + state.shared_bytes * _BYTES_PER_SHARED_BYTE)
        per_batch = max(1, min(LANES_PER_BATCH // lanes, room))
        with np.errstate(all="ignore", under="call", call=arithmetic.note_underflow):
            for first in range(0, blocks, per_batch)[:: -1 if state.another_order else 1]:
                machine = Machine(state, np.arange(first, min(first + per_batch, blocks), dtype=np.int64))
                try:
                    machine.run()
                except KernelFault as fault:
                    block, thread = machine.where(fault.lane) if fault.lane is not None else (None, None)
                    message = fault_message(fault.kind, fault.details)
                    return (Fault(fault.kind, fault.line, block, thread, message, fault.details),)
                except Unsupported as construct:
                    return (unsupported_fault(construct),)
        return ()


def launch(
    loaded: LoadedMachineCode, request: LaunchRequest, limits: Limits | None = None, doubtful: bool = False
) -> LaunchResult:  # fmt: skip
    """Run one launch. doubtful: its threads race, so that counts may depend on their order."""
    limits = limits or Limits()
    own = replace(limits, steps=request.allowance) if request.allowance else limits
    return MachineLaunch(loaded, request, own).result(doubtful)


def _program(code: Code, stack: int) -> Any:
    """What the memory unit asks about a program."""
    narrowest = 4
    for i in code.instructions():
        if i.opcode in ("LDS", "STS", "LD", "ST", "ATOM"):
            narrowest = min(
                narrowest, 1 if {"U8", "S8"} & {*i.modifiers} else 2 if {"U16", "S16"} & {*i.modifiers} else 4
            )
    access = SimpleNamespace(element_bytes=narrowest)
    group = SimpleNamespace(space="shared", accesses=[access], counted_at=None, index=-1)
    kernel = SimpleNamespace(frame_bytes={}, local_bytes=stack, local_extent=stack)
    return SimpleNamespace(waits={}, groups=[group], kernel=kernel, doubts=SimpleNamespace(contended=()))


def _may_recurse(code: Code) -> bool:
    return any(i.opcode == "CALL" for i in code.instructions())


def _check(code: Code, arguments: tuple[Argument, ...]) -> None:
    if len(arguments) != len(code.parameters):
        raise ArgumentMismatch(
            f"the kernel `{code.name}` takes {len(code.parameters)} arguments, {len(arguments)} were given"
        )
    for argument, parameter in zip(arguments, code.parameters, strict=True):
        given = argument.value.dtype.itemsize if isinstance(argument.value, np.generic) else 8
        if given != parameter.size:
            raise ArgumentMismatch(
                f"{argument.name} is {given} bytes, the kernel `{code.name}` expects {parameter.size} bytes"
            )


@reading()
def _memory(code: Code, arguments: tuple[Argument, ...]) -> tuple[GlobalMemory, dict[str, int]]:
    """Global memory before the launch, and the addresses of variables."""
    variables = sorted(code.variables, key=lambda v: v.constant)
    empty = [(v.name, np.zeros(v.size, np.uint8)) for v in variables]
    first = sum(not v.constant for v in variables)
    if allocates(code):
        empty.insert(first, (HEAP, np.zeros(HEAP_BYTES, np.uint8)))
        first += 1
    buffers = [(a.name, a.value) for a in arguments if isinstance(a.value, np.ndarray)]
    memory = GlobalMemory([*buffers, *empty[:first]], empty[first:])
    own = memory.buffers[len(buffers) :]
    symbols = {b.name: b.start for b in own}
    of = {v.name: v for v in variables}
    for buffer in own:
        if buffer.name == HEAP:
            continue
        variable = of[buffer.name]
        data = bytearray(variable.data)
        for at, name, offset in variable.pointers:
            address = symbols.get(name, code.functions.get(name))
            if address is not None:
                struct.pack_into("<q", data, at, address + offset)
        memory.storage.bytes[buffer.at : buffer.at + len(data)] = np.frombuffer(bytes(data), np.uint8)
    return memory, symbols


def _system(code: Code) -> dict[str, int]:
    """Addresses of the functions of the system that a kernel calls."""
    own = {v.name for v in code.variables} | set(code.functions)
    names = [name for _, name, _ in code.addresses if name not in own]
    return {name: _SYSTEM + 16 * n for n, name in enumerate(dict.fromkeys(names))}


@reading()
def _banks(
    code: Code, request: LaunchRequest, memory: GlobalMemory, symbols: dict[str, int], stack: int
) -> dict[int, bytes]:
    parameters = bytearray(max((p.offset + p.size for p in code.parameters), default=0))
    buffers = iter(memory.buffers)
    for argument, parameter in zip(request.arguments, code.parameters, strict=True):
        value = argument.value
        if isinstance(value, np.ndarray):
            raw = np.int64(next(buffers).start).tobytes()
        else:
            raw = bytes(parameter.size) if value is None else value.tobytes()
        parameters[parameter.offset : parameter.offset + parameter.size] = raw
    pointers = bytearray(code.bank(4))
    system = _system(code)
    for at, name, offset in code.addresses:
        address = symbols.get(name, code.functions.get(name, system.get(name, 0)))
        struct.pack_into("<Q", pointers, at, (address + offset) % (1 << 64))
    return {0: bank_of_launch(request.block, request.grid, stack, bytes(parameters)), 2: code.bank(2), 3: code.bank(3),
            4: bytes(pointers)}  # fmt: skip
