"""Speed in points: full, none and between, what makes it inconclusive, and everything that is told beside it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grader.checks.base import Reason
from grader.checks.evaluate import evaluate, exit_status
from grader.checks.speed import timed
from grader.checks.timing import BASELINE, LIBRARY, STUDENT, WIDEST, Timing
from grader.cuda.clocks import SLOWED, Clocks
from grader.cuda.driver import GpuFacts
from grader.grading.grade import Submission
from grader.grading.grade import judged as graded
from grader.launch import Fault
from grader.problems.base import Role
from grader.problems.bulk import BulkMismatch
from grader.verdicts import CheckResult, Report, Status
from tests.checks.specimens import exercise, observed

CHECKS: dict[str, Any] = {
    "correctness": {"points": 60},
    "speed": {"points": 40, "size": {"M": 4096, "N": 4096, "K": 4096}, "full": 0.9, "zero": 0.7},
}
TIMES = {STUDENT: (10.0, 12.0, 11.0), BASELINE: (8.0, 9.0, 10.0)}
TIMED = Timing(TIMES, ratio=0.8, spread=0.005)
GPU = GpuFacts("a GPU", (9, 0), 132, 1, 1, 1, 13000, "14", 1_980_000, 3_201_000, 6144)
MISMATCH = BulkMismatch("C", Role.IN_OUT, 17, 203, 3.14159265, -2.5)


def reported(timing: Timing | Reason | None = TIMED, lang: str = "en", **of_first: Any) -> Report:
    """timing: None leaves the observations as they are on a machine without a GPU."""
    spec = exercise(CHECKS)
    seen = observed(spec, **of_first)
    if timing is not None:
        seen = replace(seen, timing=timing)
    return Report("x", "", "", "", evaluate(spec, seen, lang), "0")


def judged(timing: Timing | Reason | None = TIMED, lang: str = "en", **of_first: Any) -> CheckResult:
    return next(check for check in reported(timing, lang, **of_first).checks if check.id == "speed")


@pytest.mark.parametrize("ratio", [0.9, 0.9001, 1.0, 3.0])
def test_from_full_on_there_are_all_points(ratio: float) -> None:
    result = judged(replace(TIMED, ratio=ratio))
    assert (result.status, result.points, result.target) == (Status.PASS, 40, {"at_least": 0.9})
    assert result.measured == pytest.approx(ratio, abs=6e-4)
    assert result.backend == "cuda"


@pytest.mark.parametrize(("ratio", "points"), [(0.8, 20), (0.75, 10), (0.85, 30), (0.898, 39.6), (0.702, 0.4)])
def test_between_zero_and_full_points_rise_evenly(ratio: float, points: float) -> None:
    result = judged(replace(TIMED, ratio=ratio))
    assert (result.status, result.points) == (Status.FAIL, pytest.approx(points))
    assert f"{points / 0.4:.0f} % of the points" in result.message
    assert "from 0.7 to 0.9" in result.message


@pytest.mark.parametrize("ratio", [0.6, 0.8, 1.0])
def test_a_skeleton_that_is_right_already_earns_nothing_by_its_speed(ratio: float) -> None:
    spec = exercise(CHECKS)
    seen = replace(observed(spec), timing=replace(TIMED, ratio=ratio))
    for lang in ("en", "ko"):
        report = graded(Submission("x", spec, "x.cu", "", begun=False), seen, "a GPU", lang).report
        assert report.score == 0 and exit_status(report) == 1
    assert graded(Submission("x", spec, "x.cu", ""), seen, "a GPU", "en").report.score >= 60


def test_a_ratio_just_below_full_does_not_read_as_full() -> None:
    result = judged(replace(TIMED, ratio=0.8999))
    assert result.status is Status.FAIL
    assert isinstance(result.measured, float) and result.measured < 0.9
    assert "100 %" not in result.message


@pytest.mark.parametrize("ratio", [0.7, 0.5, 0.01])
def test_up_to_zero_there_are_no_points(ratio: float) -> None:
    result = judged(replace(TIMED, ratio=ratio))
    assert (result.status, result.points) == (Status.FAIL, 0)
    assert "no points" in result.message


def test_a_ratio_that_is_not_whole_is_shown_with_three_digits() -> None:
    result = judged(replace(TIMED, ratio=0.81249))
    assert result.measured == 0.812
    assert result.message.startswith("0.812 times the speed of the baseline")


@pytest.mark.parametrize(
    ("timing", "word"),
    [(replace(TIMED, spread=WIDEST * 1.01), "2.0 %"), (replace(TIMED, apart=True), "clock")],
)
def test_times_that_cannot_be_trusted_are_inconclusive(timing: Timing, word: str) -> None:
    report = reported(replace(timing, ratio=5.0))
    result = report.checks[-1]
    assert (result.id, result.status, result.points) == ("speed", Status.INCONCLUSIVE, None)
    assert result.judgeable_here and result.measured == 5.0 and result.backend == "cuda"
    assert word in result.message
    assert (report.score, report.max_score_here, report.max_score) == (60, 100, 100)


def test_a_spread_at_its_limit_is_judged() -> None:
    assert judged(replace(TIMED, spread=WIDEST)).status is Status.FAIL


def test_without_a_gpu_speed_is_not_run_and_its_points_are_not_here() -> None:
    report = reported(None)
    result = report.checks[-1]
    assert (result.id, result.status, result.points, result.judgeable_here) == ("speed", Status.NOT_RUN, None, False)
    assert (report.score, report.max_score_here, report.max_score) == (60, 60, 100)


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize(
    ("reason", "told"),
    [
        (Reason("gpu_old_driver", {"detail": "CUDA 12.4"}, here=False), "CUDA 12.4"),
        (Reason("gpu_old_gpu", {"detail": "Tesla V100, sm_70"}, here=False), "Tesla V100"),
        (Reason("gpu_stopped", {"detail": "SIGSEGV"}, doubtful=True), "SIGSEGV"),
        (Reason("no_baseline", here=False), ""),
        (Reason("results_first"), ""),
    ],
)
def test_the_reason_why_it_was_not_timed_is_told(reason: Reason, told: str, lang: str) -> None:
    result = judged(reason, lang)
    assert result.status is (Status.INCONCLUSIVE if reason.doubtful else Status.NOT_RUN)
    assert (result.points, result.judgeable_here) == (None, reason.here)
    assert result.message and told in result.message and "{" not in result.message


@pytest.mark.parametrize("timing", [TIMED, replace(TIMED, ratio=2.0), Timing(TIMES, problem=MISMATCH)])
def test_wrong_results_are_not_scored_for_speed(timing: Timing) -> None:
    result = judged(timing, wrong=1)
    assert (result.status, result.points) == (Status.NOT_RUN, None)
    assert (result.depends_on_failed, result.judgeable_here) == ("correctness", True)


FAULTS = {
    "hangs": Fault("no_forward_progress", None, None, None, "still running after 5 s"),
    "faults": Fault("out_of_bounds", None, None, None, "illegal", {"driver": "cudaErrorIllegalAddress"}),
}
PROBLEMS = {
    "value": MISMATCH,
    "imprecise": replace(MISMATCH, got=3.14, far=False),
    "input": replace(MISMATCH, buffer="A", role=Role.INPUT),
}


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("kind", [*PROBLEMS, *FAULTS])
def test_what_goes_wrong_at_the_size_that_is_timed_costs_all_points_and_has_a_sentence(kind: str, lang: str) -> None:
    problem = (PROBLEMS | FAULTS)[kind]
    result = judged(Timing(TIMES, problem=problem), lang)
    assert (result.status, result.points, result.measured, result.backend) == (Status.FAIL, 0, None, "cuda")
    assert result.message.endswith((".", "?", ")", "오.", "까?"))
    assert "{" not in result.message and "None" not in result.message
    if isinstance(problem, BulkMismatch):
        assert all(word in result.message for word in (problem.buffer, "17", "203", "3.14159", f"{problem.got:g}"))


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("kind", PROBLEMS)
def test_a_wrong_element_of_a_vector_is_told_by_its_number(kind: str, lang: str) -> None:
    message = judged(Timing(TIMES, problem=replace(PROBLEMS[kind], row=None)), lang).message
    assert message.endswith((".", "?", "오."))
    assert "203" in message and "None" not in message and "row" not in message.lower() and "행 " not in message


def test_every_kind_of_problem_has_a_sentence_of_its_own() -> None:
    for lang in ("en", "ko"):
        told = {judged(Timing(TIMES, problem=problem), lang).message for problem in (PROBLEMS | FAULTS).values()}
        assert len(told) == 5
    imprecise = judged(Timing(TIMES, problem=PROBLEMS["imprecise"])).message
    assert "FP16 or TF32" in imprecise
    assert "Inputs are for reading only" in judged(Timing(TIMES, problem=PROBLEMS["input"])).message
    assert "cudaErrorIllegalAddress" in judged(Timing(TIMES, problem=FAULTS["faults"])).message
    assert "does not come to an end" in judged(Timing(TIMES, problem=FAULTS["hangs"])).message


@pytest.mark.parametrize("ratio", [0.95, 0.8, 0.3])
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_times_are_told_whatever_the_verdict(ratio: float, lang: str) -> None:
    message = judged(replace(TIMED, ratio=ratio), lang).message
    assert "11.000 ms" in message and "9.000 ms" in message
    assert "M=4096, N=4096, K=4096" in message and "0.5 %" in message


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_share_of_the_vendors_library_is_shown_and_not_scored(lang: str) -> None:
    timed = replace(TIMED, times=TIMES | {LIBRARY: (2.0, 2.2, 2.4)})
    result = judged(timed, lang)
    assert "cuBLAS" in result.message and "2.200 ms" in result.message and "20.0 %" in result.message
    assert result.points == judged(TIMED, lang).points
    assert "cuBLAS" not in judged(TIMED, lang).message


def clocks(*reasons: str) -> Clocks:
    return Clocks(1200, 2600, 1980, 88, 700.0, reasons)


def test_what_held_the_gpu_back_is_told_once() -> None:
    timed = replace(TIMED, clocks=(clocks("power_cap"), clocks("power_cap", "hardware_slowdown")))
    assert "held back meanwhile: hardware slowdown, power cap." in judged(timed).message
    for calm in ((None, None), (clocks(), clocks())):
        assert "held back" not in judged(replace(TIMED, clocks=calm)).message


def test_every_reason_that_held_the_gpu_back_is_told_in_the_language_of_the_report() -> None:
    timed = replace(TIMED, clocks=(clocks(*SLOWED.values()), None))
    for lang in ("en", "ko"):
        assert not any(key in judged(timed, lang).message for key in SLOWED.values())
    assert "power brake, power cap, thermal slowdown by software." in judged(timed).message
    assert "하드웨어의 클럭 제한, 발열(하드웨어가 클럭 제한), 외부" in judged(timed, "ko").message


@pytest.mark.parametrize(
    "timing",
    [
        replace(TIMED, ratio=0.1),
        replace(TIMED, spread=0.5),
        Timing(TIMES, problem=MISMATCH),
        Timing(TIMES, problem=FAULTS["hangs"]),
        Reason("gpu_stopped", {"detail": "SIGSEGV"}, doubtful=True),
        None,
    ],
)
def test_speed_alone_never_fails_the_command(timing: Timing | Reason | None) -> None:
    report = reported(timing)
    assert report.checks[-1].status is not Status.PASS
    assert exit_status(report) == 0
    assert exit_status(reported(timing, wrong=1)) == 1



def test_a_view_is_told_medians_work_and_peaks() -> None:
    found = timed(exercise(CHECKS), replace(TIMED, times=TIMES | {LIBRARY: (2.0, 4.0, 3.0)}, gpu=GPU))
    assert found is not None
    assert (found.ms, found.baseline_ms, found.library_ms) == (11.0, 9.0, 3.0)
    assert (found.flops, found.bytes, found.library) == (2 * 4096**3, 12 * 4096**2, "cublas_sgemm")
    assert (found.gpu, found.peak_flops) == ("a GPU", GPU.peak_flops)


@pytest.mark.parametrize(
    "timing",
    [
        Reason("no_gpu"),
        replace(TIMED, gpu=GPU, problem=MISMATCH),
        replace(TIMED, gpu=GPU, moved=True),
        replace(TIMED, gpu=GPU, apart=True),
        replace(TIMED, gpu=GPU, spread=2 * WIDEST),
        replace(TIMED, gpu=None),
    ],
)
def test_a_view_is_told_nothing_of_a_contest_that_allows_no_verdict(timing: Timing | Reason) -> None:
    assert timed(exercise(CHECKS), timing) is None


def test_an_exercise_without_a_speed_check_is_told_nothing() -> None:
    assert timed(exercise({"correctness": {"points": 100}}), replace(TIMED, gpu=GPU)) is None
