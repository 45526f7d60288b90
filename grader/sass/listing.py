"""The machine code of a kernel as text, by address."""

from __future__ import annotations

from collections.abc import Mapping

from grader.sass.decode import decode
from grader.sass.fields import INSTRUCTION_BYTES
from grader.sass.instruction import UnknownInstruction
from grader.sass.spelling import spell
from grader.toolchain.elf import Cubin

ARCHITECTURE = "sm_90"


def listing(cubin: bytes, kernel: str) -> Mapping[int, str]:
    """Each instruction of a kernel, and of what it calls, as `spell` writes it; an unknown word as its number.

    cubin: of ARCHITECTURE. Empty for a kernel that it does not have. Raises NotACubin.
    """
    section = Cubin(cubin).section(f".text.{kernel}")
    code = section.data if section else b""
    whole = range(0, len(code) - len(code) % INSTRUCTION_BYTES, INSTRUCTION_BYTES)
    return {at: _line(int.from_bytes(code[at : at + INSTRUCTION_BYTES], "little"), at) for at in whole}


def _line(word: int, address: int) -> str:
    try:
        return spell(decode(word, address))
    except UnknownInstruction:
        return f"{word:#034x}"
