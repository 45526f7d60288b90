"""How many instructions each pipe of a multiprocessor executed: launches of tests/hardware under Nsight Compute.

    python benchmarks/instruction_pipes.py CUBINS FILE...    (a GPU, CuPy, ncu; CUBINS: of tests.hardware.build_cubins)

Writes results/instruction_pipes_<gpu>.json: for each launch inst_executed, and executions by warps on each pipe, as
`grader.sass.pipes` names them (tensor is hmma, imma and dmma), and requests to the cache of constants. The module
`ncu_report` comes with Nsight Compute (extras/python).
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from grader.cli.bench import RESULTS, slug
from grader.sass.pipes import OTHER, PIPES
from tests.hardware import corpus

PART = 60  # launches of one report
TENSOR = ("tensor_op_hmma", "tensor_op_imma", "tensor_op_dmma")
TOTAL, CONSTANTS = "smsp__inst_executed.sum", "idc__requests.sum"


def _metric(pipe: str) -> str:
    return f"sm__inst_executed_pipe_{pipe}.sum"


PLAIN = tuple(pipe for pipe in PIPES if pipe not in ("tensor", OTHER))
METRICS = (TOTAL, CONSTANTS, *map(_metric, (*PLAIN, *TENSOR)))


def measured(file: str, cubins: Path, ids: list[str]) -> dict[str, dict[str, int]]:
    """Of some launches of a file of tests/hardware."""
    import ncu_report

    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "pipes.ncu-rep"
        command = ["ncu", "--clock-control", "none", "--cache-control", "none", "-o", str(report), "--metrics",
                   ",".join(METRICS), sys.executable, "-m", "tests.hardware.launch", file, str(cubins),
                   str(Path(folder) / "outputs.json"), *ids]  # fmt: skip
        subprocess.run(command, check=True, capture_output=True)
        ranges = ncu_report.load_report(str(report))
        actions = [part.action_by_idx(k) for n in range(ranges.num_ranges())
                   for part in (ranges.range_by_idx(n),) for k in range(part.num_actions())]  # fmt: skip
        values = [{name: int(action.metric_by_name(name).as_double()) for name in METRICS} for action in actions]
    return {id: as_named(each) for id, each in zip(ids, values, strict=True)}


def as_named(values: dict[str, int]) -> dict[str, int]:
    """Metrics by the names of pipes; none that are 0."""
    found = {"inst_executed": values[TOTAL], "constants": values[CONSTANTS]}
    found |= {pipe: values[_metric(pipe)] for pipe in PLAIN} | {"tensor": sum(values[_metric(p)] for p in TENSOR)}
    return {name: count for name, count in found.items() if count}


def main() -> None:
    """Measure, and write down."""
    import cupy as cp

    cubins, *files = sys.argv[1:]
    found: dict[str, dict[str, int]] = {}
    for file in files:
        ids = [launch.id for launch in corpus.load(file)]
        for first in range(0, len(ids), PART):
            found |= measured(file, Path(cubins), ids[first : first + PART])
    gpu = cp.cuda.runtime.getDeviceProperties(0)["name"].decode()
    path = RESULTS / f"instruction_pipes_{slug(gpu)}.json"
    path.write_text(json.dumps({"gpu": gpu, "launches": found}) + "\n", "utf-8")


if __name__ == "__main__":
    main()
