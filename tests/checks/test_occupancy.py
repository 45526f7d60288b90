"""Blocks and warps on a multiprocessor, against limits from both sides, and what keeps the next block out."""

from __future__ import annotations

from typing import Any

import pytest

from grader.checks.evaluate import evaluate
from grader.toolchain.program import Resources
from grader.verdicts import CheckResult, Status
from tests.checks.specimens import exercise, observed, program


def judged(registers: int, shared: int = 0, lang: str = "en", dynamic: int = 0, **rule: Any) -> CheckResult:
    """Of a kernel with blocks of 256 threads."""
    launch = {"block": [16, 16], "tile": {"N": 16, "M": 16}, "shared": dynamic}
    spec = exercise({"correctness": {"points": 50}, "occupancy": {"points": 50} | rule}, launch=launch)
    seen = observed(spec, program(resources=Resources(registers, shared, 0, 0)))
    return {each.id: each for each in evaluate(spec, seen, lang)}["occupancy"]


@pytest.mark.parametrize(("registers", "blocks"), [(32, 8), (33, 6), (64, 4), (65, 3), (128, 2), (255, 1)])
def test_registers_decide_how_many_blocks_fit(registers: int, blocks: int) -> None:
    assert judged(registers, blocks_at_least=blocks).status is Status.PASS
    result = judged(registers, blocks_at_least=blocks + 1)
    assert (result.status, result.measured) == (Status.FAIL, {"blocks": blocks, "warps": 8 * blocks})
    if blocks < 8:
        assert f"{registers} registers a thread" in result.message


@pytest.mark.parametrize(("rule", "status"), [
    ({"warps_at_least": 32}, Status.PASS), ({"warps_at_least": 33}, Status.FAIL), ({"warps_at_most": 32}, Status.PASS),
    ({"warps_at_most": 31}, Status.FAIL), ({"blocks_at_most": 3}, Status.FAIL), ({"blocks_at_most": 4}, Status.PASS),
])  # fmt: skip
def test_each_limit_is_kept_or_not(rule: dict[str, int], status: Status) -> None:
    assert judged(64, **rule).status is status


def test_dynamic_shared_memory_counts_and_is_named() -> None:
    result = judged(32, shared=1024, dynamic=99 * 1024, blocks_at_least=3)
    assert result.status is Status.FAIL and result.measured == {"blocks": 2, "warps": 16}
    assert "102,400 bytes of shared memory a block" in result.message


def test_another_architecture_has_other_room() -> None:
    assert judged(32, blocks_at_least=8).status is Status.PASS
    result = judged(32, blocks_at_least=8, arch="sm_89")
    assert result.status is Status.FAIL and "sm_89" in result.message and "48 warps" in result.message


def test_both_languages_say_what_keeps_the_next_block_out() -> None:
    assert "What keeps the next block out: 64 registers a thread." in judged(64, blocks_at_least=4).message
    assert "다음 블록을 막는 것: 스레드당 레지스터 64개." in judged(64, lang="ko", blocks_at_least=4).message


@pytest.mark.parametrize(("rule", "breach"), [
    ({"blocks_at_least": 3, "blocks_at_most": 2}, "bounds_crossed"), ({}, "nothing_required"),
    ({"arch": "sm_90"}, "nothing_required"), ({"warps_at_least": 2, "warps_at_most": 2}, None),
])  # fmt: skip
def test_limits_that_exclude_each_other_and_none_at_all_break_a_rule(rule: dict[str, Any], breach: str | None) -> None:
    spec = exercise({"correctness": {"points": 50}, "occupancy": {"points": 50} | rule})
    assert [key for _, key, _ in spec.checks["occupancy"].breaches()] == ([breach] if breach else [])
