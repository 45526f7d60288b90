"""Times kernels that lessons compare: those of a group of in_turns.yaml, one after the other, again and again.

    python benchmarks/in_turns.py [GROUP ...]       (needs a GPU and CuPy; all groups where none is named)

Writes results/in_turns_<gpu>.json. Every kernel's results are compared with CuPy's before anything is timed; cuBLAS, in
plain FP32, takes its turns among the kernels of an SGEMM.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Callable
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from benchmarks.measuring import Launch, milliseconds
from grader.cli.bench import RESULTS, compact, slug
from grader.course.composed import kernel_of_course
from grader.cuda.clocks import ClockReader
from grader.cuda.device import CudaDevice
from grader.toolchain import compile_source
from grader.toolchain.versions import installed

HERE = Path(__file__).resolve().parent
ROUNDS = 25
LEAST_MS = 2.0  # what one turn lasts at least: kernels that are shorter are launched several times
_LOCAL_BYTES, _REGISTERS = 3, 4  # attributes of a loaded kernel, as the driver numbers them
TOLERANCE = 1e-4  # of the largest result; a kernel that is wrong is off by far more

Json = dict[str, Any]


def described(name: str, entry: Json, known: Json) -> Json:
    """A kernel of a group as kernels.yaml would describe it, with the text of its source."""
    base = known[entry.get("like", name)]
    found = {**base, **{key: entry[key] for key in ("source", "kernel", "launch", "takes") if key in entry}}
    defines = base.get("compile", {}).get("defines", {}) | entry.get("defines", {})
    text = kernel_of_course(HERE.parent / found["source"]).decode()
    for old, new in entry.get("replace", {}).items():
        if old not in text:
            raise ValueError(f"{name}: {found['source']} has no {old!r}")
        text = text.replace(old, new)
    return {**found, "defines": {key: str(value) for key, value in defines.items()}, "text": text}


def grid(launch: Json, sizes: Json) -> tuple[int, ...]:
    """Blocks along x, y: as many as cover each dimension with its tile."""
    return tuple(-(-sizes[dimension] // tile) for dimension, tile in launch["tile"].items())


class Sgemm:
    """C = A * B of M x N x K, in single precision."""

    def __init__(self, gpu: CudaDevice, size: list[int]) -> None:
        self.sizes = dict(zip("MNK", size, strict=True))
        m, n, k = size
        self.label = f"M={m}, N={n}, K={k}"
        random = gpu.cupy.random.default_rng(1)
        self.a, self.b = (2 * random.random(shape, np.float32) - 1 for shape in ((m, k), (k, n)))
        self.transposed = gpu.cupy.ascontiguousarray(self.b.T)
        self.out = gpu.cupy.empty((m, n), np.float32)
        self.wanted = gpu.cupy.matmul(self.a, self.b)
        self.library = {"cublas": lambda: gpu.cupy.matmul(self.a, self.b, out=self.out)}

    def arguments(self, takes: str) -> tuple[object, ...]:
        """What a kernel is launched with. takes: "B" or "B transposed"."""
        m, n, k = (np.int32(self.sizes[name]) for name in "MNK")
        b, ldb = (self.transposed, k) if takes == "B transposed" else (self.b, n)
        return self.a, b, self.out, m, n, k, k, ldb, n, np.float32(1), np.float32(0)


class RowSums:
    """The sum of each row of a matrix."""

    def __init__(self, gpu: CudaDevice, size: list[int]) -> None:
        self.sizes = dict(zip(("rows", "cols"), size, strict=True))
        self.label = ", ".join(f"{name}={count}" for name, count in self.sizes.items())
        self.matrix = gpu.cupy.random.default_rng(1).random(size, np.float32)
        self.out = gpu.cupy.empty(size[0], np.float32)
        self.wanted = self.matrix.sum(axis=1)
        self.library: dict[str, Launch] = {}

    def arguments(self, takes: str) -> tuple[object, ...]:
        """What a kernel is launched with."""
        return self.matrix, self.out, *map(np.int32, self.sizes.values())


class Transpose:
    """A matrix of floats with its rows as columns."""

    def __init__(self, gpu: CudaDevice, size: list[int]) -> None:
        self.sizes = dict(zip(("rows", "cols"), size, strict=True))
        self.label = ", ".join(f"{name}={count}" for name, count in self.sizes.items())
        self.matrix = gpu.cupy.random.default_rng(1).random(size, np.float32)
        self.out = gpu.cupy.empty((size[1], size[0]), np.float32)
        self.wanted = self.matrix.T
        self.library: dict[str, Launch] = {}

    def arguments(self, takes: str) -> tuple[object, ...]:
        """What a kernel is launched with."""
        return self.matrix, self.out, *map(np.int32, self.sizes.values())


Problem = Sgemm | RowSums | Transpose
PROBLEMS: dict[str, Callable[[CudaDevice, list[int]], Problem]] = {
    "sgemm": Sgemm, "row_sums": RowSums, "transpose": Transpose,
}  # fmt: skip


def launcher(gpu: CudaDevice, kernel: Json, problem: Problem) -> tuple[Launch, Json]:
    """How a kernel is launched on a problem, and what it takes. Raises RuntimeError if its results are wrong."""
    program = compile_source(kernel["text"], arch=gpu.arch, defines=kernel["defines"])
    function = gpu.function(gpu.image(program), kernel["kernel"])
    blocks, threads = grid(kernel["launch"], problem.sizes), tuple(kernel["launch"]["block"])
    arguments = problem.arguments(kernel.get("takes", "B"))

    def launch() -> None:
        function(blocks, threads, arguments)

    problem.out.fill(np.nan)
    launch()
    apart = float(abs(problem.out - problem.wanted).max() / abs(problem.wanted).max())
    if not apart < TOLERANCE:
        raise RuntimeError(f"{kernel['kernel']}: off by {apart}")
    attribute = gpu.cupy.cuda.driver.funcGetAttribute
    registers, local_bytes = (attribute(which, function.ptr) for which in (_REGISTERS, _LOCAL_BYTES))
    return launch, {"registers": registers, "local_bytes": local_bytes, "off_by": apart}


def in_turns(gpu: CudaDevice, group: Json, known: Json, clocks: ClockReader) -> Json:
    """Every kernel of a group at every size: its times, their median, and what it takes."""
    found: Json = {}
    for size in group["sizes"]:
        problem = PROBLEMS[group["problem"]](gpu, size)
        kernels = {
            name: launcher(gpu, described(name, entry, known), problem) for name, entry in group["kernels"].items()
        }
        turns = {name: launch for name, (launch, _) in kernels.items()} | problem.library
        often = {}
        for name, launch in turns.items():
            milliseconds(gpu, launch, 2)
            often[name] = max(1, round(LEAST_MS / milliseconds(gpu, launch, 2)))
        times: dict[str, list[float]] = {name: [] for name in turns}
        order = list(turns)
        for _ in range(ROUNDS):
            for name in order:
                times[name].append(round(milliseconds(gpu, turns[name], often[name]), 6))
            order.append(order.pop(0))  # nobody always follows the same kernel
        read = clocks.read()
        entries = {
            name: {"ms": statistics.median(taken), "times": taken, **(kernels[name][1] if name in kernels else {})}
            for name, taken in times.items()
        }
        found[problem.label] = {"clocks": None if read is None else asdict(read), "kernels": entries}
    return found


def main(names: list[str]) -> None:
    """Time the groups and renew their part of the results, after each."""
    known = yaml.safe_load((HERE / "kernels.yaml").read_text("utf-8"))
    groups = yaml.safe_load((HERE / "in_turns.yaml").read_text("utf-8"))
    gpu = CudaDevice()
    clocks = ClockReader(gpu.cupy.cuda.Device().pci_bus_id)
    out = RESULTS / f"in_turns_{slug(gpu.facts.name)}.json"
    document: Json = json.loads(out.read_text("utf-8")) if out.exists() else {}
    when = {"date": date.today().isoformat(), "gpu": gpu.facts.name, "driver_cuda": gpu.facts.driver}
    when |= {"cupy": gpu.facts.cupy, "nvrtc": installed("nvidia-cuda-nvrtc")}
    for name in names or list(groups):
        document[name] = {"measured": when, "sizes": in_turns(gpu, groups[name], known, clocks)}
        out.write_text(compact(document), encoding="utf-8")
        for label, size in document[name]["sizes"].items():
            for kernel, entry in size["kernels"].items():
                print(f"{name:14} {label:24} {kernel:28} {entry['ms']:9.4f} ms")


if __name__ == "__main__":
    main(sys.argv[1:])
