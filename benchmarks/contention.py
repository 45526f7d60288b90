"""What atomics, fences and barriers cost: by lanes at one address, by copies of a histogram, by who goes to memory.

    python benchmarks/contention.py [OUT.json]     (needs a GPU and CuPy; OUT: benchmarks/results/contention_<gpu>.json)

Kernels that are compared take turns on the same data, and the result of each is compared with what it has to be before
it is timed. Histograms are those of module 12, and CUB's of as many bytes. Cycles of barriers and fences are those of a
warp, by its own clock, over ROUNDS of them.
"""

from __future__ import annotations

import json
import statistics
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.measuring import Contenders, in_turns, measured_on
from grader.cli.bench import RESULTS, slug
from grader.course.composed import kernel_of_course
from grader.cuda.clocks import ClockReader
from grader.cuda.device import CudaDevice
from grader.toolchain import compile_source

HERE = Path(__file__).resolve().parent
SOURCE = HERE / "kernels" / "contention.cu"
MODULE = "12_synchronization_and_atomics"
SHARES = (1, 2, 4, 8, 16, 32)
WARPS, ROUNDS, TURNS, BLOCK = 1 << 15, 64, 25, 256
PIXELS, GRID = 1 << 24, 1056
ELEMENTS = 1 << 22
HISTOGRAMS = {
    "global": f"tests/submissions/{MODULE}/histogram_shared/wrong/global_atomics.cu",
    "shared": f"solutions/{MODULE}/histogram_shared.cu",
}
WEIGHTED = {
    "one copy": f"tests/submissions/{MODULE}/histogram_per_warp/wrong/one_copy_for_all.cu",
    "eight copies in one bank": f"tests/submissions/{MODULE}/histogram_per_warp/wrong/copies_in_one_bank.cu",
    "eight copies in eight banks": f"solutions/{MODULE}/histogram_per_warp.cu",
}
APPENDS = {
    "an atomic for each lane": f"tests/submissions/{MODULE}/warp_aggregated_append/wrong/an_atomic_for_each_lane.cu",
    "an atomic for each element":
        f"tests/submissions/{MODULE}/warp_aggregated_append/wrong/an_atomic_for_each_element.cu",
    "an atomic for each warp": f"solutions/{MODULE}/warp_aggregated_append.cu",
}
WAITS = ("wait_for_warp", "wait_for_block", "volatile_store", "fence_of_block", "fence_of_device")

Json = dict[str, Any]


class Bench(Contenders):
    """Launches that take turns on one GPU."""

    def __init__(self, gpu: CudaDevice) -> None:
        super().__init__(gpu)
        self.cupy = gpu.cupy

    def function(self, path: Path, kernel: str) -> Any:
        """A kernel of the course, or of the benchmarks."""
        text = kernel_of_course(path).decode() if path != SOURCE else path.read_text("utf-8")
        program = compile_source(text, file=path.name, arch=self.gpu.arch)
        return self.gpu.function(self.gpu.image(program), kernel)

    def measure(self) -> dict[str, Json]:
        """The median time of each launch, in turns, the first of which is not counted."""
        found = in_turns(self.gpu, self.launches, TURNS)
        return {name: {"ms": round(statistics.median(times), 5), "all_ms": [round(t, 5) for t in times]}
                for name, times in found.items()}  # fmt: skip


def lanes_at_one_address(gpu: CudaDevice, kernel: str) -> dict[str, Json]:
    """Additions of a warp of which so many lanes meet at each word."""
    bench = Bench(gpu)
    function, words = bench.function(SOURCE, kernel), gpu.cupy.zeros(WARPS * 32, np.uint32)
    added = (np.arange(32)[:, None] + np.arange(ROUNDS)).sum(axis=1)
    for share in SHARES:
        wanted = np.zeros(32, np.uint32)
        np.add.at(wanted, np.arange(32) // share, added.astype(np.uint32))

        def launch(share: int = share) -> None:
            function((WARPS * 32 // BLOCK,), (BLOCK,), (words, np.int32(share), np.int32(ROUNDS)))

        def right(wanted: Any = wanted) -> bool:
            return bool((words.get().reshape(-1, 32) == wanted).all())

        words.fill(0)
        bench.add(str(share), launch, right)
    return bench.measure()


def pictures(gpu: CudaDevice) -> dict[str, Any]:
    """Of one red for all, of reds of which four are frequent, and of even ones; all with alphas of any size."""
    rng = np.random.default_rng(1)
    rest = rng.integers(0, 1 << 24, PIXELS, dtype=np.uint32)
    reds = {
        "one": np.full(PIXELS, 77, np.uint32),
        "few": np.where(rng.random(PIXELS) < 7 / 8, rng.integers(60, 64, PIXELS), rng.integers(0, 256, PIXELS)),
        "any": rng.integers(0, 256, PIXELS),
    }
    return {name: gpu.cupy.asarray(red.astype(np.uint32) << 24 | rest) for name, red in reds.items()}


def histograms(gpu: CudaDevice, picture: Any) -> dict[str, Json]:
    """Of reds, by atomics in global memory, with a copy for each block, and CUB's."""
    from cupy.cuda import cub

    bench, reds = Bench(gpu), (picture >> 24).astype(np.int32)
    counts = np.bincount(reds.get(), minlength=256)
    bins = gpu.cupy.zeros(256, np.uint32)

    def right() -> bool:
        return bool((bins.get() == counts.astype(np.uint32)).all())

    for name, path in HISTOGRAMS.items():
        function = bench.function(HERE.parent / path, "histogram_shared")
        bins.fill(0)
        bench.add(name, lambda f=function: f((GRID,), (BLOCK,), (picture, bins, np.int32(PIXELS))), right)
    of_cub = gpu.cupy.zeros(256, np.intp)

    def by_cub() -> None:
        cub.cub_histogram(reds, of_cub, 257)

    bench.add("CUB", by_cub, lambda: bool((of_cub.get() == counts).all()))
    return bench.measure()


def weighted(gpu: CudaDevice, picture: Any) -> dict[str, Json]:
    """Of alphas by red, with one copy and with eight for each block."""
    bench = Bench(gpu)
    pixels, bins = picture.get(), gpu.cupy.zeros(256, np.uint32)
    wanted = np.bincount(pixels >> 24, pixels & 255, 256).astype(np.uint64).astype(np.uint32)
    for name, path in WEIGHTED.items():
        function = bench.function(HERE.parent / path, "histogram_per_warp")
        bins.fill(0)
        bench.add(name, lambda f=function: f((GRID,), (BLOCK,), (picture, bins, np.int32(PIXELS))),
                  lambda: bool((bins.get() == wanted).all()))  # fmt: skip
    return bench.measure()


def appends(gpu: CudaDevice) -> dict[str, Json]:
    """Half of the elements go to a list."""
    bench, cupy = Bench(gpu), gpu.cupy
    source = 2 * cupy.random.default_rng(1).random(ELEMENTS, np.float32) - 1
    out, count = cupy.zeros(ELEMENTS, np.float32), cupy.zeros(1, np.int32)
    wanted = np.sort(source.get()[source.get() > 0])

    def right() -> bool:
        return bool((np.sort(out.get()[: int(count[0])]) == wanted).all()) and int(count[0]) == wanted.size

    for name, path in APPENDS.items():
        function = bench.function(HERE.parent / path, "warp_aggregated_append")

        def launch(function: Any = function) -> None:
            count.data.memset_async(0, 4)
            function((ELEMENTS // 512,), (128,), (source, out, count, np.int32(ELEMENTS)))

        bench.add(name, launch, right)
    return bench.measure()


def maxima(gpu: CudaDevice) -> dict[str, Json]:
    """Of random and of ascending ints, by the hardware's atomic and by a loop of compare-and-swap."""
    found = {}
    for order in ("random", "ascending"):
        bench = Bench(gpu)
        values = np.random.default_rng(1).integers(0, 1 << 30, ELEMENTS, dtype=np.int32)
        source = gpu.cupy.asarray(np.sort(values) if order == "ascending" else values)
        largest = gpu.cupy.zeros(GRID, np.int32)
        for kernel in ("native_max", "swap_max"):
            function = bench.function(SOURCE, kernel)

            def launch(function: Any = function, source: Any = source, largest: Any = largest) -> None:
                largest.data.memset_async(0, 4 * GRID)
                function((GRID,), (BLOCK,), (source, largest, np.int32(ELEMENTS)))

            bench.add(kernel, launch, lambda largest=largest, values=values: int(largest.max()) == values.max())
        found |= {f"{kernel}, {order}": entry for kernel, entry in bench.measure().items()}
    return found


def sums(gpu: CudaDevice) -> dict[str, Json]:
    """Of floats, with an atomic for each element and by the last block, and how many results twenty launches leave."""
    bench, cupy = Bench(gpu), gpu.cupy
    source = 2 * cupy.random.default_rng(1).random(ELEMENTS, np.float32) - 1
    wanted = float(source.sum(dtype=np.float64))
    out, partial, ticket = cupy.zeros(1, np.float32), cupy.zeros(1024, np.float32), cupy.zeros(1, np.uint32)
    atomics = bench.function(SOURCE, "sum_by_atomics")
    last = bench.function(HERE.parent / f"solutions/{MODULE}/last_block_sum.cu", "last_block_sum")

    def by_atomics() -> None:
        out.data.memset_async(0, 4)
        atomics((1024,), (128,), (source, out, np.int32(ELEMENTS)))

    def by_last_block() -> None:
        last((1024,), (128,), (source, partial, ticket, out, np.int32(ELEMENTS)))

    found: dict[str, Json] = {}
    for name, launch in (("atomics", by_atomics), ("last block", by_last_block)):
        bench.add(name, launch, lambda: abs(float(out[0]) - wanted) < 1.0)
        results = set()
        for _ in range(20):
            launch()
            results.add(out.get().tobytes())
        found[name] = {"results": len(results)}
    return {name: found[name] | entry for name, entry in bench.measure().items()}


def waits(gpu: CudaDevice) -> dict[str, Json]:
    """Cycles of a barrier or a fence, of one warp and of a block of 32, on an idle GPU and on a full one."""
    bench, found = Bench(gpu), {}
    words = gpu.cupy.zeros(1024 + 1024 * GRID, np.uint32)
    for name in WAITS:
        function = bench.function(SOURCE, name)
        entry = {}
        for blocks, threads in ((1, 32), (1, 1024), (264, 1024)):
            cycles = []
            for _ in range(7):
                function((blocks,), (threads,), (words, np.int32(1), np.int32(ROUNDS)))
                cycles.append(int(words[0]) / ROUNDS)
            entry[f"{blocks} x {threads}"] = round(statistics.median(cycles), 1)
        found[name] = entry
    return found


def main(out: Path | None) -> None:
    """Measure everything and write it down."""
    gpu = CudaDevice()
    clocks = ClockReader(gpu.cupy.cuda.Device().pci_bus_id)
    found: Json = {name: lanes_at_one_address(gpu, name) for name in ("global_adds", "shared_adds")}
    for name, picture in pictures(gpu).items():
        found[f"histograms, {name}"] = histograms(gpu, picture)
        found[f"weighted, {name}"] = weighted(gpu, picture)
    found |= {"appends": appends(gpu), "maxima": maxima(gpu), "sums": sums(gpu)}
    cycles = waits(gpu)
    read = clocks.read()
    document = {
        **measured_on(gpu), "warps": WARPS, "rounds": ROUNDS,
        "pixels": PIXELS, "elements": ELEMENTS, "clocks": None if read is None else asdict(read), **found,
        "cycles": cycles,
    }  # fmt: skip
    out = out or RESULTS / f"contention_{slug(gpu.facts.name)}.json"
    out.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    for group, entries in found.items():
        for name, entry in entries.items():
            print(f"{group:16} {name:30} {entry['ms']:9.4f} ms")
    print(json.dumps(cycles, indent=1))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
