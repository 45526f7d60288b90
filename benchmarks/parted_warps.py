"""Who waits for whom where the lanes of a warp have parted: each lane draws numbers from one counter.

    python benchmarks/parted_warps.py [OUT.json]      (a GPU and CuPy; OUT: benchmarks/results/parted_warps_<gpu>.json)

Every kernel runs with one warp in a process of its own, which may hang. The numbers tell who came when.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from grader.cli.bench import RESULTS, slug

SECONDS = 8
_BRANCH = "if (t < n) { o[t] = NEXT; WAIT o[t + 32] = NEXT; } o[t + 64] = NEXT;"
_VALUE = "int v = t + 1; BODY o[t] = v; o[t + 64] = NEXT;"
_BOTH = "if (t < n) { o[t + 32] = NEXT; __syncwarp(); v = NEXT; } else { o[t + 32] = NEXT; __syncwarp(); v = NEXT; }"
_TWO = "if (t < n) { if (t & 1) { v = NEXT; __syncwarp(); v += 100 * NEXT; } o[t + 32] = NEXT; }"
_CASE = "v = NEXT; __syncwarp(); v += NEXT * 100; break;"
_SWITCH = f"switch (t % n) {{ case 0: {_CASE} case 1: {_CASE} default: v = NEXT * 7; }}"
_WAY_OUT = "v = 0; while (true) { v += NEXT; if (v % 7 > t % 5) break; __syncwarp(); if (v > 200) break; }"
KERNELS = {  # name: what each lane does, and the values of n
    "syncwarp_in_a_branch": (_BRANCH.replace("WAIT", "__syncwarp();"), (5, 16, 20)),
    "barrier_in_a_branch": (_BRANCH.replace("WAIT", "__syncthreads();"), (5, 16, 20)),
    "ballot_in_a_branch": (
        _VALUE.replace("BODY", "if (t < n) { v = __ballot_sync(~0u, t & 1); o[t + 32] = NEXT; }"), (5, 16, 20),
    ),
    "syncwarp_in_both_branches": (_VALUE.replace("BODY", _BOTH), (5, 16, 20)),
    "syncwarp_in_a_loop": (
        _VALUE.replace("BODY", "for (int i = 0; i < t % n; ++i) { __syncwarp(); v = v * 3 + NEXT; }"), (2, 3),
    ),
    "syncwarp_in_two_branches": (_VALUE.replace("BODY", _TWO), (5, 16, 20)),
    "syncwarp_of_a_mask": (_VALUE.replace("BODY", "if (t < n) { __syncwarp(0xffu); v = NEXT; }"), (4, 8)),
    "syncwarp_in_a_switch": (_VALUE.replace("BODY", _SWITCH), (2, 3, 4)),
    "a_way_out_by_number": (_VALUE.replace("BODY", _WAY_OUT), (5,)),
}  # fmt: skip
_CHILD = """
import sys, cupy as cp, numpy as np
f = cp.RawModule(code=sys.stdin.read(), options=("-lineinfo",)).get_function("k")
o, c = cp.full(128, -1, "i4"), cp.zeros(1, "i4")
f((1,), (32,), (o, c, np.int32(int(sys.argv[1]))))
print(o.get().tolist())
"""


def source(name: str) -> str:
    """The kernel: o has 128 numbers, c is the counter."""
    body = KERNELS[name][0].replace("NEXT", "atomicAdd(c, 1)")
    return f'extern "C" __global__ void k(int* o, int* c, int n) {{ int t = threadIdx.x; {body} }}\n'


def measured(name: str, n: int) -> list[int] | str:
    """What the lanes drew, or how it ended."""
    try:
        done = subprocess.run(
            [sys.executable, "-c", _CHILD, str(n)], input=source(name), capture_output=True, text=True,
            timeout=SECONDS, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return "hangs"
    return json.loads(done.stdout) if done.returncode == 0 else done.stderr.strip().splitlines()[-1]


def main() -> None:
    """Measure all, and write them down."""
    import cupy as cp

    gpu = cp.cuda.runtime.getDeviceProperties(0)["name"].decode()
    found = {name: {str(n): measured(name, n) for n in values} for name, (_, values) in KERNELS.items()}
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else RESULTS / f"parted_warps_{slug(gpu)}.json"
    out.write_text(json.dumps({"gpu": gpu, "drawn": found}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
