"""Lanes of a warp that parted wait for each other, and go on, in the order of a GPU."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks.parted_warps import KERNELS, source
from tests.simt.running import run

ROOT = Path(__file__).resolve().parents[2]
MEASURED = json.loads((ROOT / "benchmarks/results/parted_warps_nvidia_h100_80gb_hbm3.json").read_text("utf-8"))["drawn"]


@pytest.mark.parametrize(("name", "n"), [(name, n) for name, (_, values) in KERNELS.items() for n in values])
def test_every_lane_draws_the_number_that_it_draws_on_a_gpu(name: str, n: int) -> None:
    given = {"o": np.full(128, -1, np.int32), "c": np.zeros(1, np.int32), "n": n}
    result = run(source(name), given)
    assert result.faults == ()
    assert result.outputs[0].tolist() == MEASURED[name][str(n)]
