"""Cycles of a shared load with an N-way bank conflict, N = 1, 2, 4 ... 32: for one warp, and for 32 warps of an SM.

    python benchmarks/conflict_cycles.py [OUT.json]

Needs a GPU and CuPy; OUT: benchmarks/results/conflict_cycles_<gpu>.json. Each lane follows a chain of dependent loads,
see kernels/conflict_chain.cu; a second walk twice as long takes away what is not a step. One warp shows the latency of
a request: no load begins before the one before it has come back. With 32 warps others ask while one waits, which shows
the throughput. Where each walk ends is compared with its chain.
"""

from __future__ import annotations

import json
import statistics
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.measuring import measured_on
from grader.cli.bench import RESULTS, slug
from grader.cuda.clocks import ClockReader
from grader.cuda.device import CudaDevice
from grader.toolchain import compile_source

SOURCE = Path(__file__).with_name("kernels") / "conflict_chain.cu"
WAYS = (1, 2, 4, 8, 16, 32)
WARPS = (1, 32)
RUNS = 15
STEPS = 1024  # a multiple of UNROLLED
DISTANCE, WORDS = 1024, 8 * 1024  # as in conflict_chain.cu


@dataclass(frozen=True)
class Conflict:
    """Cycles from one step of all warps to the next, the median of `runs`; one step is one request of each warp."""

    ways: int
    warps: int
    steps: int
    cycles: float
    runs: tuple[float, ...]


def measured(gpu: CudaDevice, kernel: Any, ways: int, warps: int) -> Conflict:
    """Walks of STEPS and twice as many steps. Raises RuntimeError where one does not end where its chain leads."""
    threads = 32 * warps
    started, stopped = (gpu.cupy.zeros(threads, np.uint64) for _ in range(2))
    reached = gpu.cupy.zeros(threads, np.uint32)

    def walk(steps: int) -> int:
        kernel((1,), (threads,), (np.uint32(ways), np.uint32(steps), started, stopped, reached))
        ended = (np.arange(threads) % 32 * ways + steps * DISTANCE) % WORDS
        if not np.array_equal(reached.get(), ended):
            raise RuntimeError(f"{ways} ways, {warps} warps: a walk did not end where its chain leads")
        return int(stopped.get().max()) - int(started.get().min())

    walk(STEPS)  # the code is in its cache afterwards
    runs = tuple((walk(2 * STEPS) - walk(STEPS)) / STEPS for _ in range(RUNS))
    return Conflict(ways, warps, STEPS, statistics.median(runs), runs)


def main(out: Path | None) -> None:
    """Measure everything and write it down."""
    gpu = CudaDevice()
    program = compile_source(SOURCE.read_text("utf-8"), file=SOURCE.name, arch=gpu.arch)
    kernel = gpu.function(gpu.image(program), "conflict_chain")
    clocks = ClockReader(gpu.cupy.cuda.Device().pci_bus_id)
    found = [measured(gpu, kernel, ways, warps) for warps in WARPS for ways in WAYS]
    read = clocks.read()
    document = {
        **measured_on(gpu),
        "clocks": None if read is None else asdict(read),
        "conflicts": [asdict(each) for each in found],
    }
    out = out or RESULTS / f"conflict_cycles_{slug(gpu.facts.name)}.json"
    out.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    for each in found:
        spread = f"from {min(each.runs):.1f} to {max(each.runs):.1f}"
        print(f"{each.warps:2} warps {each.ways:2} ways {each.cycles:8.1f} cycles   {spread}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
