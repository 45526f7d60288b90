"""What `grader bench` keeps of a kernel: numbers, when they were taken, and no memory on the GPU."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from grader import __version__
from grader.checks.timing import BASELINE, STUDENT
from grader.course.bench_file import BENCH_FILE, load_kernels
from grader.course.models import SpeedSpec
from grader.cuda.counters import NotCounted
from grader.grading.benchmark import SpeedSubject, Wrong, machine, measure_kernel, measure_speed
from grader.grading.gpu_observation import Baseline
from grader.grading.opening import problem_cases
from grader.problems import PROBLEMS
from grader.toolchain.program import ToolchainError
from tests.checks.contests import FAULT, SIZES, idle, sums
from tests.checks.specimens import exercise
from tests.grading.test_gpu_observation import SOURCE, FakeGpu

ROOT = Path(__file__).resolve().parents[2]
SMALL = PROBLEMS["sgemm"].case_model.model_validate(SIZES)
KERNELS = load_kernels(ROOT / BENCH_FILE, problem_cases())
KERNEL = replace(KERNELS["tiled_16"], cases=(SMALL,), kernel="sgemm_tiled")
SPEC = exercise(
    {
        "correctness": {"points": 60},
        "speed": {"points": 40, "size": SIZES, "full": 0.9, "zero": 0.7, "slow": "wrong/slow"},
    }
)


def subject() -> SpeedSubject:
    rule = SPEC.checks["speed"]
    assert isinstance(rule, SpeedSpec)
    return SpeedSubject(SPEC, rule, Baseline(SOURCE, SPEC), SOURCE, SOURCE, SPEC)


def of_kernel(gpu: FakeGpu) -> dict[str, Any]:
    return measure_kernel(gpu, KERNEL, SOURCE)  # type: ignore[arg-type]


def of_speed(gpu: FakeGpu) -> dict[str, Any]:
    return measure_speed(gpu, subject(), repeats=2)  # type: ignore[arg-type]


@pytest.mark.parametrize("measure", [of_kernel, of_speed])
def test_every_entry_tells_when_and_with_what_it_was_measured(measure: Any) -> None:
    found = measure(FakeGpu())["measured"]
    assert found == {
        "date": date.today().isoformat(), "driver_cuda": 13000, "cupy": "13.6.0", "nvrtc": "13.0.88",
        "grader": __version__,
    }  # fmt: skip


def test_the_machine_is_the_gpu_and_nothing_that_changes_from_day_to_day() -> None:
    assert machine(FakeGpu()) == {  # type: ignore[arg-type]
        "gpu": "NVIDIA H200", "arch": "sm_90", "multiprocessors": 132, "l2_bytes": 50 << 20, "memory_bytes": 141 << 30,
    }  # fmt: skip


def test_solution_and_slow_kernel_are_measured_as_often_as_asked() -> None:
    gpu = FakeGpu()
    found = of_speed(gpu)
    assert (len(found["solution"]), len(found["slow"]), found["slow_kernel"]) == (2, 2, "wrong/slow")
    assert gpu.asked.count("retire") == 4


@pytest.mark.parametrize("measure", [of_kernel, of_speed])
@pytest.mark.parametrize("compute", [idle, lambda *_: FAULT])
def test_contenders_give_their_memory_back_also_where_one_is_wrong(measure: Any, compute: Any) -> None:
    gpu = FakeGpu(computes={STUDENT: compute})
    with pytest.raises(Wrong):
        measure(gpu)
    entered = [i for i, what in enumerate(gpu.asked) if what in ("enter", "turn")]
    assert "retire" in gpu.asked[max(entered) :]


ROWS = replace(KERNELS["row_sums_tree"], cases=(PROBLEMS["row_sums"].case_model(rows=40, cols=700),))
ROWS_SOURCE = (ROOT / ROWS.source).read_text("utf-8")


def of_rows(gpu: FakeGpu) -> dict[str, Any]:
    return measure_kernel(gpu, ROWS, ROWS_SOURCE)  # type: ignore[arg-type]


def test_a_reduction_is_measured_beside_cub() -> None:
    gpu = FakeGpu(usual=sums, counted=NotCounted("no_ncu"))
    found = of_rows(gpu)
    assert gpu.routines[BASELINE] == "cub_row_sums"
    (size,) = found["sizes"].values()
    assert (size["library"], size["flops"], size["bytes"]) == ("cub_row_sums", 28_000, 4 * 28_040)
    assert found["counted"] == {"size": "rows=40, cols=700", "refused": "no_ncu"}


def test_cubs_own_results_are_verified() -> None:
    gpu = FakeGpu(usual=sums, computes={BASELINE: idle}, counted=NotCounted("no_ncu"))
    with pytest.raises(ToolchainError, match="baseline"):
        of_rows(gpu)


def test_what_cannot_be_sent_is_timed_but_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.grading.benchmark.MAX_FRAME", 4 * 40 * 700 - 1)
    gpu = FakeGpu(usual=sums)
    assert of_rows(gpu)["counted"] == {"size": "rows=40, cols=700", "refused": "too_large"}
    assert "count" not in gpu.asked


def test_the_largest_size_that_can_be_sent_is_the_one_that_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    larger = PROBLEMS["row_sums"].case_model(rows=40, cols=701)
    monkeypatch.setattr("grader.grading.benchmark.MAX_FRAME", 4 * 40 * 700)
    gpu = FakeGpu(usual=sums, counted=NotCounted("no_ncu"))
    kernel = replace(ROWS, cases=(ROWS.cases[0], larger))
    found = measure_kernel(gpu, kernel, ROWS_SOURCE)  # type: ignore[arg-type]
    assert found["counted"] == {"size": "rows=40, cols=700", "refused": "no_ncu"}
