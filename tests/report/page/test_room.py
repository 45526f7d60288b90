"""What keeps more blocks from fitting, and the smallest step that helps: against a search over every number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.occupancy import LIMITS, occupancy
from grader.report.page.room import room


def test_a_kernel_with_one_register_too_many() -> None:
    found = room("sm_90", 256, 33, 0)
    assert (found.now.blocks, found.now.limited_by, found.most_warps) == (6, ("registers",), 64)
    assert found.registers is not None and found.registers[0] == 32 and found.registers[1].share == 1
    assert found.shared_bytes is None, "shared memory limits nothing"


def test_a_kernel_that_fills_the_multiprocessor_needs_nothing_less() -> None:
    found = room("sm_90", 256, 32, 1024)
    assert found.now.share == 1 and found.registers is None and found.shared_bytes is None


@given(st.sampled_from(sorted(LIMITS)), st.integers(1, 1024), st.integers(1, 255), st.integers(0, 100 << 10))
def test_the_step_is_the_smallest_that_helps(arch: str, threads: int, registers: int, shared: int) -> None:
    found = room(arch, threads, registers, shared)
    fewer = [r for r in range(1, registers) if occupancy(arch, threads, r, shared).blocks > found.now.blocks]
    assert (found.registers[0] if found.registers else None) == (max(fewer) if fewer else None)
    if found.shared_bytes is not None:
        size, better = found.shared_bytes
        assert better.blocks > found.now.blocks == occupancy(arch, threads, registers, size + 1).blocks
    else:
        assert occupancy(arch, threads, registers, 0).blocks == found.now.blocks


def test_what_no_launch_can_have_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least one thread"):
        room("sm_90", 0, 32, 0)
