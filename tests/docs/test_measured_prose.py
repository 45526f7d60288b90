"""What pages of modules 09 and 10 say in words about measurements is so in the data."""

from __future__ import annotations

import json
import re
import statistics
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs"))
import measured_matrices  # noqa: E402  # docs is a folder of scripts, not a package
import tables  # noqa: E402


def test_of_the_timed_variants_of_tune_tiles() -> None:
    found = {variant["rank"]: variant for variant in measured_matrices.tuned()}
    by_time, twelve = list(found), [found[rank] for rank in range(1, 13)]
    assert {variant["model"]["bound_by"] for variant in found.values()} == {"issue"}
    assert {by_time[0], by_time[-1]} < set(tables.TUNED)
    listed = {1, 15, 49, *range(2, 15)}  # of `--top 16`: those that no other beats, then the best by the bound
    assert set(by_time[:3]) <= listed and len(listed) == 16
    assert len({variant["costs"]["wavefronts"] for variant in twelve}) == 1
    instructions = [variant["costs"]["instructions"] for variant in twelve]
    assert 1.005 < max(instructions) / min(instructions) < 1.015
    tall, flat = ([v["timed"]["ms"] for v in twelve if v["values"]["TM"] == rows] for rows in (16, 8))
    assert (len(tall), len(flat)) == (6, 6) and max(tall) < min(flat)
    assert [(found[rank]["registers"], found[rank]["warps"]) for rank in (20, 24)] == [(128, 16), (129, 8)]
    assert found[20]["costs"]["wavefronts"] == found[24]["costs"]["wavefronts"]
    assert found[15]["values"] == found[18]["values"] | {"BK": 16}
    assert round(100 * found[15]["costs"]["wavefronts"] / found[1]["costs"]["wavefronts"]) == 170
    assert by_time.index(15) == 2 and by_time.index(4) == 10
    solution = (ROOT / "solutions/09_warp_tiling/tune_tiles.cu").read_text("utf-8")
    own = dict(re.findall(r"#define (\w+) (\d+)", solution.partition("// END SOLUTION")[0]))
    assert {name: int(own[name]) for name in found[4]["values"]} == found[4]["values"]


def test_of_the_rate_of_mma_sync() -> None:
    """Less than what shared memory would allow `hgemm_pipelined`, whose mma takes 1.375 wavefronts."""
    assert measured_matrices.mma_rate(16) / 4096 < 0.73 and 4096 / measured_matrices.mma_rate(8) > 1.375
    assert abs(measured_matrices.mma_rate(16) / 4096 - 0.65) < 0.01
    assert abs(measured_matrices.mma_rate(16, "tf32") / measured_matrices.mma_rate(16) - 0.5) < 0.01


def test_of_products_in_a_row() -> None:
    """Two steps down, at which both kernels slow down at once."""
    results = json.loads((ROOT / "benchmarks/results/hgemm_wgmma_nvidia_h200.json").read_text("utf-8"))
    turns = results["sizes"]["4096"]["in_a_row"]
    for times in turns.values():
        levels = [statistics.median(times[part]) for part in (slice(0, 4), slice(4, 11), slice(13, None))]
        assert max(times[:4]) < 1.03 * levels[0] and max(times[4:11]) < 1.03 * levels[1]
        assert levels[1] > 1.07 * levels[0] and levels[2] > 1.02 * levels[1]
    assert 12 * 40 * statistics.median(turns["cublas"]) < 100  # milliseconds: twelve turns of twenty launches of either
