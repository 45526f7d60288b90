"""Making a kernel ready takes time in proportion to its length, also where many of its loads were merged."""

from __future__ import annotations

import pytest

from grader.simt import emulator, redundant_loads
from grader.simt.kernel import definitions_and_uses
from grader.simt.ptx import Instruction, parse
from grader.toolchain import compile_source
from tests.kernels import wrong_text

# Fragments straight from global memory, unrolled: 880 pairs of loads off one register.
SOURCE = wrong_text("07_register_blocking", "conflict_free_fragments", "fragment_from_global_memory")


@pytest.mark.slow
def test_every_instruction_is_asked_once_what_it_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0

    def counted(instruction: Instruction) -> tuple[list[str], list[str]]:
        nonlocal asked
        asked += 1
        return definitions_and_uses(instruction)

    monkeypatch.setattr(redundant_loads, "definitions_and_uses", counted)
    program = compile_source(SOURCE)
    emulator.load(program, "conflict_free_fragments")
    (function,) = parse(program.ptx, program.file).functions.values()
    assert 0 < asked <= 2 * len(function.instructions)
