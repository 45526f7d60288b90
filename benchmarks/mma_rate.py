"""What mma.sync alone reaches: FLOP a cycle and multiprocessor of warps that do nothing else, by their number.

    python benchmarks/mma_rate.py [OUT.json]

Needs a GPU from Ampere on, and CuPy; OUT: benchmarks/results/mma_rate_<gpu>.json. See kernels/mma_rate.cu. A walk twice
as long takes away what is not a product. The sums of ones are compared with what they must be.
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

SOURCE = Path(__file__).with_name("kernels") / "mma_rate.cu"
SUMS = 8  # as in mma_rate.cu
RUNS, ROUNDS = 9, 512
WARPS = (4, 8, 16)


@dataclass(frozen=True)
class Kind:
    """What is multiplied. code: KIND in the kernel; deep: products of a sum; one: a register of ones; half: sums."""

    name: str
    code: int
    deep: int
    one: int
    half: bool = False


KINDS = (Kind("f16, sums in float", 0, 16, 0x3C003C00), Kind("f16, sums in half", 1, 16, 0x3C003C00, half=True),
         Kind("bf16", 2, 16, 0x3F803F80), Kind("tf32", 3, 8, 0x3F800000))  # fmt: skip


@dataclass(frozen=True)
class Rate:
    """FLOP that a multiprocessor completes in a cycle, the median of `runs`."""

    kind: str
    warps: int
    flop_a_cycle: float
    runs: tuple[float, ...]


def measured(gpu: CudaDevice, kernel: Any, kind: Kind, warps: int) -> Rate:
    """Walks of ROUNDS and twice as many rounds on every multiprocessor. Raises RuntimeError where a sum is wrong."""
    blocks, threads = gpu.facts.multiprocessors, 32 * warps
    started, stopped = (gpu.cupy.zeros(blocks * threads, np.uint64) for _ in range(2))
    out = gpu.cupy.zeros(4 * blocks * threads, np.uint32)

    factors = gpu.cupy.full(6 * 32, kind.one, np.uint32)

    def walk(rounds: int) -> float:
        kernel((blocks,), (threads,), (factors, np.uint32(rounds), started, stopped, out))
        took = stopped.get().reshape(blocks, -1).max(axis=1) - started.get().reshape(blocks, -1).min(axis=1)
        return float(np.median(took))

    walk(4)
    words = out.get().reshape(-1, 4)
    sums = np.ascontiguousarray(words[:, :2]).view(np.float16) if kind.half else words.view(np.float32)
    if not (sums == 4 * kind.deep).all():
        raise RuntimeError(f"{kind.name}: sums of {4 * kind.deep} ones are {sums.min()} to {sums.max()}")
    flop = 2 * 16 * 8 * kind.deep * SUMS * ROUNDS * warps
    factors[: 4 * 32] = 0  # sums of zeros from now on, which cannot overflow
    walk(ROUNDS)
    runs = tuple(flop / (walk(2 * ROUNDS) - walk(ROUNDS)) for _ in range(RUNS))
    return Rate(kind.name, warps, statistics.median(runs), runs)


def main(out: Path | None) -> None:
    """Measure everything and write it down."""
    gpu = CudaDevice()
    clocks = ClockReader(gpu.cupy.cuda.Device().pci_bus_id)
    found = []
    for kind in KINDS:
        text = SOURCE.read_text("utf-8")
        program = compile_source(text, file=SOURCE.name, arch=gpu.arch, defines={"KIND": str(kind.code)})
        kernel = gpu.function(gpu.image(program), "mma_rate")
        found += [measured(gpu, kernel, kind, warps) for warps in WARPS]
    read = clocks.read()
    document = {**measured_on(gpu), "clocks": None if read is None else asdict(read),
                "rates": [asdict(each) for each in found]}  # fmt: skip
    out = out or RESULTS / f"mma_rate_{slug(gpu.facts.name)}.json"
    out.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    for each in found:
        print(f"{each.kind:20} {each.warps:2} warps {each.flop_a_cycle:8.1f} FLOP a cycle")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
