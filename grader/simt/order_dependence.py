"""What depends on the order of threads in a kernel: register values, memory contents, and branches on them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from grader.dataclass import dataclass
from grader.simt.accesses import address, space_of
from grader.simt.flow import immediate_post_dominators, influenced, loops
from grader.simt.kernel import Block, definitions_and_uses
from grader.simt.ptx import Instruction

_WATCHING = frozenset({"volatile", "relaxed", "acquire"})
_UNKNOWN = "?"  # the target of a pointer of unknown origin
_POINTERS = frozenset({"b64", "u64", "s64"})
_LAST_COMES_LAST = frozenset({"exch", "cas"})  # atomics that leave the last one's value in memory


@dataclass(frozen=True)
class _Step:
    """An instruction. places: the memory that it accesses."""

    block: int
    instruction: Instruction
    targets: list[str]
    used: list[str]
    places: set[str]


class OrderDependence:
    """registers, blocks: with values, or run depending on values, that an atomic operation returned, that were read
    while others may write them, or that were computed from such, also through memory.

    Memory is distinguished by the parameter or variable that a pointer comes from; shared memory is one.
    """

    def __init__(self, blocks: list[Block]) -> None:
        self.registers: set[str] = set()
        self.blocks: set[int] = set()
        self.deciding: set[int] = set()  # blocks that end with a branch on an uncertain value
        self.watches = False  # whether memory is read while others may write it, rather than only by atomics
        self._memory: set[str] = set()
        instructions = [(b.index, i) for b in blocks for i in [*b.instructions, *([b.last] if b.last else [])]]
        if not any(is_decided_by_others(i) for _, i in instructions):
            return
        self.watches = any(i.opcode[0] == "ld" and is_decided_by_others(i) for _, i in instructions)
        origins = _origins([i for _, i in instructions])
        steps = [_Step(b, i, *definitions_and_uses(i), _places(i, origins)) for b, i in instructions]
        while self._spread(steps):
            self.deciding = {
                b.index for b in blocks if b.last is not None and len(b.next) > 1
                and not self.registers.isdisjoint(definitions_and_uses(b.last)[1])
            }  # fmt: skip
            self.blocks = _decided_blocks(blocks, self.deciding)

    def _spread(self, steps: list[_Step]) -> bool:
        """Propagate values through registers and memory to a fixed point. Returns whether anything changed."""
        before = sizes = len(self.registers), len(self._memory)
        while True:
            for step in steps:
                if self._is_uncertain(step):
                    self.registers.update(step.targets)
                if step.places and step.instruction.opcode[0] != "ld" and self._leaves(step):
                    self._memory |= step.places
            if sizes == (sizes := (len(self.registers), len(self._memory))):
                return before != sizes

    def _is_uncertain(self, step: _Step) -> bool:
        if not self.registers.isdisjoint(step.used) or is_decided_by_others(step.instruction):
            return True
        if step.instruction.opcode[0] != "ld" or not step.places or not self._memory:
            return False
        anywhere = _UNKNOWN in step.places or (_UNKNOWN in self._memory and "shared" not in step.places)
        return anywhere or not step.places.isdisjoint(self._memory)

    def _leaves(self, step: _Step) -> bool:
        """Whether the final memory contents depend on the order of threads."""
        if step.block in self.blocks or not self.registers.isdisjoint(step.used):
            return True
        opcode = step.instruction.opcode
        return opcode[0] in ("atom", "red") and not _LAST_COMES_LAST.isdisjoint(opcode)


def is_decided_by_others(instruction: Instruction) -> bool:
    """Whether its result depends on earlier threads: an atomic, or a read of what others may be changing."""
    if instruction.opcode[0] == "atom":
        return True
    watching = not _WATCHING.isdisjoint(instruction.opcode)
    return instruction.opcode[0] == "ld" and watching and space_of(instruction) in ("shared", "global", "generic")


def _places(instruction: Instruction, origins: dict[str, set[str]]) -> set[str]:
    """The memory that a load, store or atomic accesses; none for other instructions."""
    if instruction.opcode[0] not in ("ld", "st", "atom", "red") or space_of(instruction) in ("param", "const"):
        return set()
    space = space_of(instruction)
    if space in ("shared", "local"):
        return {space}
    pointer = next((o for o in instruction.operands if o.startswith("[")), "[]")
    base, _ = address(pointer, instruction.line)
    return (origins.get(base) or {_UNKNOWN}) if base.startswith("%") else {base or _UNKNOWN}


def _origins(instructions: list[Instruction]) -> dict[str, set[str]]:
    """The parameters and variables that a register may point into."""
    found: dict[str, set[str]] = defaultdict(set)
    moves: list[tuple[list[str], list[str]]] = []
    for instruction in instructions:
        moves += _moves(instruction)
    defined = {target for targets, _ in moves for target in targets}
    for targets, used in moves:
        for target in targets:
            found[target] |= {name for name in used if name[0] != "%" and name not in defined}
    changed = True
    while changed:
        changed = False
        for targets, used in moves:
            gained = set().union(*(found[name] for name in used if name in found))
            for target in targets:
                if not gained <= found[target]:
                    found[target] |= gained
                    changed = True
    return found


def _moves(instruction: Instruction) -> Iterator[tuple[list[str], list[str]]]:
    """(registers written, registers, variables and parameters they derive from) for moves of pointers."""
    opcode = instruction.opcode
    name, kind = opcode[0], opcode[-1]
    targets, used = definitions_and_uses(instruction)
    if name == "pass" or (name in ("ld", "st") and opcode[1:2] and opcode[1].startswith("param")):
        yield targets, used
    elif name in ("mov", "cvta", "add", "sub", "selp") and kind in _POINTERS:
        symbols = [o for o in instruction.operands[1:] if o[:1].isalpha() or o[:1] in "_$"]
        yield targets, [*used, *symbols]


def _decided_blocks(blocks: list[Block], deciding: set[int]) -> set[int]:
    """Blocks whose execution, or repetition, depends on these branches."""
    if not deciding:
        return set()
    meeting, bodies = immediate_post_dominators(blocks), loops(blocks)
    found: set[int] = set()
    for branch in deciding:
        found |= influenced(blocks, meeting[branch], branch)
        for body in bodies:
            if branch in body and not body.issuperset(blocks[branch].next):
                found |= body
    return found
