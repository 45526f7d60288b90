"""mbarriers give, and clusters say, what they do on a GPU."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks.mbarriers import CLUSTERS, PROGRAMS, WORDS, program, registers
from tests.simt.running import run

ROOT = Path(__file__).resolve().parents[2]
MEASURED = json.loads((ROOT / "benchmarks/results/mbarriers_nvidia_h100_80gb_hbm3.json").read_text("utf-8"))
NOTHING = 0xFFFFFFFF


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_step_gives_what_it_gives_on_a_gpu(name: str) -> None:
    there = MEASURED["programs"][name]
    result = run(program(name), {"out": np.full(WORDS, NOTHING, np.uint32)}, block=1)
    assert [fault.kind for fault in result.faults] == (["mbarrier_overrun"] if there["error"] else [])
    if not there["error"]:
        assert result.outputs[0].tolist() == there["out"]


@pytest.mark.parametrize("name", CLUSTERS)
def test_a_block_knows_its_place_in_its_cluster(name: str) -> None:
    there = MEASURED["registers"][name]
    result = run(registers(name), {"out": np.full(len(there["out"]), NOTHING, np.uint32)}, grid=CLUSTERS[name], block=1)
    assert result.outputs[0].tolist() == there["out"]
