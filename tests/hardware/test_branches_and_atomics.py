"""Branches, executed instructions and passes of atomics are those that an H100 counts, on launches by an author who saw
no code."""

from __future__ import annotations

import json
from typing import Any

import pytest

from grader.launch import LaunchResult
from tests.hardware import corpus
from tests.hardware.counting import COUNTS
from tests.hardware.test_machine_counts import emulate

LAUNCHES = corpus.load(*corpus.BRANCHES_AND_ATOMICS)
TRUTH: dict[str, dict[str, Any]] = {
    name: found for file in corpus.BRANCHES_AND_ATOMICS
    for name, found in json.loads(corpus.truth_file(file).read_text("utf-8"))["launches"].items()
}  # fmt: skip
REFUSED = {"atom_quad_exchange": "exchanges 128 bits at once"}
DIVERGENT = "smsp__sass_branch_targets_threads_divergent.sum"
_ATOMIC = "l1tex__t_{}_pipe_lsu_mem_global_op_{}.sum"


def there(id: str, *names: str) -> int:
    """The sum of counters of the hardware."""
    return sum(int(TRUTH[id]["totals"][name] or 0) for name in names)


def compared(launch: corpus.Launch, result: LaunchResult) -> dict[str, tuple[bool, int, int]]:
    """By what is counted: whether it says exact, ours, theirs."""
    rows = [a for a in result.accesses if (a.space, a.operation) == ("global", "atomic")]
    done, shared, memory = result.executed, result.total("shared"), result.total("global")
    certain, exact = all(row.exact for row in done), all(row.exact for row in rows)
    found = {
        "divergent": (certain, result.divergent_branches or 0, there(launch.id, DIVERGENT)),
        "warps": (certain, sum(row.inst_executed for row in done), there(launch.id, "inst_executed")),
        "lanes": (certain, sum(row.thread_inst_executed for row in done), there(launch.id, "thread_inst_executed")),
        "requests": (exact, sum(row.requests for row in rows),
                     there(launch.id, _ATOMIC.format("requests", "atom"), _ATOMIC.format("requests", "red"))),
        "passes": (exact and all(row.passes_exact for row in rows), sum(row.passes for row in rows),
                   there(launch.id, _ATOMIC.format("sectors", "atom"), _ATOMIC.format("sectors", "red"))),
    }  # fmt: skip
    ours = (shared.cost, shared.ideal, memory.cost, memory.ideal)
    return found | {name: (shared.exact and memory.exact, own, there(launch.id, name))
                    for name, own in zip(COUNTS, ours, strict=True)}  # fmt: skip


@pytest.mark.slow
@pytest.mark.share(4, guard="hardware")
@pytest.mark.parametrize("file", sorted({launch.file for launch in LAUNCHES}))
def test_what_says_exact_is_what_the_hardware_counted_and_nothing_races(file: str) -> None:
    for launch in (x for x in LAUNCHES if x.file == file):
        result = emulate(launch)
        assert bool(result.faults) == (launch.id in REFUSED), launch.id
        if result.faults:
            continue
        other = {name: each for name, each in compared(launch, result).items() if each[0] and each[1] != each[2]}
        assert (launch.id, other) == (launch.id, {})
        assert [h for h in result.hazards if h.severity != "note"] == [], launch.id


@pytest.mark.slow
@pytest.mark.share(4, guard="hardware")
def test_nearly_everything_says_exact() -> None:
    exact: dict[str, int] = {}
    sample = [launch for launch in LAUNCHES[::5] if launch.id not in REFUSED]
    for launch in sample:
        for name, (certain, _, _) in compared(launch, emulate(launch)).items():
            exact[name] = exact.get(name, 0) + certain
    assert min(exact.values()) >= 0.85 * len(sample), exact


def test_the_hardwares_own_counters_of_passes_agree() -> None:
    """Sectors that L1 sends are cycles in which L2 works on atomics, but for a few launches whose threads race for a
    word."""
    other = [launch.id for launch in LAUNCHES if there(launch.id, "lts__d_atomic_input_cycles_active.sum") != there(
        launch.id, _ATOMIC.format("sectors", "atom"), _ATOMIC.format("sectors", "red"))]  # fmt: skip
    assert len(other) <= 0.05 * len(LAUNCHES), other
