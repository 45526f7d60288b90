"""The measured numbers that lessons and READMEs print, read from `benchmarks/results/<gpu>.json`."""

from __future__ import annotations

import json
import statistics
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results"
GPU = "nvidia_h200"  # the one that the lessons name
MATRIX = "rows=8192, cols=8192"
_COMPACTED = "n=67108864"


@cache
def data() -> dict[str, Any]:
    """Everything that `grader bench` measured on the GPU of the lessons."""
    found: dict[str, Any] = json.loads((RESULTS / f"{GPU}.json").read_text(encoding="utf-8"))
    return found


def square(n: int) -> str:
    """How a square SGEMM of size n is labelled."""
    return f"M={n}, N={n}, K={n}"


def at(kernel: str, n: int) -> dict[str, Any]:
    """What was measured of an SGEMM kernel at size n."""
    found: dict[str, Any] = data()["kernels"][kernel]["sizes"][square(n)]
    return found


def ms(kernel: str, n: int) -> float:
    """Median milliseconds of an SGEMM kernel at size n."""
    return float(at(kernel, n)["ms"])


def library_ms(n: int, library: str = "cublas_sgemm") -> float:
    """Median milliseconds of cuBLAS at size n, over all contests; library: or "cublas_gemm_f16"."""
    found = [k["sizes"][square(n)] for k in data()["kernels"].values() if square(n) in k["sizes"]]
    times = sorted(one["library_ms"] for one in found if one["library"] == library)
    return float(times[len(times) // 2])


def share(kernel: str, n: int) -> float:
    """Percent of cuBLAS' speed, timed in the same contest."""
    return 100 * float(at(kernel, n)["ratio"])


def tflops(kernel: str, n: int) -> float:
    """TFLOP/s of an SGEMM kernel at size n."""
    return float(at(kernel, n)["flops"]) / ms(kernel, n) / 1e9


def compiled(kernel: str, what: str) -> float:
    """What ptxas reported of a kernel: "registers", "spill_bytes" or "shared_bytes"."""
    return float(data()["kernels"][kernel][what])


def occupancy(kernel: str) -> float:
    """Percent of an SM's warps that were resident on average, by Nsight Compute, at the largest size."""
    return float(data()["kernels"][kernel]["counted"]["occupancy"])


def dram_rate(kernel: str) -> float:
    """GB/s of device memory, read and written, at a kernel's largest size."""
    counts = data()["kernels"][kernel]["counted"]
    return counted(kernel, "dram_bytes") / 1e6 / float(data()["kernels"][kernel]["sizes"][counts["size"]]["ms"])


def gigabytes(kernel: str, what: str = "ms") -> float:
    """GB/s of a kernel on the 8192 x 8192 matrix, bytes read and written; what: "library_ms" for the library's."""
    found = data()["kernels"][kernel]["sizes"][MATRIX]
    return float(found["bytes"]) / float(found[what]) / 1e6


def copy_rate() -> float:
    """GB/s of the device's own copy."""
    return gigabytes("transpose_across", "library_ms")


def contested(exercise: str) -> dict[str, Any]:
    """What was measured of an exercise's speed check."""
    found: dict[str, Any] = next(e for name, e in data()["exercises"].items() if name.endswith(f"/{exercise}"))
    return found


def contests(exercise: str, run: str = "solution") -> list[dict[str, Any]]:
    """The contests of an exercise's speed check: of its "solution", or of the kernel that it calls "slow"."""
    found: list[dict[str, Any]] = contested(exercise)[run]
    return found


def contest_ms(exercise: str, run: str = "solution", who: str = "student") -> float:
    """Median milliseconds in those contests of the "student", the "baseline" or the "library"."""
    return statistics.median(time for each in contests(exercise, run) for time in each["times"][who])


def contest_share(exercise: str, run: str = "solution") -> float:
    """Percent of the library's speed (of the device's own copy, where it is the baseline), contest by contest."""
    who = "library" if "library" in contests(exercise, run)[0]["times"] else "baseline"
    medians = ({name: statistics.median(times) for name, times in c["times"].items()} for c in contests(exercise, run))
    return statistics.median(100 * each[who] / each["student"] for each in medians)


def contest_ratio(exercise: str, run: str = "solution") -> float:
    """Speed next to the baseline's, the median of the contests."""
    return statistics.median(float(each["ratio"]) for each in contests(exercise, run))


def contest_gb(exercise: str, run: str = "solution", who: str = "student") -> float:
    """GB/s in those contests, every input read once and every output written once."""
    return float(contested(exercise)["bytes"]) / contest_ms(exercise, run, who) / 1e6


@cache
def _branches() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((RESULTS / f"divergence_{GPU}.json").read_text(encoding="utf-8"))
    return found


def branch_ms(group: str, name: str) -> float:
    """Median milliseconds of a launch of benchmarks/divergence.py: "groups", "ways", "slow_lanes" or "short"."""
    return float(_branches()[group][name]["ms"])


def branches_made(name: str) -> int:
    """Branches in the machine code of a short if, beside the loop around it and the end: "short_if, 4 steps"."""
    return int(_branches()["short"][f"{name}, by lane"]["code"]["branches"]) - 2


def own_clock_us(n: int, clock: str) -> float:
    """Median microseconds that a clock says of matvec, n x n; on an H100. See benchmarks/own_clock.py."""
    found = json.loads((RESULTS / "own_clock_nvidia_h100_80gb_hbm3.json").read_text(encoding="utf-8"))
    return 1000 * float(found["sizes"][str(n)][clock]["ms"])


@cache
def _latencies() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((RESULTS / f"latency_{GPU}.json").read_text(encoding="utf-8"))
    return found


def latency(where: str) -> float:
    """Cycles of a dependent step: in "registers", "shared_memory", "l1", "l2" or "device_memory"."""
    return float(_latencies()["latencies"][where]["cycles"])


def latency_ns(where: str) -> float:
    """Nanoseconds of a dependent step, at the clock that was read meanwhile."""
    return latency(where) / float(_latencies()["clocks"]["sm"]) * 1000


def conflict_cycles(ways: int, warps: int = 1) -> float:
    """Cycles of one step of a chain of shared loads with so many ways, for one warp or for 32 at once; on an H100."""
    found = json.loads((RESULTS / "conflict_cycles_nvidia_h100_80gb_hbm3.json").read_text(encoding="utf-8"))
    (entry,) = (each for each in found["conflicts"] if (each["ways"], each["warps"]) == (ways, warps))
    return float(entry["cycles"])


@cache
def _turns() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((RESULTS / f"in_turns_{GPU}.json").read_text(encoding="utf-8"))
    return found


def turn_ms(group: str, kernel: str, size: str = square(4096)) -> float:
    """Median milliseconds of a kernel that took turns with the others of its group in benchmarks/in_turns.yaml."""
    return float(_turns()[group]["sizes"][size]["kernels"][kernel]["ms"])


def turn_share(group: str, kernel: str, size: str = square(4096)) -> float:
    """Percent of the speed of cuBLAS, which took its turn in the same group."""
    return 100 * turn_ms(group, "cublas", size) / turn_ms(group, kernel, size)


_PARTS = {
    "l1_pipe": "l1tex__data_pipe_lsu_wavefronts",
    "shared": "l1tex__data_pipe_lsu_wavefronts_mem_shared",
    "issue": "sm__issue_active",
    "fma": "sm__pipe_fma_cycles_active",
    "dram": "dram__throughput",
}


@cache
def _pipe_use() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((RESULTS / f"pipe_use_{GPU}.json").read_text(encoding="utf-8"))
    return found


@cache
def _contention() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((RESULTS / f"contention_{GPU}.json").read_text(encoding="utf-8"))
    return found


def contention_ms(group: str, name: str) -> float:
    """Median milliseconds of a launch of benchmarks/contention.py: ("histograms, one", "shared")."""
    return float(_contention()[group][name]["ms"])


def adds_per_ns(space: str, lanes: int) -> float:
    """Atomic additions a nanosecond in "global" or "shared" memory, with so many lanes at each word."""
    found = _contention()
    return float(found["warps"]) * 32 * found["rounds"] / contention_ms(f"{space}_adds", str(lanes)) / 1e6


def cycles_of_request(lanes: int) -> float:
    """Cycles between two requests of an SM for atomics in shared memory, with so many lanes at each word."""
    found = _contention()
    requests = found["warps"] * found["rounds"] / data()["machine"]["multiprocessors"]
    return contention_ms("shared_adds", str(lanes)) * 1e3 * float(found["clocks"]["sm"]) / float(requests)


def contention_results(name: str) -> int:
    """How many different sums twenty launches left: "atomics" or "last block"."""
    return int(_contention()["sums"][name]["results"])


def wait_cycles(what: str, launch: str = "1 x 32") -> float:
    """Cycles of a barrier or of a store with a fence, by the clock of a warp; launch: blocks x threads."""
    return float(_contention()["cycles"][what][launch])


@cache
def _reductions() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((RESULTS / f"reductions_{GPU}.json").read_text(encoding="utf-8"))
    return found


def reduction_ms(kernel: str) -> float:
    """Median milliseconds of the sum of 2^26 floats: a step of the ladder of reductions, "cub" or "copy"."""
    return float(_reductions()["kernels"][kernel]["ms"])


def reduction_gb(kernel: str) -> float:
    """GB/s of the same: bytes read, and for "copy" bytes read and written, which are as many."""
    return float(_reductions()["kernels"][kernel]["gigabytes"])


def reduction_share(kernel: str) -> float:
    """Percent of the speed of the device's own copy, timed in turns with it."""
    return float(_reductions()["kernels"][kernel]["percent_of_copy"])


def reduction_cub_share(kernel: str) -> float:
    """Percent of CUB's speed, timed in turns with it."""
    return float(_reductions()["kernels"][kernel]["percent_of_cub"])


def different_results(kernel: str) -> int:
    """How many different sums as many runs as `reduction_runs` left."""
    return int(_reductions()["different_results"][kernel])


def reduction_runs() -> int:
    """How often one vector was added up to see whether the sum is the same each time."""
    return int(_reductions()["repetitions"])


@cache
def _scans() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((RESULTS / f"scans_{GPU}.json").read_text(encoding="utf-8"))
    return found


def scan_ms(name: str) -> float:
    """Median milliseconds of a way to scan 2^26 words, in turns with "CUB" and "copy": benchmarks/scans.py."""
    return float(_scans()["scans"][name]["ms"])


def scan_gb(name: str) -> float:
    """GB/s of the same, every word read once and written once, whatever the way really moves."""
    return float(_scans()["scans"][name]["gb_per_s"])


def scan_share(name: str, of: str = "copy") -> float:
    """Percent of the speed of the device's own copy, or of "CUB", which took their turns with it."""
    return 100 * scan_ms(of) / scan_ms(name)


def segments_ms(kernel: str) -> float:
    """Median milliseconds of the scans of all segments of 1,024 of 2^26 integers."""
    return matrix_ms(kernel, "n=67108864")


def segments_gb(kernel: str) -> float:
    """GB/s of the same, every integer read once and written once."""
    return 8 * 2**26 / segments_ms(kernel) / 1e6


def look_back_ms(kernel: str) -> float:
    """Median milliseconds of a variant of the scan in one launch, 2^26 words: "scan_look_back_one_lane" and so on."""
    return matrix_ms(kernel, "n=67108864")


def block_life(kernel: str, elements: int) -> float:
    """Cycles that a block of a step lives on average, if every SM always holds 8 of them (Little's law).

    elements: how many elements of the vector each block adds up.
    """
    held = 8 * data()["machine"]["multiprocessors"]
    blocks = int(_reductions()["n"]) / elements
    return reduction_ms(kernel) * 1e3 * float(_reductions()["clocks"]["sm"]) * held / blocks


def convolution_ms(way: str, side: int = 9) -> float:
    """Median milliseconds of a filter of 3 x 3 or 9 x 9 over 8192 x 8192 floats: "constant", "halo", "separable" ..."""
    return float(data()["kernels"][f"convolution_{way}_{side}"]["sizes"][MATRIX]["ms"])


def constant_reads_ms(entries: str) -> float:
    """Median milliseconds of 2^22 threads that read 512 constants each: "1", "4_adjacent" entries a warp ..."""
    return float(data()["kernels"][f"constant_reads_{entries}"]["sizes"][f"n={1 << 22}"]["ms"])


def busy(kernel: str, part: str) -> float:
    """Percent of what a part can do at most: "l1_pipe" with all wavefronts, with "shared" ones, "issue", "fma", "dram".

    Nsight Compute's averages over the whole launch, at N = 4096 or 8192 x 8192.
    """
    return float(_pipe_use()["kernels"][kernel][f"{_PARTS[part]}.avg.pct_of_peak_sustained_elapsed"])


@cache
def _ladder() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((RESULTS / f"occupancy_ladder_{GPU}.json").read_text(encoding="utf-8"))
    return found


def _row(part: str, **keys: object) -> dict[str, Any]:
    """The first row of a part of benchmarks/occupancy_ladder.py with these values."""
    return next(row for row in _ladder()[part] if all(row[key] == value for key, value in keys.items()))


def device_copy_gb() -> float:
    """GB/s of the device's own copy, read and written, in benchmarks/occupancy_ladder.py."""
    return float(_ladder()["device_copy_gb_s"])


def bytes_needed() -> float:
    """Bytes in flight on each SM with which reads keep up with that copy, at the latency of an idle device memory."""
    return device_copy_gb() / 2 * latency_ns("device_memory") / float(_ladder()["multiprocessors"])


def copied_gb(kernel: str, loads: int, warps: int, threads: int = 256) -> float:
    """GB/s of "copy_floats" or "copy_pieces" with so many loads a thread and warps on an SM."""
    return float(_row("copies_by_warps", kernel=kernel, loads=loads, warps=warps, threads=threads)["gb_s"])


def copied_by_block_gb(loads: int, threads: int) -> float:
    """GB/s of a copy of floats with so many loads a thread, by the size of the block."""
    return float(_row("copies_by_block", loads=loads, threads=threads)["gb_s"])


def warps_of_block(threads: int) -> int:
    """Warps on an SM in that copy, with one load a thread."""
    return int(_row("copies_by_block", loads=1, threads=threads)["warps"])


def blocks_begun(loads: int, threads: int) -> float:
    """Blocks that begin on an SM in a microsecond of that copy."""
    copied = 8 * threads * loads * int(_ladder()["multiprocessors"])
    return copied_by_block_gb(loads, threads) * 1e3 / copied


def chains_tflops(chains: int, warps: int) -> float:
    """TFLOP/s of so many chains of multiply-adds a thread, with so many warps on an SM."""
    return float(_row("chains", chains=chains, warps=warps)["tflops"])


def capped(bound: str, what: str) -> float:
    """Of a kernel that keeps 64 values a thread, under a bound: its "registers", "spill_bytes", "blocks" or "ms"."""
    return float(_row("caps", bound=bound)[what])


def waves_ms(blocks: int, grid: int) -> float:
    """Median milliseconds of a grid of blocks that take equally long, so many of which fit on an SM."""
    return float(_row("waves", blocks=blocks, grid=grid)["ms"])


def shares(threads: int, grid: int, what: str) -> float:
    """The "ms", "n" or "share" of sums by blocks of so many threads, by the size of the grid."""
    return float(_row("reading_waves", threads=threads, grid=grid)[what])


def agreements() -> int:
    """Combinations for which the driver was asked how many blocks fit."""
    return int(_ladder()["agreement"]["compared"])


def disagreements() -> int:
    """In how many of them it did not say what `grader.occupancy` says."""
    return len(_ladder()["agreement"]["different"])


def matrix_ms(kernel: str, size: str = MATRIX) -> float:
    """Median milliseconds of a kernel that is not an SGEMM, at the size with this label."""
    return float(data()["kernels"][kernel]["sizes"][size]["ms"])


def library_ms_of(kernel: str, size: str = MATRIX) -> float:
    """Median milliseconds of the library (for a transpose the device's own copy) in the contest of a kernel."""
    return float(data()["kernels"][kernel]["sizes"][size]["library_ms"])


def compaction_ms(kernel: str) -> float:
    """Median milliseconds of a compaction of 2^26 floats, about half of them kept: "compact_by_block" and so on."""
    return matrix_ms(kernel, _COMPACTED)


def compaction_gb(kernel: str) -> float:
    """GB/s of the same, every float read once and half of them written once."""
    return 6 * 2**26 / compaction_ms(kernel) / 1e6


def compaction_share(kernel: str) -> float:
    """Percent of the speed of the device's own copy of as many floats, timed in the same contest."""
    return 100 * library_ms_of(kernel, _COMPACTED) / compaction_ms(kernel)


def compaction_copy_gb() -> float:
    """GB/s of that copy, which reads and writes every float, in the contest of the stable compaction."""
    return 8 * 2**26 / library_ms_of("compact_in_order", _COMPACTED) / 1e6


def cub_compaction_ms(algorithm: str = "If") -> float:
    """Median milliseconds of CUB's DeviceSelect::If, or ::Flagged, on such floats: benchmarks/scans.py."""
    return float(_compactions()[f"CUB {algorithm}"]["ms"])


def cub_compaction_share(algorithm: str = "If") -> float:
    """Percent of the speed of the device's own copy, which took its turns with CUB."""
    return 100 * float(_compactions()["copy"]["ms"]) / cub_compaction_ms(algorithm)


@cache
def _compactions() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((RESULTS / f"scans_{GPU}.json").read_text(encoding="utf-8"))["compactions"]
    return found


def wavefront_ms(wavefronts: int) -> float:
    """Least milliseconds for so many shared-memory wavefronts, spread over all SMs, one a cycle and SM."""
    return wavefronts / data()["machine"]["multiprocessors"] / sm_megahertz() / 1e3


def peak_tflops(unit: str = "f32") -> float:
    """What an SM's units do, at the clock that was read during the measurements: two FLOP for each of 128 lanes, or of
    "tensor_f16" 512 multiply-adds for each of four tensor cores (NVIDIA H100 Tensor Core GPU Architecture, table 2).
    """
    each = {"f32": 128 * 2, "tensor_f16": 4 * 512 * 2}[unit]
    return float(data()["machine"]["multiprocessors"] * each * sm_megahertz()) / 1e6


def counted(kernel: str, what: str) -> int:
    """What Nsight Compute counted of a kernel at its largest size: "global_cost" (sectors), "dram_bytes" and so on."""
    return int(data()["kernels"][kernel]["counted"][what])


def line_ms(lines: float, n: int) -> float:
    """Milliseconds of an SGEMM of size n whose warps look up so many cache lines for each k, at one a cycle and SM."""
    looked_up = n**3 / 32 * lines
    return looked_up / (data()["machine"]["multiprocessors"] * sm_megahertz()) / 1e3


def sm_megahertz() -> int:
    """The highest clock of the SMs that was read during the measurements."""
    return max(c["sm"] for k in data()["kernels"].values() for s in k["sizes"].values() for c in s["clocks"] if c)


def memory_gb(kernel: str) -> float:
    """GB that device memory really moved for an SGEMM kernel at N = 4096, as Nsight Compute counted them."""
    return float(data()["kernels"][kernel]["counted"]["dram_bytes"]) / 1e9


def sectors_gb(kernel: str) -> float:
    """GB of the 32-byte sectors that an SGEMM kernel asks of L1 at N = 4096."""
    return float(data()["kernels"][kernel]["counted"]["global_cost"]) * 32 / 1e9


def intensity(kernel: str) -> float:
    """FLOP per byte of device memory of an SGEMM kernel at N = 4096."""
    return float(at(kernel, 4096)["flops"]) / memory_gb(kernel) / 1e9


def roof(kernel: str) -> float:
    """TFLOP/s that arithmetic and the device's own copy allow an SGEMM kernel at N = 4096 with the bytes it moved."""
    return min(peak_tflops(), intensity(kernel) * copy_rate() / 1000)


def digits(value: float, figures: int = 3) -> str:
    """A number with so many significant figures, as tables print it: 0.429, 3.15, 26.0, 142."""
    whole = len(str(int(abs(value)))) if abs(value) >= 1 else 0
    return f"{value:,.{max(0, figures - whole)}f}"
