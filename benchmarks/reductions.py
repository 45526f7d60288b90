"""The ladder of reductions: the sum of 2^26 floats in seven steps, in turns with CUB and with the device's own copy.

    python benchmarks/reductions.py [OUT.json]

Needs a GPU and CuPy; OUT: benchmarks/results/reductions_<gpu>.json. Steps 0 to 5 leave one sum a block, whose addition
is not timed; step 6 is the solution of reduce_grid and leaves the sum. The copy moves as many bytes as a sum reads: it
reads half of them. A turn of each begins after 64 MiB of other data went through L2. Then each of three ways to bring
the blocks together adds up the same vector 20 times, and the different results are counted.
"""

from __future__ import annotations

import json
import statistics
import sys
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from benchmarks.measuring import Launch, milliseconds
from grader.cli.bench import RESULTS, slug
from grader.course.composed import kernel_of_course
from grader.cuda import libraries
from grader.cuda.clocks import ClockReader
from grader.cuda.device import CudaDevice
from grader.cuda.timing import TimedBuffer, TimedLaunch
from grader.launch import Argument
from grader.toolchain import compile_source
from grader.toolchain.versions import installed

HERE = Path(__file__).resolve().parent
SIZE = 1 << 26
ROUNDS, REPETITIONS = 25, 20
SWEPT = 1 << 26  # bytes of other data between two turns, more than L2 holds
TOLERANCE = 1e-3  # of the sum of absolute values' square root; a kernel that is wrong is off by far more
STEPS = ("reduction_modulo", "reduction_strided", "reduction_sequential", "reduction_first_add", "reduction_last_warp",
         "reduction_shuffle", "reduction_grid")  # fmt: skip
BESIDE = ("reduction_modulo_unrolled",)
ATOMICS = ("reduction_atomic_warp", "reduction_atomic_block")

Json = dict[str, Any]


class Sum:
    """A vector of floats, its sum, and room for the sums of blocks."""

    def __init__(self, gpu: CudaDevice) -> None:
        self.gpu = gpu
        self.vector = 2 * gpu.cupy.random.default_rng(1).random(SIZE, np.float32) - 1
        self.out = gpu.cupy.empty(SIZE // 256, np.float32)
        self.wanted = float(self.vector.sum(dtype=np.float64))
        self.total = gpu.cupy.empty((), np.float32)
        self.copied = gpu.cupy.empty(SIZE // 2, np.float32)
        self.other = gpu.cupy.zeros(SWEPT // 4, np.float32)

    def kernel(self, source: str, name: str, blocks: int) -> Launch:
        """A launch of a kernel that adds up the vector. Raises RuntimeError if its sums are wrong."""
        program = compile_source(kernel_of_course(HERE.parent / source).decode(), arch=self.gpu.arch)
        function = self.gpu.function(self.gpu.image(program), name)

        def launch() -> None:
            function((blocks,), (256,), (self.vector, self.out, np.int32(SIZE)))

        self.out.fill(0)
        launch()
        found = float(self.out.sum(dtype=np.float64))
        if not abs(found - self.wanted) < TOLERANCE * SIZE**0.5:
            raise RuntimeError(f"{name}: {found} where {self.wanted} is right")
        return launch

    def library(self) -> dict[str, Launch]:
        """CUB's sum, and the copy of the first half of the vector."""
        buffers = (TimedBuffer(SIZE, True), TimedBuffer(1, False), Argument("n", np.int32(SIZE)))
        cub = libraries.routine(self.gpu, "cub_sum", TimedLaunch("", (1, 1, 1), (1, 1, 1), 0, buffers))
        return {
            "cub": lambda: cub((self.vector.data.ptr, self.total.data.ptr, 0)),
            "copy": lambda: self.gpu.runtime.memcpyAsync(self.copied.data.ptr, self.vector.data.ptr, 2 * SIZE, 3, 0),
        }

    def milliseconds(self, launch: Launch) -> float:
        """Of one launch, after other data went through L2."""
        self.other += 1
        return milliseconds(self.gpu, launch)

    def different(self, launch: Launch) -> int:
        """How many different results as many launches leave."""
        results = set()
        for _ in range(REPETITIONS):
            self.out[0] = 0
            launch()
            results.add(self.out[0].get().tobytes())
        return len(results)


def blocks_of(entry: Json) -> int:
    """Blocks of an entry of kernels.yaml at this size."""
    launch = entry["launch"]
    return int(launch["grid"][0]) if "grid" in launch else SIZE // int(launch["tile"]["n"])


def timed(work: Sum, turns: dict[str, Launch]) -> dict[str, list[float]]:
    """Times of all, in turns; nobody always follows the same."""
    for launch in turns.values():
        launch()
    times: dict[str, list[float]] = {name: [] for name in turns}
    order = list(turns)
    for _ in range(ROUNDS):
        for name in order:
            times[name].append(round(work.milliseconds(turns[name]), 6))
        order.append(order.pop(0))
    return times


def main(out: Path | None) -> None:
    """Measure everything and write it down."""
    gpu = CudaDevice()
    work = Sum(gpu)
    known = yaml.safe_load((HERE / "kernels.yaml").read_text("utf-8"))
    turns = {n: work.kernel(known[n]["source"], known[n]["kernel"], blocks_of(known[n])) for n in (*STEPS, *BESIDE)}
    atomics = {n: work.kernel("benchmarks/kernels/reduction_order.cu", n, blocks_of(known[STEPS[-1]])) for n in ATOMICS}
    clocks = ClockReader(gpu.cupy.cuda.Device().pci_bus_id)
    times = timed(work, turns | atomics | work.library())
    read = clocks.read()
    ms = {name: statistics.median(taken) for name, taken in times.items()}
    document = {
        "measured": {"date": date.today().isoformat(), "gpu": gpu.facts.name, "driver_cuda": gpu.facts.driver,
                     "cupy": gpu.facts.cupy, "nvrtc": installed("nvidia-cuda-nvrtc")},
        "n": SIZE, "steps": STEPS, "clocks": None if read is None else asdict(read),
        "kernels": {
            name: {"ms": ms[name], "gigabytes": 4e-6 * SIZE / ms[name], "percent_of_copy": 100 * ms["copy"] / ms[name],
                   "percent_of_cub": 100 * ms["cub"] / ms[name], "times": taken}
            for name, taken in times.items()
        },
        "repetitions": REPETITIONS,
        "different_results": {n: work.different((turns | atomics)[n]) for n in (*ATOMICS, STEPS[-1])},
    }  # fmt: skip
    path = out or RESULTS / f"reductions_{slug(gpu.facts.name)}.json"
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    for name, each in document["kernels"].items():
        print(f"{name:28} {each['ms']:8.4f} ms {each['gigabytes']:7.0f} GB/s"
              f" {each['percent_of_copy']:6.1f} % of the copy {each['percent_of_cub']:6.1f} % of CUB")  # fmt: skip
    print(document["different_results"])


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
