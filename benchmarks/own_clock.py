"""One kernel under six clocks: what each of the usual ways to time a launch says of the same work.

    python benchmarks/own_clock.py [OUT.json]        (a GPU and CuPy; OUT: benchmarks/results/own_clock_<gpu>.json)

The kernel is the course's matvec, at 16,384 x 16,384 (1 GiB) and at 2,048 x 2,048 (16 MiB: L2 holds it). Every number
is the median of RUNS in milliseconds, except the first launch, which happens once.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import cupy as cp
import numpy as np

from grader.cli.bench import RESULTS, slug
from grader.cuda.device import CudaDevice
from grader.toolchain.versions import installed

SOURCE = Path(__file__).resolve().parents[1] / "solutions" / "03_matmul_and_roofline" / "matvec.cu"
SIZES = (16384, 2048)
BLOCK = 256
RUNS = 31


class Work:
    """One launch of matvec on an n x n matrix."""

    def __init__(self, kernel: Any, n: int) -> None:
        self.kernel, self.n = kernel, n
        self.a = cp.random.random((n, n), dtype=cp.float32) - np.float32(0.5)
        self.x = cp.random.random(n, dtype=cp.float32) - np.float32(0.5)
        self.y = cp.full(n, cp.nan, dtype=cp.float32)
        self.arguments = (self.a, self.x, self.y, np.int32(n), np.int32(n), np.int32(n))
        cp.cuda.Device().synchronize()

    def launch(self) -> None:
        """Enqueue the kernel."""
        self.kernel((self.n * 32 // BLOCK,), (BLOCK,), self.arguments)

    def check(self) -> None:
        """Raises RuntimeError where the result is wrong."""
        wanted = self.a.astype(cp.float64) @ self.x.astype(cp.float64)
        if not float(cp.abs(self.y - wanted).max()) < 1e-6 * self.n:
            raise RuntimeError("wrong results")


def host_ms(work: Work, *, wait: bool) -> float:
    """The host's clock around a launch; wait: until the GPU has finished."""
    cp.cuda.Device().synchronize()
    begun = time.perf_counter()
    work.launch()
    if wait:
        cp.cuda.Device().synchronize()
    return (time.perf_counter() - begun) * 1000


def event_ms(work: Work, before: Callable[[], object], launches: int = 1) -> float:
    """Events around so many launches, for each launch; before: what is enqueued in front of them."""
    cp.cuda.Device().synchronize()
    start, stop = cp.cuda.Event(), cp.cuda.Event()
    before()
    start.record()
    for _ in range(launches):
        work.launch()
    stop.record()
    stop.synchronize()
    return float(cp.cuda.get_elapsed_time(start, stop)) / launches


def median(measure: Callable[[], float]) -> dict[str, float]:
    """Median and extremes of RUNS."""
    found = [measure() for _ in range(RUNS)]
    return {"ms": statistics.median(found), "least_ms": min(found), "most_ms": max(found)}


def clocks(work: Work, flush: Callable[[], object]) -> dict[str, dict[str, float]]:
    """What every clock says of this work, after it was launched once."""
    work.launch()
    work.check()
    return {
        "cpu_clock": median(lambda: host_ms(work, wait=False)),
        "cpu_clock_waiting": median(lambda: host_ms(work, wait=True)),
        "events_idle_warm": median(lambda: event_ms(work, lambda: None)),
        "events_busy_cold": median(lambda: event_ms(work, flush)),
        "events_of_ten": median(lambda: event_ms(work, lambda: None, 10)),
    }


def main(out: Path | None) -> None:
    """Measure everything and write it down."""
    gpu = CudaDevice()
    others = cp.empty(5 * gpu.facts.l2_bytes // 2, dtype=cp.uint8)
    others.fill(0)
    module = cp.RawModule(code=SOURCE.read_text("utf-8"), options=("-std=c++17",))
    begun = time.perf_counter()
    kernel = module.get_function("matvec")
    compiled = (time.perf_counter() - begun) * 1000
    work = [Work(kernel, n) for n in SIZES]
    first = host_ms(work[-1], wait=True)
    document = {
        "gpu": gpu.facts.name,
        "arch": gpu.arch,
        "date": date.today().isoformat(),
        "driver_cuda": gpu.facts.driver,
        "cupy": gpu.facts.cupy,
        "nvrtc": installed("nvidia-cuda-nvrtc"),
        "l2_bytes": gpu.facts.l2_bytes,
        "runs": RUNS,
        "compile_ms": compiled,
        "first_launch_ms": first,
        "sizes": {str(each.n): clocks(each, lambda: others.fill(1)) for each in work},
    }
    out = out or RESULTS / f"own_clock_{slug(gpu.facts.name)}.json"
    out.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    print(out.read_text("utf-8"))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
