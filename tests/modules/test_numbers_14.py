"""The counts that the lesson of module 14 prints are those of the grader, and its sentences fit what was measured."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from docs import measured
from grader.occupancy import LIMITS, REGISTERS_PER_SM, needs
from grader.quiz.truth.processor import (
    bytes_in_flight,
    last_wave,
    most_registers,
    occupancy,
    registers_per_warp,
    waves,
)
from tests.modules.lesson_tables import lesson_of, table_rows
from tests.modules.profiled import profiled, run_profile

pytestmark = pytest.mark.share(3, guard="lessons")

ROOT = Path(__file__).resolve().parents[2]
MODULE = "14_occupancy"
TEXT = lesson_of(MODULE)
SMS = 132


def rows(first_cell: str) -> list[list[str]]:
    """Cells of the body rows of a table, measured numbers without their marks."""
    return table_rows(re.sub(r"<!--.*?-->", "", TEXT), first_cell)


def plain(text: str) -> str:
    """A text in one line, measured numbers without their marks."""
    return " ".join(re.sub(r"<!--.*?-->", "", text).split())


SAID = plain(TEXT)


def by_limit(threads: int, registers: int, kilobytes: int) -> list[int]:
    """Blocks by warps, by their number, by registers and by shared memory."""
    return [need.blocks for need in needs("sm_90", threads, registers, kilobytes * 1024)]


def test_what_is_remembered() -> None:
    assert registers_per_warp(41) == registers_per_warp(48) == 1_536 and 41 * 32 == 1_312
    assert "41 × 32 = 1,312, rounded up to a multiple of 256: 1,536" in SAID


def test_the_four_limits_of_the_example() -> None:
    found = occupancy("sm_90", 160, 56, 8 * 1024)
    assert by_limit(160, 56, 8) == [12, 32, 7, 25] and found.limited_by == ("registers",)
    assert (found.blocks, found.warps, round(100 * found.share)) == (7, 35, 55)
    assert registers_per_warp(56) == 1_792 and 16_384 // 1_792 == 9
    assert "16,384 / 1,792 = 9, so 36 warps, 36 / 5 = 7" in SAID and "**Seven** blocks, 35 warps, 55 %" in SAID


def test_the_waves_of_the_example() -> None:
    at_once = 6 * SMS
    assert (at_once, waves(1000, at_once), last_wave(1000, at_once)) == (792, 2, 208)
    assert "792, and then 208" in SAID and round(4 * (1 - 208 / 792)) == 3


def test_what_a_tail_costs() -> None:
    few, many = (measured.waves_ms(1, waves * SMS + 1) / measured.waves_ms(1, waves * SMS) for waves in (1, 20))
    assert few == pytest.approx(2, rel=0.03) and many < 1.06
    alone = measured.shares(256, 1056, "ms")
    assert measured.shares(256, 1057, "ms") / alone > 1.7 and 1.03 < measured.shares(256, 16_921, "ms") / alone < 1.15
    assert measured.shares(256, 1056, "n") == 67_140_640 and "67,140,640 floats, 1,056 blocks" in SAID


def test_a_bound_and_its_registers() -> None:
    assert most_registers("sm_90", 256, 3) == 80 and 16_384 // 6 == 2_730 and 2_730 // 256 * 256 == 2_560
    assert "16,384 / 6 = 2,730" in SAID and "2,560, that is 80 a thread" in SAID
    for blocks, warps, of_warp, registers in rows("blocks | warps a quarter"):
        assert int(registers) == most_registers("sm_90", 256, int(blocks))
        assert int(warps) == 2 * int(blocks)
        assert int(of_warp.replace(",", "")) == 32 * int(registers)


def test_bounds_that_spill_cost_more_than_they_bring() -> None:
    """And those that do not cost nothing."""
    free = measured.capped("", "ms")
    for blocks in (2, 3):
        bound = f"__launch_bounds__(256, {blocks})"
        assert measured.capped(bound, "spill_bytes") == 0 and abs(measured.capped(bound, "ms") / free - 1) < 0.05
    for blocks in (4, 5, 6, 8):
        bound = f"__launch_bounds__(256, {blocks})"
        assert measured.capped(bound, "spill_bytes") > 0 and measured.capped(bound, "ms") > 3 * free


def test_shares_of_whole_lines() -> None:
    lines = -(-10_000 // 32)
    share = -(-10_000 // (7 * 32)) * 32
    assert (10_000 / 32, lines, round(10_000 / 32 / 7, 1)) == (312.5, 313, 44.6)
    assert (share, 10_000 - 6 * share) == (1_440, 1_360)
    assert "45 × 32 = 1,440 floats, and the last has 10,000 − 6 × 1,440 = 1,360" in SAID
    assert [occupancy("sm_90", 256, registers).blocks for registers in (32, 33)] == [8, 6]


def test_what_three_warps_leave_over() -> None:
    found = occupancy("sm_90", 96, 32)
    assert (found.blocks, found.warps) == (21, 63) and occupancy("sm_90", 128, 32).warps == 64


def test_bytes_in_flight() -> None:
    assert bytes_in_flight(64, 1, 4) == 8 * 1024 and bytes_in_flight(16, 4, 16) == 32 * 1024
    assert "one load of 4 bytes a thread have 8 KB in flight. 16 warps with four loads of 16 bytes have 32 KB" in SAID
    assert bytes_in_flight(8, 4, 16) == bytes_in_flight(16, 2, 16) == bytes_in_flight(32, 1, 16) == 16 * 1024
    assert 5_000 < measured.bytes_needed() < 8 * 1024  # less than what was too little when measured
    full = measured.copied_gb("copy_pieces", 1, 64)
    assert measured.copied_gb("copy_pieces", 1, 16) < 0.6 * full < 0.9 * full < measured.copied_gb("copy_pieces", 4, 16)
    assert measured.copied_gb("copy_pieces", 4, 64) < full


def test_small_blocks_begin_at_one_rate() -> None:
    rates = [measured.blocks_begun(1, threads) for threads in (32, 64, 96, 128)] + [measured.blocks_begun(4, 32)]
    assert max(rates) / min(rates) < 1.05
    assert measured.copied_by_block_gb(1, 256) > 3 * measured.copied_by_block_gb(1, 64)
    assert [measured.warps_of_block(threads) for threads in (64, 128, 256, 1024)] == [64] * 4
    assert measured.copied_by_block_gb(4, 96) > 0.97 * measured.device_copy_gb()


@pytest.mark.slow
def test_chains_stand_for_warps() -> None:
    diagonal = [measured.chains_tflops(chains, warps) for chains, warps in ((1, 16), (2, 8), (4, 4))]
    assert max(diagonal) / min(diagonal) < 1.2
    source = (ROOT / "benchmarks" / "kernels" / "occupancy_ladder.cu").read_text("utf-8")
    for chains, fma, loop in ((1, 4, 7), (8, 32, 36)):
        options = ("--kernel", "fma_chains", "--grid", "1", "--block", "32", "--define", f"CHAINS={chains}",
                   "--arg", "f32[32]=zeros", "--arg", "i32:400")  # fmt: skip
        code = [one for one in run_profile(source, options).profile["machine_code"] if one["inst_executed"] == 100]
        multiplied = sum("FFMA" in one["text"] for one in code)
        assert multiplied == fma and abs(len(code) - loop) <= 1


@pytest.mark.slow
def test_the_blocks_of_five_warps() -> None:
    for run, row in zip(profiled(MODULE), rows("VALUES"), strict=True):
        values, kilobytes, registers = (int(cell) for cell in row[:3])
        assert (run.defined("VALUES"), run.defined("KB")) == (str(values), str(kilobytes))
        assert run.profile["resources"]["registers"] == registers
        assert run.profile["resources"]["shared_bytes"] == kilobytes * 1024
        found = occupancy("sm_90", 160, registers, kilobytes * 1024)
        by_warps, _, by_registers, by_shared = by_limit(160, registers, kilobytes)
        assert row[3:] == [str(by_warps), str(by_registers), str(by_shared), str(found.blocks), str(found.warps),
                           f"{100 * found.share:.0f} %"]  # fmt: skip
    assert "28 × 32 = 896 is rounded up to 1,024" in SAID and registers_per_warp(28) == 1_024
    assert "72 × 32 = 2,304: 7 warps a quarter, 28 in all, 5 blocks" in SAID


def test_other_gpus() -> None:
    for arch, _, warps, blocks, shared, of_block in rows("architecture | for example"):
        sm = LIMITS[arch]
        assert [int(cell) for cell in (warps, blocks, shared, of_block)] == [
            sm.warps, sm.blocks, sm.shared_per_sm // 1024, sm.shared_per_block // 1024
        ]  # fmt: skip
    assert REGISTERS_PER_SM == 65_536
    assert [occupancy(arch, 1024, 32).share for arch in ("sm_75", "sm_86")] == [1, pytest.approx(2 / 3)]
    assert [occupancy(arch, 256, 32, 24 * 1024).blocks for arch in ("sm_86", "sm_80", "sm_90")] == [4, 6, 8]
    assert [occupancy(arch, 1024, 32).share for arch in ("sm_80", "sm_90")] == [1, 1]
    assert occupancy("sm_90", 1024, 72).blocks == 0


def test_the_thresholds_of_the_speed_checks_are_those_that_the_lesson_says() -> None:
    for exercise, said in (("ilp_copy", "all points from 0.88, none up to 0.72"),
                           ("grid_size", "all points from 0.90, none up to 0.60")):  # fmt: skip
        spec = yaml.safe_load((ROOT / "exercises" / MODULE / f"{exercise}.yaml").read_text("utf-8"))["checks"]["speed"]
        assert said in SAID and f"from {spec['full']:.2f}, none up to {spec['zero']:.2f}" in said
        assert measured.contest_ratio(exercise) > spec["full"]
        assert measured.contest_ratio(exercise, "slow") < spec["zero"]


def test_the_driver_agrees() -> None:
    assert (measured.agreements(), measured.disagreements()) == (4_432, 0)
