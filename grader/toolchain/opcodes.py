"""Decoding of 128-bit machine instructions (sm_75 to sm_120): opcode, width, base register and offset.

NVIDIA does not publish the encoding. The rules are derived from nvdisasm's output and tested against it in
tests/toolchain/test_machine_code.py. The low 9 bits encode the operation, the next 3 the form of its operands.
"""

from __future__ import annotations

from collections.abc import Callable

from grader.dataclass import dataclass

RZ = 255  # the zero register
_OPERATION = 0x1FF


def bits(word: int, start: int, count: int) -> int:
    """`count` bits of an instruction word from bit `start`, unsigned."""
    return word >> start & (1 << count) - 1


def signed_bits(word: int, start: int, count: int) -> int:
    """`count` bits of an instruction word from bit `start`, in two's complement."""
    value = bits(word, start, count)
    return value - (1 << count) if value >> (count - 1) else value


@dataclass(frozen=True, slots=True)
class Decoded:
    """The fields of MachineInstruction that the instruction word encodes."""

    opcode: str
    width: int | None = None
    base: int | None = None
    offset: int | None = None
    jump: int | None = None


def decode(word: int, major: int) -> Decoded | None:
    """Decode one instruction word for compute capability `major`.x; None for an operation of no interest."""
    decoder = _DECODERS.get(word & _OPERATION)
    return decoder(word, major) if decoder else None


_LOAD_BYTES = (1, 1, 2, 2, 4, 8, 16, 16)
# Types of atomics. Since sm_90 floating point has operations of its own, with a 4-bit type field.
_ATOMIC_BYTES = {0: 4, 1: 4, 2: 8, 3: 8, 4: 16}  # U32 S32 U64 S64 128
_OLD_ATOMIC_BYTES = {0: 4, 1: 4, 2: 8, 3: 4, 4: 4, 5: 8, 6: 8}  # U32 S32 U64 F32 F16x2 S64 F64
_FLOAT_ATOMIC_BYTES = {0: 4, 1: 8, 2: 16, 3: 4, 4: 8, 5: 16, 9: 4, 10: 8, 11: 16, 15: 8}  # F16x2.. BF16x2.. F32.. F64
_ATOMIC_NAMES = ("ADD", "MIN", "MAX", "INC", "DEC", "AND", "OR", "XOR", "EXCH")
_FLOAT_ATOMICS = (0x1A2, 0x1A3, 0x1A6)
_POPC_INC = (10, 11)
_CAST_SPIN = 3

_Decoder = Callable[[int, int], Decoded]


def _plain(opcode: str) -> _Decoder:
    decoded = Decoded(opcode)
    return lambda word, major: decoded


def _register(word: int, start: int) -> int | None:
    register = bits(word, start, 8)
    return None if register == RZ else register


def _memory(opcode: str) -> _Decoder:
    def decoder(word: int, major: int) -> Decoded:
        width = _LOAD_BYTES[bits(word, 73, 3)]
        return Decoded(opcode, width, _register(word, 24), signed_bits(word, 40, 24))

    return decoder


def _wide(opcode: str) -> _Decoder:
    # 256-bit accesses, sm_100 and later; the place of their offset is not known well enough to report it.
    return lambda word, major: Decoded(opcode, 32, _register(word, 24))


def _constant(opcode: str) -> _Decoder:
    return lambda word, major: Decoded(opcode, _LOAD_BYTES[bits(word, 73, 3)])


def _atomic_bytes(word: int, major: int) -> int | None:
    if word & _OPERATION in _FLOAT_ATOMICS:
        return _FLOAT_ATOMIC_BYTES.get(bits(word, 73, 4))
    return (_ATOMIC_BYTES if major >= 9 else _OLD_ATOMIC_BYTES).get(bits(word, 73, 3))


def _atomic(opcode: str) -> _Decoder:
    def decoder(word: int, major: int) -> Decoded:
        # From sm_100 on the offset field's top bit means something else in atomics that return a value.
        offset = signed_bits(word, 40, 23 if major >= 10 else 24)
        return Decoded(opcode, _atomic_bytes(word, major), _register(word, 24), offset)

    return decoder


def _reduction(word: int, major: int) -> Decoded:
    name = "REDG" if major >= 9 else "RED"
    return Decoded(name, _atomic_bytes(word, major), _register(word, 24), signed_bits(word, 40, 24))


def _shared_atomic(word: int, major: int) -> Decoded:
    operation = bits(word, 87, 4)
    name = _ATOMIC_NAMES[operation] if operation < len(_ATOMIC_NAMES) else "OTHER"
    return _shared("POPC.INC" if operation in _POPC_INC else name, word, major)


def _shared_compare_and_swap(word: int, major: int) -> Decoded:
    return _shared("CAST.SPIN" if bits(word, 87, 4) == _CAST_SPIN else "CAS", word, major)


def _shared(name: str, word: int, major: int) -> Decoded:
    return Decoded(f"ATOMS.{name}", _atomic_bytes(word, major), _register(word, 24), signed_bits(word, 40, 24))


def _async_copy(word: int, major: int) -> Decoded:
    # Two addresses: the shared destination, which is reported, and the global source.
    width = (4, 8, 16, 16)[bits(word, 74, 2)] if major >= 10 else _LOAD_BYTES[bits(word, 73, 3)]
    return Decoded("LDGSTS", width, _register(word, 16), signed_bits(word, 44, 20))


def _matrices(opcode: str) -> _Decoder:
    # A lane that names a row names 16 bytes, however many of the warp's lanes do.
    return lambda word, major: Decoded(opcode, 16, _register(word, 24), signed_bits(word, 40, 24))


# Taken by each lane; if all lanes of the warp would take it; if the warp has diverged; if it has not.
_BRANCHES = ("BRA", "BRA.U", "BRA.DIV", "BRA.CONV")


def _branch(word: int, major: int) -> Decoded:
    words = signed_bits(word, 34, 48)
    return Decoded(_BRANCHES[bits(word, 32, 2)], jump=4 * (words << 8 | bits(word, 16, 8) if major >= 9 else words))


# What is done at a barrier; a warp that only arrives goes on at once.
_AT_A_BARRIER = {1: "BAR.ARV"}


def _barrier(word: int, major: int) -> Decoded:
    return Decoded(_AT_A_BARRIER.get(bits(word, 77, 3), "BAR"))


_DECODERS: dict[int, _Decoder] = {
    0x180: _memory("LD"), 0x181: _memory("LDG"), 0x183: _memory("LDL"), 0x184: _memory("LDS"),
    0x185: _memory("ST"), 0x186: _memory("STG"), 0x187: _memory("STL"), 0x188: _memory("STS"),
    0x17E: _wide("LDG"), 0x17F: _wide("STG"), 0x182: _constant("LDC"), 0x1AE: _async_copy,
    0x03B: _matrices("LDSM"), 0x044: _matrices("STSM"),
    0x18C: _shared_atomic, 0x18D: _shared_compare_and_swap, 0x18E: _reduction, 0x1A6: _reduction,
    0x18A: _atomic("ATOM"), 0x18B: _atomic("ATOM"), 0x1A2: _atomic("ATOM"),
    0x1A8: _atomic("ATOMG"), 0x1A9: _atomic("ATOMG"), 0x1A3: _atomic("ATOMG"),
    0x020: _plain("FMUL"), 0x021: _plain("FADD"), 0x023: _plain("FFMA"),
    0x028: _plain("DMUL"), 0x029: _plain("DADD"), 0x02B: _plain("DFMA"), 0x03C: _plain("HMMA"),
    0x147: _branch, 0x149: _plain("BRX"), 0x150: _plain("RET"), 0x14D: _plain("EXIT"),
    0x11D: _barrier, 0x192: _plain("MEMBAR"), 0x141: _plain("BSYNC"), 0x148: _plain("WARPSYNC"),
    0x189: _plain("SHFL"), 0x1C4: _plain("REDUX"), 0x109: _plain("POPC"), 0x160: _plain("TEX"),
}  # fmt: skip
