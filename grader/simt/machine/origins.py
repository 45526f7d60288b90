"""The buffers and variables that an access may go to: the pointers from which its address was computed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from grader.sass.instruction import Address, Instruction
from grader.simt.machine.blocks import Block, Step
from grader.simt.machine.code import PARAMETERS, Code
from grader.simt.machine.graph import Ways
from grader.simt.machine.writer import VARIABLES, slot

Origins = frozenset[int | str]  # parameters, by their offset in constant bank 0, and names of variables
NOWHERE: Origins = frozenset()
ACCESSES = frozenset({"LDG", "STG", "ATOMG", "REDG", "LDL", "STL", "LDS", "STS", "ATOMS", "LDSM", "STSM", "LD", "ST",
                      "ATOM", "LDGSTS"})  # fmt: skip
LOADS = frozenset({"LDG", "LDL", "LDS", "LDSM", "LD"})


def pointers_of(code: Code, positions: Iterable[int]) -> frozenset[int]:
    """The parameters at these positions, as offsets in constant bank 0."""
    return frozenset(PARAMETERS + code.parameters[p].offset for p in positions)


def origins(
    code: Code, blocks: Mapping[int, Block], ways: Ways, pointers: Collection[int]
) -> dict[int, Origins]:  # fmt: skip
    """For each memory instruction, by its address. An empty set: perhaps a pointer that was read from memory, so that
    it may go anywhere. pointers: the parameters that are buffers."""
    sources: dict[int, int | str] = {at + half: at for at in pointers for half in (0, 4)}
    sources |= {VARIABLES + at + half: name for at, name, _ in code.addresses for half in (0, 4)}
    before: dict[int, dict[int, Origins]] = {start: {} for start in blocks}
    found: dict[int, Origins] = {}
    pending = set(blocks)
    while pending:
        block = blocks[min(pending)]
        pending.discard(block.start)
        state = dict(before[block.start])
        for step in block.steps:
            _pass(step, state, sources, found)
        pending |= {start for start in ways[block.start] if _joined(before[start], state)}
    return found


def _pass(step: Step, state: dict[int, Origins], sources: Mapping[int, int | str], found: dict[int, Origins]) -> None:
    i = step.instruction
    if i.opcode in ACCESSES:
        own = NOWHERE.union(*(state.get(r, NOWHERE) for r in slots_of_address(i, i.opcode == "LDGSTS")))
        found[i.address] = found.get(i.address, NOWHERE) | own
    if not step.writes:
        return
    made = NOWHERE
    if i.opcode not in LOADS:  # what is loaded may be a pointer to anywhere
        for register in step.reads:
            made |= state.get(register, NOWHERE)
        for parameter in step.parameters:
            if parameter in sources:
                made |= {sources[parameter]}
    for register in step.writes:
        whole = made if i.guard.always else made | state.get(register, NOWHERE)
        if whole:
            state[register] = whole
        else:
            state.pop(register, None)


def _joined(known: dict[int, Origins], state: Mapping[int, Origins]) -> bool:
    """Take in what holds on another way. Returns whether that is new."""
    new = False
    for register, own in state.items():
        before = known.get(register, NOWHERE)
        if not own <= before:
            known[register] = before | own
            new = True
    return new


def slots_of_address(i: Instruction, of_source: bool = False) -> set[int]:
    """The registers in which it has the address; of_source: of a copy, that in global memory."""
    operands = [o for o in i.operands if isinstance(o, Address)]
    found = set()
    for operand in operands[-1:] if of_source else operands:
        for register in (operand.base, operand.uniform):
            if register is not None and not register.zero:
                found |= {slot(register), slot(register) + 1} if "E" in i.modifiers else {slot(register)}
    return found
