"""Cycles from one dependent step to the next: arithmetic in registers, shared memory, L1, L2 and device memory.

    python benchmarks/latency.py [OUT.json]        (needs a GPU and CuPy; OUT: benchmarks/results/latency_<gpu>.json)

One thread follows a chain through memory in random order, see kernels/pointer_chase.cu; a second walk twice as long
takes away what is not a step. Where it ends is compared with the order of the chain, so a walk that was cut short or
served by something else than its chain is noticed. The L2 chain is read past L1, the chain in device memory past L1 and
after the L2 was filled with other data; both include what address translation costs at their size.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.measuring import measured_on
from grader.cli.bench import RESULTS, slug
from grader.cuda.clocks import ClockReader
from grader.cuda.device import CudaDevice
from grader.toolchain import compile_source

SOURCE = Path(__file__).with_name("kernels") / "pointer_chase.cu"
RUNS = 15
SPACING = 16  # words of 8 bytes from node to node: 128 bytes, a cache line
SHARED_NODES = 1024  # as in pointer_chase.cu
STEPS = 4096

Kernels = dict[str, Any]


@dataclass(frozen=True)
class Latency:
    """Cycles of one dependent step: the median of `runs`. bytes: what the chain covers, 0 in registers."""

    what: str
    bytes: int
    steps: int
    cycles: float
    runs: tuple[float, ...]


def cycle(nodes: int, rng: np.random.Generator) -> NDArray[np.uint32]:
    """The order in which a chain visits its nodes."""
    return rng.permutation(nodes).astype(np.uint32)


def slope(what: str, size: int, walk: Callable[[int], int], steps: int = STEPS) -> Latency:
    """Cycles a step, from walks of `steps` and twice as many. walk: cycles of one walk of so many steps."""
    walk(steps)  # code and translations are in their caches afterwards
    runs = tuple((walk(2 * steps) - walk(steps)) / steps for _ in range(RUNS))
    return Latency(what, size, steps, statistics.median(runs), runs)


def in_registers(gpu: CudaDevice, kernels: Kernels) -> Latency:
    """A chain of fused multiply-adds."""
    cycles, value = gpu.cupy.zeros(1, np.uint64), gpu.cupy.zeros(1, np.float32)

    def walk(steps: int) -> int:
        kernels["chase_registers"]((1,), (1,), (np.float32(0.5), np.float32(1), np.uint32(steps), cycles, value))
        if abs(float(value[0]) - 2) > 1e-5:  # x = x / 2 + 1 ends at 2
            raise RuntimeError(f"the chain of FMAs ended at {float(value[0])}")
        return int(cycles[0])

    return slope("registers", 0, walk)


def in_shared_memory(gpu: CudaDevice, kernels: Kernels, rng: np.random.Generator) -> Latency:
    """A chain of 4-byte words in shared memory."""
    order = cycle(SHARED_NODES, rng)
    device_order, cycles, reached = gpu.cupy.asarray(order), *(gpu.cupy.zeros(1, np.uint64) for _ in range(2))

    def walk(steps: int) -> int:
        arguments = (device_order, np.uint32(SHARED_NODES), np.uint32(steps), cycles, reached)
        kernels["chase_shared"]((1,), (1,), arguments)
        expect(int(reached[0]), int(order[steps % SHARED_NODES]), "shared memory")
        return int(cycles[0])

    return slope("shared_memory", 4 * SHARED_NODES, walk)


def in_global_memory(
    gpu: CudaDevice, kernels: Kernels, rng: np.random.Generator, what: str, kernel: str, size: int, evicted: bool
) -> Latency:
    """A chain that covers `size` bytes, a cache line for each node.

    evicted: other data is written between linking and walking, and no node is visited twice; else the chain is walked
    once before the clock is read.
    """
    nodes = size // (8 * SPACING)
    order = cycle(nodes, rng)
    chain, device_order = gpu.cupy.empty(nodes * SPACING, np.uint64), gpu.cupy.asarray(order)
    cycles, reached = (gpu.cupy.zeros(1, np.uint64) for _ in range(2))
    others = gpu.cupy.empty(4 * gpu.facts.l2_bytes if evicted else 1, np.uint8)
    link = (chain, device_order, np.uint32(nodes), np.uint32(SPACING))
    kernels["link_chain"]((1024,), (256,), link)
    at = 0  # place in the order where the next walk begins

    def walk(steps: int) -> int:
        nonlocal at
        if at + steps >= nodes:
            at = 0
        others.fill(1)
        warm = 0 if evicted else -(-nodes // 32) * 32
        begin = np.uint32(int(order[at]) * SPACING)
        kernels[kernel]((1,), (1,), (chain, begin, np.uint32(warm), np.uint32(steps), cycles, reached))
        end = at + warm + steps
        expect(int(reached[0]), int(order[end % nodes]) * SPACING, what)
        if evicted:
            at = end
        return int(cycles[0])

    return slope(what, size, walk)


def expect(got: int, wanted: int, what: str) -> None:
    """Raises RuntimeError where a walk did not end where its chain leads."""
    if got != wanted:
        raise RuntimeError(f"{what}: the walk ended at {got}, not at {wanted}")


def main(out: Path | None) -> None:
    """Measure everything and write it down."""
    gpu, rng = CudaDevice(), np.random.default_rng()
    program = compile_source(SOURCE.read_text("utf-8"), file=SOURCE.name, arch=gpu.arch)
    image = gpu.image(program)
    kernels = {name: gpu.function(image, name) for name in program.kernels}
    clocks = ClockReader(gpu.cupy.cuda.Device().pci_bus_id)
    sm = gpu.cupy.cuda.Device().attributes["MaxSharedMemoryPerMultiprocessor"]
    found = [
        in_registers(gpu, kernels),
        in_shared_memory(gpu, kernels, rng),
        in_global_memory(gpu, kernels, rng, "l1", "chase_l1", 16 * 1024, evicted=False),
        in_global_memory(gpu, kernels, rng, "l2", "chase_l2", gpu.facts.l2_bytes // 16, evicted=False),
        in_global_memory(gpu, kernels, rng, "device_memory", "chase_l2", 8 * gpu.facts.l2_bytes, evicted=True),
    ]
    read = clocks.read()
    document = {
        **measured_on(gpu),
        "l2_bytes": gpu.facts.l2_bytes,
        "shared_bytes_an_sm": int(sm),
        "clocks": None if read is None else asdict(read),
        "latencies": {each.what: asdict(each) for each in found},
    }
    out = out or RESULTS / f"latency_{slug(gpu.facts.name)}.json"
    out.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    for each in found:
        print(f"{each.what:14} {each.cycles:8.1f} cycles   from {min(each.runs):.1f} to {max(each.runs):.1f}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
