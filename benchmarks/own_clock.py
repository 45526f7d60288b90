"""One kernel under seven clocks: what each of the usual ways to time a launch says of the same work.

    python benchmarks/own_clock.py [OUT.json]        (a GPU and CuPy; OUT: benchmarks/results/own_clock_<gpu>.json)

The kernel is the course's matvec, at 16,384 x 16,384 (1 GiB) and at 2,048 x 2,048 (16 MiB: L2 holds it). Every number
is the median of RUNS in milliseconds. held: behind a kernel that spins, so that nothing waits for the CPU; cold: behind
one that filled L2 with other data, too. Controls: an empty kernel, and two events with nothing between.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cupy as cp
import numpy as np

from benchmarks.measuring import measured_on
from grader.cli.bench import RESULTS, slug
from grader.cuda.device import CudaDevice

SOURCE = Path(__file__).resolve().parents[1] / "solutions" / "03_matmul_and_roofline" / "matvec.cu"
SIZES = (16384, 2048)
BLOCK = 256
RUNS = 31
HOLD = 400_000  # clock cycles, about 0.2 ms: longer than the CPU needs to enqueue ten launches

HELPERS = """
extern "C" __global__ void nothing() {}

extern "C" __global__ void hold(long long cycles)
{
    long long begin = clock64();
    while (clock64() - begin < cycles) {}
}

extern "C" __global__ void read_all(const float* others, int n, float* found)
{
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += others[i];
    if (sum == 0.5f)
        *found = sum;   // never: the numbers are ones; but the compiler must keep the loads
}
"""


class Clocks:
    """One launch of matvec on an n x n matrix, and what stands around it on the GPU's queue."""

    def __init__(self, kernels: Any, n: int, l2_bytes: int) -> None:
        self.kernels, self.n = kernels, n
        self.a = cp.random.random((n, n), dtype=cp.float32) - np.float32(0.5)
        self.x = cp.random.random(n, dtype=cp.float32) - np.float32(0.5)
        self.y = cp.full(n, cp.nan, dtype=cp.float32)
        self.arguments = (self.a, self.x, self.y, np.int32(n), np.int32(n), np.int32(n))
        self.others = cp.ones(5 * l2_bytes // 8, dtype=cp.float32)
        self.found = cp.zeros(1, dtype=cp.float32)
        self.blocks = n * 32 // BLOCK

    def launch(self) -> None:
        """Enqueue the kernel."""
        self.kernels("matvec")((self.blocks,), (BLOCK,), self.arguments)

    def empty(self) -> None:
        """Enqueue a kernel that does nothing, in a grid of the same shape."""
        self.kernels("nothing")((self.blocks,), (BLOCK,), ())

    def hold(self) -> None:
        """Keep the GPU busy, so that the CPU enqueues all that follows before it begins."""
        self.kernels("hold")((1,), (1,), (np.int64(HOLD),))

    def read_others(self) -> None:
        """Fill L2 with other data, by reading."""
        self.kernels("read_all")((1024,), (BLOCK,), (self.others, np.int32(self.others.size), self.found))
        self.hold()

    def write_others(self) -> None:
        """Fill L2 with other data, by writing."""
        self.others.fill(1)
        self.hold()

    def check(self) -> None:
        """Raises RuntimeError where the result is wrong."""
        self.launch()
        wanted = self.a.astype(cp.float64) @ self.x.astype(cp.float64)
        if not float(cp.abs(self.y - wanted).max()) < 1e-6 * self.n:
            raise RuntimeError("wrong results")

    def cpu(self, *, wait: bool) -> float:
        """Milliseconds of the CPU's clock around a launch; wait: until the GPU has finished."""
        cp.cuda.Device().synchronize()
        begun = time.perf_counter()
        self.launch()
        if wait:
            cp.cuda.Device().synchronize()
        return (time.perf_counter() - begun) * 1000

    def events(self, before: Callable[[], object], work: Callable[[], object], times: int = 1) -> float:
        """Milliseconds between two events around so many calls of work, for each; before: what is enqueued in front."""
        cp.cuda.Device().synchronize()
        start, stop = cp.cuda.Event(), cp.cuda.Event()
        before()
        start.record()
        for _ in range(times):
            work()
        stop.record()
        stop.synchronize()
        return float(cp.cuda.get_elapsed_time(start, stop)) / times

    def all(self) -> dict[str, dict[str, float]]:
        """What every clock says, after the first launch."""
        self.check()
        nothing = lambda: None  # noqa: E731
        return {
            "cpu": median(lambda: self.cpu(wait=False)),
            "cpu_waiting": median(lambda: self.cpu(wait=True)),
            "idle": median(lambda: self.events(nothing, self.launch)),
            "held": median(lambda: self.events(self.hold, self.launch)),
            "held_ten": median(lambda: self.events(self.hold, self.launch, 10)),
            "held_cold_read": median(lambda: self.events(self.read_others, self.launch)),
            "held_cold_written": median(lambda: self.events(self.write_others, self.launch)),
            "idle_empty": median(lambda: self.events(nothing, self.empty)),
            "held_empty": median(lambda: self.events(self.hold, self.empty)),
            "held_nothing": median(lambda: self.events(self.hold, nothing)),
        }


def median(measure: Callable[[], float]) -> dict[str, float]:
    """Median and extremes of RUNS."""
    found = [measure() for _ in range(RUNS)]
    return {"ms": statistics.median(found), "least_ms": min(found), "most_ms": max(found)}


def main(out: Path | None) -> None:
    """Measure everything and write it down."""
    gpu = CudaDevice()
    module = cp.RawModule(code=SOURCE.read_text("utf-8") + HELPERS, options=("-std=c++17",))
    sizes = [Clocks(module.get_function, n, gpu.facts.l2_bytes) for n in SIZES]
    document = {
        **measured_on(gpu),
        "l2_bytes": gpu.facts.l2_bytes,
        "runs": RUNS,
        "hold_cycles": HOLD,
        "sizes": {str(each.n): each.all() for each in sizes},
    }
    out = out or RESULTS / f"own_clock_{slug(gpu.facts.name)}.json"
    out.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    print(out.read_text("utf-8"))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
