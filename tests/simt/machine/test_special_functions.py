"""The special functions are those of an H200, bit for bit.

`special_functions_h200.npz` has operands and results of each: of every segment of its table, the ends among them and
operands that tell a coefficient from its neighbours; every exponent and either sign, subnormals, infinities, NaN.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grader.simt.machine import special_functions

MEASURED = Path(__file__).with_name("special_functions_h200.npz")
FLOATS = ("rcp", "rsq", "sqrt", "ex2", "lg2", "sin", "cos", "tanh")
WORDS = ("rcp64h", "rsq64h")  # of the high word of a double


@pytest.mark.parametrize("name", [*FLOATS, *WORDS])
def test_results_are_those_of_the_hardware(name: str) -> None:
    function: Callable[[Any], Any] = getattr(special_functions, name)
    with np.load(MEASURED) as kept:
        operands, wanted = kept[f"{name}_in"], kept[f"{name}_out"]
    assert operands.size > 1_000
    got = function(operands) if name in WORDS else function(operands.view(np.float32)).view(np.uint32)
    other = np.flatnonzero(got != wanted)
    assert [(hex(operands[at]), hex(got[at]), hex(wanted[at])) for at in other[:5]] == []
