"""Lowers a basic block to one Python function over NumPy arrays.

The generated function takes (M, R, L): the machine, its registers by slot, and the active lanes. It reads the registers
that are live on entry, computes new arrays (never in place), stores those that are live on exit, and returns the branch
predicate (or switch index), if the block ends with one.
"""

from __future__ import annotations

import re
import struct
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import cast

import numpy as np

from grader.simt import arithmetic, halves
from grader.simt.accesses import SHARED_START, Group
from grader.simt.forms import REFUSED, SPECIAL_PREFIXES, TIMERS
from grader.simt.generated_lines import batch_multiply_adds, reuse_names
from grader.simt.half_operations import emit_half
from grader.simt.kernel import Block, Kernel, definitions_and_uses, is_plain_barrier, parameter_slots
from grader.simt.memory import is_in_space
from grader.simt.operations import OPERATIONS
from grader.simt.patterns import WARP
from grader.simt.ptx import INTEGER, TYPE_BYTES, Instruction, Unsupported, integer
from grader.simt.register_file import assign_slots
from grader.simt.uncertain_counts import UncertainCounts
from grader.simt.waiting import find_waits, writers
from grader.simt.warp_meetings import find_meetings

DTYPES = {
    "pred": "?", "b8": "u1", "u8": "u1", "s8": "i1", "b16": "i2", "u16": "i2", "s16": "i2", "f16": "i2", "bf16": "i2",
    "b32": "i4", "u32": "i4", "s32": "i4", "f16x2": "i4", "bf16x2": "i4", "f32": "f4", "b64": "i8", "u64": "i8",
    "s64": "i8", "f64": "f8",
}  # fmt: skip
_FLOAT_LITERAL = re.compile(r"0([fFdD])([0-9A-Fa-f]{8,16})$")
UNKNOWN_MODIFIERS = frozenset({"xorsign", "oob", "bulk", "tensor"})

BlockFunction = Callable[..., object]


class GeneratedCode:
    """The lowered form of one kernel: register slots, and block functions generated on first use."""

    def __init__(
        self, kernel: Kernel, groups: list[Group], group_of: Mapping[tuple[int, int], Group], doubts: UncertainCounts
    ) -> None:
        self.kernel = kernel
        self.groups = groups
        self.group_of = group_of
        self.doubts = doubts
        self.meetings = find_meetings(kernel.blocks)
        self.waits = find_waits(kernel.blocks)
        self.writers = writers(kernel.blocks) if self.waits else frozenset()
        self.unrolled = frozenset(g.block for g in groups if g.unrolled)
        self.moved = [g for g in groups if g.moved_to and g.counted_at is None]
        self.arrivals: dict[int, list[Group]] = defaultdict(list)
        for group in groups:
            if group.counted_at is not None:
                self.arrivals[group.counted_at].append(group)
        self.parameter_shapes = _parameter_shapes(kernel)
        self._types = _register_types(kernel)
        self.registers = assign_slots(kernel, self._kept_as)
        self._functions: dict[int, BlockFunction] = {}
        self._constants: dict[tuple[str, bytes], str] = {}
        self._namespace: dict[str, object] = {
            "np": np, "A": arithmetic, "H": halves, "is_in_space": is_in_space, "G": groups,
        }  # fmt: skip

    def function(self, index: int) -> BlockFunction:
        """The function of one block."""
        if index not in self._functions:
            source = Writer(self, self.kernel.blocks[index]).source()
            exec(compile(source, f"<{self.kernel.name} block {index}>", "exec"), self._namespace)
            self._functions[index] = cast(BlockFunction, self._namespace[f"block_{index}"])
        return self._functions[index]

    def canonical(self, register: str) -> str:
        """NumPy type of a register between blocks."""
        if register in self._types:
            return self._types[register]
        if register.startswith(SPECIAL_PREFIXES):
            return "i8" if register.startswith(("%clock64", "%globaltimer")) else "i4"
        kind = _declared(register, self.kernel.register_types)
        if kind is None:
            raise Unsupported(f"the register {register}")
        return self._types.setdefault(register, DTYPES[kind])

    def _kept_as(self, register: str) -> str:
        try:
            return self.canonical(register)
        except Unsupported:
            return "i4"  # a special register that is not known: named when the instruction that reads it is lowered

    def constant(self, value: object, dtype: str) -> str:
        """Name of a length-1 array with this value."""
        array = np.array([value]).astype(dtype) if not isinstance(value, np.ndarray) else value
        key = (dtype, array.tobytes())
        if key not in self._constants:
            self._constants[key] = name = f"k{len(self._constants)}"
            self._namespace[name] = array
        return self._constants[key]


def _declared(register: str, types: Mapping[str, str]) -> str | None:
    """PTX type of a register: by its own name, or by the prefix of a numbered range; copies of inlining have `$n`."""
    name = register
    while True:
        if name in types:
            return types[name]
        base, _, copy = name.rpartition("$")
        if not base or not copy.isdigit():
            break
        name = base
    return types.get(name.rstrip("0123456789"))


def _parameter_shapes(kernel: Kernel) -> dict[str, dict[int, int]]:
    """For every call parameter, the sizes of its stored pieces by offset."""
    shapes: dict[str, dict[int, int]] = defaultdict(dict)
    for block in kernel.blocks:
        for instruction in block.instructions:
            if instruction.opcode[0] == "st" and "param" in instruction.opcode[1]:
                for slot in parameter_slots(instruction):
                    name, _, offset = slot.rpartition("+")
                    shapes[name][int(offset)] = TYPE_BYTES[instruction.opcode[-1]]
    return shapes


def _register_types(kernel: Kernel) -> dict[str, str]:
    """Types of the registers for call parameters, from the stores into them."""
    types: dict[str, str] = {}
    for block in kernel.blocks:
        for instruction in block.instructions:
            if instruction.opcode[0] in ("st", "ld") and "param" in instruction.opcode[1]:
                for register in [r for side in definitions_and_uses(instruction) for r in side if "+" in r]:
                    types.setdefault(register, DTYPES[instruction.opcode[-1]])
            elif instruction.opcode[0] == "pass":
                for register in instruction.operands:
                    types.setdefault(register, DTYPES[instruction.opcode[-1]])
            elif instruction.opcode[0] == "call":
                for register in definitions_and_uses(instruction)[0]:
                    types.setdefault(register, "i4")
    return types


class Writer:
    """Writes the source of one block function."""

    def __init__(self, program: GeneratedCode, block: Block) -> None:
        self.program = program
        self.block = block
        self.position = 0
        self.lines: list[str] = []
        self.entered: dict[int, str] = {}  # group index to the variable that holds its view
        self._values: dict[str, dict[str, str]] = {}
        self._count = 0
        self.carry: str | None = None  # variable of the carry flag

    def source(self) -> str:
        """The whole function as Python source."""
        for position, instruction in enumerate(self.block.instructions):
            self.position = position
            self.instruction(instruction)
        result = "None"
        if self.block.last is not None:
            result = self.control(self.block.last)
        for register in sorted(self.block.live_out):
            if register in self._values and self._is_new(register):
                value = self.read(register, self.program.canonical(register))
                slot = self.program.registers.slots[register]
                self.lines.append(f"R[{slot}] = L.put(R[{slot}], {value})")
        body = reuse_names(batch_multiply_adds([*self.lines, f"return {result}"]))
        lines = [f"def block_{self.block.index}(M, R, L):", "    U = M.unit", *(f"    {line}" for line in body)]
        return "\n".join(lines) + "\n"

    def instruction(self, instruction: Instruction) -> None:
        """Emit one instruction; a guarded one writes only where its predicate holds."""
        if instruction.guard is None:
            self._emit(instruction)
            return
        targets = [r for r in definitions_and_uses(instruction)[0] if r != "%_"]
        before = {r: self.read(r, self.program.canonical(r)) for r in targets}
        self._emit(instruction)
        condition = self.predicate(instruction.guard)
        for register, old in before.items():
            dtype = self.program.canonical(register)
            self.write(register, f"np.where({condition}, {self.read(register, dtype)}, {old})", dtype)

    def _emit(self, instruction: Instruction) -> None:
        """Emit an instruction by its opcode's handler; an unknown one raises Unsupported and is never dropped."""
        if instruction.opcode[0] == REFUSED:
            raise Unsupported(instruction.opcode[1], instruction.line)
        handler = OPERATIONS.get(instruction.opcode[0])
        if handler is None or not UNKNOWN_MODIFIERS.isdisjoint(instruction.opcode):
            raise Unsupported(f"the instruction `{instruction.text}`", instruction.line)
        try:
            if not emit_half(self, instruction):
                handler(self, instruction)
        except Unsupported as construct:
            raise Unsupported(construct.construct, construct.line or instruction.line) from None
        except (KeyError, IndexError, ValueError, StopIteration) as error:  # a type or form that the handler lacks
            raise Unsupported(f"the instruction `{instruction.text}`", instruction.line) from error

    def control(self, last: Instruction) -> str:
        """Emit the function's return value for the scheduler."""
        if last.guard is not None:
            return self.predicate(last.guard)
        if last.opcode[0] == "brx":
            return self.read(last.operands[0], "i4")
        if last.opcode[0] in ("bar", "barrier"):
            return self._barrier(last)
        return "None"

    def _barrier(self, last: Instruction) -> str:
        """The arguments of a barrier: the predicate of a reducing one; number and thread count of a named one."""
        if is_plain_barrier(last):
            return self.read(last.operands[-1], "?") if "red" in last.opcode else "None"
        if "red" in last.opcode or "cluster" in last.opcode or not last.operands:
            raise Unsupported(f"the barrier `{last.text}`", last.line)
        number, *threads = (self.read(o, "i4") for o in last.operands)
        return f"({number}, {threads[0] if threads else None})"

    def predicate(self, guard: str) -> str:
        """Expression of a guard such as `%p1` or `!%p1`."""
        value = self.read(guard.lstrip("!"), "?")
        return f"~{value}" if guard[0] == "!" else value

    # Values

    def new(self, expression: str) -> str:
        """Emit `v = expression`; returns the variable."""
        self._count += 1
        name = f"v{self._count}"
        self.lines.append(f"{name} = {expression}")
        return name

    def write(self, register: str, expression: str, dtype: str) -> None:
        """Emit an assignment to a register of an array of type `dtype`."""
        if register == "_":
            self.new(expression)
            return
        name = self.new(expression)
        canonical = self.program.canonical(register)
        if np.dtype(dtype).itemsize != np.dtype(canonical).itemsize:
            name, dtype = self.new(f"{name}.astype('{canonical}')"), canonical
        self._values[register] = {dtype: name, "new": name}

    def read(self, operand: str, dtype: str) -> str:
        """Expression for an operand as NumPy type `dtype`."""
        if operand.startswith(TIMERS):
            return self.new(f"M.clock('{dtype}')")
        if operand[0] == "!":
            return f"~{self.read(operand[1:], dtype)}"
        if operand[0] != "%" and ("+" not in operand or self._is_symbol(operand.partition("+")[0])):
            return self._literal(operand, dtype)
        known = self._values.get(operand)
        if known is None:
            slot = self.program.registers.slots[operand]
            known = self._values[operand] = {self.program.canonical(operand): self.new(f"L.gather(R[{slot}])")}
        if dtype in known:
            return known[dtype]
        have = next(t for t in known if t not in ("new", "wide"))
        size, wanted = np.dtype(have).itemsize, np.dtype(dtype).itemsize
        if size == wanted:
            expression = f"{known[have]}.view('{dtype}')"
        elif size > wanted:
            expression = f"{known[have]}.astype('{'u' if dtype[0] == 'f' else dtype[0]}{wanted}')"
            expression += f".view('{dtype}')" if dtype[0] == "f" else ""
        else:
            unsigned = f"{known[have]}.view('u{size}')" if have != "?" else known[have]
            expression = f"{unsigned}.astype('{dtype}')"
        known[dtype] = self.new(expression)
        return known[dtype]

    def read_wide(self, operand: str) -> str:
        """A float32 operand as float64."""
        if operand[0] != "%":
            return self.program.constant(_float_literal(operand), "f8")
        value = self.read(operand, "f4")
        known = self._values[operand]
        if "wide" not in known:
            known["wide"] = self.new(f"{value}.astype('f8')")
        return known["wide"]

    def _is_new(self, register: str) -> bool:
        return "new" in self._values[register]

    def _literal(self, text: str, dtype: str) -> str:
        if _FLOAT_LITERAL.match(text):
            return self.program.constant(_float_literal(text), dtype)
        if INTEGER.fullmatch(text):
            value = integer(text)
            if dtype == "?":
                return self.program.constant(bool(value), "?")
            bits = np.dtype(dtype).itemsize * 8
            pattern = np.array([value & (1 << bits) - 1], f"u{bits // 8}")
            return self.program.constant(pattern.view(dtype), dtype)
        if text == "WARP_SZ":
            return self.program.constant(WARP, dtype)
        name, _, offset = text.partition("+")
        address = self.symbol(name, dtype)
        return self.new(f"{address} + {self.program.constant(int(offset, 0), dtype)}") if offset else address

    def _is_symbol(self, name: str) -> bool:
        kernel = self.program.kernel
        known = (kernel.shared, kernel.local, kernel.frame_variables)
        return any(name in table for table in known) or any(v.name == name for v in kernel.module_variables)

    def symbol(self, name: str, dtype: str) -> str:
        """Address of a variable in its own space."""
        kernel = self.program.kernel
        if name in kernel.shared:
            return self.program.constant(SHARED_START + kernel.shared[name][0], dtype)
        if name in kernel.frame_variables:
            return self.new(f"M.frame_address({kernel.frame_variables[name]}).astype('{dtype}')")
        if name in kernel.local:
            return self.program.constant(kernel.local[name], dtype)
        if any(v.name == name for v in kernel.module_variables):
            return self.new(f"M.symbol('{name}').astype('{dtype}')")
        raise Unsupported(f"the operand `{name}`", self._line())

    def _line(self) -> int | None:
        body = self.block.instructions
        return body[self.position].line if self.position < len(body) else None


def _float_literal(text: str) -> float:
    match = _FLOAT_LITERAL.match(text)
    if match is None:
        return float(int(text, 0))
    if match.group(1) in "fF":
        return float(struct.unpack(">f", bytes.fromhex(match.group(2).zfill(8)))[0])
    return float(struct.unpack(">d", bytes.fromhex(match.group(2).zfill(16)))[0])
