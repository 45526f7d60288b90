"""Where lanes wait for each other, read from machine code: made by hand here, branch by branch."""

from __future__ import annotations

from grader.simt.machine_code_flow import MachineCodeFlow
from grader.toolchain.program import MachineInstruction


def code(*rows: str) -> MachineCodeFlow:
    """One instruction a row: `opcode`, or `opcode >row` for a jump; `?` in front for one under a predicate."""
    found = []
    for index, row in enumerate(rows):
        opcode, _, to = row.removeprefix("?").partition(" >")
        target = 16 * int(to) if to else None
        found.append(MachineInstruction(16 * index, opcode, predicated=row.startswith("?"), target=target))
    return MachineCodeFlow(found)


def test_ways_that_meet_at_a_bsync_are_together_behind_it() -> None:
    flow = code("?BRA >3", "FADD", "BRA >3", "BSYNC", "LDG", "EXIT")
    assert not flow.may_be_apart(16 * 4)


def test_ways_that_meet_without_one_may_be_apart_there_and_behind() -> None:
    flow = code("?BRA >3", "FADD", "BRA >3", "LDG", "?BRA >6", "LDG", "EXIT")
    assert flow.may_be_apart(16 * 3)
    assert flow.may_be_apart(16 * 5)


def test_a_barrier_brings_them_together() -> None:
    assert not code("?BRA >2", "FADD", "BAR", "LDG", "EXIT").may_be_apart(16 * 3)


def test_a_way_out_of_a_loop_is_taken_in_different_rounds() -> None:
    flow = code("FADD", "?BRA >5", "FADD", "?BRA >0", "EXIT", "STG", "EXIT")
    assert flow.may_be_apart(16 * 5)


def test_the_body_of_a_loop_is_together() -> None:
    assert not code("FADD", "LDG", "?BRA >1", "EXIT").may_be_apart(16)


def test_what_a_warp_goes_around_may_be_skipped() -> None:
    flow = code("?BRA.U >3", "LDS", "FADD", "EXIT")
    assert flow.may_be_skipped(16)
    assert not flow.may_be_skipped(16 * 3)
