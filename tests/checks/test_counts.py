"""Totals against their limits: exact and inexact, with the counter-metric, and the lines behind them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grader.checks.evaluate import evaluate
from grader.launch import AccessLine, Executed
from grader.verdicts import CheckResult, Status
from tests.checks.specimens import exercise, observed, row


def counted(name: str, *rows: AccessLine, lang: str = "en", **rule: Any) -> CheckResult:
    spec = exercise({"correctness": {"points": 50}, name: {"points": 50, "at_most": 100} | rule})
    return evaluate(spec, observed(spec, accesses=rows), lang)[2]


@pytest.mark.parametrize(("name", "space"), [("shared_wavefronts", "shared"), ("global_sectors", "global")])
@pytest.mark.parametrize(("cost", "status"), [(100, Status.PASS), (101, Status.FAIL)])
def test_the_total_of_one_space_meets_its_limit_or_not(name: str, space: str, cost: int, status: Status) -> None:
    other = "global" if space == "shared" else "shared"
    result = counted(name, row(3, 60, space=space), row(4, cost - 60, space=space), row(5, 9999, space=other))
    assert (result.status, result.measured, result.target) == (status, cost, 100)
    assert result.points == (50 if status is Status.PASS else 0)


def test_excess_is_what_lies_above_the_ideal() -> None:
    assert counted("shared_excess", row(3, 500, 400)).status is Status.PASS
    result = counted("shared_excess", row(3, 501, 400))
    assert (result.status, result.measured) == (Status.FAIL, 101)


@pytest.mark.parametrize("name", ["shared_wavefronts", "shared_excess"])
@pytest.mark.parametrize(
    ("upper", "status"),
    [(80, Status.PASS), (100, Status.PASS), (101, Status.INCONCLUSIVE), (None, Status.INCONCLUSIVE)],
)
def test_an_inexact_total_passes_only_when_its_upper_bound_does(name: str, upper: int | None, status: Status) -> None:
    result = counted(name, row(3, 50, 0), row(7, 20, 0, exact=False, upper=None if upper is None else upper - 50))
    assert (result.status, result.measured) == (status, 70)
    if status is Status.INCONCLUSIVE:
        assert result.points is None
        assert result.judgeable_here
        assert [note.line for note in result.lines] == [7]
        assert "not exact" in result.message


def test_an_inexact_total_beyond_its_limit_is_inconclusive_too() -> None:
    assert counted("shared_wavefronts", row(3, 500, exact=False, upper=600)).status is Status.INCONCLUSIVE


@pytest.mark.parametrize(("name", "space"), [("shared_wavefronts", "shared"), ("global_sectors", "global")])
def test_too_few_loads_fail_with_their_own_message(name: str, space: str) -> None:
    rows = (row(3, 9, space=space, requests=31), row(4, 9, space=space, operation="store", requests=500))
    result = counted(name, *rows, loads_at_least=32)
    assert result.status is Status.FAIL
    assert "Only 31 load requests" in result.message
    assert counted(name, *rows, loads_at_least=31).status is Status.PASS


def test_the_worst_lines_come_first_and_say_what_they_cost() -> None:
    rows = (row(10, 512, requests=512), row(16, 16384, 512, requests=512), row(20, 1024, 512, requests=512))
    result = counted("shared_wavefronts", *rows)
    assert [note.line for note in result.lines] == [16, 20]
    assert "16,384 wavefronts for 512 load requests of 4 bytes, ideal 512" in result.lines[0].message
    assert "one bank is asked for 32 different words" in result.lines[0].message


def test_a_line_whose_requests_do_not_cost_alike_tells_their_average() -> None:
    result = counted("shared_wavefronts", row(16, 104, 48, requests=48))
    assert "on average a request asks one bank for 2.17 different words" in result.lines[0].message


def test_one_request_is_told_in_the_singular() -> None:
    result = counted("shared_wavefronts", row(16, 128, 1, requests=1))
    assert "128 wavefronts for 1 load request of 4 bytes" in result.lines[0].message


@pytest.mark.parametrize(("lang", "conflicts"), [("en", "bank conflicts"), ("ko", "뱅크 충돌")])
def test_conflicts_are_blamed_only_where_there_are_some(lang: str, conflicts: str) -> None:
    lost, none = (counted("shared_wavefronts", row(16, 1100, ideal), lang=lang).message for ideal in (550, 1100))
    assert conflicts in lost and lost != none
    assert {"en": "None is lost", "ko": "잃은 것은 없습니다"}[lang] in none


def test_lines_are_named_by_cost_when_none_has_excess() -> None:
    result = counted("shared_wavefronts", row(10, 60), row(16, 90))
    assert [note.line for note in result.lines] == [16, 10]
    assert "none lost to conflicts" in result.lines[0].message


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("space", ["shared", "global"])
@pytest.mark.parametrize("operation", ["load", "store", "atomic", "async_copy"])
@pytest.mark.parametrize("ideal", [400, 200])
def test_every_line_has_a_sentence(space: str, operation: str, ideal: int, lang: str) -> None:
    name = "shared_wavefronts" if space == "shared" else "global_sectors"
    made = row(10, 400, ideal, space, operation=operation)
    result = counted(name, made, lang=lang)
    assert "400" in result.lines[0].message
    assert "{" not in result.message + result.lines[0].message


def test_the_check_reads_the_case_it_names() -> None:
    result = counted("shared_wavefronts", row(3, 5000), case=1)
    assert (result.status, result.measured) == (Status.PASS, 0)


# ---- constant memory


def constants(*rows: AccessLine, reads: int = 0, lang: str = "en", **rule: Any) -> CheckResult:
    """The check on a kernel of which so many instructions have an operand in constant memory."""
    spec = exercise({"correctness": {"points": 50}, "constant_serialisation": {"points": 50, "at_most": 100} | rule})
    done = (Executed(0, 3, "FFMA R5, R8, c[0x3][0x4], R5", reads, 32 * reads, 32 * reads),)
    seen = observed(spec, accesses=rows)
    first = seen.runs[0]
    assert first.result is not None
    first = replace(first, result=replace(first.result, executed=done))
    return evaluate(spec, replace(seen, runs=(first, *seen.runs[1:])), lang)[2]


@pytest.mark.parametrize(("cost", "status"), [(164, Status.PASS), (165, Status.FAIL)])
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_passes_beyond_one_a_request_meet_their_limit_or_not(cost: int, status: Status, lang: str) -> None:
    result = constants(row(3, cost, 64, space="constant", requests=64), row(4, 9999, 64), lang=lang)
    assert (result.status, result.measured, result.target) == (status, cost - 64, 100)
    assert [note.line for note in result.lines] == ([] if status is Status.PASS else [3])


def test_who_reads_no_constant_memory_has_not_passed() -> None:
    result = constants(reads=63, reads_at_least=64)
    assert result.status is Status.FAIL and "Only 63 instructions of warps read" in result.message
    assert constants(reads=64, reads_at_least=64).status is Status.PASS
