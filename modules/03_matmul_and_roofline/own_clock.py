"""Verify a matvec kernel against cuBLAS, then time both with CUDA events, in turns.

    python modules/03_matmul_and_roofline/own_clock.py KERNEL.cu [ROWS [COLS]]        (needs a GPU and CuPy)
"""

import statistics
import sys
from pathlib import Path

try:
    import cupy as cp
except ModuleNotFoundError:
    sys.exit("CuPy is not installed: on a machine with an NVIDIA GPU, `make gpu` installs it.")

TURNS = 21
if len(sys.argv) < 2:
    sys.exit(__doc__)
path, *size = sys.argv[1:]
rows, cols = ([int(word) for word in size] + [16384, 16384])[:2]
HOLD = """
extern "C" __global__ void hold() { for (long long begin = clock64(); clock64() - begin < 400000;) {} }
"""
kernel = cp.RawModule(code=Path(path).read_text("utf-8"), options=("-std=c++17",)).get_function("matvec")
hold = cp.RawKernel(HOLD, "hold")

A = cp.random.random((rows, cols), dtype=cp.float32) - 0.5
x = cp.random.random(cols, dtype=cp.float32) - 0.5
y = cp.full(rows, cp.nan, dtype=cp.float32)  # what the kernel forgets stays NaN
others = cp.empty(5 * cp.cuda.Device().attributes["L2CacheSize"] // 2, dtype=cp.uint8)


def yours():
    blocks = (rows * 32 + 255) // 256  # a warp for each row
    kernel((blocks,), (256,), (A, x, y, cp.int32(rows), cp.int32(cols), cp.int32(cols)))


def cublas():
    cp.dot(A, x, out=y)


def milliseconds(work):
    start, stop = cp.cuda.Event(), cp.cuda.Event()
    others.fill(1)  # nothing of A is left in L2
    hold((1,), (1,), ())  # the GPU is busy, 0.2 ms or so, while the CPU enqueues the next three lines
    start.record()
    work()
    stop.record()
    stop.synchronize()  # the CPU waits for the GPU here
    return cp.cuda.get_elapsed_time(start, stop)


yours()  # verify; this first launch also loads the code
error = float(cp.abs(y - A.astype(cp.float64) @ x.astype(cp.float64)).max())
print(f"largest error {error:.1e}")
if not error < 1e-6 * cols:  # false for NaN, too
    sys.exit("wrong results: not timed")

cublas()
times = {work: [] for work in (yours, cublas)}
for _ in range(TURNS):
    for work, found in times.items():
        found.append(milliseconds(work))
for work, found in times.items():
    median = statistics.median(found)
    spread = f"{min(found):.4f} to {max(found):.4f}"
    rate = 4 * (rows * cols + rows + cols) / median / 1e6
    print(f"{work.__name__:7} {median:.4f} ms   ({spread})   {rate:,.0f} GB/s")
