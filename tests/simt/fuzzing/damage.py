"""Machine code of sound kernels with bits flipped, words exchanged, or of random bits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from grader.sass.fields import INSTRUCTION_BYTES
from grader.simt.emulator import load
from grader.toolchain import Program
from tests.simt.fuzzing.choices import Choices
from tests.simt.fuzzing.launches import compiled

_BITS = 8 * INSTRUCTION_BYTES


@dataclass(frozen=True)
class Damage:
    """A program whose machine code is not what the compiler made, and a kernel of it."""

    program: Program
    kernel: str
    told: str

    def __repr__(self) -> str:
        return f"Damage({self.kernel}: {self.told})"


@cache
def _places() -> tuple[tuple[str, int, int], ...]:
    """(kernel, where its code begins in the cubin, instructions)."""
    program = compiled()
    texts = {name: load(program, name).code.text for name in sorted(program.kernels)}
    return tuple((name, program.cubin.index(text), len(text) // INSTRUCTION_BYTES) for name, text in texts.items())


def damage(choose: Choices) -> Damage:
    """A few instructions are changed."""
    kernel, start, count = choose.of(_places())
    cubin, told = bytearray(compiled().cubin), []
    for _ in range(1 + choose.below(4)):
        at = start + INSTRUCTION_BYTES * choose.below(count)
        kind = choose.below(8)
        if kind < 5:
            bit = choose.below(_BITS)
            cubin[at + bit // 8] ^= 1 << bit % 8
            told.append(f"bit {bit} of {at - start:#x}")
        elif kind < 7:
            other = start + INSTRUCTION_BYTES * choose.below(count)
            one, two = (bytes(cubin[a : a + INSTRUCTION_BYTES]) for a in (at, other))
            cubin[at : at + INSTRUCTION_BYTES], cubin[other : other + INSTRUCTION_BYTES] = two, one
            told.append(f"{at - start:#x} and {other - start:#x} exchanged")
        else:
            word = bytes(choose.below(256) for _ in range(INSTRUCTION_BYTES))
            cubin[at : at + INSTRUCTION_BYTES] = word
            told.append(f"{word.hex()} at {at - start:#x}")
    return Damage(replace(compiled(), cubin=bytes(cubin)), kernel, ", ".join(told))
