"""The checks of branches, executed instructions, atomics and orders: each way they end, and the lines they name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grader.checks.base import Observations, Reason, Seen
from grader.checks.evaluate import evaluate
from grader.launch import AccessLine, CopiedAhead, Executed, Fault, OtherOrder
from grader.verdicts import CheckResult, Status
from tests.checks.specimens import exercise, observed, row


def judged(name: str, seen: dict[str, Any] | None, lang: str = "en", **rule: Any) -> CheckResult:
    """The check on a right kernel whose first case has counted this; None: it did not run."""
    spec = exercise({"correctness": {"points": 50}, name: {"points": 50} | rule})
    observations = observed(spec)
    first = observations.runs[0]
    if seen is not None and "executed" in seen:
        seen = {"divergent_branches": sum(row.divergent for row in seen["executed"])} | seen
    result = None if seen is None or first.result is None else replace(first.result, **seen)
    return evaluate(spec, replace(observations, runs=(replace(first, result=result), *observations.runs[1:])), lang)[2]


def executed(line: int, warps: int, lanes: float = 32, *, divergent: int = 0, **more: Any) -> Executed:
    """One instruction, executed by so many warps with so many lanes each."""
    active = round(warps * lanes)
    return Executed(16 * line, line, "IADD3 R0, R1, R2, RZ", warps, active, active, divergent=divergent, **more)


# ---- divergence

BRANCHY = (executed(3, 100), executed(4, 100, divergent=60), executed(5, 60, 8), executed(6, 60, 24),
           executed(9, 80, divergent=2))  # fmt: skip


@pytest.mark.parametrize(("at_most", "status"), [(62, Status.PASS), (61, Status.FAIL)])
def test_branches_at_which_lanes_part_are_summed(at_most: int, status: Status) -> None:
    result = judged("divergence", {"executed": BRANCHY}, branches_at_most=at_most)
    assert (result.status, result.target) == (status, {"branches_at_most": at_most})
    assert isinstance(result.measured, dict) and result.measured["branches"] == 62


def test_the_lines_where_lanes_part_are_named_the_worst_first() -> None:
    result = judged("divergence", {"executed": BRANCHY}, branches_at_most=0)
    assert [note.line for note in result.lines] == [4, 9]
    assert "60 times" in result.lines[0].message and "62 times" in result.message


def test_branches_of_a_gpu_are_those_of_the_launch_and_of_no_line() -> None:
    there = {"executed": tuple(replace(row, divergent=0) for row in BRANCHY), "divergent_branches": 62}
    result = judged("divergence", there, branches_at_most=61)
    assert (result.status, result.lines) == (Status.FAIL, ())
    assert judged("divergence", there | {"divergent_branches": None}, branches_at_most=61).status is Status.NOT_RUN


def test_lanes_in_step_are_those_of_all_warp_instructions() -> None:
    """(280 x 32 + 60 x 8 + 60 x 24) / (400 x 32) = 10,880 / 12,800 = 85 %."""
    assert judged("divergence", {"executed": BRANCHY}, efficiency_at_least=85).status is Status.PASS
    result = judged("divergence", {"executed": BRANCHY}, efficiency_at_least=85.1)
    assert result.status is Status.FAIL and result.measured == {"branches": 62, "efficiency": 85.0}
    assert [note.line for note in result.lines] == [5, 6]
    assert "27.2 of 32 lanes" in result.message and "8.0 of 32 lanes" in result.lines[0].message


@pytest.mark.parametrize("name", ["divergence", "work"])
def test_what_hangs_on_the_order_of_warps_is_not_judged(name: str) -> None:
    rule = {"branches_at_most": 100} if name == "divergence" else {"at_most": 100}
    result = judged(name, {"executed": (executed(3, 1), executed(7, 1, exact=False))}, **rule)
    assert result.status is Status.INCONCLUSIVE and result.points is None
    assert [note.line for note in result.lines] == [7]


@pytest.mark.parametrize("name", ["divergence", "work"])
def test_only_how_often_it_runs_must_not_hang_on_the_order(name: str) -> None:
    """A scatter to places that an atomic hands out: its bank conflicts are anybody's guess, its executions are not."""
    rule = {"branches_at_most": 100} if name == "divergence" else {"at_most": 100}
    rows = (executed(3, 1), executed(7, 1, exact=False, costs_alone=True))
    assert judged(name, {"executed": rows}, **rule).status is Status.PASS


@pytest.mark.parametrize("seen", [None, {}])
@pytest.mark.parametrize("name", ["divergence", "work", "determinism"])
def test_what_nobody_counted_is_no_zero(name: str, seen: dict[str, Any] | None) -> None:
    rule = {"divergence": {"branches_at_most": 0}, "work": {"at_most": 0}, "determinism": {}}[name]
    assert judged(name, seen, **rule).status is Status.NOT_RUN


# ---- work


@pytest.mark.parametrize(("at_most", "status"), [(400, Status.PASS), (399, Status.FAIL)])
def test_warp_instructions_are_summed(at_most: int, status: Status) -> None:
    result = judged("work", {"executed": BRANCHY}, at_most=at_most)
    assert (result.status, result.measured, result.target) == (status, 400, at_most)
    assert [note.line for note in result.lines] == ([] if status is Status.PASS else [3, 4, 9])


def test_a_pipe_has_a_limit_of_its_own() -> None:
    rows = (executed(3, 100, pipe="alu"), executed(4, 30, pipe="xu"), executed(5, 20, pipe="xu"))
    assert judged("work", {"executed": rows}, at_most=150, pipes={"xu": 50}).status is Status.PASS
    result = judged("work", {"executed": rows}, at_most=150, pipes={"xu": 49})
    assert result.status is Status.FAIL and "pipe xu" in result.message
    assert [note.line for note in result.lines] == [4, 5]


# ---- atomics


def atomic(line: int, requests: int, passes: int, most: int, space: str = "global", **more: Any) -> AccessLine:
    return replace(row(line, passes if space == "shared" else requests, space=space, operation="atomic",
                       requests=requests, **more), passes=passes, most=most)  # fmt: skip


CROWDED = (atomic(3, 10, 320, 32), atomic(4, 10, 40, 1), atomic(5, 64, 64, 1, "shared"), row(6, 999, space="global"))


@pytest.mark.parametrize(
    ("limit", "at_most", "value"),
    [("global_requests", 20, 20), ("global_passes", 360, 360), ("shared_requests", 64, 64), ("shared_passes", 64, 64)],
)
def test_atomics_of_each_space_have_two_limits(limit: str, at_most: int, value: int) -> None:
    passed = judged("atomics", {"accesses": CROWDED}, **{f"{limit}_at_most": at_most})
    assert (passed.status, passed.measured) == (Status.PASS, {limit: value})
    failed = judged("atomics", {"accesses": CROWDED}, **{f"{limit}_at_most": at_most - 1})
    assert failed.status is Status.FAIL
    assert [note.line for note in failed.lines] == ([3, 4] if limit.startswith("global") else [5])


def test_a_crowded_line_says_how_many_lanes_meet() -> None:
    result = judged("atomics", {"accesses": CROWDED}, global_passes_at_most=0)
    assert "320 passes for 10 requests" in result.lines[0].message and "32 lanes" in result.lines[0].message


def test_without_atomics_their_limits_hold() -> None:
    assert judged("atomics", {"accesses": (row(6, 9),)}, shared_passes_at_most=0).status is Status.PASS


def test_atomics_whose_number_hangs_on_the_order_are_not_judged() -> None:
    rows = (*CROWDED, atomic(8, 3, 9, 2, "shared", exact=False))
    result = judged("atomics", {"accesses": rows}, global_requests_at_most=999)
    assert result.status is Status.INCONCLUSIVE and [note.line for note in result.lines] == [8]


@pytest.mark.parametrize("exact", [True, False])
def test_lanes_at_one_address_are_judged_even_where_nobody_knows_how_often_they_go(exact: bool) -> None:
    rows = (atomic(3, 10, 320, 32, exact=exact), atomic(5, 64, 64, 9, "shared"))
    result = judged("atomics", {"accesses": rows}, global_lanes_at_most=31, global_requests_at_most=9)
    assert result.status is Status.FAIL and [note.line for note in result.lines] == [3]
    assert "32 lanes of one request meet" in result.message and "10 atomic requests" in result.message
    passed = judged("atomics", {"accesses": rows}, global_lanes_at_most=32)
    assert passed.status is (Status.PASS if exact else Status.INCONCLUSIVE)


# ---- determinism

SAME = (OtherOrder("blocks", True), OtherOrder("warps_backwards", True))
OTHER = OtherOrder("blocks_backwards", True, 3, 2, 17, "1.25", "1.2500001")


def test_equal_results_in_all_orders_pass_and_the_orders_are_named() -> None:
    result = judged("determinism", {"orders": SAME})
    assert result.status is Status.PASS and "block after block, the last warp first" in result.message


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_another_result_fails_with_the_order_the_buffer_and_both_values(lang: str) -> None:
    result = judged("determinism", {"orders": (*SAME, OTHER)}, lang)
    assert (result.status, result.measured) == (Status.FAIL, 1)
    assert all(word in result.message for word in ("C[17]", "1.25", "1.2500001"))
    assert ("the last block first" if lang == "en" else "마지막 블록부터") in result.message


def test_an_order_in_which_the_kernel_does_not_end_fails() -> None:
    result = judged("determinism", {"orders": (*SAME, OtherOrder("warps", ended=False))})
    assert result.status is Status.FAIL and "does not come to its end" in result.message


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_an_order_that_hangs_on_who_comes_first_is_not_stable(lang: str) -> None:
    assert judged("stable", {"orders": SAME}, lang).status is Status.PASS
    result = judged("stable", {"orders": (*SAME, OTHER)}, lang)
    assert (result.status, result.measured) == (Status.FAIL, 1)
    assert all(word in result.message for word in ("C[17]", "1.25", "1.2500001"))
    assert ("atomic counter" if lang == "en" else "원자 카운터") in result.message


DEADLOCK = Fault("no_forward_progress", 31, (6, 0, 0), (0, 0, 0), "",
                 {"waiting": ((31, 32, "memory"), (None, 6, "place")), "flag": ("C", 44)})  # fmt: skip


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_block_that_waits_for_one_not_begun_is_named_with_its_line_and_flag(lang: str) -> None:
    alone = (OtherOrder("alone", True), OtherOrder("alone_backwards", False, fault=DEADLOCK))
    result = judged("forward_progress", {"alone": alone}, lang)
    assert (result.status, result.measured, [note.line for note in result.lines]) == (Status.FAIL, 1, [31])
    assert all(word in result.message for word in ("(6, 0, 0)", "31", "32", "C[11]"))
    assert ("the last one first" if lang == "en" else "마지막 블록부터") in result.message


@pytest.mark.parametrize("alone", [(), (OtherOrder("alone", True), OtherOrder("alone_backwards", True))], ids=len)
def test_blocks_that_wait_for_nobody_or_for_those_that_have_begun_pass(alone: tuple[OtherOrder, ...]) -> None:
    result = judged("forward_progress", {"alone": alone})
    assert result.status is Status.PASS and ("No block waits" in result.message) == (alone == ())


# ---- asynchronous copies

COPIES = (CopiedAhead(70, 600, 200), CopiedAhead(73, 200, 0), CopiedAhead(0, 200, 50))  # 750 of 1,000 hidden


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize(("at_least", "status"), [(75, Status.PASS), (75.1, Status.FAIL)])
def test_copies_waited_for_at_once_are_told_with_their_line(lang: str, at_least: float, status: Status) -> None:
    result = judged("async_copies", {"copies": COPIES}, lang, hidden_at_least=at_least)
    assert (result.status, result.measured) == (status, 75.0)
    if status is Status.FAIL:
        assert [note.line for note in result.lines] == [70]
        assert all(word in result.message for word in ("250", "1,000", "75 %", "75.1 %"))
        assert all(word in result.lines[0].message for word in ("200", "600"))


@pytest.mark.parametrize(("copies", "at_least"), [((), 1), (COPIES, 1001)])
def test_no_copies_are_no_way_to_hide_them(copies: tuple[CopiedAhead, ...], at_least: int) -> None:
    result = judged("async_copies", {"copies": copies}, hidden_at_least=10, copies_at_least=at_least)
    assert result.status is Status.FAIL and f"at least {at_least:,} are expected" in result.message


# ---- devices


def test_orders_and_atomics_are_the_emulators_whoever_counts_the_rest() -> None:
    """A GPU has one order, and no counter for the passes of a line."""
    rules = {"correctness": {"points": 50}, "determinism": {"points": 25},
             "atomics": {"points": 25, "global_passes_at_most": 1}}  # fmt: skip
    spec = exercise(rules)
    first, second = observed(spec).runs
    assert first.result is not None
    there = replace(first, result=replace(first.result, orders=SAME, accesses=CROWDED[:1]))
    seen = Observations(observed(spec).compiled, (first, second), backend="cuda",
                        emulated=Seen("emulated", (there,)))  # fmt: skip
    found = {each.id: each for each in evaluate(spec, seen, "en")}
    assert (found["determinism"].status, found["determinism"].backend) == (Status.PASS, "emulated")
    assert (found["atomics"].status, found["atomics"].backend) == (Status.FAIL, "emulated")
    nothing = replace(seen, emulated=Seen("emulated", missing=Reason("no_gpu")))
    assert {each.status for each in evaluate(spec, nothing, "en")[2:]} == {Status.NOT_RUN}
