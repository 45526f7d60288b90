"""Times the kernels of module 06 on a GPU, next to cuBLAS and a device copy, and writes the raw numbers as JSON.

    python benchmarks/module_06_on_gpu.py OUT.json        (needs CuPy and an NVIDIA GPU)

Kernels take turns, so that a change of clocks meets all of them; every time is that of CUDA events around one launch.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cupy
import numpy as np

KERNELS = Path(__file__).resolve().parent.parent / "tests" / "hardware" / "kernels"
SIZES = (1024, 2048, 4096)
ROUNDS = {1024: 40, 2048: 20, 4096: 8}
TRANSPOSE = 8192


def kernel(file: str, name: str, **macros: int) -> Any:
    """One kernel of the hardware corpus, compiled by CuPy's NVRTC."""
    options = ("--std=c++17", *(f"-D{key}={value}" for key, value in macros.items()))
    return cupy.RawModule(code=(KERNELS / file).read_text(encoding="utf-8"), options=options).get_function(name)


def milliseconds(run: Callable[[], object]) -> float:
    """Time of one call on the device."""
    start, end = cupy.cuda.Event(), cupy.cuda.Event()
    start.record()
    run()
    end.record()
    end.synchronize()
    return float(cupy.cuda.get_elapsed_time(start, end))


def in_turns(runs: dict[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """Times of every run, one of each in every round; the first round warms up and is not kept."""
    times: dict[str, list[float]] = {name: [] for name in runs}
    for turn in range(rounds + 1):
        for name, run in runs.items():
            taken = milliseconds(run)
            if turn:
                times[name].append(taken)
    return times


def sgemm(n: int) -> dict[str, Any]:
    """Square SGEMM of size n: times and largest relative error against cuBLAS."""
    a, b = (cupy.random.uniform(-1, 1, (n, n), dtype=cupy.float32) for _ in range(2))
    c = cupy.zeros((n, n), cupy.float32)
    scalars = (*(np.int32(n),) * 6, np.float32(1), np.float32(0))
    variants = {
        "naive 16x16": (kernel("sgemm_naive.cu", "sgemm_columns"), 16),
        "naive 32x32": (kernel("sgemm_naive.cu", "sgemm_columns"), 32),
        "naive rows 16x16": (kernel("sgemm_naive.cu", "sgemm_rows"), 16),
        "tiled 16x16 +0": (kernel("sgemm_tiled.cu", "sgemm_tiled", TILE=16, PAD=0), 16),
        "tiled 16x16 +1": (kernel("sgemm_tiled.cu", "sgemm_tiled", TILE=16, PAD=1), 16),
        "tiled 32x32 +0": (kernel("sgemm_tiled.cu", "sgemm_tiled", TILE=32, PAD=0), 32),
        "tiled 32x32 +1": (kernel("sgemm_tiled.cu", "sgemm_tiled", TILE=32, PAD=1), 32),
    }

    def launch(function: Any, tile: int) -> Callable[[], object]:
        return lambda: function((n // tile, n // tile), (tile, tile), (a, b, c, *scalars))

    expected = a @ b
    errors = {}
    for name, (function, tile) in variants.items():
        c.fill(cupy.nan)
        launch(function, tile)()
        errors[name] = float(cupy.abs(c - expected).max() / cupy.abs(expected).max())
    runs = {name: launch(*variant) for name, variant in variants.items()}
    runs["cublas"] = lambda: cupy.matmul(a, b, out=c)
    return {"milliseconds": in_turns(runs, ROUNDS[n]), "error": errors}


def transposes() -> dict[str, Any]:
    """Transposes of TRANSPOSE squared floats through a 32x32 tile, and a device copy."""
    n = TRANSPOSE
    source, target = cupy.random.uniform(-1, 1, (n, n), dtype=cupy.float32), cupy.zeros((n, n), cupy.float32)
    functions = {"transpose +0": kernel("transpose.cu", "transpose_tiled", PAD=0),
                 "transpose +1": kernel("transpose.cu", "transpose_tiled", PAD=1)}  # fmt: skip

    def launch(function: Any) -> Callable[[], object]:
        return lambda: function((n // 32, n // 32), (32, 8), (source, target, np.int32(n), np.int32(n)))

    right = {}
    for name, function in functions.items():
        target.fill(cupy.nan)
        launch(function)()
        right[name] = bool((target == source.T).all())
    runs = {name: launch(function) for name, function in functions.items()}
    runs["device copy"] = lambda: cupy.copyto(target, source)
    times = in_turns(runs, 20)
    rates = {name: 2 * source.nbytes / statistics.median(t) / 1e6 for name, t in times.items()}
    return {"milliseconds": times, "gigabytes_per_second": rates, "right": right}


def machine() -> dict[str, str]:
    """GPU, driver, clocks and versions."""
    query = "name,driver_version,clocks.sm,clocks.mem,clocks_throttle_reasons.active"
    found = subprocess.run(["nvidia-smi", f"--query-gpu={query}", "--format=csv,noheader"], capture_output=True,
                           text=True, check=True)  # fmt: skip
    runtime = cupy.cuda.runtime.runtimeGetVersion()
    return {"nvidia-smi": found.stdout.strip(), "cupy": cupy.__version__, "cuda_runtime": str(runtime)}


def main(target: Path) -> None:
    """Measure, write the raw numbers, print the medians."""
    data = {"machine": machine(), "sgemm": {str(n): sgemm(n) for n in SIZES}, "transpose": transposes(),
            "machine_after": machine()}  # fmt: skip
    target.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    for n in SIZES:
        medians = {k: statistics.median(t) for k, t in data["sgemm"][str(n)]["milliseconds"].items()}
        for name, value in medians.items():
            print(f"{n:5} {name:18} {value:9.3f} ms {100 * medians['cublas'] / value:6.1f} % of cuBLAS")
    print(data["transpose"]["gigabytes_per_second"], data["transpose"]["right"])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
