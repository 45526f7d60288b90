"""The rules of shared memory hold for every probe that was measured on an H200: one instruction, one pattern each."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest

from tests.hardware import arguments, corpus
from tests.hardware import wavefront_rules as rules

LAUNCHES = corpus.load("launches.yaml")
NATIVE = ("add", "add_used", "add_one_used", "max", "max_used", "or", "exch")


@dataclass(frozen=True, slots=True)
class Probe:
    """One measured instruction: what the lanes asked for, and what the counters said."""

    name: str
    opcode: str
    addresses: tuple[int | None, ...]
    executions: int
    wavefronts: int
    ideal: int


@cache
def measured() -> dict[str, Any]:
    data: dict[str, Any] = json.loads((corpus.FOLDER / "h200.json").read_text(encoding="utf-8"))
    return data


def probes(kernel: str, width: int) -> Iterator[Probe]:
    """Every shared access of the kernel's numbered source lines, with element and flag of each lane."""
    columns = measured()["columns"]
    for launch in LAUNCHES:
        if launch.kernel != kernel:
            continue
        values = arguments.values(list(launch.args[:2]), corpus.SEED, corpus.FOLDER)
        index, active = (np.asarray(value).reshape(16, 32) for value in values)
        source = (corpus.KERNELS / launch.file).read_text(encoding="utf-8").splitlines()
        for row in measured()["launches"][launch.id]["instructions"]:
            found = dict(zip(columns, row, strict=True))
            opcode = re.search(r"\b(LDS|STS|ATOMS)", found["opcode"])
            at = re.search(r"index\[(?:(\d+) \+ )?lane\]", source[found["line"] - 1])
            if opcode and at:
                k = int(at[1] or 0) // 32
                addresses = tuple(int(e) * width if f else None for e, f in zip(index[k], active[k], strict=True))
                counts = (found["inst_executed"], found["memory_l1_wavefronts_shared"],
                          found["memory_l1_wavefronts_shared_ideal"])  # fmt: skip
                yield Probe(f"{launch.id} {k}", opcode[1], addresses, *counts)


def disagreeing(
    found: list[Probe], costs: list[int], width: int, factor: int = 1
) -> list[tuple[str, tuple[int, int], tuple[int, int]]]:
    """Probes whose wavefronts or ideal are not what the rule says: name, measured, by the rule."""
    assert found
    wrong = []
    for probe, cost in zip(found, costs, strict=True):
        by_rule = (cost, rules.ideal(cost, probe.addresses, width, factor))
        if by_rule != (probe.wavefronts, probe.ideal):
            wrong.append((probe.name, (probe.wavefronts, probe.ideal), by_rule))
    return wrong


@pytest.mark.parametrize(
    ("kernel", "width"),
    [(f"probe_load_{w}", w) for w in (1, 2, 4, 8, 16)]
    + [(f"{how}_load_{w}", w) for how in ("predicated", "divergent") for w in (8, 16)],
)
def test_loads(kernel: str, width: int) -> None:
    found = list(probes(kernel, width))
    assert not disagreeing(found, [rules.load(p.addresses, width) for p in found], width)


@pytest.mark.parametrize("width", [1, 2, 4, 8, 16])
def test_stores(width: int) -> None:
    found = list(probes(f"probe_store_{width}", width))
    assert not disagreeing(found, [rules.store(p.addresses, width) for p in found], width)


@pytest.mark.parametrize("operation", NATIVE)
def test_native_atomics(operation: str) -> None:
    found = list(probes(f"probe_atomic_{operation}", 4))
    assert not disagreeing(found, [rules.atomic(p.addresses) for p in found], 4)


def test_increments_whose_result_is_unused() -> None:
    found = list(probes("probe_atomic_add_one", 4))
    assert not disagreeing(found, [rules.increment(p.addresses) for p in found], 4)


@pytest.mark.parametrize(("operation", "width"), [("cas", 4), ("cas_64", 8)])
def test_compare_and_swap(operation: str, width: int) -> None:
    found = list(probes(f"probe_atomic_{operation}", width))
    assert not disagreeing(found, [rules.compare_and_swap(p.addresses, width) for p in found], width, factor=2)


@pytest.mark.parametrize("operation", ["add_float", "add_float_used"])
def test_float_additions_of_a_warp_alone(operation: str) -> None:
    for probe in probes(f"probe_atomic_{operation}", 4):
        cost = rules.float_add(probe.addresses)[probe.opcode == "ATOMS"]
        assert rules.Cost(probe.executions, probe.wavefronts, probe.ideal) == cost, probe


@pytest.mark.parametrize("width", [1, 2, 4, 8, 16])
def test_a_warp_of_which_no_lane_takes_part_costs_nothing(width: int) -> None:
    """Nothing is recorded of an instruction that was never executed."""
    nobody: tuple[int | None, ...] = (None,) * 32
    costs = [rules.load(nobody, width), rules.store(nobody, width), rules.compare_and_swap(nobody, width)]
    costs += [rules.atomic(nobody), rules.increment(nobody), rules.ideal(0, nobody, width)]
    assert costs == [0] * len(costs)
    assert rules.float_add(nobody) == (rules.Cost(0, 0, 0), rules.Cost(0, 0, 0))
