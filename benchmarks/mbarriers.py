"""What threads get from an mbarrier, step by step, and what fails; and what blocks of a cluster know of themselves.

    python benchmarks/mbarriers.py [OUT.json]      (a GPU and CuPy; OUT: benchmarks/results/mbarriers_<gpu>.json)

One thread takes the steps of a program, and writes the upper half of each state, each count and each answer to memory
of the host, which outlasts a launch that fails. Every program runs in a process of its own.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from grader.cli.bench import RESULTS, slug

SECONDS = 30
STEPS = {
    "init": 'asm volatile("mbarrier.init.shared::cta.b64 [%0], NUMBER;" :: "r"(a) : "memory");',
    "inval": 'asm volatile("mbarrier.inval.shared::cta.b64 [%0];" :: "r"(a) : "memory");',
    "expect": 'asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], NUMBER;" :: "r"(a) : "memory");',
    "complete": 'asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], NUMBER;" :: "r"(a) : "memory");',
    **{name: f'asm volatile("mbarrier.{opcode}.shared::cta.b64 %0, [%1], NUMBER;" : "=l"(s) : "r"(a) : "memory");'
             " put(s >> 32);"
       for name, opcode in (("arrive", "arrive"), ("drop", "arrive_drop"), ("keep", "arrive.noComplete"),
                            ("keep_drop", "arrive_drop.noComplete"), ("arrive_expect", "arrive.expect_tx"),
                            ("drop_expect", "arrive_drop.expect_tx"))},
    "pending": 'asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(n) : "l"(s)); put(n);',
    "test": 'asm volatile("{ .reg .pred p; mbarrier.test_wait.shared::cta.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"'
            ' : "=r"(n) : "r"(a), "l"(s) : "memory"); put(n);',
    "parity": 'asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared::cta.b64 p, [%1], NUMBER; selp.b32 %0, 1,'
              ' 0, p; }" : "=r"(n) : "r"(a) : "memory"); put(n);',
}  # fmt: skip
PROGRAMS = {
    "phases": "init 5, arrive 1, pending, arrive 2, test, drop 1, arrive 1, test, parity 0, parity 1, arrive 4, test, "
              "parity 0, parity 1, arrive 3, pending, inval",
    "bytes": "init 2, expect 48, complete 16, arrive_expect 100, arrive 1, test, complete 132, test, parity 0, "
             "complete 7, arrive 1, expect 7, arrive 1, parity 1, arrive 1, arrive 1, parity 0, expect 20, complete 20",
    "drops": "init 4, keep 1, pending, keep_drop 1, drop_expect 64, arrive 1, complete 64, arrive 1, arrive 1",
    "many": "init 1048575, expect 1048575, arrive 1, complete 1048575, arrive 1048573, arrive 1, test, pending",
    "bytes_first": "init 2, complete 10, expect 10, arrive 1, expect 5, complete 9, arrive 1, expect 4, parity 0",
    "again": "init 1, inval, init 3, init 2, arrive 1, pending",
    "too_many": "init 2, arrive 1, arrive 2",
    "too_many_before_bytes": "init 1, expect 5, arrive 1, arrive 1",
    "too_many_bytes": "init 1, expect 1048575, expect 5, parity 0, arrive 1, parity 0",
}  # fmt: skip
_HEAD = """using u32 = unsigned; using u64 = unsigned long long;
extern "C" __global__ void k(u32* out) {
    __shared__ alignas(8) u64 bar;
    u32 a = (u32)__cvta_generic_to_shared(&bar), n = 0, at = 0; u64 s = 0;
    auto put = [&](u32 v) { *(volatile u32*)(out + at++) = v; __threadfence_system(); };
"""
REGISTERS = ("cluster_ctaid.x", "cluster_ctaid.y", "cluster_ctaid.z", "cluster_nctaid.x", "cluster_nctaid.y",
             "cluster_nctaid.z", "cluster_ctarank", "cluster_nctarank", "clusterid.x", "clusterid.y", "clusterid.z",
             "nclusterid.x", "nclusterid.y", "nclusterid.z")  # fmt: skip
CLUSTERS = {"2x3x1": (4, 6, 2), "1x2x4": (2, 4, 4), "3x1x2": (9, 2, 4), "none": (2, 3, 4)}  # extents: of the grid
WORDS = 64  # that a program writes at most
_CHILD = """
import ctypes, json, os, sys, cupy as cp, numpy as np
words, grid = int(sys.argv[1]), json.loads(sys.argv[2])
where = cp.cuda.runtime.hostAlloc(4 * words, 2)
out = np.frombuffer((ctypes.c_char * (4 * words)).from_address(where), np.uint32)
out[:] = 0xFFFFFFFF
error = ""
try:
    cp.RawModule(code=sys.stdin.read()).get_function("k")(tuple(grid), (1,), (np.uint64(where),))
    cp.cuda.Device().synchronize()
except Exception as reason:
    error = str(reason)
print(json.dumps({"error": error, "out": out.tolist()}), flush=True)
os._exit(0)
"""


def program(name: str) -> str:
    """The kernel that takes the steps of a program."""
    steps = (step.partition(" ") for step in PROGRAMS[name].split(", "))
    lines = [STEPS[word].replace("NUMBER", number) for word, _, number in steps]
    return _HEAD + "".join(f"    {line}\n" for line in lines) + "}\n"


def registers(name: str) -> str:
    """The kernel of which each block writes its special registers."""
    extents = "" if name == "none" else f"__cluster_dims__({name.replace('x', ', ')}) "
    reads = "".join(f'asm volatile("mov.u32 %0, %%{r};" : "=r"(out[i++]));\n' for r in REGISTERS)
    return (f'extern "C" __global__ void {extents}k(unsigned* out) {{\n'
            "unsigned i = ((blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) * "
            f"{len(REGISTERS)};\n{reads}}}\n")  # fmt: skip


def _measured(source: str, words: int, grid: tuple[int, int, int]) -> dict[str, object]:
    done = subprocess.run([sys.executable, "-c", _CHILD, str(words), json.dumps(grid)], input=source, text=True,
                          capture_output=True, timeout=SECONDS, check=True)  # fmt: skip
    found: dict[str, object] = json.loads(done.stdout)
    return found


def main() -> None:
    """Measure all, and write them down."""
    import cupy as cp

    gpu = cp.cuda.runtime.getDeviceProperties(0)["name"].decode()
    sizes = {name: grid[0] * grid[1] * grid[2] * len(REGISTERS) for name, grid in CLUSTERS.items()}
    document = {
        "gpu": gpu, "programs": {name: _measured(program(name), WORDS, (1, 1, 1)) for name in PROGRAMS},
        "registers": {name: _measured(registers(name), sizes[name], grid) for name, grid in CLUSTERS.items()},
    }  # fmt: skip
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else RESULTS / f"mbarriers_{slug(gpu)}.json"
    out.write_text(json.dumps(document) + "\n", "utf-8")


if __name__ == "__main__":
    main()
