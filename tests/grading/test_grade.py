"""Grading one submission: every case is run and judged, and whatever stops the sandbox becomes a verdict."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from grader.course.exercise_file import load_exercise
from grader.course.models import ExerciseSpec
from grader.grading.grade import Devices, Graded, Submission, counted_case, grade, not_judged, retold
from grader.launch import Fault, LaunchRequest, LaunchResult
from grader.problems import PROBLEMS
from grader.sandbox.session import Crashed, MemoryExceeded, TimedOut
from grader.simt import emulator
from grader.toolchain import Program, compile_source
from grader.verdicts import Status

REPOSITORY = Path(__file__).resolve().parents[2]
SGEMM = "06_shared_memory_tiling/sgemm_tiled"
SOURCE = (REPOSITORY / "solutions" / f"{SGEMM}.cu").read_text("utf-8")


@dataclass
class Box:
    """A sandbox in this process; `on_launch` may answer, or raise, in the place of the emulator."""

    on_launch: Callable[[LaunchRequest], LaunchResult | None] = lambda _: None
    on_compile: Exception | None = None
    launches: list[LaunchRequest] = field(default_factory=list)

    def __enter__(self) -> Box:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def compile(self, source: str, **options: Any) -> Program:
        if self.on_compile is not None:
            raise self.on_compile
        self.program = compile_source(source, **options)
        return self.program

    def launch(self, request: LaunchRequest) -> LaunchResult:
        self.launches.append(request)
        made_up = self.on_launch(request)
        return made_up or emulator.launch(emulator.load(self.program, request.kernel), request)


@pytest.fixture(scope="module")
def spec() -> ExerciseSpec:
    models = {name: problem.case_model for name, problem in PROBLEMS.items()}
    return load_exercise(REPOSITORY / "exercises" / f"{SGEMM}.yaml", models)


def graded(spec: ExerciseSpec, box: Box, text: str = SOURCE, **more: Any) -> Graded:
    return grade(Submission(SGEMM, spec, "mine.cu", "00" * 32, text, **more), Devices(lambda: box), "en")


def statuses(result: Graded) -> dict[str, Status]:
    return {c.id: c.status for c in result.report.checks}


def test_every_case_is_launched_smallest_first_with_its_own_grid(spec: ExerciseSpec) -> None:
    box = Box()
    result = graded(spec, box)
    assert all(s is Status.PASS for name, s in statuses(result).items() if name != "speed")
    sizes = [max(a.value.size for a in request.arguments[:3]) for request in box.launches]
    assert len(sizes) == len(spec.cases)
    assert sizes[0] == 1
    assert {request.grid for request in box.launches} >= {(1, 1, 1), (4, 4, 1), (3, 5, 1), (3, 4, 1)}


def test_the_report_carries_what_views_need(spec: ExerciseSpec) -> None:
    report = graded(spec, Box()).report
    assert (report.exercise, report.source_sha256, report.source) == (SGEMM, "00" * 32, SOURCE)
    assert report.device == "emulated sm_90"
    assert report.toolchain.startswith("NVRTC")
    assert sum(row.cost for row in report.accesses if row.space == "shared") == 13_312


def test_examples_of_accesses_are_kept_of_the_case_that_is_shown_where_somebody_wants_them(spec: ExerciseSpec) -> None:
    assert not any(launch.sampled for launch in quiet(spec).launches)
    box = quiet(spec, sampled=True)
    assert [launch.sampled for launch in box.launches].count(True) == 1


def quiet(spec: ExerciseSpec, *, sampled: bool = False) -> Box:
    """The box in which the solution was graded."""
    box = Box()
    result = grade(Submission(SGEMM, spec, "mine.cu", "00" * 32, SOURCE), Devices(lambda: box, sampled=sampled), "en")
    assert (result.seen is not None) == sampled, "outputs of all cases are not kept for nothing"
    if result.seen is not None:
        found = {run.index: run.result.samples for run in result.seen.runs if run.result is not None}
        assert {index for index, samples in found.items() if samples} == {counted_case(spec)}
    return box


def test_a_report_is_told_in_another_language_without_another_launch(spec: ExerciseSpec) -> None:
    box, submission = Box(), Submission(SGEMM, spec, "mine.cu", "00" * 32, SOURCE.replace("+ 1]", "]", 1))
    first = grade(submission, Devices(lambda: box, sampled=True), "en")
    launches = len(box.launches)
    korean = retold(first, "ko").report
    assert len(box.launches) == launches
    assert [(c.id, c.status, c.measured, c.points) for c in korean.checks] == [
        (c.id, c.status, c.measured, c.points) for c in first.report.checks
    ]
    assert all(ours.message != theirs.message for ours, theirs in zip(korean.checks, first.report.checks, strict=True))


def test_inputs_are_fresh_every_time(spec: ExerciseSpec) -> None:
    first, second = Box(), Box()
    graded(spec, first)
    graded(spec, second)
    pairs = zip(first.launches, second.launches, strict=True)
    assert any((a.arguments[0].value != b.arguments[0].value).any() for a, b in pairs)


@pytest.mark.parametrize(
    "stopped", [TimedOut("10 s"), MemoryExceeded("1 GB"), Crashed("SIGSEGV")]
)
def test_what_stops_the_sandbox_in_a_launch_fails_correctness_and_ends_the_run(
    spec: ExerciseSpec, stopped: Exception
) -> None:
    def stop(request: LaunchRequest) -> None:
        raise stopped

    box = Box(on_launch=stop)
    result = graded(spec, box)
    assert len(box.launches) == 1
    assert statuses(result)["correctness"] is Status.FAIL
    assert result.report.error is None


@pytest.mark.parametrize("stopped", [TimedOut("10 s"), MemoryExceeded("1 GB")])
def test_what_stops_the_sandbox_while_compiling_fails_compiles(spec: ExerciseSpec, stopped: Exception) -> None:
    result = graded(spec, Box(on_compile=stopped))
    assert statuses(result)["compiles"] is Status.FAIL
    assert statuses(result)["correctness"] is Status.NOT_RUN
    assert "the compiler" in result.report.checks[0].message
    assert result.report.checks[0].endless is isinstance(stopped, TimedOut)


def test_an_endless_kernel_is_waited_for_only_once(spec: ExerciseSpec) -> None:
    fault = Fault("no_forward_progress", None, (0, 0, 0), (0, 0, 0), "still running")
    box = Box(on_launch=lambda _: LaunchResult({}, (), (), (fault,), 1, 0, 0))
    assert statuses(graded(spec, box))["correctness"] is Status.FAIL
    assert len(box.launches) == 1


def test_a_file_that_is_no_source_is_never_compiled(spec: ExerciseSpec) -> None:
    result = graded(spec, Box(on_compile=AssertionError("compiled")), text="", refused="file_empty")
    assert statuses(result)["compiles"] is Status.FAIL
    assert "is empty" in result.report.checks[0].message


def test_a_kernel_of_another_signature_is_never_launched(spec: ExerciseSpec) -> None:
    box = Box()
    result = graded(spec, box, text='extern "C" __global__ void sgemm_tiled(float* a) {}')
    assert statuses(result)["compiles"] is Status.FAIL
    assert box.launches == []


def test_compiler_messages_come_with_the_report(spec: ExerciseSpec) -> None:
    (error, *_) = graded(spec, Box(), text="int").diagnostics
    assert (error.file, error.severity) == ("mine.cu", "error")


def test_a_report_of_a_grader_that_failed_has_every_check_not_run(spec: ExerciseSpec) -> None:
    report = not_judged(SGEMM, spec, ("toolchain", "gone"), "not judged")
    assert [c.id for c in report.checks] == ["compiles", *spec.checks]
    assert {c.status for c in report.checks} == {Status.NOT_RUN}
    assert (report.max_score, report.max_score_here) == (100, 85)
    assert report.error == ("toolchain", "gone")


def test_the_accesses_shown_are_those_of_the_counted_case(spec: ExerciseSpec) -> None:
    assert counted_case(spec) == 0
