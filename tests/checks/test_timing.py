"""The contest for speed: pairs of turns, each on fresh values, every result of the student's verified."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from grader.checks.timing import BASELINE, LIBRARY, STUDENT, WIDEST, Timing, spread_of, timed_launch
from grader.cuda.timing import TimedBuffer
from grader.launch import Argument, Array, Fault
from grader.problems import PROBLEMS
from grader.problems.base import Role
from grader.problems.bulk import BulkMismatch
from grader.toolchain.program import ToolchainError
from tests.checks.contests import (
    FAULT,
    ROUNDS,
    WARM,
    Compute,
    FakeBox,
    duplication,
    hangs,
    held,
    idle,
    prepared,
    product,
    student,
    sums,
    transposition,
)
from tests.checks.specimens import exercise


def test_equal_times_are_a_ratio_of_one_without_spread() -> None:
    timing = held(FakeBox())
    assert (timing.ratio, timing.spread, timing.apart, timing.problem) == (1.0, 0.0, False, None)
    assert timing.times[STUDENT] == (30.0,) * ROUNDS
    assert timing.median(BASELINE) == 30.0


def test_twice_the_time_is_half_the_speed() -> None:
    timing = held(FakeBox(times=lambda name, number, _: 60.0 if name == STUDENT else 30.0))
    assert (timing.ratio, timing.spread) == (0.5, 0.0)
    assert timing.median(STUDENT) == 60.0


def test_the_first_turns_warm_up_and_are_not_counted() -> None:
    box = FakeBox(times=lambda name, number, _: 500.0 if number == 0 and name == STUDENT else 30.0)
    timing = held(box)
    assert timing.ratio == 1.0
    assert box.turns(STUDENT) == box.turns(BASELINE) == WARM + ROUNDS


@pytest.mark.parametrize(("milliseconds", "rounds"), [(0.01, 21), (12.0, 17), (30.0, 9), (4000.0, 9)])
def test_short_turns_are_taken_more_often(milliseconds: float, rounds: int) -> None:
    timing = held(FakeBox(times=lambda *_: milliseconds))
    assert len(timing.times[STUDENT]) == len(timing.times[BASELINE]) == rounds


def noise(share: float, until: int = 10**6) -> Callable[[str, int, int], float]:
    rng = np.random.default_rng(2)
    return lambda name, number, _: 30.0 * (1 + share * float(rng.standard_normal()) * (number < until))


def test_times_that_vary_are_tried_once_more_and_then_told() -> None:
    box = FakeBox(times=noise(0.1))
    timing = held(box)
    assert timing.problem is None, timing.problem
    assert timing.spread > WIDEST
    assert box.turns(STUDENT) == 2 * (WARM + ROUNDS)
    assert len(timing.times[STUDENT]) == ROUNDS


def test_times_that_settle_down_are_judged() -> None:
    box = FakeBox(times=noise(0.1, until=WARM + ROUNDS))
    timing = held(box)
    assert (timing.ratio, timing.spread) == (1.0, 0.0)
    assert box.turns(STUDENT) == 2 * (WARM + ROUNDS)


def test_a_little_noise_is_no_reason_to_try_again() -> None:
    box = FakeBox(times=noise(0.003))
    timing = held(box)
    assert 0 < timing.spread < WIDEST
    assert box.turns(STUDENT) == WARM + ROUNDS


def test_one_turn_that_was_disturbed_changes_nothing() -> None:
    timing = held(FakeBox(times=lambda name, number, _: 900.0 if (name, number) == (STUDENT, 4) else 30.0))
    assert (timing.ratio, timing.spread) == (1.0, 0.0)


def test_a_gpu_that_slows_down_slows_both_of_a_pair() -> None:
    box = FakeBox(times=lambda name, _, of_all: (30.0 if name == BASELINE else 40.0) * 1.004**of_all)
    timing = held(box)
    first, last = timing.times[STUDENT][0], timing.times[STUDENT][-1]
    assert last / first > 1.06
    assert timing.ratio == pytest.approx(0.75, rel=0.005)
    assert timing.spread < WIDEST


def test_a_change_of_clocks_halfway_meets_both() -> None:
    timing = held(FakeBox(times=lambda name, number, _: (1 + (number > 4)) * (20.0 if name == STUDENT else 30.0)))
    assert set(timing.times[STUDENT]) == {20.0, 40.0}
    assert (timing.ratio, timing.spread) == (1.5, 0.0)


def test_each_goes_first_in_every_other_pair() -> None:
    box = FakeBox()
    held(box, replace(prepared(), library=None))
    pairs = [tuple(box.order[i : i + 2]) for i in range(0, len(box.order), 2)]
    first, second = (BASELINE, STUDENT), (STUDENT, BASELINE)
    assert pairs[WARM:] == [first, second] * (ROUNDS // 2) + [first]


@pytest.mark.parametrize(("ahead", "apart"), [(0.0, False), (0.4, False), (3.0, False), (3.3, True), (-0.2, True)])
def test_clocks_that_do_not_agree_are_told(ahead: float, apart: bool) -> None:
    box = FakeBox(ahead=lambda _: ahead)
    assert held(box).apart is apart
    assert box.turns(STUDENT) == (1 + apart) * (WARM + ROUNDS)


@pytest.mark.parametrize(
    ("stolen", "noise", "moved"),
    [
        (0.0, 0.0, False),
        (0.004, 0.0, False),
        (0.006, 0.0, True),
        (0.006, 0.01, False),
        (0.1, 0.01, True),
        (-1.0, 0.0, False),
    ],
)
def test_time_that_moved_before_the_event_of_the_launch_is_noticed(stolen: float, noise: float, moved: bool) -> None:
    """As if the student's kernel had overwritten the time of the event before it."""
    noisy = np.random.default_rng(5)
    box = FakeBox(
        times=lambda name, *_: 30.0 - stolen * (name == STUDENT),
        lead=lambda name: 1.0 + stolen * (name == STUDENT) + noise * float(noisy.uniform(-1, 1)),
    )
    timing = held(box)
    assert (timing.moved, timing.apart) == (moved, False)
    assert box.turns(STUDENT) == (1 + moved) * (WARM + ROUNDS)


@pytest.mark.parametrize(("ahead", "apart"), [(0.45, False), (0.6, True)])
def test_of_short_turns_the_clocks_may_differ_by_what_a_launch_takes(ahead: float, apart: bool) -> None:
    assert held(FakeBox(times=lambda *_: 0.2, ahead=lambda _: ahead)).apart is apart


def test_turns_beside_the_verification_of_one_in_full_are_too_few_to_make_the_clocks_disagree(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It takes all cores, so that the host's clock is ahead of the events meanwhile, here to the end of the contest."""
    begun = []

    class Busy(ThreadPoolExecutor):
        def submit(self, *work: Any) -> Any:
            begun.append(box.turns(STUDENT))
            done = super().submit(*work)
            done.result()
            return done

    monkeypatch.setattr("grader.checks.timing.ThreadPoolExecutor", Busy)
    for _ in range(10):
        begun.clear()
        box = FakeBox(ahead=lambda _: 5.0 if begun else 0.1)
        assert held(box).apart is False
        assert box.turns(STUDENT) == WARM + ROUNDS and len(begun) == 1


def test_clocks_that_agree_the_second_time_are_trusted() -> None:
    timing = held(FakeBox(ahead=lambda of_all: 50.0 if of_all < 20 else 0.1))
    assert (timing.apart, timing.ratio) == (False, 1.0)


def test_no_turn_is_ever_given_the_values_of_another() -> None:
    box = FakeBox(times=noise(0.1))
    held(box)
    assert box.turns(STUDENT) == 2 * (WARM + ROUNDS)
    seeds = [seed for _, _, seed in box.seeds]
    assert len(seeds) == 3 * len(box.order)
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**64 for seed in seeds)
    other = FakeBox()
    held(other)
    assert not set(seeds) & {seed for _, _, seed in other.seeds}


def test_the_vendors_library_takes_a_few_turns_beside_them() -> None:
    box = FakeBox(times=lambda name, number, _: (99.0 if number == 0 else 10.0) if name == LIBRARY else 30.0)
    timing = held(box)
    assert timing.times[LIBRARY] == (10.0,) * 5
    assert (timing.median(LIBRARY), timing.ratio) == (10.0, 1.0)
    assert held(FakeBox(), replace(prepared(), library=None)).median(LIBRARY) is None


def test_the_librarys_results_are_its_own_business() -> None:
    assert held(FakeBox(computes={LIBRARY: idle})).problem is None


def test_clocks_are_read_before_and_after() -> None:
    timing = held(FakeBox())
    before, after = timing.clocks
    assert before is not None and after is not None
    assert (before.temperature, after.temperature) == (41, 42)


@pytest.mark.slow
def test_every_turn_of_the_student_is_verified_and_one_of_them_as_a_whole() -> None:
    whole = [(s.position, s.start, s.count) for s in prepared().whole(np.random.default_rng())]
    in_full = set()
    for _ in range(30):
        box = FakeBox()
        held(box)
        sampled = [number for name, number, spans in box.fetched if name == STUDENT and list(spans) != whole]
        assert sampled == list(range(WARM + ROUNDS))
        (number,) = [number for name, number, spans in box.fetched if name == STUDENT and list(spans) == whole]
        in_full.add(number)
    assert 0 not in in_full and max(in_full) <= ROUNDS
    assert len(in_full) > 4  # nobody knows which


def wrong(timing: Timing) -> BulkMismatch:
    assert isinstance(timing.problem, BulkMismatch)
    assert timing.ratio == 0.0
    return timing.problem


def test_a_kernel_that_keeps_its_first_result_is_found_out() -> None:
    kept: list[Array] = []

    def caches(*arguments: Any) -> None:
        if not kept:
            kept.append(product(*arguments).copy())
        arguments[2][:] = kept[0]

    assert wrong(student(caches)).buffer == "C"


@pytest.mark.parametrize("works", [1, 2, 5])
def test_a_kernel_that_stops_working_after_some_turns_is_found_out(works: int) -> None:
    turns: list[int] = []

    def skips(*arguments: Any) -> None:
        turns.append(1)
        if len(turns) <= works:
            product(*arguments)

    wrong(student(skips))
    assert len(turns) == works + 1


@pytest.mark.parametrize("row", [0, 31, 63])
def test_a_kernel_that_leaves_one_row_out_is_found_out(row: int) -> None:
    def leaves_out(*arguments: Any) -> None:
        kept = arguments[2].reshape(64, 48)[row].copy()
        product(*arguments).reshape(64, 48)[row] = kept

    for _ in range(5):
        assert wrong(student(leaves_out)).row == row


def test_what_the_samples_miss_is_seen_when_a_turn_is_verified_in_full() -> None:
    blind = replace(prepared(), verify=lambda *_: None)

    def one_wrong(*arguments: Any) -> None:
        product(*arguments)[64 * 48 // 2] += 0.5

    assert wrong(student(one_wrong, bulk=blind)).row == 32
    assert student(product, bulk=blind).problem is None


def test_a_kernel_that_changes_its_inputs_is_found_out() -> None:
    def scribbles(*arguments: Any) -> None:
        product(*arguments)
        arguments[1][:] = 0

    problem = wrong(student(scribbles))
    assert (problem.buffer, problem.role) == ("B", Role.INPUT)


def test_arithmetic_in_half_precision_is_found_out_and_told_from_nonsense() -> None:
    def halves(a: Array, b: Array, *rest: Any) -> None:
        product(*(values.astype(np.float16).astype(np.float32) for values in (a, b)), *rest)

    assert not wrong(student(halves)).far
    assert wrong(student(idle)).far


def test_a_result_at_another_turns_place_is_found_out() -> None:
    """A kernel that writes to the buffers of its first turn leaves those of this turn as they were."""
    first: list[Array] = []

    def elsewhere(a: Array, b: Array, c: Array, *rest: Any) -> None:
        first.append(c)
        product(a, b, first[0], *rest)

    wrong(student(elsewhere))


def test_a_kernel_that_never_ends_is_a_fault_and_no_turn_follows() -> None:
    box = FakeBox(computes={STUDENT: hangs})
    timing = held(box)
    assert isinstance(timing.problem, Fault) and timing.problem.kind == "no_forward_progress"
    assert box.order == [BASELINE, STUDENT]


def test_a_kernel_that_faults_is_told_and_no_turn_follows() -> None:
    turns: list[int] = []

    def faults_later(*arguments: Any) -> object:
        turns.append(1)
        return FAULT if len(turns) == 4 else product(*arguments)

    box = FakeBox(computes={STUDENT: faults_later})
    assert held(box).problem is FAULT
    assert box.turns(STUDENT) == 4 and box.order[-1] == STUDENT


def test_a_problem_is_no_reason_to_try_again() -> None:
    box = FakeBox(computes={STUDENT: idle}, times=noise(0.5))
    held(box)
    assert box.turns(STUDENT) == 1


@pytest.mark.parametrize("compute", [idle, hangs, lambda *_: FAULT])
def test_a_baseline_that_is_wrong_is_the_graders_own_failure(compute: Compute) -> None:
    with pytest.raises(ToolchainError, match="baseline"):
        held(FakeBox(computes={BASELINE: compute}))


def test_a_baseline_that_goes_wrong_later_is_noticed() -> None:
    """As it might after a kernel that changed it where it lies in memory."""
    calls = []

    def spoiled_later(*arguments: Any) -> None:
        calls.append(product(*arguments))
        if len(calls) > ROUNDS // 2:
            calls[-1][:] = 99

    with pytest.raises(ToolchainError, match="baseline"):
        held(FakeBox(computes={BASELINE: spoiled_later}))


def test_a_copy_as_the_baseline_computes_something_else_and_is_not_verified() -> None:
    box = FakeBox(computes={BASELINE: idle})
    assert held(box, verified=(STUDENT,)).problem is None
    assert not any(name == BASELINE for name, _, _ in box.fetched)
    assert isinstance(held(FakeBox(computes={STUDENT: idle}), verified=(STUDENT,)).problem, BulkMismatch)


def test_a_transpose_is_verified_too() -> None:
    bulk = prepared("transpose", rows=40, cols=72)
    assert held(FakeBox(usual=transposition), bulk).problem is None
    problem = wrong(held(FakeBox(usual=transposition, computes={STUDENT: idle}), bulk))
    assert (problem.buffer, np.isnan(problem.got)) == ("out", True)


def test_copies_are_verified_too() -> None:
    bulk = prepared("copy", n=30_000)
    assert held(FakeBox(usual=duplication), bulk).problem is None
    problem = wrong(held(FakeBox(usual=duplication, computes={STUDENT: idle}), bulk))
    assert (problem.buffer, problem.row, np.isnan(problem.got)) == ("out", None, True)


@pytest.mark.parametrize(("rows", "cols"), [(40, 700), (1, 28_000)])
def test_row_sums_are_verified_too(rows: int, cols: int) -> None:
    bulk = prepared("row_sums", rows=rows, cols=cols)
    assert held(FakeBox(usual=sums), bulk).problem is None

    def halves(given: Array, *rest: Any) -> None:
        sums(given.astype(np.float16).astype(np.float32), *rest)

    for computes in (idle, halves):
        problem = wrong(held(FakeBox(usual=sums, computes={STUDENT: computes}), bulk))
        assert (problem.buffer, problem.far) == ("out", computes is idle)
    with pytest.raises(ToolchainError, match="baseline"):
        held(FakeBox(usual=sums, computes={BASELINE: halves}), bulk)


def test_the_launch_is_that_of_the_exercise_at_the_size_that_is_timed() -> None:
    case = PROBLEMS["sgemm"].case_model.model_validate({"M": 100, "N": 48, "K": 80, "alpha": 1.5})
    prepare = PROBLEMS["sgemm"].bulk
    assert prepare is not None
    launch = timed_launch(prepare(case), exercise(), case)
    assert (launch.kernel, launch.grid, launch.block, launch.shared_bytes) == ("sgemm_tiled", (3, 7, 1), (16, 16, 1), 0)
    assert launch.arguments[:3] == (TimedBuffer(8000, True), TimedBuffer(3840, True), TimedBuffer(4800, True))
    scalars = [a.value for a in launch.arguments[3:] if isinstance(a, Argument)]
    assert scalars == [100, 48, 80, 80, 48, 48, 1.5, 0.0]
    copied = timed_launch(prepared("transpose", rows=4, cols=5), exercise(), case)
    assert copied.arguments[:2] == (TimedBuffer(20, True), TimedBuffer(20, False))


def test_the_spread_reaches_from_the_median_to_the_farther_of_two_ranks() -> None:
    assert spread_of([1.0] * 20) == 0.0
    assert spread_of([0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 80.0]) == 3.0  # ranks 2 and 8 of 9: 96 %
    assert spread_of([float(i) for i in range(45)]) == 7.0  # ranks 16 and 30 of 45


@pytest.mark.parametrize("count", [9, 45])
def test_the_median_lies_within_the_spread_of_the_truth_in_95_of_100_contests(count: int) -> None:
    samples = np.random.default_rng(1).normal(1.0, 0.05, (1000, count))
    within = np.mean([abs(np.median(sample) - 1.0) <= spread_of(list(sample)) for sample in samples])
    assert within >= 0.94
