"""The emulator beside numba's CUDA simulator, which also runs kernels without a GPU: same algorithms, same sizes.

    .venv/bin/python benchmarks/numba_simulator.py [--repeats N] [--only NAME ...] [--numba PYTHON]

Install numba with the extra `bench`, or name a Python that has it. Each side of a workload runs in a process of its
own, is timed for the launch alone, and must compute what NumPy does. The emulator counts every access and looks for
hazards meanwhile; the simulator only computes. Prints a table and writes benchmarks/results/numba_<date>.json.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

import numpy as np
from emulator_speed import (
    REPOSITORY,
    RESULTS,
    Workload,
    integers,
    measure,
    product,
    reduction,
    sgemm,
    this_machine,
    tiled,
    transpose,
)

GOAL = 1000  # times faster on the tiled SGEMM


def saxpy(n: int) -> list[tuple[str, Any]]:
    """y = 3 x + y."""
    return [("a", np.float32(3)), ("x", integers(1, n, 5)), ("y", integers(1, n, 6)), ("n", np.int32(n))]


WORKLOADS = {
    "sgemm_tiled 16x16, 64^3": tiled(64),
    "sgemm_tiled 16x16, 128^3": tiled(128),
    "sgemm_naive 16x16, 64^3": Workload(
        "sgemm_naive.cu", "sgemm_columns", (4, 4, 1), (16, 16, 1), lambda: sgemm(64), 2, product(64)
    ),
    "transpose_tiled 32x32, 128^2": Workload(
        "transpose.cu", "transpose_tiled", (4, 4, 1), (32, 8, 1), lambda: transpose(128), 1,
        lambda given: given[0].reshape(128, 128).T.ravel(),
    ),
    "reduce_sequential 256, 2^14": Workload(
        "reductions.cu", "reduce_sequential", (64, 1, 1), (256, 1, 1), lambda: reduction(1 << 14, 64), 1,
        lambda given: given[0].reshape(64, 256).sum(axis=1),
    ),
    "saxpy 256, 2^14": Workload(
        "global_access.cu", "saxpy_grid_stride", (64, 1, 1), (256, 1, 1), lambda: saxpy(1 << 14), 2,
        lambda given: 3 * given[0] + given[1],
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Compared:
    """Seconds of each launch on both sides, by the clock and of processor time."""

    workload: str
    emulator: list[float]
    numba: list[float]
    emulator_processor: list[float]
    numba_processor: list[float]

    @property
    def factor(self) -> float:
        """How many times faster the emulator is, by the medians of the clock."""
        return statistics.median(self.numba) / statistics.median(self.emulator)

    @property
    def processor_factor(self) -> float:
        """The same of processor time, which other work on the machine disturbs less."""
        return statistics.median(self.numba_processor) / statistics.median(self.emulator_processor)


def time_numba(workload: Workload, repeats: int) -> dict[str, Any]:
    """Launch on numba's simulator in this process. Raises RuntimeError if the result is wrong."""
    import numba
    import numba_kernels

    kernel = getattr(numba_kernels, workload.kernel)
    given = [value for _, value in workload.arguments()]
    expected = workload.expected([value for value in given if isinstance(value, np.ndarray)])
    seconds, processor = [], []
    for _ in range(repeats):
        arguments = [numba.cuda.to_device(v) if isinstance(v, np.ndarray) else v for v in given]
        started, begun = time.perf_counter(), time.process_time()
        kernel[workload.grid, workload.block](*arguments)
        seconds.append(time.perf_counter() - started)
        processor.append(time.process_time() - begun)
        if not np.array_equal(arguments[workload.output].copy_to_host(), expected):
            raise RuntimeError(f"numba computes something else in {workload.kernel}")
    versions = {"numba": numba.__version__, "numpy": np.__version__, "python": platform.python_version()}
    return {"seconds": seconds, "processor_seconds": processor, "versions": versions}


def in_child(python: str, side: str, name: str, repeats: int) -> dict[str, Any]:
    """Measure one side of one workload in a fresh process."""
    command = [python, __file__, "--side", side, "--only", name, "--repeats", str(repeats)]
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run(command, cwd=REPOSITORY, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return dict(json.loads(done.stdout))


def print_table(compared: Sequence[Compared]) -> None:
    """One line a workload."""
    print(f"{'workload':32} {'emulator':>12} {'numba':>12} {'factor':>9} {'CPU time':>9}")
    for c in compared:
        ours, theirs = statistics.median(c.emulator), statistics.median(c.numba)
        print(f"{c.workload:32} {ours * 1e3:9.2f} ms {theirs:10.2f} s {c.factor:8,.0f}x {c.processor_factor:8,.0f}x")


def main() -> None:
    """Compare what the command line asks for."""
    parser = argparse.ArgumentParser(description="The emulator beside numba's CUDA simulator.")
    parser.add_argument("--repeats", type=int, default=9, help="launches on the emulator")
    parser.add_argument("--numba-repeats", type=int, default=2)
    parser.add_argument("--only", nargs="*", default=[], help="workloads whose names begin like this")
    parser.add_argument("--numba", default=sys.executable, metavar="PYTHON", help="a Python that has numba")
    parser.add_argument("--side", choices=("emulator", "numba"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    chosen = [n for n in WORKLOADS if not options.only or n.startswith(tuple(options.only))]
    if options.side:
        name, workload = chosen[0], WORKLOADS[chosen[0]]
        if options.side == "numba":
            json.dump(time_numba(workload, options.repeats), sys.stdout)
        else:
            json.dump(asdict(measure(name, workload, options.repeats)), sys.stdout)
        return
    machine = this_machine()
    compared, versions = [], {}
    for name in chosen:
        ours = in_child(sys.executable, "emulator", name, options.repeats)
        theirs = in_child(options.numba, "numba", name, options.numba_repeats)
        sides = (ours, theirs)
        compared.append(Compared(name, *(s["seconds"] for s in sides), *(s["processor_seconds"] for s in sides)))
        versions = theirs["versions"]
    print_table(compared)
    document = {
        "date": date.today().isoformat(),
        "machine": machine,
        "numba": versions,
        "goal": {"workload": "sgemm_tiled", "factor": GOAL},
        "workloads": [asdict(c) | {"factor": c.factor, "processor_factor": c.processor_factor} for c in compared],
    }
    path = RESULTS / f"numba_{document['date']}.json"
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    print(f"written to {path.relative_to(REPOSITORY)}")


if __name__ == "__main__":
    main()
