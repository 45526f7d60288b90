"""What TMA copies of boxes leave on an H100, and what it refuses, is what the emulator leaves and refuses."""

from __future__ import annotations

import numpy as np
import pytest

from grader.simt import emulator
from grader.toolchain import compile_source
from tests.hardware import tiles

TRUTH = np.load(tiles.RESULTS)


def test_all_cases_were_measured() -> None:
    assert set(TRUTH) == set(tiles.CASES) and len(tiles.CASES) == 602


def test_what_is_refused() -> None:
    """Rows that begin within 16 bytes, and writing before the beginning of an axis."""
    refused = {name for name in TRUTH if not TRUTH[name].size}
    for name, case in tiles.CASES.items():
        within = case.corner[-1] * case.map.tensor.dtype.itemsize % 16 != 0
        assert (name in refused) == (within or (case.way != "load" and min(case.corner) < 0)), name


@pytest.mark.slow
@pytest.mark.share(1, guard="hardware")
def test_copies_are_those_of_the_hardware() -> None:
    program = compile_source(tiles.source())
    loaded = {kernel: emulator.load(program, kernel) for kernel in {case.kernel for case in tiles.CASES.values()}}
    others = []
    for name, case in tiles.CASES.items():
        result = emulator.launch(loaded[case.kernel], case.request())
        if not TRUTH[name].size:
            refused = [fault.kind for fault in result.faults]
            if refused not in (["misaligned"], ["out_of_bounds"]):
                others.append((name, str(refused)))
        elif result.faults or (result.outputs[case.result].view(np.uint8) != TRUTH[name]).any():
            others.append((name, str(result.faults)))
    assert not others
