"""How busy the parts of an SM are while a kernel runs: Nsight Compute's shares of what each part can do at most.

    python benchmarks/pipe_use.py        (needs a GPU, CuPy and ncu)

Writes results/pipe_use_<gpu>.json: every metric of one launch of each kernel, in percent of its peak over the whole
launch. The kernels are launched by another process of this script, under ncu, in the order of KERNELS.
"""

from __future__ import annotations

import csv
import sys
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml
from in_turns import HERE, PROBLEMS, described, launcher

from grader.cli.bench import RESULTS, compact, slug
from grader.cuda import tools
from grader.cuda.device import CudaDevice

DOWN_THE_ROWS = {"block": [32, 8], "tile": {"rows": 32, "cols": 32}}
_WRONG, _TILED = "tests/submissions/06_shared_memory_tiling/transpose_tiled/wrong", "solutions/06_shared_memory_tiling"
KERNELS: dict[str, dict[str, Any]] = {
    "naive_16": {}, "naive_32": {}, "float4_on_a": {}, "tiled_16": {}, "tiled_16_padded": {}, "tiled_32": {},
    "tiled_32_padded": {}, "register_blocked": {}, "eight_neighbours": {}, "conflict_free": {}, "double_buffered": {},
    "transpose_unpadded": {"like": "transpose_across", "source": f"{_WRONG}/unpadded_tile.cu", "launch": DOWN_THE_ROWS},
    "transpose_padded": {"like": "transpose_across", "source": f"{_TILED}/transpose_tiled.cu", "launch": DOWN_THE_ROWS},
}  # fmt: skip
SIZES = {"sgemm": [4096, 4096, 4096], "transpose": [8192, 8192]}
_SHARE = "avg.pct_of_peak_sustained_elapsed"
RUNS = (  # one run of ncu each: a metric that this ncu does not know spoils no other
    (f"l1tex__data_pipe_lsu_wavefronts_mem_shared.{_SHARE}", f"dram__throughput.{_SHARE}"),
    (f"breakdown:sm__throughput.{_SHARE}", f"breakdown:l1tex__throughput.{_SHARE}"),
)


def launch_all() -> None:
    """Launch every kernel once, as it is checked."""
    known = yaml.safe_load((HERE / "kernels.yaml").read_text("utf-8"))
    gpu = CudaDevice()
    problems = {family: PROBLEMS[family](gpu, size) for family, size in SIZES.items()}
    for name, entry in KERNELS.items():
        kernel = described(name, entry, known)
        launcher(gpu, kernel, problems[kernel["problem"]])


def under_ncu(metrics: tuple[str, ...]) -> list[dict[str, float]]:
    """What ncu says of each launch, by the metric's name. Raises RuntimeError with its output if it says nothing."""
    known = yaml.safe_load((HERE / "kernels.yaml").read_text("utf-8"))
    names = sorted({known[entry.get("like", name)]["kernel"] for name, entry in KERNELS.items()})
    with TemporaryDirectory() as folder:
        log = Path(folder) / "ncu.csv"
        command = [
            str(tools.find_ncu()), "--clock-control", "none", "--cache-control", "none", "--kernel-name",
            f"regex:^({'|'.join(names)})$", "--metrics", ",".join(metrics), "--csv", "--page", "raw", "--log-file",
            str(log), sys.executable, str(Path(__file__).resolve()), "--launch",
        ]  # fmt: skip
        ran = tools.run(command, 200.0, Path(folder))
        text = log.read_text("utf-8") if log.exists() else ""
    lines = [line for line in text.splitlines() if line.startswith('"')]
    rows = list(csv.DictReader(lines))[1:]  # the first one holds the units
    if len(rows) != len(KERNELS):
        raise RuntimeError(f"{len(rows)} launches\n{ran.text[-2000:]}\n{text[-2000:]}")
    shares = [name for name in rows[0] if name.endswith(_SHARE)]
    return [{name: float(row[name].replace(",", "")) for name in shares if row[name]} for row in rows]


def main() -> None:
    """Measure and write down."""
    found: dict[str, dict[str, float]] = {name: {} for name in KERNELS}
    for metrics in RUNS:
        try:
            for name, shares in zip(KERNELS, under_ncu(metrics), strict=True):
                found[name] |= shares
        except RuntimeError as problem:
            print(problem, file=sys.stderr)
    gpu = CudaDevice().facts.name
    document = {"gpu": gpu, "date": date.today().isoformat(), "sizes": SIZES, "kernels": found}
    (RESULTS / f"pipe_use_{slug(gpu)}.json").write_text(compact(document), encoding="utf-8")
    for name, shares in found.items():
        busiest = sorted(shares.items(), key=lambda each: -each[1])[:3]
        print(f"{name:20}", ", ".join(f"{metric.split('.')[0]} {share:.1f}" for metric, share in busiest))


if __name__ == "__main__":
    launch_all() if "--launch" in sys.argv else main()
