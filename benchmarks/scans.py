"""Scans and compactions of 2^26 words, in turns with CUB and with the device's own copy.

    python benchmarks/scans.py [OUT.json]

Needs a GPU, CuPy and nvcc, which compiles CUB; OUT: benchmarks/results/scans_<gpu>.json. Every result is compared with
CuPy's before it is timed. Scans of segments leave their totals, too; the three launches join them. Of the elements that
are compacted half are positive. A copy reads and writes everything once, which is what a scan has to do.
"""

from __future__ import annotations

import ctypes
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.measuring import Contenders, Launch, in_turns, measured_on
from grader.cli.bench import RESULTS, slug
from grader.course.composed import kernel_of_course
from grader.cuda.clocks import ClockReader
from grader.cuda.device import CudaDevice
from grader.toolchain import compile_source

HERE = Path(__file__).resolve().parent
SIZE, TURNS = 1 << 26, 20
SCANS, COMPACTIONS = "16_scan", "17_stream_compaction"
_TO_DEVICE = 3  # cudaMemcpyDeviceToDevice

Json = dict[str, Any]


class Cub:
    """CUB's algorithms, compiled here."""

    def __init__(self, gpu: CudaDevice, folder: Path) -> None:
        library = folder / "cub_calls.so"
        command = ["nvcc", "-O3", "-std=c++17", f"-arch={gpu.arch}", "-shared", "-Xcompiler", "-fPIC", "-o", library,
                   HERE / "kernels" / "cub_calls.cu"]  # fmt: skip
        subprocess.run(command, check=True)
        self._library, self._gpu = ctypes.CDLL(str(library)), gpu

    def call(self, name: str, *buffers: Any) -> Launch:
        """A call with its workspace, on buffers of SIZE elements."""
        function = getattr(self._library, name)
        given = [ctypes.c_void_p(buffer.data.ptr) for buffer in buffers]
        size = ctypes.c_size_t()
        function(None, ctypes.byref(size), *given, SIZE)
        room = self._gpu.cupy.empty(size.value, np.uint8)

        def launch() -> None:
            if status := function(ctypes.c_void_p(room.data.ptr), ctypes.byref(size), *given, SIZE):
                raise RuntimeError(f"{name}: error {status}")

        return launch


class Bench(Contenders):
    """Kernels of the course and CUB's algorithms."""

    def kernel(self, path: str, kernel: str, defines: dict[str, str] | None = None) -> Any:
        """A kernel of the course or of the benchmarks."""
        text = kernel_of_course(HERE.parent / path).decode()
        program = compile_source(text, file=Path(path).name, arch=self.gpu.arch, defines=defines or {})
        return self.gpu.function(self.gpu.image(program), kernel)

    def measure(self, bytes_moved: int) -> Json:
        """Median milliseconds, and GB/s of what has to be moved."""
        found = {}
        for name, times in in_turns(self.gpu, self.launches, TURNS).items():
            middle = statistics.median(times)
            found[name] = {"ms": round(middle, 5), "gb_per_s": round(bytes_moved / middle / 1e6, 1),
                           "all_ms": [round(t, 5) for t in times]}  # fmt: skip
        return found


def copying(gpu: CudaDevice, source: Any, target: Any) -> Launch:
    """The device's own copy."""
    return lambda: gpu.runtime.memcpyAsync(target.data.ptr, source.data.ptr, source.nbytes, _TO_DEVICE, 0)


def scans(gpu: CudaDevice, cub: Cub) -> Json:
    """Of words without a sign, exclusive."""
    cupy, bench = gpu.cupy, Bench(gpu)
    given = cupy.asarray(np.random.default_rng(1).integers(0, 1 << 32, SIZE, dtype=np.uint32))
    out, wanted = cupy.zeros(SIZE, np.uint32), cupy.cumsum(given, dtype=np.uint32) - given
    status, counters = cupy.zeros(SIZE // 1024, np.uint64), cupy.zeros(2, np.uint32)
    totals = cupy.zeros(SIZE // 128, np.uint32)

    def right() -> bool:
        equal = bool((out == wanted).all())
        out.fill(0)
        return equal

    def segments(size: int, inclusive: bool = False) -> Callable[[], bool]:
        def compared() -> bool:
            parts = given.reshape(-1, size)
            sums = cupy.cumsum(parts, axis=1, dtype=np.uint32)
            equal = bool((out.reshape(-1, size) == (sums if inclusive else sums - parts)).all())
            out.fill(0)
            return equal

        return compared

    bench.add("copy", copying(gpu, given, out), lambda: bool((out == given).all()))
    out.fill(0)
    bench.add("CUB", cub.call("exclusive_sum", given, out), right)
    solution = bench.kernel(f"solutions/{SCANS}/scan_single_pass.cu", "scan_single_pass")
    chain = bench.kernel(
        f"tests/submissions/{SCANS}/scan_single_pass/cheat/waits_for_the_tile_before.cu", "scan_single_pass"
    )
    one = bench.kernel("benchmarks/kernels/scan_look_back.cu", "scan_look_back", {"AT_ONCE": "8"})
    for name, function, blocks in (("look-back", solution, SIZE // 32768), ("a chain", chain, SIZE // 32768),
                                   ("look-back, one tile for each block", one, SIZE // 4096)):  # fmt: skip

        def launch(function: Any = function, blocks: int = blocks) -> None:
            function((blocks,), (256,), (given, out, status, counters, np.int32(SIZE)))

        bench.add(name, launch, right)
    block, middle = bench.kernel(f"solutions/{SCANS}/scan_block.cu", "scan_block"), "benchmarks/kernels/scan_totals.cu"
    of_totals, last = bench.kernel(middle, "scan_totals"), bench.kernel(middle, "add_before")

    def three() -> None:
        block((SIZE // 1024,), (256,), (given, out, totals, np.int32(SIZE)))
        of_totals((1,), (1024,), (totals, np.int32(SIZE // 1024)))
        last((SIZE // 1024,), (256,), (out, totals, np.int32(SIZE // 4), np.int32(256)))

    bench.add("three launches", three, right)
    shuffles = (given, out, totals, np.int32(SIZE))
    bench.add("segments: 1,024 by shuffles", lambda: block((SIZE // 1024,), (256,), shuffles), segments(1024))
    steps = bench.kernel(f"solutions/{SCANS}/scan_mend.cu", "scan_mend")
    bench.add("segments: 128, Hillis-Steele", lambda: steps((SIZE // 128,), (128,), (given, out, np.int32(SIZE))),
              segments(128, inclusive=True))  # fmt: skip
    for name, path in (("padded", f"solutions/{SCANS}/sweep_padding.cu"),
                       ("not padded", f"exercises/{SCANS}/sweep_padding.cu")):  # fmt: skip
        sweeps = bench.kernel(path, "sweep_padding")

        def sweep(sweeps: Any = sweeps) -> None:
            sweeps((SIZE // 256,), (128,), (given, out, np.int32(SIZE)))

        bench.add(f"segments: 256, two sweeps, {name}", sweep, segments(256))
    return bench.measure(2 * given.nbytes)


def compactions(gpu: CudaDevice, cub: Cub) -> Json:
    """Of floats of which half are positive."""
    cupy, bench = gpu.cupy, Bench(gpu)
    host = np.random.default_rng(2).uniform(-1, 1, SIZE).astype(np.float32)
    given, wanted = cupy.asarray(host), cupy.asarray(host[host > 0])
    kept, out, count = len(wanted), cupy.zeros(SIZE, np.float32), cupy.zeros(1, np.int32)
    flags, status = (given > 0).astype(np.uint8), cupy.zeros(SIZE // 1024 + 1, np.uint64)
    in_order = cupy.sort(wanted)

    def right(stable: bool = True) -> bool:
        found = out[:kept] if stable else cupy.sort(out[:kept])
        equal = int(count[0]) == kept and bool((found == (wanted if stable else in_order)).all())
        out.fill(0)
        return equal

    bench.add("copy", copying(gpu, given, out), lambda: bool((out == given).all()))
    bench.add("CUB If", cub.call("select_positive", given, out, count), right)
    bench.add("CUB Flagged", cub.call("select_flagged", given, flags, out, count), right)
    folder = f"solutions/{COMPACTIONS}"
    stable = bench.kernel(f"{folder}/compact_stable.cu", "compact_stable")

    def look_back() -> None:
        status.fill(0)
        stable((SIZE // 8192,), (512,), (given, out, count, status, np.int32(SIZE)))

    bench.add("look-back, stable", look_back, right)
    for kernel, name in (("compact_block", "an atomic for each block"), ("compact_warp", "an atomic for each warp")):
        function = bench.kernel(f"{folder}/{kernel}.cu", kernel)

        def launch(function: Any = function) -> None:
            count.fill(0)
            function((SIZE // 2048,), (256,), (given, out, count, np.int32(SIZE)))

        bench.add(name, launch, lambda: right(stable=False))
    return bench.measure(given.nbytes + wanted.nbytes)


def main(out: str | None = None) -> None:
    """Measure, print, write."""
    gpu = CudaDevice()
    clocks = ClockReader(gpu.cupy.cuda.Device().pci_bus_id)
    with tempfile.TemporaryDirectory() as folder:
        cub = Cub(gpu, Path(folder))
        found = {"scans": scans(gpu, cub), "compactions": compactions(gpu, cub)}
    for of, rows in found.items():
        for name, row in rows.items():
            print(f"{of:12} {name:40} {row['ms']:9.4f} ms {row['gb_per_s']:9.1f} GB/s")
    read = clocks.read()
    clock = None if read is None else asdict(read)
    document = measured_on(gpu) | {"elements": SIZE, "turns": TURNS, "clocks": clock} | found
    path = Path(out) if out else RESULTS / f"scans_{slug(gpu.facts.name)}.json"
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
