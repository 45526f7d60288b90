"""How many blocks the driver lets in by the barriers that a block reserves.

    python benchmarks/barrier_limit.py [OUT.json]

Needs a GPU and CuPy; OUT: benchmarks/results/barrier_limit_<gpu>.json. A kernel that names barrier n reserves n + 1.
Blocks of 32 and of 128 threads are limited by nothing else, but for the most blocks and warps that a multiprocessor
holds. tests/test_occupancy.py holds `grader.occupancy` against it.
"""

from __future__ import annotations

import json
import sys
from datetime import date
from pathlib import Path

from grader.cli.bench import RESULTS, slug
from grader.cuda.device import CudaDevice
from grader.toolchain import compile_source

KERNEL = 'extern "C" __global__ void b{0}(int* o) {{ asm volatile("bar.sync {0}, 32;"); o[threadIdx.x] = 1; }}'
BARRIERS = range(1, 17)
THREADS = (32, 128)


def main(out: Path | None) -> None:
    """Ask the driver, and write down what it says."""
    gpu = CudaDevice()
    program = compile_source("\n".join(KERNEL.format(n - 1) for n in BARRIERS), arch=gpu.arch)
    ask = gpu.cupy.cuda.driver.occupancyMaxActiveBlocksPerMultiprocessor
    found = {}
    for n in BARRIERS:
        pointer = gpu.function(gpu.image(program), f"b{n - 1}").ptr
        found[str(n)] = {str(threads): int(ask(pointer, threads, 0)) for threads in THREADS}
    document = {"gpu": gpu.facts.name, "arch": gpu.arch, "date": date.today().isoformat(), "blocks": found}
    out = out or RESULTS / f"barrier_limit_{slug(gpu.facts.name)}.json"
    out.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
