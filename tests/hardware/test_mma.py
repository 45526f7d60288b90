"""What tensor cores of an H200 return is what the emulator does, bit for bit: every type, shape and kind of operand."""

from __future__ import annotations

import numpy as np
import pytest

from grader.simt import emulator
from grader.toolchain import compile_source
from tests.hardware import mma

TRUTH = np.load(mma.RESULTS)
_RESULT = 3


def test_all_cases_were_measured() -> None:
    assert set(TRUTH) == {f"{name} {kind}" for name, kind in mma.cases()} and len(mma.cases()) == 147


@pytest.mark.slow
@pytest.mark.share(1, guard="hardware")
def test_products_are_those_of_the_hardware() -> None:
    program = compile_source(mma.source())
    others = {}
    for name, kind in mma.cases():
        request = mma.request(name, kind)
        result = emulator.launch(emulator.load(program, request.kernel), request)
        assert result.faults == (), name
        differ = int((result.outputs[_RESULT].view(np.uint32) != TRUTH[f"{name} {kind}"]).sum())
        if differ:
            others[f"{name} {kind}"] = differ
    assert not others
