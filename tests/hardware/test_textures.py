"""What an H200 reads from textures is what the emulator does, bit for bit."""

from __future__ import annotations

import numpy as np
import pytest

from grader.simt import emulator
from grader.toolchain import compile_source
from tests.hardware.textures import CASES, RESULTS, SOURCE

TRUTH = np.load(RESULTS)
# Signed bytes, read as fractions and interpolated: a last bit of 15 is another one in less than a word of a hundred.
LAST_BIT = {"int8_border_0_linear", "int8_border_1_linear"}


def test_all_cases_were_measured() -> None:
    assert set(TRUTH) == set(CASES) and len(CASES) == 113


@pytest.mark.slow
@pytest.mark.share(1, guard="hardware")
def test_reads_are_those_of_the_hardware() -> None:
    program = compile_source(SOURCE.read_text("utf-8"))
    others = {}
    for name, case in CASES.items():
        result = emulator.launch(emulator.load(program, case.kernel), case.request())
        assert result.faults == (), name
        ours, theirs = result.outputs[0], TRUTH[name]
        other = ours.view(np.uint32) != theirs.view(np.uint32)
        if other.any():
            others[name] = float(np.abs(ours - theirs).max()), float(other.mean())
    assert others.keys() == LAST_BIT
    assert all(apart < 1.01 / 32767 and share < 0.01 for apart, share in others.values())
