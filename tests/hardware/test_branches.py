"""The branches that warps execute, and those at which their lanes part, are those that an H200 counts."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.hardware import corpus
from tests.hardware.test_machine_counts import LAUNCHES, emulate

MEASURED: dict[str, dict[str, Any]] = json.loads((corpus.FOLDER / "branches_h200.json").read_text("utf-8"))["launches"]
CERTAIN = [launch for launch in LAUNCHES if launch.id in MEASURED and not launch.order_free]


@pytest.mark.slow
@pytest.mark.share(4, guard="hardware")
def test_branches_are_those_of_the_hardware() -> None:
    assert len(CERTAIN) > 80
    other = []
    for launch in CERTAIN:
        result = emulate(launch)
        executed = sum(row.inst_executed for row in result.executed if row.opcode in ("BRA", "BRX"))
        ours = {"executed": executed, "divergent": result.divergent_branches}
        if ours != MEASURED[launch.id]:
            other.append((launch.id, ours, MEASURED[launch.id]))
    assert other == []
