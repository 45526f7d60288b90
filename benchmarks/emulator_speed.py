"""How fast the emulator is, and how long a student waits: run it from the repository with nothing else running.

    .venv/bin/python benchmarks/emulator_speed.py [--repeats N] [--only NAME ...] [--no-check]

Each workload runs in a process of its own: compile, load, one launch to warm up, then N timed launches with every
count and hazard check on. Prints a table and writes benchmarks/results/emulator_<date>.json.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

REPOSITORY = Path(__file__).resolve().parents[1]
KERNELS = REPOSITORY / "tests" / "hardware" / "kernels"
RESULTS = Path(__file__).parent / "results"
EXERCISE = "06/sgemm_tiled"
COLD = "sgemm_blocked 128x128, 256^3"

Floats = NDArray[np.float32]
Arguments = list[tuple[str, "Floats | np.generic"]]


@dataclass(frozen=True)
class Workload:
    """One launch. arguments: in parameter order; output: which of them must come to `expected(arguments)`."""

    file: str
    kernel: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    arguments: Callable[[], Arguments]
    output: int
    expected: Callable[[Sequence[Floats]], Floats]


def integers(rows: int, columns: int, seed: int) -> Floats:
    """Small integers: float32 holds every sum exactly, whatever its order."""
    return np.random.default_rng(seed).integers(-4, 5, rows * columns).astype(np.float32)


def sgemm(n: int) -> Arguments:
    """A, B, C of n x n, and C = A B + 2 C."""
    sizes = [(name, np.int32(n)) for name in ("M", "N", "K", "lda", "ldb", "ldc")]
    matrices = [(name, integers(n, n, seed)) for seed, name in enumerate("ABC")]
    return [*matrices, *sizes, ("alpha", np.float32(1)), ("beta", np.float32(2))]


def product(n: int) -> Callable[[Sequence[Floats]], Floats]:
    """What `sgemm(n)` must come to."""
    return lambda given: (given[0].reshape(n, n) @ given[1].reshape(n, n) + 2 * given[2].reshape(n, n)).ravel()


def transpose(n: int) -> Arguments:
    """A matrix of n x n and room for another."""
    return [
        ("in", integers(n, n, 3)),
        ("out", np.zeros(n * n, np.float32)),
        ("rows", np.int32(n)),
        ("cols", np.int32(n)),
    ]


def reduction(n: int, blocks: int) -> Arguments:
    """n elements, and a sum for each block."""
    return [("in", integers(1, n, 4)), ("out", np.zeros(blocks, np.float32)), ("n", np.int32(n))]


def scan(n: int) -> Arguments:
    """n elements and room for as many sums."""
    return [("in", integers(1, n, 5)), ("out", np.zeros(n, np.float32)), ("n", np.int32(n))]


def histogram(n: int) -> Arguments:
    """n numbers below 256, and their counts."""
    data = np.random.default_rng(6).integers(0, 256, n).astype(np.int32)
    return [("data", data), ("bins", np.zeros(256, np.int32)), ("n", np.int32(n))]


def unsorted(n: int) -> Arguments:
    """n elements."""
    return [("data", np.random.default_rng(7).random(n).astype(np.float32))]


def row_sums(rows: int) -> Callable[[Sequence[Floats]], Floats]:
    """The sum of each block's elements."""
    return lambda given: given[0].reshape(rows, -1).sum(axis=1)


def tiled(n: int) -> Workload:
    """SGEMM with tiles of 16 x 16."""
    blocks = (n // 16, n // 16, 1)
    return Workload("sgemm_tiled.cu", "sgemm_tiled", blocks, (16, 16, 1), lambda: sgemm(n), 2, product(n))


WORKLOADS = {
    "sgemm_tiled 16x16, 256^3": tiled(256),
    "sgemm_blocked 128x128, 256^3": Workload(
        "sgemm_blocked.cu", "sgemm_blocked", (2, 2, 1), (16, 16, 1), lambda: sgemm(256), 2, product(256)
    ),
    "transpose_tiled 32x32, 1024^2": Workload(
        "transpose.cu", "transpose_tiled", (32, 32, 1), (32, 8, 1), lambda: transpose(1024), 1,
        lambda given: given[0].reshape(1024, 1024).T.ravel(),
    ),
    "reduce_sequential 256, 2^20": Workload(
        "reductions.cu", "reduce_sequential", (4096, 1, 1), (256, 1, 1), lambda: reduction(1 << 20, 4096), 1,
        row_sums(4096),
    ),
    "reduce_interleaved 256, 2^20": Workload(
        "reductions.cu", "reduce_interleaved", (4096, 1, 1), (256, 1, 1), lambda: reduction(1 << 20, 4096), 1,
        row_sums(4096),
    ),
    "reduce_shuffle 256, 2^20": Workload(
        "reductions.cu", "reduce_shuffle", (4096, 1, 1), (256, 1, 1), lambda: reduction(1 << 20, 4096), 1,
        row_sums(4096),
    ),
    "scan_hillis_steele 256, 2^20": Workload(
        "scans.cu", "scan_hillis_steele", (4096, 1, 1), (256, 1, 1), lambda: scan(1 << 20), 1,
        lambda given: given[0].reshape(4096, 256).cumsum(axis=1).ravel(),
    ),
    "histogram_shared 256, 2^20": Workload(
        "histograms.cu", "histogram_shared", (4096, 1, 1), (256, 1, 1), lambda: histogram(1 << 20), 1,
        lambda given: np.bincount(given[0].astype(np.int64), minlength=256).astype(np.float32),
    ),
    "bitonic sort 256, 2^20": Workload(
        "fresh_sorts.cu", "bitonic_float", (4096, 1, 1), (256, 1, 1), lambda: unsorted(1 << 20), 0,
        lambda given: np.sort(given[0].reshape(4096, 256), axis=1).ravel(),
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Measured:
    """seconds: of each timed launch, by the clock and of processor time, which other work on the machine disturbs less.

    bytes: resident at the most, in the whole process and before the first launch.
    """

    workload: str
    thread_instructions: int
    seconds: list[float]
    processor_seconds: list[float]
    peak_bytes: int
    bytes_before_launch: int
    first_launch_seconds: float
    compile_and_load_seconds: float
    shared_wavefronts: int
    global_sectors: int

    @property
    def median(self) -> float:
        """Seconds of a launch."""
        return statistics.median(self.seconds)

    @property
    def rate(self) -> float:
        """Thread instructions per second."""
        return self.thread_instructions / self.median

    @property
    def processor_rate(self) -> float:
        """Thread instructions per second of processor time."""
        return self.thread_instructions / statistics.median(self.processor_seconds)


def measure(name: str, workload: Workload, repeats: int) -> Measured:
    """Time one workload in this process. Raises RuntimeError if its result is wrong or anything is found in it."""
    from grader.launch import Argument, LaunchRequest
    from grader.simt import emulator
    from grader.toolchain import compile_source

    started = time.perf_counter()
    source = (KERNELS / workload.file).read_text(encoding="utf-8")
    ready = emulator.load(compile_source(source, file=workload.file), workload.kernel)
    loaded = time.perf_counter() - started
    arguments = workload.arguments()
    request = LaunchRequest(workload.kernel, workload.grid, workload.block, tuple(Argument(n, v) for n, v in arguments))
    before = _resident_bytes()
    seconds: list[float] = []
    processor: list[float] = []
    for _ in range(repeats + 1):
        started, begun = time.perf_counter(), time.process_time()
        result = emulator.launch(ready, request)
        seconds.append(time.perf_counter() - started)
        processor.append(time.process_time() - begun)
    expected = workload.expected([value for _, value in arguments if isinstance(value, np.ndarray)])
    if result.faults or result.hazards or not np.array_equal(result.outputs[workload.output], expected):
        raise RuntimeError(f"{name}: the launch is not clean: {result.faults} {result.hazards}")
    return Measured(
        workload=name, thread_instructions=result.thread_instructions or 0, seconds=seconds[1:],
        processor_seconds=processor[1:],
        peak_bytes=_resident_bytes(), bytes_before_launch=before, first_launch_seconds=seconds[0],
        compile_and_load_seconds=loaded, shared_wavefronts=result.total("shared").cost,
        global_sectors=result.total("global").cost,
    )  # fmt: skip


def _resident_bytes() -> int:
    """Most memory this process has had resident (Linux counts in KiB, macOS in bytes)."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def measure_apart(name: str, repeats: int) -> Measured:
    """Time one workload in a fresh process."""
    command = [sys.executable, __file__, "--child", name, "--repeats", str(repeats)]
    done = subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, text=True)
    return Measured(**json.loads(done.stdout))


def time_cold(name: str, repeats: int) -> list[float]:
    """Seconds of whole `grader profile` processes on a workload: its kernel alone in a file, as a student's is."""
    workload = WORKLOADS[name]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / workload.file
        file.write_text(alone((KERNELS / workload.file).read_text(encoding="utf-8"), workload.kernel), encoding="utf-8")
        grid, block = (",".join(map(str, extent)) for extent in (workload.grid, workload.block))
        command = [sys.executable, "-m", "grader", "profile", str(file), "--kernel", workload.kernel, "--grid", grid,
                   "--block", block]  # fmt: skip
        for _, value in workload.arguments():
            array = isinstance(value, np.ndarray)
            word = f"f32[{value.size}]=random" if array else f"{'i' if value.dtype.kind == 'i' else 'f'}32:{value}"
            command += ["--arg", word]
        seconds = []
        for _ in range(repeats):
            started = time.perf_counter()
            subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True)
            seconds.append(time.perf_counter() - started)
    return seconds


def alone(source: str, kernel: str) -> str:
    """A source with one of its kernels and what stands in front of the first."""
    first = source.index('extern "C" __global__')
    start = source.index(f'extern "C" __global__ void {kernel}(')
    return source[:first] + source[start : source.index("\n}\n", start) + 3]


def time_check(repeats: int) -> list[float]:
    """Seconds of whole `grader check` processes on the reference solution, after one to warm the disk cache."""
    command = [sys.executable, "-m", "grader", "check", EXERCISE, "--solution"]
    seconds = []
    for _ in range(repeats + 1):
        started = time.perf_counter()
        subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True)
        seconds.append(time.perf_counter() - started)
    return seconds[1:]


def this_machine() -> dict[str, object]:
    """Where a measurement was taken."""
    cpu = platform.processor()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [
            line.split(":", 1)[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")
        ]
        cpu = names[0] if names else cpu
    return {"cpu": cpu, "cores": os.cpu_count(), "system": platform.system(), "python": platform.python_version(),
            "numpy": np.__version__, "load_average": os.getloadavg()[0]}  # fmt: skip


def _print_table(measured: Sequence[Measured], check: Sequence[float], cold: Sequence[float]) -> None:
    print(f"{'workload':32} {'instructions':>13} {'median':>9} {'a second':>8} {'a CPU s':>8} {'first':>9} {'peak':>7}")
    for m in measured:
        print(f"{m.workload:32} {m.thread_instructions:13,} {m.median * 1e3:6.1f} ms "
              f"{m.rate / 1e9:6.2f} G {m.processor_rate / 1e9:6.2f} G "
              f"{m.first_launch_seconds * 1e3:6.1f} ms {m.peak_bytes / 2**20:5.0f} MB")  # fmt: skip
    if cold:
        print(f"{COLD}, a whole process: {statistics.median(cold):.2f} s ({min(cold):.2f} to {max(cold):.2f})")
    if check:
        print(f"grader check {EXERCISE} --solution: {statistics.median(check):.2f} s "
              f"(median of {len(check)} processes, {min(check):.2f} to {max(check):.2f})")  # fmt: skip


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description="How fast the emulator is.")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--only", nargs="*", default=[], help="workloads whose names begin like this")
    parser.add_argument("--no-check", action="store_true", help="leave `grader check` out")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        json.dump(asdict(measure(options.child, WORKLOADS[options.child], options.repeats)), sys.stdout)
        return
    chosen = [n for n in WORKLOADS if not options.only or n.startswith(tuple(options.only))]
    machine = this_machine()
    measured = [measure_apart(name, options.repeats) for name in chosen]
    check = [] if options.no_check else time_check(options.repeats)
    cold = [] if options.no_check else time_cold(COLD, options.repeats)
    _print_table(measured, check, cold)
    RESULTS.mkdir(exist_ok=True)
    document = {
        "date": date.today().isoformat(),
        "machine": machine,
        "workloads": [
            asdict(m) | {"median_seconds": m.median, "per_second": m.rate, "per_processor_second": m.processor_rate}
            for m in measured
        ],
        "cold": {"workload": COLD, "seconds": cold, "median_seconds": statistics.median(cold) if cold else None},
        "check": {
            "exercise": EXERCISE,
            "seconds": check,
            "median_seconds": statistics.median(check) if check else None,
        },
    }
    path = RESULTS / f"emulator_{document['date']}.json"
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    print(f"written to {path.relative_to(REPOSITORY)}")


if __name__ == "__main__":
    main()
