"""From a 128-bit word to an instruction."""

from __future__ import annotations

from collections.abc import Iterator

from grader.sass import (
    bulk,
    control_flow,
    conversions,
    floats,
    halves,
    integers,
    memory,
    tensor,
    textures,
    uniform,
)  # fmt: skip
from grader.sass.fields import INSTRUCTION_BYTES, Spec
from grader.sass.instruction import Control, Instruction, Predicate, UnknownInstruction

_NONE = 7  # the number of no scoreboard

_SPECS: dict[int, Spec] = {}
for _family in (floats, halves, integers, conversions, uniform, memory, bulk, textures, tensor, control_flow):
    for _code, _spec in _family.entries():
        if _code in _SPECS:
            raise AssertionError(f"two meanings of {_code:#x}: {_SPECS[_code].opcode} and {_spec.opcode}")
        _SPECS[_code] = _spec

_ON_UNIFORM = {
    "UIADD3", "UIMAD", "ULOP3", "USHF", "USGXT", "UBREV", "UPLOP3", "ULEA", "UISETP",
    "USEL", "UMOV", "UPRMT", "UBMSK", "UFLO", "UPOPC", "ULDC",
    "S2UR", "UCGABAR_ARV", "UCGABAR_WAIT", "UBLKCP", "UBLKRED", "UBLKPF", "UTMALDG", "UTMASTG", "UTMAREDG", "UTMAPF",
    "UTMACMDFLUSH", "UTMACCTL", "UP2UR", "UR2UP",
}  # fmt: skip
_EXCHANGE = 0x5B2  # SYNCS.EXCH
_UNIFORM = frozenset(code for code, spec in _SPECS.items() if spec.opcode in _ON_UNIFORM or code == _EXCHANGE)


def decode(word: int, address: int = 0) -> Instruction:
    """The instruction of a word. address: of the instruction in its function, in bytes, from which branches count.

    Raises UnknownInstruction.
    """
    code = word & 0xFFF
    spec = _SPECS.get(code)
    if spec is None:
        raise UnknownInstruction(f"no operation has the code {code:#x}")
    modifiers: list[str] = []
    for modifier in spec.modifiers:
        name = modifier(word)
        if name:
            modifiers += name.split(".")
    operands = tuple(found for reader in spec.operands if (found := reader(word, address)) is not None)
    guard = Predicate(word >> 12 & 7, code in _UNIFORM, bool(word >> 15 & 1))
    return Instruction(address, spec.opcode, tuple(modifiers), guard, operands, control(word))


def control(word: int) -> Control:
    """The control word of an instruction."""
    writes, reads = word >> 110 & 7, word >> 113 & 7
    return Control(
        word >> 105 & 15, not word >> 109 & 1, None if writes == _NONE else writes, None if reads == _NONE else reads,
        word >> 116 & 63, word >> 122 & 15,
    )  # fmt: skip


def decode_all(code: bytes) -> Iterator[Instruction]:
    """The instructions of a function. Raises UnknownInstruction, which names the address; also for half a word."""
    for address in range(0, len(code), INSTRUCTION_BYTES):
        word = code[address : address + INSTRUCTION_BYTES]
        if len(word) < INSTRUCTION_BYTES:
            raise UnknownInstruction(f"half an instruction at {address:#x}")
        try:
            yield decode(int.from_bytes(word, "little"), address)
        except UnknownInstruction as reason:
            raise UnknownInstruction(f"at {address:#x}: {reason}") from None
