"""Occupancy agrees with the CUDA occupancy calculator.

occupancy_vectors.csv holds random launches and what `cudaOccMaxActiveBlocksPerMultiprocessor` of CUDA 13.0's
cuda_occupancy.h, compiled as C, answered for them (largest carve-out, one barrier a block).
"""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.occupancy import LIMITS, limits, needs, occupancy

VECTORS = list(csv.DictReader(Path(__file__).with_name("occupancy_vectors.csv").open()))


def test_every_vector_of_the_occupancy_calculator_is_reproduced() -> None:
    for row in VECTORS:
        found = occupancy(row["arch"], int(row["threads"]), int(row["registers"]), int(row["shared_bytes"]))
        assert (found.blocks, "+".join(found.limited_by)) == (int(row["blocks"]), row["limited_by"]), row


def test_the_vectors_cover_every_architecture_and_every_limit() -> None:
    assert {row["arch"] for row in VECTORS} == set(LIMITS)
    assert {name for row in VECTORS for name in row["limited_by"].split("+")} == {
        "warps",
        "blocks",
        "registers",
        "shared",
    }


def test_ninety_registers_and_256_threads_give_a_quarter() -> None:
    found = occupancy("sm_90", 256, 90, 0)
    assert (found.blocks, found.warps, found.share, found.limited_by) == (2, 16, 0.25, ("registers",))


@pytest.mark.parametrize(("arch", "share"), [("sm_75", 1.0), ("sm_80", 1.0), ("sm_86", 2 / 3), ("sm_120", 2 / 3)])
def test_a_block_of_1024_threads_fits_whole_or_not_at_all(arch: str, share: float) -> None:
    assert occupancy(arch, 1024, 32, 0).share == pytest.approx(share)


def test_the_drivers_kilobyte_counts_from_sm_80_on() -> None:
    assert occupancy("sm_75", 32, 32, 4096).blocks == 16
    assert occupancy("sm_86", 32, 32, 5 * 1024).blocks == 16
    assert occupancy("sm_86", 32, 32, 6 * 1024).blocks == 14
    assert occupancy("sm_90", 256, 32, 227 * 1024).blocks == 1
    assert occupancy("sm_90", 256, 32, 227 * 1024 + 1).blocks == 0


@pytest.mark.parametrize("launch", [(1025, 32, 0), (1024, 65, 0), (32, 256, 0)])
def test_what_cannot_be_launched_has_no_blocks(launch: tuple[int, int, int]) -> None:
    assert occupancy("sm_90", *launch).blocks == 0


def test_suffixes_of_architectures_are_understood_and_unknown_ones_named() -> None:
    assert limits("sm_90a") == limits("sm_90")
    with pytest.raises(ValueError, match=r"sm_70.*known: sm_75"):
        limits("sm_70")


def test_sizes_that_no_launch_has_are_refused() -> None:
    for launch in [(0, 32, 0), (32, -1, 0), (32, 32, -1)]:
        with pytest.raises(ValueError, match="at least one thread"):
            occupancy("sm_90", *launch)


@given(st.sampled_from(sorted(LIMITS)), st.integers(1, 1024), st.integers(1, 255), st.integers(0, 60 << 10))
def test_as_many_blocks_fit_as_there_is_room_for(arch: str, threads: int, registers: int, shared: int) -> None:
    now = occupancy(arch, threads, registers, shared)
    found = needs(arch, threads, registers, shared)
    assert tuple(need.name for need in found if need.blocks == now.blocks) == now.limited_by
    for need in found:
        assert need.usable <= need.total and now.blocks <= need.blocks
        if need.blocks:
            assert need.blocks * need.per_block <= need.usable < (need.blocks + 1) * need.per_block


def test_forty_registers_leave_some_of_each_quarter_unused() -> None:
    registers = next(need for need in needs("sm_90", 256, 40, 0) if need.name == "registers")
    assert (registers.per_block, registers.usable, registers.blocks) == (10_240, 61_440, 6)


@pytest.mark.parametrize("threads", [32, 128])
def test_a_multiprocessor_has_two_barriers_for_each_block_that_it_could_hold(threads: int) -> None:
    """As the driver of an H200 says: benchmarks/barrier_limit.py."""
    results = Path(__file__).resolve().parents[1] / "benchmarks" / "results" / "barrier_limit_nvidia_h200.json"
    said = {int(n): blocks[str(threads)] for n, blocks in json.loads(results.read_text("utf-8"))["blocks"].items()}
    assert list(said) == list(range(1, 17))
    assert said == {n: occupancy("sm_90", threads, 10, 0, n).blocks for n in said}
    assert occupancy("sm_90", 32, 10, 0, 16).limited_by == ("barriers",)
