"""A kernel as basic blocks, and what an instruction reads and writes."""

from __future__ import annotations

import re
from dataclasses import field
from enum import Enum

from grader.dataclass import dataclass
from grader.simt.ptx import TYPE_BYTES, Instruction, Unsupported, Variable, integer


class End(Enum):
    """How a basic block ends."""

    JUMP = "jump"
    BRANCH = "branch"
    SWITCH = "switch"
    BARRIER = "barrier"
    EXIT = "exit"
    TRAP = "trap"
    CALL = "call"
    RETURN = "return"


@dataclass(slots=True)
class Block:
    """A basic block. next: successors; for a branch (taken, not taken), for others as the kind needs."""

    index: int
    instructions: list[Instruction] = field(default_factory=list)
    end: End = End.JUMP
    last: Instruction | None = None  # the control instruction, if it is one
    next: tuple[int, ...] = ()
    is_source_branch: bool = True  # False: the branch implements a guard on a single instruction
    callee: int | None = None  # first block of the called function
    results: tuple[str, ...] = ()  # registers with a return's results
    live_in: frozenset[str] = frozenset()
    live_out: frozenset[str] = frozenset()

    @property
    def size(self) -> int:
        """PTX instructions in the block, its control instruction included."""
        return len(self.instructions) + (self.last is not None)

    @property
    def line(self) -> int | None:
        """The student's line of its end, or of its first instruction."""
        ends = [self.last] if self.last else []
        return next((i.line for i in (*ends, *self.instructions) if i.line), None)


@dataclass
class Kernel:
    """A kernel ready for lowering. local_bytes: per thread; shared: name to (offset, size) of static variables."""

    name: str
    parameters: list[tuple[str, int, int]]  # name, offset in the parameter block, size
    parameter_bytes: int
    blocks: list[Block]
    register_types: dict[str, str]
    shared: dict[str, tuple[int, int]]
    static_shared_bytes: int
    local: dict[str, int]
    local_bytes: int
    local_extent: int  # local_bytes before rounding up
    module_variables: list[Variable]
    priorities: list[int]
    lanes_meet: bool  # whether in this order lanes reconverge wherever they can
    frame_bytes: dict[int, int]  # local memory of each recursive function, by its first block
    frame_variables: dict[str, int]  # offsets of its variables in its frame
    bounds: dict[str, tuple[int, ...]]  # launch bounds: maxntid, reqntid, reqnctapercluster
    results: frozenset[str]  # registers with the results of called functions


_WITHOUT_TARGET = (
    "st", "red", "bar", "barrier", "membar", "fence", "bra", "brx", "ret", "exit", "return", "trap", "cp", "prefetch",
    "prefetchu", "discard", "nanosleep", "brkpt", "pmevent",
)  # fmt: skip


_REGISTER = re.compile(r"%[$\w]+(?:\.[xyzw])?")


def registers_in(operand: str) -> list[str]:
    """Registers in an operand: `[%rd1+4]` -> %rd1, `{%f1, %f2}` -> both, `!%p1` -> %p1."""
    return _REGISTER.findall(operand) if "%" in operand else []


def parameter_place(operand: str, line: int | None) -> tuple[str, int]:
    """Name and byte offset: `[param0+4]` -> (param0, 4). Raises Unsupported."""
    name, _, offset = operand.strip("[]").partition("+")
    try:
        return name, integer(offset or "0")
    except ValueError:  # not from a compiler, or the number is also a declared name, which was replaced
        raise Unsupported(f"the address {operand}", line) from None


def parameter_slots(instruction: Instruction) -> list[str]:
    """The slots in a load or store of parameters, one for each element: `[param0]` -> `param0+0`.

    Raises Unsupported.
    """
    stores = instruction.opcode[0] == "st"
    pointer, values = instruction.operands if stores else instruction.operands[::-1]
    name, start = parameter_place(pointer, instruction.line)
    size = TYPE_BYTES[instruction.opcode[-1]]
    return [f"{name}+{start + i * size}" for i in range(values.count(",") + 1)]


def definitions_and_uses(instruction: Instruction) -> tuple[list[str], list[str]]:
    """Registers written and read by an instruction."""
    opcode, operands = instruction.opcode, instruction.operands
    guard = [instruction.guard.lstrip("!")] if instruction.guard else []
    if opcode[0] == "st" and opcode[1].startswith("param"):
        return parameter_slots(instruction), registers_in(operands[1]) + guard
    if opcode[0] == "ld" and opcode[1].startswith("param"):
        return registers_in(operands[0]), parameter_slots(instruction) + guard
    if opcode[0] in _WITHOUT_TARGET:
        if opcode[0] == "barrier" or (opcode[0] == "bar" and opcode[1] == "red"):
            defined = registers_in(operands[0]) if "red" in opcode else []
            return defined, [r for o in operands[len(defined) :] for r in registers_in(o)] + guard
        return [], [r for o in operands for r in registers_in(o)] + guard
    if opcode[0] == "call_function":
        return [], []
    if opcode[0] == "pass":
        return [operands[0]], [operands[1]]
    if opcode[0] == "call":
        name_at = operands.index(opcode[1])
        return ([f"{o}+0" for o in operands[:name_at]], [f"{o}+0" for o in operands[name_at + 1 :]])
    defined = [r for o in operands[:1] for r in registers_in(o) if r != "%_"]
    used = [r for o in operands[1:] for r in registers_in(o)]
    if instruction.guard:
        used += defined + guard  # a guarded write keeps the old value in the other lanes
    return defined, used


def is_plain_barrier(instruction: Instruction) -> bool:
    """Whether it is a barrier of the whole block: __syncthreads() or one of its reducing forms."""
    reduces = "red" in instruction.opcode
    number = instruction.operands[int(reduces) :][:1]
    return number == ("0",) and len(instruction.operands) == (3 if reduces else 1)
