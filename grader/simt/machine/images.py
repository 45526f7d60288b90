"""Memory and constants of a kernel before a launch."""

from __future__ import annotations

import struct

import numpy as np

from grader.launch import Argument, LaunchRequest
from grader.simt.configuration import symbol_name
from grader.simt.machine.code import PARAMETERS, Code
from grader.simt.machine.constants import ConstantBanks, bank_of_launch
from grader.simt.machine.heap import HEAP, HEAP_BYTES
from grader.simt.machine.order import allocates
from grader.simt.memory import PARAMETER_WINDOW, GlobalMemory
from grader.simt.tiles import Tiles
from grader.tensor_maps import BYTES, TensorMap
from grader.textures import Texture
from grader.toolchain.elf import reading

_SYSTEM = 0x7FFF0000  # where functions of the system have their addresses


@reading()
def global_memory(code: Code, request: LaunchRequest) -> tuple[GlobalMemory, dict[str, int]]:
    """Global memory before the launch, and the addresses of variables."""
    arguments, filled = request.arguments, given(code, request.symbols)
    variables = sorted(code.variables, key=lambda v: (v.constant, v.offset if v.constant else 0))
    empty = [(v.name, np.zeros(v.size, np.uint8)) for v in variables]
    first = sum(not v.constant for v in variables)
    if allocates(code):
        empty.insert(first, (HEAP, np.zeros(HEAP_BYTES, np.uint8)))
        first += 1
    buffers = [(a.name, a.buffer) for a in arguments if a.buffer is not None]
    constants = [(v.name, np.zeros(v.size, np.uint8), v.offset) for v in variables if v.constant]
    memory = GlobalMemory([*buffers, *empty[:first]], constants)
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
        data = bytearray(filled.get(buffer.name, data))
        memory.storage.bytes[buffer.at : buffer.at + len(data)] = np.frombuffer(bytes(data), np.uint8)
    return memory, symbols


def textures_of(arguments: tuple[Argument, ...]) -> dict[int, Texture]:
    """Textures by their handles, which are numbers of arguments, from 1."""
    return {n: a.value for n, a in enumerate(arguments, start=1) if isinstance(a.value, Texture)}


def tiles_of(code: Code, request: LaunchRequest, memory: GlobalMemory) -> dict[int, Tiles]:
    """Tensor maps by their addresses, which are those of parameters."""
    found, buffers = {}, iter(memory.buffers)
    for argument, parameter in zip(request.arguments, code.parameters, strict=True):
        buffer = next(buffers) if argument.buffer is not None else None
        if isinstance(argument.value, TensorMap) and buffer is not None:
            found[PARAMETER_WINDOW + PARAMETERS + parameter.offset] = Tiles(argument.value, buffer)
    return found


def given(code: Code, symbols: tuple[Argument, ...]) -> dict[str, bytes]:
    """What the host puts into variables, by their names in the machine code."""
    known = {v.name for v in code.variables}
    found = {}
    for symbol in symbols:
        assert isinstance(symbol.value, np.ndarray)
        if name := symbol_name(symbol.name, known):
            found[name] = np.ascontiguousarray(symbol.value).tobytes()
    return found


def system_functions(code: Code) -> dict[str, int]:
    """Addresses of the functions of the system that a kernel calls."""
    own = {v.name for v in code.variables} | set(code.functions)
    names = [name for _, name, _ in code.addresses if name not in own]
    return {name: _SYSTEM + 16 * n for n, name in enumerate(dict.fromkeys(names))}


@reading()
def constant_banks(
    code: Code, request: LaunchRequest, memory: GlobalMemory, symbols: dict[str, int], stack: int
) -> ConstantBanks:
    """The constant banks of a launch. stack: local memory of a thread."""
    parameters = bytearray(max((p.offset + p.size for p in code.parameters), default=0))
    buffers = iter(memory.buffers)
    for number, (argument, parameter) in enumerate(zip(request.arguments, code.parameters, strict=True), start=1):
        value = argument.value
        if isinstance(value, Texture):
            raw = np.uint64(number).tobytes()
        elif isinstance(value, TensorMap):
            next(buffers)
            raw = bytes(BYTES)  # which nothing but copies of tiles understands: see tiles_of
        elif isinstance(value, np.ndarray):
            raw = np.int64(next(buffers).start).tobytes()
        else:
            raw = bytes(parameter.size) if value is None else value.tobytes()
        parameters[parameter.offset : parameter.offset + parameter.size] = raw
    pointers = bytearray(code.bank(4))
    system = system_functions(code)
    for at, name, offset in code.addresses:
        address = symbols.get(name, code.functions.get(name, system.get(name, 0)))
        struct.pack_into("<Q", pointers, at, (address + offset) % (1 << 64))
    launch = bank_of_launch(request.block, request.grid, code.cluster, stack, request.shared_bytes, bytes(parameters))
    constants = bytearray(code.bank(3))
    for variable in (v for v in code.variables if v.constant):
        for at, name, offset in variable.pointers:
            struct.pack_into("<Q", constants, variable.offset + at, (symbols.get(name, 0) + offset) % (1 << 64))
    for name, raw in given(code, request.symbols).items():
        variable = next(v for v in code.variables if v.name == name)
        if variable.constant:
            constants[variable.offset : variable.offset + len(raw)] = raw
    own = [(a.name, PARAMETERS + p.offset, PARAMETERS + p.offset + p.size)
           for a, p in zip(request.arguments, code.parameters, strict=True)]  # fmt: skip
    variables = [(v.name, v.offset, v.offset + v.size) for v in code.variables if v.constant]
    return ConstantBanks({0: launch, 2: code.bank(2), 3: bytes(constants), 4: bytes(pointers)}, {0: own, 3: variables})
