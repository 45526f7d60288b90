"""Instructions at which lanes of a warp wait for each other: those whose last operand is a mask of lanes.

PTX: a warp-level `.sync` instruction makes its lanes wait until all non-exited lanes in their mask execute it too.
"""

from __future__ import annotations

from collections import defaultdict

from grader.simt.kernel import Block, definitions_and_uses
from grader.simt.ptx import INTEGER, Instruction, integer

_MASK_AT = {"shfl": 4, "vote": 2, "match": 2, "redux": 2, "elect": 1, "bar": 0}
_ALL = 0xFFFFFFFF


def find_meetings(blocks: list[Block]) -> dict[int, int | str]:
    """The mask of the first such instruction in every block, if it is known before the block runs: the lanes, or the
    register with the mask."""
    found: dict[int, int | str] = {}
    if not any(_mask(i) for b in blocks for i in b.instructions):
        return found
    constants = _constants(blocks)
    for block in blocks:
        defined: set[str] = set()
        for instruction in block.instructions:
            mask = _mask(instruction)
            if mask is not None:
                value = integer(mask) & _ALL if INTEGER.fullmatch(mask) else constants.get(mask)
                if value is not None or (mask not in defined and mask in block.live_in):
                    found[block.index] = mask if value is None else value
                    break
            defined.update(definitions_and_uses(instruction)[0])
    return found


def _mask(instruction: Instruction) -> str | None:
    """The mask operand of such an instruction."""
    opcode = instruction.opcode
    if "sync" not in opcode or opcode[0] not in _MASK_AT or (opcode[0] == "bar" and opcode[1] != "warp"):
        return None
    at = _MASK_AT[opcode[0]]
    return instruction.operands[at] if at < len(instruction.operands) else None


def _constants(blocks: list[Block]) -> dict[str, int]:
    """Registers that are set once, to a number."""
    values: dict[str, set[int | None]] = defaultdict(set)
    for block in blocks:
        for instruction in block.instructions:
            source = instruction.operands[-1] if instruction.operands else ""
            plain = instruction.opcode[0] == "mov" and instruction.guard is None and INTEGER.fullmatch(source)
            for register in definitions_and_uses(instruction)[0]:
                values[register].add(integer(source) & _ALL if plain else None)
    return {r: v for r, (v, *rest) in values.items() if v is not None and not rest}
