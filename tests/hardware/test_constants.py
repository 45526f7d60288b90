"""Reads of constant memory by an index are served once for each address: so counts an H200.

Its counter tells of requests of the whole launch to the cache of indexed constants, and of no lines. A request is asked
for by every executed LDC, of which those with one address for all lanes are told by the counter of instructions.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from grader.launch import LaunchResult
from tests.hardware import corpus
from tests.hardware.test_machine_counts import emulate

LAUNCHES = corpus.load(*corpus.CONSTANTS)
TRUTH: dict[str, dict[str, Any]] = {
    name: found for file in corpus.CONSTANTS
    for name, found in json.loads(corpus.truth_file(file).read_text("utf-8"))["launches"].items()
}  # fmt: skip


def replayed(id: str) -> int:
    """By how many the requests of the hardware are more than its executed instructions."""
    totals = TRUTH[id]["totals"]
    executed = totals["smsp__inst_executed_op_ldc.sum"] - totals["smsp__inst_executed_op_ldc_pred_off_all.sum"]
    return int(totals["idc__requests.sum"] - executed)


def ours(result: LaunchResult) -> int:
    """The same of the emulator."""
    return sum(row.cost - row.requests for row in result.accesses if row.space == "constant")


def test_many_launches_are_served_more_than_once() -> None:
    assert len(LAUNCHES) == 221 and sum(replayed(launch.id) > 0 for launch in LAUNCHES) == 154


@pytest.mark.slow
@pytest.mark.share(4, guard="hardware")
@pytest.mark.parametrize("file", sorted({launch.file for launch in LAUNCHES}))
def test_passes_are_those_that_the_hardware_counted(file: str) -> None:
    for launch in (x for x in LAUNCHES if x.file == file):
        result = emulate(launch)
        assert not result.faults, launch.id
        assert all(row.exact for row in result.accesses if row.space == "constant"), launch.id
        assert (launch.id, ours(result)) == (launch.id, replayed(launch.id))
