"""What the tiled SGEMM of 256^3 costs at the least on NumPy: the bare operations, with nothing around them.

    .venv/bin/python benchmarks/bare_numpy.py [--repeats N]

For each of the 16 tiles and each of the 16 inner steps, 65,536 threads in batches of 32,768 lanes need two gathers from
shared memory (4 bytes a lane), their conversion to float64, a multiply-add there and the rounding to float32. The
indices are made beforehand, nothing is allocated, and no addresses, bounds, counts or hazards are looked at. That is
what an emulator of this kind is held against, in the thread instructions of its own launch. Prints the processor time
of each operation and writes benchmarks/results/bare_numpy_<date>.json.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date

import numpy as np
from emulator_speed import REPOSITORY, RESULTS, measure_apart, this_machine

WORKLOAD = "sgemm_tiled 16x16, 256^3"
LANES, TILE, N = 32_768, 16, 256
BLOCKS = LANES // TILE**2  # in a batch
STEPS = N * N // LANES * (N // TILE) * TILE  # batches, tiles, inner steps


@dataclass
class Step:
    """The arrays of one inner step. Every result has its place, so that nothing is allocated."""

    tile: np.ndarray = field(default_factory=lambda: np.ones((BLOCKS, 2 * TILE * TILE), np.float32))
    total: np.ndarray = field(default_factory=lambda: np.zeros(LANES, np.float32))
    a: np.ndarray = field(default_factory=lambda: np.empty((BLOCKS, TILE * TILE), np.float32))
    b: np.ndarray = field(default_factory=lambda: np.empty((BLOCKS, TILE * TILE), np.float32))
    wide: list[np.ndarray] = field(default_factory=lambda: [np.empty(LANES) for _ in range(3)])

    def __post_init__(self) -> None:
        thread = np.arange(TILE * TILE)
        self.row, self.column = thread // TILE * TILE, TILE * TILE + thread % TILE  # tile_a[ty][0], tile_b[0][tx]

    def gather_a(self) -> None:
        """tile_a[ty][k]: one short index serves every block."""
        self.tile.take(self.row, axis=1, out=self.a, mode="wrap")

    def gather_b(self) -> None:
        """tile_b[k][tx]."""
        self.tile.take(self.column, axis=1, out=self.b, mode="wrap")

    def widen(self) -> None:
        """Two factors and the sum as float64, in which a product of two float32 is exact."""
        for wide, narrow in zip(self.wide, (self.a.reshape(-1), self.b.reshape(-1), self.total), strict=True):
            np.copyto(wide, narrow)

    def multiply_add(self) -> None:
        """One multiplication, one addition."""
        a, b, total = self.wide
        np.multiply(a, b, a)
        np.add(a, total, a)

    def round(self) -> None:
        """Back to float32."""
        np.copyto(self.total, self.wide[0], casting="same_kind")


OPERATIONS: dict[str, Callable[[Step], None]] = {
    "gather A": Step.gather_a, "gather B": Step.gather_b, "to float64": Step.widen,
    "multiply-add": Step.multiply_add, "to float32": Step.round,
}  # fmt: skip


def time_operation(operation: Callable[[Step], None], repeats: int) -> list[float]:
    """Processor seconds of one operation in a whole SGEMM, several times. The arrays stay in the cache, as ever."""
    step = Step()
    seconds = []
    for _ in range(repeats):
        started = time.process_time()
        for _ in range(STEPS):
            operation(step)
        seconds.append(time.process_time() - started)
    return seconds


def everything(step: Step) -> None:
    """One inner step."""
    for operation in OPERATIONS.values():
        operation(step)


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description="The bare NumPy operations of a tiled SGEMM.")
    parser.add_argument("--repeats", type=int, default=7)
    options = parser.parse_args()
    machine = this_machine()
    apart = {name: time_operation(operation, options.repeats) for name, operation in OPERATIONS.items()}
    together = time_operation(everything, options.repeats)
    emulator = measure_apart(WORKLOAD, options.repeats)
    bare = statistics.median(together)
    whole = statistics.median(emulator.processor_seconds)
    for name, seconds in apart.items():
        print(f"{name:32} {statistics.median(seconds) * 1e3:7.1f} ms")
    for name, seconds in (("one inner step after another", bare), ("the emulator", whole)):
        rate = emulator.thread_instructions / seconds
        print(f"{name:32} {seconds * 1e3:7.1f} ms {rate / 1e9:6.2f} G thread instructions a second")
    print(f"the emulator takes {whole / bare:.2f} times as long as its bare arithmetic")
    document = {
        "date": date.today().isoformat(),
        "machine": machine,
        "workload": WORKLOAD,
        "thread_instructions": emulator.thread_instructions,
        "operations": apart,
        "bare_seconds": together,
        "bare_per_second": emulator.thread_instructions / bare,
        "emulator_seconds": emulator.processor_seconds,
        "emulator_per_second": emulator.processor_rate,
    }
    path = RESULTS / f"bare_numpy_{document['date']}.json"
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    print(f"written to {path.relative_to(REPOSITORY)}")


if __name__ == "__main__":
    main()
