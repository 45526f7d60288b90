"""What occupancy is worth, and whether `grader.occupancy` says what the driver says.

    python benchmarks/occupancy_ladder.py [OUT.json]    (needs a GPU and CuPy)

OUT: benchmarks/results/occupancy_ladder_<gpu>.json. Bandwidth of copies by the size of the block, the warps on a
multiprocessor and the loads in flight of a thread; FMAs by warps and independent chains; register caps on a kernel that
wants more; times of grids around whole waves, of blocks that compute and of blocks that read. Warps are kept out by
shared memory that nobody uses. `blocks` is always what the driver allows at once. It is compared with the grader's for
every kernel of REGISTER_KERNELS with all AGREEMENT_THREADS and AGREEMENT_SHARED. Times are medians of events; results
are compared with what they have to be.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.measuring import Launch, in_turns, measured_on
from grader.cli.bench import RESULTS, slug
from grader.cuda import driver
from grader.cuda.clocks import ClockReader
from grader.cuda.device import CudaDevice
from grader.occupancy import WARP_SIZE, limits, occupancy
from grader.toolchain import compile_source
from grader.toolchain.program import Program, Resources

SOURCE = Path(__file__).with_name("kernels") / "occupancy_ladder.cu"
RUNS = 15
FLOATS = 1 << 27
BLOCK_SIZES = (32, 64, 96, 128, 192, 256, 384, 512, 768, 1024)
LOADS = (1, 2, 4, 8)
WARPS_OF_CHAINS = (1, 2, 4, 8, 12, 16, 24, 32, 64)
ROUNDS = 4096
LINE = 32  # floats of a cache line
CAPPED, WAVES_A_GRID = 64, 32  # values a thread of the capped kernel; blocks for each multiprocessor
CAPS = ("", "__launch_bounds__(256)", *(f"__launch_bounds__(256, {blocks})" for blocks in range(2, 9)))

# For the comparison: values a thread and a bound, threads of a block, dynamic bytes of a block.
REGISTER_KERNELS = (
    *((values, "") for values in (1, 8, 16, 24, 32, 48, 64, 80, 100, 120, 160, 200)),
    *((96, f"__maxnreg__({most})") for most in (32, 40, 56, 72, 88, 104)),
    (64, "__launch_bounds__(512, 2)"), (64, "__launch_bounds__(1024)"),
)  # fmt: skip
AGREEMENT_THREADS = (1, 32, 33, 64, 96, 128, 160, 192, 256, 320, 512, 640, 768, 1024)
AGREEMENT_SHARED = (0, 1, 1000, 6 * 1024, 7 * 1024, 16 * 1024, 24 * 1024, 31 * 1024, 32 * 1024, 45 * 1024, 48 * 1024,
                    75 * 1024, 100 * 1024, 113 * 1024, 200 * 1024, 227 * 1024)  # fmt: skip


@dataclass(frozen=True)
class Kernel:
    """A loaded kernel, with what the compiler says of it."""

    function: Any
    resources: Resources


Rows = list[dict[str, object]]


class Bench:
    """Kernels of SOURCE on one GPU, and how long they take."""

    def __init__(self) -> None:
        self.gpu = CudaDevice(keep_modules=True)
        self.cupy = self.gpu.cupy
        self.multiprocessors = self.gpu.facts.multiprocessors
        self.limits = limits(self.gpu.arch)
        self._programs: dict[tuple[tuple[str, str], ...], Program] = {}

    def kernel(self, name: str, **defines: object) -> Kernel:
        """One of the kernels, compiled with these macros."""
        key = tuple(sorted((macro, str(value)) for macro, value in defines.items()))
        if key not in self._programs:
            text = SOURCE.read_text("utf-8")
            self._programs[key] = compile_source(text, file=SOURCE.name, arch=self.gpu.arch, defines=dict(key))
        program = self._programs[key]
        function = self.gpu.function(self.gpu.image(program), name)
        driver.allow_shared(self.cupy, function, self.gpu.facts.shared_bytes - program.kernels[name].shared_bytes)
        return Kernel(function, program.kernels[name])

    def blocks(self, kernel: Kernel, threads: int, shared: int) -> int:
        """Blocks on a multiprocessor at once, as the driver says."""
        pointer = kernel.function.ptr
        return int(self.cupy.cuda.driver.occupancyMaxActiveBlocksPerMultiprocessor(pointer, threads, shared))

    def shared_for(self, blocks: int) -> int:
        """Dynamic bytes with which no more than so many blocks fit; 0 for as many as may be."""
        room = self.limits.shared_per_sm // blocks - self.limits.shared_reserved
        most = min(room, self.limits.shared_per_block)
        return most // self.limits.shared_unit * self.limits.shared_unit

    def milliseconds(
        self, kernel: Kernel, grid: int, threads: int, arguments: tuple[Any, ...], shared: int = 0
    ) -> float:
        """The median of RUNS launches, each between two events."""

        def launch() -> None:
            kernel.function((grid, 1, 1), (threads, 1, 1), arguments, shared_mem=shared)

        return median(self.gpu, launch)


def median(gpu: CudaDevice, launch: Launch) -> float:
    """Milliseconds of a launch, of RUNS after one that is not counted."""
    return statistics.median(in_turns(gpu, {"": launch}, RUNS)[""])


def copies(bench: Bench) -> tuple[Rows, Rows]:
    """By the size of the block with all the room it wants, and by the blocks of 256 threads that are let in."""
    cupy = bench.cupy
    source = cupy.random.default_rng(1).random(FLOATS, dtype=np.float32)
    target = cupy.empty_like(source)

    def row(name: str, loads: int, threads: int, shared: int) -> dict[str, object]:
        words, width = (FLOATS // 4, 16) if name == "copy_pieces" else (FLOATS, 4)
        kernel = bench.kernel(name, LOADS=loads)
        target.fill(0)
        grid = -(-words // (threads * loads))
        took = bench.milliseconds(kernel, grid, threads, (source, target, np.int32(words)), shared)
        if not bool((source == target).all()):
            raise RuntimeError(f"{name} with {loads} loads and blocks of {threads} threads does not copy")
        blocks = bench.blocks(kernel, threads, shared)
        return {"kernel": name, "threads": threads, "loads": loads, "registers": kernel.resources.registers,
                "blocks": blocks, "warps": blocks * -(-threads // WARP_SIZE),
                "bytes_in_flight": blocks * threads * loads * width, "gb_s": 8e-6 * FLOATS / took}  # fmt: skip

    by_block = [row("copy_floats", loads, threads, 0) for loads in LOADS for threads in BLOCK_SIZES]
    let_in = (1, 2, 3, 4, 5, 6, 8)
    by_warps = [row(name, loads, 256, 0 if blocks == max(let_in) else bench.shared_for(blocks))
                for name in ("copy_floats", "copy_pieces") for loads in LOADS for blocks in let_in]  # fmt: skip
    few = bench.shared_for(1)
    by_warps += [row("copy_pieces", loads, threads, few) for loads in LOADS for threads in (32, 64, 128)]
    return by_block, by_warps


def library_copy(bench: Bench) -> float:
    """GB/s of the device's own copy of as many bytes."""
    source, target = (bench.cupy.empty(FLOATS, np.float32) for _ in range(2))
    took = median(bench.gpu, lambda: target.data.copy_from_device_async(source.data, source.nbytes))
    return 8e-6 * FLOATS / took


def chains(bench: Bench) -> Rows:
    """FMAs a second by warps on a multiprocessor and chains a thread; two blocks where one cannot be so large."""
    out = bench.cupy.zeros(bench.multiprocessors * 2048, np.float32)
    rows: Rows = []
    for count in LOADS:
        kernel = bench.kernel("fma_chains", CHAINS=count)
        for warps in WARPS_OF_CHAINS:
            blocks, threads = (1, warps * WARP_SIZE) if warps <= 32 else (2, warps * WARP_SIZE // 2)
            shared = bench.shared_for(blocks)
            grid = bench.multiprocessors * blocks
            took = bench.milliseconds(kernel, grid, threads, (out, np.int32(ROUNDS)), shared)
            flops = 2.0 * grid * threads * ROUNDS * count
            rows.append({"chains": count, "warps": warps, "tflops": 1e-9 * flops / took})
    return rows


def caps(bench: Bench) -> Rows:
    """A kernel that keeps CAPPED values, with ever fewer registers."""
    cupy, rounds, n = bench.cupy, 256, 1 << 20
    source = cupy.random.default_rng(1).random(n, dtype=np.float32)
    grid = bench.multiprocessors * WAVES_A_GRID
    out = cupy.zeros(grid * 256, np.float32)
    rows: Rows = []
    first = None
    for bound in CAPS:
        kernel = bench.kernel("many_values", VALUES=CAPPED, BOUND=bound)
        took = bench.milliseconds(kernel, grid, 256, (source, out, np.int32(rounds), np.int32(n)))
        first = out.copy() if first is None else first
        if not bool((out == first).all()):
            raise RuntimeError(f"{bound} changes the result")
        rows.append({"bound": bound, **asdict(kernel.resources), "blocks": bench.blocks(kernel, 256, 0), "ms": took})
    return rows


def around_waves(at_once: int) -> Iterator[int]:
    """Grids of whole waves, and of one block more."""
    yield from (1, at_once // 2)
    for waves in (1, 2, 3, 4, 10, 20):
        yield from (waves * at_once, waves * at_once + 1)


def waves(bench: Bench) -> Rows:
    """Blocks of four warps, each a chain of FMAs: as many at once as shared memory lets in."""
    rows: Rows = []
    kernel = bench.kernel("fma_chains", CHAINS=1)
    out = bench.cupy.zeros(1 << 21, np.float32)  # 20 waves of 4 blocks for up to 200 multiprocessors
    for blocks in (1, 2, 4):
        shared = bench.shared_for(blocks)
        found = bench.blocks(kernel, 128, shared)
        for grid in around_waves(found * bench.multiprocessors):
            took = bench.milliseconds(kernel, grid, 128, (out, np.int32(16 * ROUNDS)), shared)
            rows.append({"blocks": found, "grid": grid, "ms": took})
    return rows


def reading_waves(bench: Bench) -> Rows:
    """Sums of shares: equal ones for one wave, one tile more than a wave has, and many small tiles."""
    rows: Rows = []
    kernel = bench.kernel("share_sums")
    for threads in (256, 1024):
        at_once = bench.blocks(kernel, threads, 0) * bench.multiprocessors
        tile = FLOATS // 2 // at_once // LINE * LINE
        n = (at_once + 1) * tile
        source = bench.cupy.ones(n, np.float32)
        equal = -(-n // (at_once * LINE)) * LINE
        for share in (equal, tile, tile // 2, tile // 16 // LINE * LINE, 4096):
            grid = -(-n // share)
            sums = bench.cupy.zeros(grid, np.float32)
            took = bench.milliseconds(kernel, grid, threads, (source, sums, np.int32(n), np.int32(share)))
            if float(sums.sum(dtype=np.float64)) != n:
                raise RuntimeError(f"shares of {share} do not cover {n} elements")
            rows.append({"threads": threads, "at_once": at_once, "n": n, "share": share, "grid": grid, "ms": took,
                         "gb_s": 4e-6 * n / took})  # fmt: skip
    return rows


def agreement(bench: Bench) -> dict[str, object]:
    """The driver's blocks at once and the grader's, for every combination that can be asked for."""
    compared: list[tuple[int, int, int, int, int]] = []
    for values, bound in REGISTER_KERNELS:
        kernel = bench.kernel("many_values", VALUES=values, BOUND=bound)
        promised = int(bound.split("(")[1].split(",")[0].rstrip(")")) if bound.startswith("__launch") else 1024
        registers = kernel.resources.registers
        for threads in (each for each in AGREEMENT_THREADS if each <= promised):
            for shared in (each for each in AGREEMENT_SHARED if each <= bench.limits.shared_per_block):
                expected = occupancy(bench.gpu.arch, threads, registers, shared).blocks
                compared.append((registers, threads, shared, expected, bench.blocks(kernel, threads, shared)))
    different = [each for each in compared if each[3] != each[4]]
    return {"columns": "registers threads shared_bytes grader driver", "compared": len(compared),
            "different": [*map(_line, different)], "all": [*map(_line, compared)]}  # fmt: skip


def _line(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


PARTS: dict[str, Callable[[Bench], object]] = {
    "device_copy_gb_s": library_copy, "chains": chains, "caps": caps, "waves": waves, "reading_waves": reading_waves,
    "agreement": agreement,
}  # fmt: skip


def main(out: Path | None) -> None:
    """Measure everything and write it down."""
    bench = Bench()
    gpu = bench.gpu
    clocks = ClockReader(gpu.cupy.cuda.Device().pci_bus_id)
    by_block, by_warps = copies(bench)
    parts = {"copies_by_block": by_block, "copies_by_warps": by_warps} | {n: part(bench) for n, part in PARTS.items()}
    read = clocks.read()
    document = {
        **measured_on(gpu), "multiprocessors": bench.multiprocessors,
        "floats": FLOATS, "runs": RUNS, "clocks": None if read is None else asdict(read), **parts,
    }  # fmt: skip
    out = out or RESULTS / f"occupancy_ladder_{slug(gpu.facts.name)}.json"
    out.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    found = parts["agreement"]
    assert isinstance(found, dict)
    print(f"{found['compared']} combinations, {len(found['different'])} different; written to {out}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
