"""How many of the launches measured on an H200 the emulator of machine code counts as the hardware did.

    python benchmarks/machine_code_counts.py            (writes results/machine_code_counts.json)

Every launch of tests/hardware, in two processes: refused ones; those whose accesses, and whose executed instructions,
say exact, and of these the ones that are not equal; outputs that are not equal bit for bit, where no order decides
them. Where the hardware's two counters of executed instructions differ, no number is the right one: they count another
execution each. No GPU is needed: what it counted is kept in tests/hardware.
"""

from __future__ import annotations

import json
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.hardware import corpus
from tests.hardware.counting import COUNTS
from tests.hardware.test_counts import truth
from tests.hardware.test_machine_counts import COUNTERS, LAUNCHES, emulate, other_outputs

RESULT = Path(__file__).parent / "results" / "machine_code_counts.json"


def verdict(launch: corpus.Launch) -> dict[str, bool]:
    """What is true of one launch."""
    result = emulate(launch)
    if result.faults:
        return {"refused": True}
    totals = truth()["launches"][launch.id]["totals"]
    shared, memory = result.total("shared"), result.total("global")
    ours = (shared.cost, shared.ideal, memory.cost, memory.ideal)
    exact, equal = shared.exact and memory.exact, ours == tuple(totals[name] or 0 for name in COUNTS)
    certain = all(row.exact for row in result.executed)
    sums = {name: sum(getattr(row, name) for row in result.executed) == totals[name] for name in COUNTERS}
    twice = totals["inst_executed"] == totals["smsp__inst_executed.sum"]  # in two executions
    divergent = result.divergent_branches == totals["smsp__sass_branch_targets_threads_divergent.sum"]
    return {
        "accesses exact": exact, "accesses equal": equal, "accesses exact, not equal": exact and not equal,
        "instructions exact": certain, "instructions exact, not equal": certain and not all(sums.values()),
        **{f"{name} equal": same for name, same in sums.items()}, "divergent branches equal": divergent,
        "two counters of the hardware agree": twice, "they agree, and equal": twice and sums["inst_executed"],
        "other outputs": bool(other_outputs(launch, result)),
    }  # fmt: skip


def main() -> None:
    """Count, print, write."""
    found: dict[str, Counter[str]] = {}
    with ProcessPoolExecutor(2) as pool:
        for launch, each in zip(LAUNCHES, pool.map(verdict, LAUNCHES, chunksize=16), strict=True):
            of_file = found.setdefault(corpus.file_of(launch.id), Counter())
            of_file["launches"] += 1
            of_file.update(name for name, true in each.items() if true)
    found["all"] = sum(found.values(), Counter[str]())
    RESULT.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(found["all"], indent=1))


if __name__ == "__main__":
    main()
