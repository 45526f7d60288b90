"""Does Nsight Compute count the same thing twice? One kernel launched and counted again and again.

    python benchmarks/repeated_counts.py FOLDER TIMES EXERCISE FILE.cu ...      (needs a GPU, CuPy and ncu)

Writes FOLDER/repeated_counts_<gpu>.json: for every file and line, how often each (requests, cost, ideal) was counted.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from datetime import date
from pathlib import Path

import numpy as np

from grader.cli.bench import slug
from grader.cli.selecting import everything_or
from grader.grading.cases import request
from grader.grading.grade import cases_to_count
from grader.grading.opening import open_here
from grader.problems import PROBLEMS
from grader.sandbox.gpu_session import GpuSession


def main(folder: Path, times: int, name: str, files: list[str]) -> None:
    """Count every file so many times, and keep what was seen."""
    (exercise,) = everything_or(open_here("en"), [name])
    spec = exercise.spec
    case = spec.cases[min(cases_to_count(spec), default=0)]
    launch = request(spec, case, PROBLEMS[spec.problem].arguments(case, np.random.default_rng()))
    found: dict[str, dict[str, list[list[object]]]] = {}
    with GpuSession(time_limit=1200.0) as gpu:
        gpu_name = gpu.facts()[0].name
        for file in files:
            source, options = Path(file).read_text("utf-8"), spec.compile
            gpu.compile(source, file=Path(file).name, fmad=options.fmad, defines=options.defines, program=file)
            seen: dict[str, Counter[tuple[int, int, int]]] = {}
            for counts, _ in gpu.count_all([(file, launch)] * times, seconds=300.0):
                for line in counts.accesses:
                    key = f"{line.line} {line.space} {line.operation} {line.width}"
                    seen.setdefault(key, Counter())[(line.requests, line.cost, line.ideal)] += 1
            found[file] = {key: [[*what, often] for what, often in each.most_common()] for key, each in seen.items()}
    document = {"gpu": gpu_name, "date": date.today().isoformat(), "times": times, "counts": found}
    (folder / f"repeated_counts_{slug(gpu_name)}.json").write_text(json.dumps(document, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4:])
