"""Static analysis of the global memory that a kernel writes, and of how it orders its threads.

An address is traced through all registers to the parameters and variables that it may come from, ignoring the order of
instructions.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from grader.dataclass import dataclass
from grader.simt.accesses import Group, space_of
from grader.simt.kernel import End, Kernel, definitions_and_uses, is_plain_barrier, registers_in
from grader.simt.ptx import TYPE_BYTES, Instruction
from grader.simt.wavefronts import WORD

_RELEASING = frozenset({"acquire", "release", "acq_rel", "sc"})
_STRONG = frozenset({"volatile", "relaxed", *_RELEASING})
_FLOATS = frozenset({"f16", "f16x2", "bf16", "bf16x2", "f32", "f64"})
_NAME = re.compile(r"[$\w]+")
_MEMORY = ""  # origin of an address that was read from memory


@dataclass(frozen=True)
class WrittenMemory:
    """Global memory through which threads may interfere.

    groups: accesses, by index, to memory that the kernel writes. granule: bytes per place. by_turns: whether there are
    atomics whose result depends on the order of threads. fenced: whether there are fences, or acquire or release
    accesses. some_meet: whether there are barriers of some of a block's warps. flags_in_shared: whether warps of a
    block may order each other through shared memory.
    """

    groups: frozenset[int]
    granule: int
    by_turns: bool
    fenced: bool
    some_meet: bool
    flags_in_shared: bool


def find_written(kernel: Kernel, groups: Iterable[Group]) -> WrittenMemory | None:
    """The accesses to global memory that the kernel writes; None if it writes none."""
    instructions = [i for b in kernel.blocks for i in (*b.instructions, *([b.last] if b.last else ()))]
    origins = _Origins(kernel, instructions)
    wide = [g for g in groups if g.space in ("global", "generic")]
    of_group = {g.index: origins.of(g.base) for g in wide}
    written = [of_group[g.index] for g in wide if g.accesses[0].operation in ("store", "atomic")]
    if not written:
        return None
    unknown = any(not each or _MEMORY in each for each in written)
    sources = frozenset().union(*written)
    watched = (i for i, found in of_group.items() if unknown or not found or found & (sources | {_MEMORY}))
    granule = min(WORD, *(a.element_bytes for g in wide for a in g.accesses))
    fenced = any(i.opcode[0] in ("membar", "fence") or not _RELEASING.isdisjoint(i.opcode) for i in instructions)
    flags = fenced and any(space_of(i) != "global" and (i.opcode[0] == "atom" or not _STRONG.isdisjoint(i.opcode))
                           for i in instructions if i.opcode[0] in ("ld", "st", "atom"))  # fmt: skip
    some_meet = any(b.end is End.BARRIER and b.last is not None and not is_plain_barrier(b.last) for b in kernel.blocks)
    by_turns = any(map(_takes_turns, _with_uses(instructions)))
    return WrittenMemory(frozenset(watched), granule, by_turns, fenced, some_meet, flags)


def _with_uses(instructions: list[Instruction]) -> Iterator[tuple[Instruction, bool]]:
    """Every atomic instruction, and whether its result is used."""
    atomics = [i for i in instructions if i.opcode[0] in ("atom", "red")]
    used = {register for i in instructions for register in definitions_and_uses(i)[1]} if atomics else set()
    for instruction in atomics:
        returned = instruction.opcode[0] == "atom" and not used.isdisjoint(registers_in(instruction.operands[0]))
        yield instruction, returned


def _takes_turns(atomic: tuple[Instruction, bool]) -> bool:
    instruction, returned = atomic
    return returned or not {"exch", "cas", "inc", "dec", *_FLOATS}.isdisjoint(instruction.opcode)


class _Origins:
    """For every register, the parameters and variables whose address it may have, or _MEMORY."""

    def __init__(self, kernel: Kernel, instructions: list[Instruction]) -> None:
        self._named = {p[0] for p in kernel.parameters} | {v.name for v in kernel.module_variables}
        self._of: dict[str, set[str]] = defaultdict(set)
        flows: list[tuple[list[str], list[str]]] = []
        for instruction in instructions:
            targets, used = definitions_and_uses(instruction)
            if not targets:
                continue
            if instruction.opcode[0] in ("ld", "ldu", "atom") and space_of(instruction) != "param":
                if TYPE_BYTES.get(instruction.opcode[-1]) == 8:
                    for target in targets:
                        self._of[target].add(_MEMORY)
                continue
            named = {name for operand in instruction.operands for name in self._names(operand)}
            for target in targets:
                self._of[target] |= named
            flows.append((targets, used))
        self._spread(flows)

    def _names(self, operand: str) -> set[str]:
        return self._named.intersection(_NAME.findall(operand))

    def _spread(self, flows: list[tuple[list[str], list[str]]]) -> None:
        changed = True
        while changed:
            changed = False
            for targets, used in flows:
                found = set().union(*(self._of[u] for u in used))
                for target in targets:
                    if not found <= self._of[target]:
                        self._of[target] |= found
                        changed = True

    def of(self, base: str) -> frozenset[str]:
        """Origins of a group's base: a register, or the name of a variable."""
        return frozenset(self._of[base] if base.startswith("%") else self._names(base))
