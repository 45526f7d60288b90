"""Grading with a GPU: beside the emulator or alone, and whatever NVIDIA's tools refuse is told and never a pass."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grader.checks.base import Reason
from grader.checks.evaluate import exit_status
from grader.checks.timing import BASELINE, LIBRARY, STUDENT
from grader.checks.where_it_runs import asks_where
from grader.course.exercise_file import load_exercise
from grader.course.models import ExerciseSpec, SpeedSpec
from grader.course.private import PrivatePart
from grader.cuda.availability import Unavailable
from grader.cuda.counters import Counts, NotCounted
from grader.cuda.driver import GpuFacts
from grader.cuda.sanitizer import TOOLS
from grader.cuda.timing import TimedLaunch
from grader.grading.baseline import Baseline
from grader.grading.gpu_observation import run_contest
from grader.grading.grade import Devices, Graded, Submission, counted_case, grade
from grader.launch import AccessLine, Array, Fault, Hazard, LaunchRequest, LaunchResult
from grader.problems import PROBLEMS
from grader.report.page.submitted import page_of_graded
from grader.sandbox.gpu_session import Sanitized
from grader.sandbox.session import Crashed, TimedOut
from grader.toolchain import CompileError, Program, compile_source
from grader.toolchain.program import ToolchainError
from grader.verdicts import CheckResult, Status
from tests.checks.contests import HANGS, ROUNDS, SIZES, WARM, FakeBox, idle
from tests.grading.test_grade import Box

REPOSITORY = Path(__file__).resolve().parents[2]
SGEMM = "06_shared_memory_tiling/sgemm_tiled"
SOURCE = (REPOSITORY / "solutions" / f"{SGEMM}.cu").read_text("utf-8")
FACTS = GpuFacts("NVIDIA H200", (9, 0), 132, 50 << 20, 141 << 30, 227 << 10, 13000, "13.6.0")
CLEAN = Sanitized((), (), {})
ROWS = (
    AccessLine(25, "shared", "store", 4, 1024, 1024, 1024, exact=True),
    AccessLine(33, "shared", "load", 4, 6000, 11_000, 9000, exact=True),
    AccessLine(25, "global", "load", 4, 512, 4096, 4096, exact=True),
)
COUNTS = Counts(ROWS, (), 128, 0, 61.5, 38, 1 << 20)
FAULT = Fault("out_of_bounds", None, None, None, "illegal address", {"driver": "cudaErrorIllegalAddress"})
FROM_EMULATOR = ("hazards", "shared_wavefronts", "global_sectors")


@cache
def compiled(source: str, file: str, fmad: bool) -> Program:
    return compile_source(source, file=file, fmad=fmad)


class QuickBox(Box):
    """The emulator in this process, which compiles a source only once."""

    def compile(self, source: str, **options: Any) -> Program:
        self.program = compiled(source, options["file"], options["fmad"])
        return self.program


def multiplied(request: LaunchRequest) -> LaunchResult:
    """What the kernel of the exercise leaves behind: C = alpha * A * B + beta * C."""
    given = {argument.name: argument.value for argument in request.arguments}
    outputs: dict[int, Any] = {i: np.array(given[name]) for i, name in enumerate("ABC")}
    m, n, k = (int(given[name]) for name in "MNK")  # type: ignore[arg-type]
    a, b, c = (outputs[i].reshape(-1, given[f"ld{name}"]) for i, name in enumerate("abc"))
    old = given["beta"] * c[:m, :n] if given["beta"] else 0
    c[:m, :n] = given["alpha"] * (a[:m, :k] @ b[:k, :n]) + old
    return LaunchResult(outputs, (), (), (), None, None, None)


IMAGE = b"machine code"


@dataclass
class FakeGpu(FakeBox):
    """A GPU in this process, whose kernel is right. What the tools say is as the test has it.

    on_launch: may answer, or raise, in the place of the kernel. spoiled: cases, by number of the launch, whose
    results are wrong. under: a tool under which they all are, or have the fault `fault_under`. always_wrong: with and
    without a tool. stops: raised by the methods of these names.
    """

    on_launch: Callable[[LaunchRequest], LaunchResult | None] = lambda _: None
    spoiled: Collection[int] = ()
    under: str = ""
    fault_under: Fault | None = None
    always_wrong: bool = False
    found: Sanitized = CLEAN
    counted: Counts | NotCounted = COUNTS
    stops: Mapping[str, Exception] = field(default_factory=dict)
    programs: dict[str, Program] = field(default_factory=dict)
    routines: dict[str, str] = field(default_factory=dict)
    launches: list[LaunchRequest] = field(default_factory=list)
    sanitized: list[tuple[list[LaunchRequest], Sequence[str]]] = field(default_factory=list)
    countings: list[LaunchRequest] = field(default_factory=list)
    patience: list[float] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def __enter__(self) -> FakeGpu:
        self._asked("open")
        return self

    def __exit__(self, *_: object) -> None:
        self.asked.append("close")

    def facts(self) -> tuple[GpuFacts, str]:
        self._asked("facts")
        return FACTS, "sm_90"

    def compile(self, source: str, *, file: str, fmad: bool, defines: Any, program: str = "student") -> Program:
        self._asked("compile")
        self.programs[program] = compiled(source, file, fmad)
        return self.programs[program]

    def load(self, image: bytes, arch: str, *, program: str) -> None:
        self._asked("load")
        assert (image, arch) == (IMAGE, "sm_90")
        self.programs[program] = compiled(SOURCE, "kernel.cu", True)

    def launch(self, request: LaunchRequest) -> LaunchResult:
        self._asked("launch")
        self.launches.append(request)
        result = self.on_launch(request) or multiplied(request)
        if self.always_wrong or len(self.launches) - 1 in self.spoiled:
            result.outputs[2][0] += np.float32(1)
        return LaunchResult(result.outputs, (), (), result.faults, None, None, None)

    def enter(self, name: str, launch: TimedLaunch, program: str = "student", routine: str = "") -> None:
        self._asked("enter")
        self.routines[name] = routine
        assert routine or launch.kernel in self.programs[program].kernels
        super().enter(name, launch, program, routine)

    def turn(self, name: str, seeds: Mapping[int, int], seconds: float = 5.0) -> Any:
        self._asked("turn")
        return super().turn(name, seeds, seconds)

    def sanitize(self, requests: Sequence[LaunchRequest], tools: Sequence[str], seconds: float = 60) -> Sanitized:
        self._asked("sanitize")
        self.patience.append(seconds)
        self.sanitized.append((list(requests), tools))
        results = {tool: {i: self._replayed(tool, each) for i, each in enumerate(requests)} for tool in tools}
        return replace(self.found, results=results)

    def count(self, request: LaunchRequest) -> tuple[Counts, LaunchResult]:
        self._asked("count")
        self.countings.append(request)
        if isinstance(self.counted, NotCounted):
            raise self.counted
        return self.counted, self._replayed("ncu", request)

    def _replayed(self, tool: str, request: LaunchRequest) -> LaunchResult:
        result = multiplied(request)
        if tool == self.under and self.fault_under is not None:
            return replace(result, faults=(self.fault_under,))
        if tool == self.under or self.always_wrong:
            result.outputs[2][0] += np.float32(1)
        return result

    def retire(self) -> None:
        self._asked("retire")

    def _asked(self, what: str) -> None:
        self.asked.append(what)
        if what in self.stops:
            raise self.stops[what]


@pytest.fixture(scope="module")
def spec() -> ExerciseSpec:
    """The exercise, timed at a size that is small enough for NumPy."""
    models = {name: problem.case_model for name, problem in PROBLEMS.items()}
    exercise = load_exercise(REPOSITORY / "exercises" / f"{SGEMM}.yaml", models)
    rule = exercise.checks["speed"]
    assert isinstance(rule, SpeedSpec)
    small = replace(rule, size=PROBLEMS["sgemm"].case_model.model_validate(SIZES))
    return replace(exercise, checks={**exercise.checks, "speed": small})


def submission(spec: ExerciseSpec, text: str = SOURCE, baseline: Baseline | Reason | None = None) -> Submission:
    return Submission(SGEMM, spec, "mine.cu", "00" * 32, text, baseline=baseline or Baseline(SOURCE, spec))


def without(tool: str, key: str, detail: str = "") -> Sanitized:
    return replace(CLEAN, refused={tool: (key, detail)})


def on_both(spec: ExerciseSpec, gpu: FakeGpu, emulated: Box | None = None, **more: Any) -> Graded:
    return grade(submission(spec, **more), Devices(lambda: emulated or QuickBox(), lambda: gpu), "en")


def alone(spec: ExerciseSpec, gpu: FakeGpu, emulated: Box | None = None, lang: str = "en", **more: Any) -> Graded:
    """emulated: None where nobody may ask the emulator."""

    def open_emulator() -> Box:
        assert emulated is not None, "the emulator was asked"
        return emulated

    return grade(submission(spec, **more), Devices(open_emulator, lambda: gpu, on_gpu_alone=True), lang)


def checks(graded: Graded) -> dict[str, CheckResult]:
    return {check.id: check for check in graded.report.checks}


def faulty(number: int, fault: Fault = FAULT) -> Callable[[LaunchRequest], LaunchResult | None]:
    """A fault in the launch of this number, outputs as they were given."""
    seen: list[LaunchRequest] = []

    def on_launch(request: LaunchRequest) -> LaunchResult | None:
        seen.append(request)
        if len(seen) - 1 != number:
            return None
        outputs: dict[int, Array] = {i: request.arguments[i].value for i in range(3)}  # type: ignore[misc]
        return LaunchResult(outputs, (), (), (fault,), None, None, None)

    return on_launch


# With the emulator


def test_the_emulator_judges_and_the_gpu_adds_the_speed(spec: ExerciseSpec) -> None:
    gpu = FakeGpu()
    graded = on_both(spec, gpu)
    found = checks(graded)
    assert {check.status for check in found.values()} == {Status.PASS}
    assert {found[name].backend for name in FROM_EMULATOR} == {"emulated"}
    assert found["speed"].backend == "cuda"
    assert graded.report.device == "emulated sm_90 + NVIDIA H200 sm_90"
    assert graded.report.score == graded.report.max_score_here == graded.report.max_score == 100
    assert found["shared_wavefronts"].measured == 13_312
    assert gpu.asked[-1] == "close"


def test_no_tool_is_asked_where_the_emulator_knows(spec: ExerciseSpec) -> None:
    gpu = FakeGpu()
    on_both(spec, gpu)
    assert not {"sanitize", "count"} & set(gpu.asked)
    assert len(gpu.launches) == len(spec.cases)


def test_results_that_are_wrong_on_the_gpu_only_are_wrong(spec: ExerciseSpec) -> None:
    gpu = FakeGpu(spoiled=[3])
    found = checks(on_both(spec, gpu))
    correctness = found["correctness"]
    assert (correctness.status, correctness.backend, correctness.measured) == (Status.FAIL, "cuda", 5)
    assert "1 of " in correctness.message and "row 0, column 0" in correctness.message
    assert found["hazards"].status is Status.PASS
    assert (found["speed"].status, found["speed"].depends_on_failed) == (Status.NOT_RUN, "correctness")
    assert found["shared_wavefronts"].points is None
    assert "turn" not in gpu.asked


def test_results_that_are_wrong_on_the_emulator_only_are_wrong(spec: ExerciseSpec) -> None:
    found = checks(on_both(spec, FakeGpu(), QuickBox(on_launch=faulty(0))))
    assert (found["correctness"].status, found["correctness"].backend) == (Status.FAIL, "emulated")
    assert (found["speed"].status, found["speed"].points) == (Status.NOT_RUN, None)


def test_a_construct_that_the_emulator_does_not_know_is_judged_by_the_gpu(spec: ExerciseSpec) -> None:
    unknown = Fault("unsupported", 20, None, None, "no wmma", {"construct": "wmma"})
    found = checks(on_both(spec, FakeGpu(), QuickBox(on_launch=faulty(0, unknown))))
    assert (found["correctness"].status, found["correctness"].backend) == (Status.PASS, "cuda")
    assert found["hazards"].status is Status.INCONCLUSIVE
    found = checks(on_both(spec, FakeGpu(spoiled=[0]), QuickBox(on_launch=faulty(0, unknown))))
    assert (found["correctness"].status, found["correctness"].backend) == (Status.FAIL, "cuda")


@pytest.mark.parametrize("method", ["facts", "launch"])
@pytest.mark.parametrize(
    ("reason", "told"),
    [(Unavailable("old_driver", "CUDA 12.4"), "CUDA 12.4"), (Unavailable("no_cupy", "No module"), "make gpu")],
)
def test_a_gpu_that_cannot_be_used_is_told_and_all_else_is_as_without_one(
    spec: ExerciseSpec, reason: Unavailable, told: str, method: str
) -> None:
    graded = on_both(spec, FakeGpu(stops={method: reason}))
    without = grade(submission(spec), Devices(QuickBox), "en")
    speed = checks(graded)["speed"]
    assert (speed.status, speed.judgeable_here, speed.points) == (Status.NOT_RUN, False, None)
    assert told in speed.message
    assert graded.report.device == without.report.device == "emulated sm_90"
    assert graded.report.checks[:-1] == without.report.checks[:-1]
    assert graded.report.accesses == without.report.accesses


@pytest.mark.parametrize("method", ["facts", "enter", "turn"])
def test_a_gpu_process_that_ends_leaves_speed_open_and_all_else_as_it_is(spec: ExerciseSpec, method: str) -> None:
    graded = on_both(spec, FakeGpu(stops={method: Crashed("SIGSEGV")}))
    found = checks(graded)
    assert (found["speed"].status, found["speed"].points) == (Status.INCONCLUSIVE, None)
    assert "SIGSEGV" in found["speed"].message
    assert {check.status for name, check in found.items() if name != "speed"} == {Status.PASS}
    assert graded.report.max_score_here == 100


def test_a_gpu_process_that_ends_says_nothing_of_the_kernel(spec: ExerciseSpec) -> None:
    gpu = FakeGpu(stops={"launch": Crashed("SIGSEGV")})
    correctness = checks(on_both(spec, gpu))["correctness"]
    assert (correctness.status, correctness.backend) == (Status.PASS, "emulated")
    assert gpu.asked.count("launch") == 1
    alone_there = checks(alone(spec, FakeGpu(stops={"launch": Crashed("SIGSEGV")})))["correctness"]
    assert alone_there.status is Status.INCONCLUSIVE
    assert "SIGSEGV" in alone_there.message


def test_a_source_that_does_not_compile_is_never_launched(spec: ExerciseSpec) -> None:
    gpu = FakeGpu()
    graded = on_both(spec, gpu, text="int")
    assert checks(graded)["compiles"].status is Status.FAIL
    assert not {"launch", "enter"} & set(gpu.asked)


def test_a_kernel_of_another_signature_is_never_launched(spec: ExerciseSpec) -> None:
    gpu = FakeGpu()
    on_both(spec, gpu, text='extern "C" __global__ void sgemm_tiled(float* a) {}')
    assert not {"launch", "enter"} & set(gpu.asked)


def test_a_source_that_only_the_gpus_compiler_refuses_is_not_told_as_a_missing_gpu(spec: ExerciseSpec) -> None:
    gpu = FakeGpu(stops={"compile": CompileError((), "too many registers for this architecture")})
    speed = checks(on_both(spec, gpu))["speed"]
    assert speed.status is not Status.PASS
    assert "no usable one" not in speed.message


BAD_BASELINES: list[tuple[dict[str, Any], str]] = [({}, "int"), ({"computes": {BASELINE: idle}}, SOURCE)]


@pytest.mark.parametrize(("gpu", "baseline"), BAD_BASELINES, ids=["does_not_compile", "is_wrong"])
def test_a_bad_baseline_is_the_graders_own_failure(spec: ExerciseSpec, gpu: dict[str, Any], baseline: str) -> None:
    with pytest.raises(ToolchainError, match="baseline"):
        alone(spec, FakeGpu(**gpu), baseline=Baseline(baseline, spec))


@pytest.mark.parametrize(("gpu", "baseline"), BAD_BASELINES, ids=["does_not_compile", "is_wrong"])
def test_a_failure_of_the_grader_on_the_gpu_takes_nothing_from_the_emulators_verdicts(
    spec: ExerciseSpec, gpu: dict[str, Any], baseline: str
) -> None:
    graded = on_both(spec, FakeGpu(**gpu), baseline=Baseline(baseline, spec))
    found = checks(graded)
    assert {check.status for name, check in found.items() if name != "speed"} == {Status.PASS}
    assert (found["speed"].status, found["speed"].points) == (Status.INCONCLUSIVE, None)
    assert "baseline" in found["speed"].message
    assert graded.report.error is None


class Interrupted(BaseException):
    """Ctrl-C, as far as this test goes."""


def test_the_gpus_process_is_ended_before_anybody_waits_for_it(spec: ExerciseSpec) -> None:
    ended, waited = threading.Event(), []

    class Waits(FakeGpu):
        def launch(self, request: LaunchRequest) -> LaunchResult:
            waited.append(ended.wait(20))
            raise Crashed("closed")

        def __exit__(self, *_: object) -> None:
            ended.set()

    def interrupt(_: LaunchRequest) -> LaunchResult | None:
        time.sleep(0.2)  # until the other has begun
        raise Interrupted

    with pytest.raises(Interrupted):
        on_both(spec, Waits(), QuickBox(on_launch=interrupt))
    assert waited in ([True], [])  # [] where the interrupt came before the first launch


def test_a_gpu_that_is_too_small_for_the_contest_judges_everything_else(spec: ExerciseSpec) -> None:
    graded = on_both(spec, FakeGpu(stops={"enter": Unavailable("too_small", "3.9 GB")}))
    found = checks(graded)
    assert (found["correctness"].status, found["correctness"].backend) == (Status.PASS, "cuda")
    assert (found["speed"].status, found["speed"].judgeable_here) == (Status.NOT_RUN, False)
    assert "3.9 GB" in found["speed"].message
    assert graded.report.error is None


# The contest


def test_student_baseline_and_library_enter_and_are_retired(spec: ExerciseSpec) -> None:
    gpu = FakeGpu()
    on_both(spec, gpu)
    assert gpu.routines == {STUDENT: "", BASELINE: "", LIBRARY: "cublas_sgemm"}
    assert gpu.turns(STUDENT) == gpu.turns(BASELINE) == WARM + ROUNDS
    assert gpu.asked.count("retire") == 1 and gpu.asked.index("retire") > max(_last(gpu, "turn"), 0)
    assert gpu.programs["baseline"].file == "baseline.cu"


def _last(gpu: FakeGpu, what: str) -> int:
    return len(gpu.asked) - 1 - gpu.asked[::-1].index(what)


def test_a_slow_kernel_loses_points_for_speed_alone(spec: ExerciseSpec) -> None:
    gpu = FakeGpu(times=lambda name, *_: 37.5 if name == STUDENT else 30.0)
    graded = on_both(spec, gpu)
    speed = checks(graded)["speed"]
    assert (speed.status, speed.points, speed.measured) == (Status.FAIL, pytest.approx(7.5), 0.8)
    assert graded.report.score == pytest.approx(92.5)
    assert exit_status(graded.report) == 0


def test_a_kernel_that_is_right_at_the_small_sizes_only_has_no_points_for_speed(spec: ExerciseSpec) -> None:
    graded = on_both(spec, FakeGpu(computes={STUDENT: idle}))
    speed = checks(graded)["speed"]
    assert (speed.status, speed.points, speed.backend) == (Status.FAIL, 0, "cuda")
    assert checks(graded)["correctness"].status is Status.PASS


@pytest.mark.parametrize("ended", [HANGS, FAULT])
def test_after_a_fault_in_the_contest_the_child_is_gone_and_nothing_to_retire(spec: ExerciseSpec, ended: Any) -> None:
    gpu = FakeGpu(computes={STUDENT: lambda *_: ended})
    assert checks(on_both(spec, gpu))["speed"].points == 0
    assert "retire" not in gpu.asked


def test_a_copy_of_the_device_as_the_baseline_is_no_program(spec: ExerciseSpec) -> None:
    gpu = FakeGpu(computes={BASELINE: idle})
    assert checks(on_both(spec, gpu, baseline=Baseline("", spec)))["speed"].status is Status.PASS
    assert gpu.routines[BASELINE] == "device_copy"
    assert gpu.asked.count("compile") == 1


def test_a_baseline_may_be_machine_code(spec: ExerciseSpec) -> None:
    gpu = FakeGpu()
    baseline = Baseline("", spec, images={"sm_80": b"other", "sm_90": IMAGE})
    assert checks(on_both(spec, gpu, baseline=baseline))["speed"].status is Status.PASS
    assert (gpu.asked.count("load"), gpu.asked.count("compile"), gpu.routines[BASELINE]) == (1, 1, "")


def test_machine_code_of_other_gpus_is_no_baseline_and_no_zero(spec: ExerciseSpec) -> None:
    gpu = FakeGpu()
    speed = checks(on_both(spec, gpu, baseline=Baseline("", spec, images={"sm_80": b"other"})))["speed"]
    assert (speed.status, speed.points, speed.judgeable_here) == (Status.NOT_RUN, None, False)
    assert "sm_80" in speed.message and "sm_90" in speed.message and "enter" not in gpu.asked


def test_the_devices_copy_is_not_shown_twice(spec: ExerciseSpec) -> None:
    gpu, copy = FakeGpu(usual=lambda given, out, *_: np.copyto(out, given)), PROBLEMS["copy"]
    rule = spec.checks["speed"]
    assert isinstance(rule, SpeedSpec)
    rule = replace(rule, size=copy.case_model(n=1000, grid=(4,)))
    gpu.programs[STUDENT] = compiled(SOURCE, "mine.cu", True)
    timing = run_contest(gpu, replace(spec, problem="copy"), rule, Baseline("", spec))
    assert gpu.routines == {STUDENT: "", BASELINE: "device_copy"}
    assert (timing.problem, timing.median(LIBRARY), timing.ratio) == (None, None, 1.0)


def test_a_contest_is_told_to_views_with_the_peaks_of_its_gpu(spec: ExerciseSpec) -> None:
    graded = on_both(spec, FakeGpu())
    timed, seen = graded.report.timed, checks(graded)["speed"]
    assert timed is not None and seen.status is Status.PASS
    rule = spec.checks["speed"]
    assert isinstance(rule, SpeedSpec) and PROBLEMS["sgemm"].bulk is not None
    bulk = PROBLEMS["sgemm"].bulk(rule.size)
    assert (timed.gpu, timed.flops, timed.bytes, timed.library) == (FACTS.name, bulk.flops, bulk.bytes, "cublas_sgemm")
    assert f"{timed.ms:.3g}" in seen.message and timed.case in seen.message
    assert (timed.peak_flops, timed.peak_bytes) == (FACTS.peak_flops, FACTS.peak_bytes)


def test_a_contest_without_a_verdict_is_not_told_to_views(spec: ExerciseSpec) -> None:
    unsteady = checks(graded := on_both(spec, FakeGpu(always_wrong=True)))["speed"]
    assert unsteady.status is not Status.PASS and graded.report.timed is None


def test_without_a_baseline_there_is_no_contest(spec: ExerciseSpec) -> None:
    gpu = FakeGpu()
    speed = checks(on_both(spec, gpu, baseline=Reason("no_baseline", here=False)))["speed"]
    assert (speed.status, speed.judgeable_here) == (Status.NOT_RUN, False)
    assert "nothing to compare with" in speed.message
    assert "enter" not in gpu.asked


def test_an_exercise_without_a_speed_check_is_not_timed(spec: ExerciseSpec) -> None:
    rules = {name: rule for name, rule in spec.checks.items() if name != "speed"}
    gpu = FakeGpu()
    graded = on_both(replace(spec, checks=rules), gpu)
    assert {check.status for check in graded.report.checks} == {Status.PASS}
    assert "enter" not in gpu.asked and len(gpu.launches) == len(spec.cases)


# The GPU alone


def test_the_gpu_alone_judges_everything(spec: ExerciseSpec) -> None:
    gpu = FakeGpu()
    graded = alone(spec, gpu)
    assert {check.status for check in graded.report.checks} == {Status.PASS}
    assert {check.backend for check in graded.report.checks} == {"cuda"}
    assert graded.report.device == "NVIDIA H200 sm_90"
    assert graded.report.score == graded.report.max_score_here == 100


def test_where_the_gpu_judges_alone_pictures_still_come_from_the_emulator(spec: ExerciseSpec) -> None:
    emulated = QuickBox()
    devices = Devices(lambda: emulated, FakeGpu, on_gpu_alone=True, sampled=True)
    graded = grade(submission(spec), devices, "en")
    assert graded.seen is not None
    (run,) = graded.seen.drawn
    assert run.index == counted_case(spec) and run.result is not None and run.result.samples
    page = page_of_graded(graded, "en")
    assert page.figures and page.launched is not None and page.launched.result.accesses == ROWS


def test_the_tools_see_every_case_and_come_after_the_contest(spec: ExerciseSpec) -> None:
    gpu = FakeGpu()
    alone(spec, gpu)
    ((requests, tools),) = gpu.sanitized
    assert tuple(tools) == TOOLS
    assert [r.grid for r in requests] == [r.grid for r in gpu.launches]
    assert all(a.arguments is b.arguments for a, b in zip(requests, gpu.launches, strict=True))
    assert _last(gpu, "retire") < gpu.asked.index("sanitize") < gpu.asked.index("count")


def test_counts_are_those_of_nsight_compute(spec: ExerciseSpec) -> None:
    gpu = FakeGpu()
    graded = alone(spec, gpu)
    assert checks(graded)["shared_wavefronts"].measured == 12_024
    assert checks(graded)["global_sectors"].measured == 4096
    assert graded.report.accesses == ROWS
    assert len(gpu.countings) == 1
    assert gpu.countings[0].grid == (4, 4, 1)
    assert graded.accesses == {0: ROWS}


@pytest.mark.parametrize(
    ("changes", "name"),
    [({"cost": 99_000}, "shared_wavefronts"), ({"requests": 10, "cost": 10}, "shared_wavefronts")],
)
def test_counts_of_nsight_compute_fail_like_any_others(spec: ExerciseSpec, changes: dict[str, int], name: str) -> None:
    rows = (ROWS[0], replace(ROWS[1], **changes), ROWS[2])
    found = checks(alone(spec, FakeGpu(counted=replace(COUNTS, accesses=rows))))
    assert (found[name].status, found[name].backend, found[name].points) == (Status.FAIL, "cuda", 0)
    assert found["global_sectors"].status is Status.PASS


def test_counts_that_are_not_permitted_come_from_the_emulator_and_say_so(spec: ExerciseSpec) -> None:
    box = QuickBox()
    graded = alone(spec, FakeGpu(counted=NotCounted("no_permission")), box)
    found = checks(graded)
    for name in ("shared_wavefronts", "global_sectors"):
        assert (found[name].status, found[name].backend) == (Status.PASS, "emulated")
        assert "NVreg_RestrictProfilingToAdminUsers" in found[name].message
        assert "Counted by the emulator" in found[name].message
    assert found["shared_wavefronts"].measured == 13_312
    assert len(box.launches) == 1 and box.launches[0].grid == (4, 4, 1)
    assert {found[name].backend for name in ("correctness", "hazards", "speed")} == {"cuda"}
    assert sum(row.cost for row in graded.report.accesses if row.space == "shared") == 13_312
    assert "NVreg_RestrictProfilingToAdminUsers" not in found["hazards"].message


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize(
    "refused",
    [
        NotCounted("no_ncu"),
        NotCounted("no_report_reader", "No module named 'ncu_report'"),
        NotCounted("late"),
        NotCounted("no_kernel", "0 of 1"),
        NotCounted("not_a_number"),
        NotCounted("failed", "Unknown Error on device 0."),
        NotCounted("not_native", "sm_121, PTX for sm_120"),
        NotCounted("uncounted", "UBLKCP"),
    ],
)
def test_every_refusal_of_nsight_compute_has_a_sentence(spec: ExerciseSpec, refused: NotCounted, lang: str) -> None:
    found = checks(alone(spec, FakeGpu(counted=refused), QuickBox(), lang=lang))
    result = found["shared_wavefronts"]
    assert (result.status, result.backend, result.measured) == (Status.PASS, "emulated", 13_312)
    assert "{" not in result.message and refused.detail in result.message
    assert ("Nsight Compute" in result.message) and result.message != found["global_sectors"].message


@pytest.mark.parametrize("tool", ["racecheck", "synccheck", "initcheck"])
@pytest.mark.parametrize("key", ["no_proof", "late", "broken"])
def test_a_tool_that_proves_nothing_leaves_hazards_open(spec: ExerciseSpec, tool: str, key: str) -> None:
    graded = alone(spec, FakeGpu(found=without(tool, key, "out of memory")))
    hazards = checks(graded)["hazards"]
    assert (hazards.status, hazards.points, hazards.backend) == (Status.INCONCLUSIVE, None, "cuda")
    assert hazards.judgeable_here and tool in hazards.message
    assert ("out of memory" in hazards.message) == (key == "broken")
    assert checks(graded)["correctness"].status is Status.PASS
    assert exit_status(graded.report) == 2


def test_without_compute_sanitizer_hazards_are_not_run(spec: ExerciseSpec) -> None:
    refused = dict.fromkeys(TOOLS, ("no_sanitizer", ""))
    graded = alone(spec, FakeGpu(found=replace(CLEAN, refused=refused)))
    found = checks(graded)
    assert (found["hazards"].status, found["hazards"].points) == (Status.NOT_RUN, None)
    assert "compute-sanitizer was not found" in found["hazards"].message
    assert found["correctness"].status is Status.PASS
    assert "compute-sanitizer was not found" in found["correctness"].message
    assert exit_status(graded.report) == 2


@pytest.mark.parametrize("key", ["no_proof", "late", "broken"])
def test_where_memcheck_proves_nothing_right_results_are_not_enough(spec: ExerciseSpec, key: str) -> None:
    graded = alone(spec, FakeGpu(found=without("memcheck", key)))
    found = checks(graded)
    assert found["correctness"].status is Status.INCONCLUSIVE and "memcheck" in found["correctness"].message
    assert (found["hazards"].status, "memcheck" in found["hazards"].message) == (Status.PASS, False)
    assert found["shared_wavefronts"].points is None
    assert exit_status(graded.report) == 2


def test_wrong_results_are_wrong_whatever_memcheck_says(spec: ExerciseSpec) -> None:
    found = checks(alone(spec, FakeGpu(spoiled=[0], found=without("memcheck", "late"))))
    assert (found["correctness"].status, found["correctness"].points) == (Status.FAIL, 0)


@pytest.mark.parametrize("tool", [*TOOLS, "ncu"])
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_results_that_are_wrong_under_a_tool_only_are_wrong(spec: ExerciseSpec, tool: str, lang: str) -> None:
    graded = alone(spec, FakeGpu(under=tool), lang=lang)
    correctness = checks(graded)["correctness"]
    assert (correctness.status, correctness.backend) == (Status.FAIL, "cuda")
    assert tool in correctness.message and "{" not in correctness.message
    assert checks(graded)["shared_wavefronts"].points is None


@pytest.mark.parametrize("located", [False, True])
def test_a_kernel_that_is_wrong_everywhere_is_told_what_is_wrong_and_where(spec: ExerciseSpec, located: bool) -> None:
    found = Sanitized((), ((0, BEYOND),) if located else (), {})
    correctness = checks(alone(spec, FakeGpu(always_wrong=True, found=found)))["correctness"]
    assert correctness.status is Status.FAIL
    assert "under" not in correctness.message and "tool" not in correctness.message
    assert ("line 25, block (1, 2, 0)" in correctness.message) is located
    assert [note.line for note in correctness.lines] == ([25] if located else [])


def test_a_guard_that_is_overwritten_under_a_tool_only_is_wrong(spec: ExerciseSpec) -> None:
    details = {"buffer": "C", "offset": 4100, "size": 4096, "written": 4}
    fault = Fault("out_of_bounds", None, None, None, "wrote outside C", details)
    correctness = checks(alone(spec, FakeGpu(under="racecheck", fault_under=fault)))["correctness"]
    assert correctness.status is Status.FAIL and "racecheck" in correctness.message


def test_a_tool_that_leaves_no_room_for_the_kernel_says_nothing_of_its_results(spec: ExerciseSpec) -> None:
    fault = Fault("launch_configuration", None, None, None, "out of resources")
    gpu = FakeGpu(under="synccheck", fault_under=fault, found=without("synccheck", "not_run", "out of resources"))
    found = checks(alone(spec, gpu))
    assert found["correctness"].status is Status.PASS
    assert found["hazards"].status is Status.INCONCLUSIVE and "out of resources" in found["hazards"].message


@pytest.mark.parametrize("stopped", [TimedOut("300 s"), Crashed("SIGSEGV")])
def test_tools_that_came_to_no_end_prove_nothing(spec: ExerciseSpec, stopped: Exception) -> None:
    graded = alone(spec, FakeGpu(stops={"sanitize": stopped}))
    found = checks(graded)
    assert found["correctness"].status is found["hazards"].status is Status.INCONCLUSIVE
    assert str(stopped) in found["correctness"].message
    assert found["shared_wavefronts"].points is None


# A kernel that asks where it runs

ASKING = SOURCE.replace("{", '{\n    unsigned where;\n    asm volatile("mov.u32 %0, %%nsmid;" : "=r"(where));', 1)


def test_a_kernel_that_asks_where_it_runs_has_no_points_for_speed(spec: ExerciseSpec) -> None:
    gpu = FakeGpu()
    found = checks(on_both(spec, gpu, text=ASKING))
    assert (found["speed"].status, found["speed"].points) == (Status.FAIL, 0)
    assert "%nsmid" in found["speed"].message
    assert "turn" not in gpu.asked
    assert {check.status for name, check in found.items() if name != "speed"} == {Status.PASS}


def test_the_tools_prove_nothing_of_a_kernel_that_asks_where_it_runs(spec: ExerciseSpec) -> None:
    graded = alone(spec, FakeGpu(), text=ASKING)
    found = checks(graded)
    for name in ("correctness", "hazards", "shared_wavefronts", "global_sectors"):
        assert (found[name].status, found[name].points, found[name].backend) == (Status.INCONCLUSIVE, None, "cuda")
    line = next(i for i, text in enumerate(ASKING.split("\n"), 1) if "nsmid" in text)
    for name in ("correctness", "hazards"):
        assert f"Line {line} reads %nsmid" in found[name].message
    assert exit_status(graded.report) == 2


def test_no_mild_finding_makes_up_for_a_proof(spec: ExerciseSpec) -> None:
    gpu = FakeGpu(found=Sanitized((replace(RACE, severity="note"),), (), {}))
    assert checks(alone(spec, gpu, text=ASKING))["hazards"].status is Status.INCONCLUSIVE


def test_a_race_of_a_kernel_that_asks_where_it_runs_is_a_race(spec: ExerciseSpec) -> None:
    gpu = FakeGpu(found=Sanitized((RACE,), (), {}))
    assert checks(alone(spec, gpu, text=ASKING))["hazards"].status is Status.FAIL


@pytest.mark.parametrize(
    ("ptx", "register"),
    [
        ("mov.u64 %rd1, %clock64;", "%clock64"),
        ("mov.u32 %r1, %globaltimer_lo;", "%globaltimer_lo"),
        ("mov.u32 %r1, %smid;", "%smid"),
        ("mov.u32 %r1, %pm0;", "%pm0"),
        ("mov.u32 %r1, %laneid; mov.u32 %r2, %nctaid.x; mov.u32 %r3, %lanemask_lt;", None),
        ("// mov.u32 %r1, %smid;\n/* %clock64 */ ret;", None),
        ("ld.param.u64 %rd1, [clock64_param_0];", None),
    ],
)
def test_registers_that_tell_where_a_kernel_runs(ptx: str, register: str | None) -> None:
    found = asks_where(ptx, "mine.cu")
    assert (found and found.register) == register


@pytest.mark.parametrize(
    ("places", "line"),
    [
        (".loc 1 7 3", 7),
        (".loc 1 7 3\n.loc 2 90 1, function_name $L__info_string0, inlined_at 1 12 5", 12),
        (".loc 2 90 1", 0),
        ("", 0),
    ],
)
def test_the_line_is_one_of_the_students(places: str, line: int) -> None:
    ptx = f'{places}\nmov.u64 %rd1, %globaltimer;\n.file 1 "/tmp/mine.cu"\n.file 2 "/usr/include/cuda/std/chrono"\n'
    found = asks_where(ptx, "mine.cu")
    assert found is not None and found.line == line


RACE = Hazard("RAW", "error", 22, 25, 1024, {"tool": "racecheck"}, "Race condition")


@pytest.mark.parametrize("refused", [{}, {"synccheck": ("no_proof", "")}])
def test_a_race_that_was_found_fails_hazards_on_its_lines(
    spec: ExerciseSpec, refused: dict[str, tuple[str, str]]
) -> None:
    graded = alone(spec, FakeGpu(found=Sanitized((RACE,), (), refused)))
    hazards = checks(graded)["hazards"]
    assert (hazards.status, hazards.measured, hazards.backend) == (Status.FAIL, 1, "cuda")
    assert "line 25 reads what line 22 writes" in hazards.message and "1,024 times" in hazards.message
    assert [note.line for note in hazards.lines] == [25, 22]
    assert checks(graded)["correctness"].status is Status.PASS
    assert exit_status(graded.report) == 1


class RacyAt51(FakeGpu):
    """The kernel races where M is 51: no case that students see."""

    def sanitize(self, requests: Sequence[LaunchRequest], tools: Sequence[str], seconds: float = 60) -> Sanitized:
        found = super().sanitize(requests, tools, seconds)
        racy = any(argument.value == 51 for request in requests for argument in request.arguments[3:6])
        return replace(found, hazards=(RACE,) if racy else ())


def test_where_a_kernel_races_on_a_private_case_alone_is_not_told(spec: ExerciseSpec) -> None:
    """By the lines of a race it could tell a private size."""
    hidden = PROBLEMS["sgemm"].case_model.model_validate({"M": 51, "N": 1, "K": 1})
    part = PrivatePart(len(spec.cases), {})
    handed = replace(submission(replace(spec, cases=(*spec.cases, hidden))), private=part)
    gpu = RacyAt51()
    graded = grade(handed, Devices(QuickBox, lambda: gpu, on_gpu_alone=True), "en")
    hazards = checks(graded)["hazards"]
    assert (hazards.status, hazards.lines, hazards.measured) == (Status.FAIL, (), None)
    assert hazards.message == "On a private case: a hazard that no other case has."
    assert "M=51" in hazards.instructor and "line 25 reads what line 22 writes" in hazards.instructor
    assert [[int(each.arguments[3].value) for each in requests] for requests, _ in gpu.sanitized][1:] == [[51]]  # type: ignore[call-overload]
    assert gpu.launches[-1].arguments[3].value == 51, "nothing of it is left for a case that is told of"


def test_a_race_is_told_once_and_not_for_every_case(spec: ExerciseSpec) -> None:
    hazards = checks(alone(spec, FakeGpu(found=Sanitized((RACE, replace(RACE, line_b=30)), (), {}))))["hazards"]
    assert hazards.measured == 2


BEYOND = Fault(
    "out_of_bounds", 25, (1, 2, 0), (3, 4, 0), "Invalid __global__ read of size 4 bytes",
    {"threads": 7, "space": "global", "operation": "load", "width": 4, "buffer": "A", "offset": 8, "size": 4},
)  # fmt: skip


def test_a_fault_of_memcheck_fails_correctness_although_the_results_are_right(spec: ExerciseSpec) -> None:
    found = checks(alone(spec, FakeGpu(found=Sanitized((), ((0, BEYOND),), {}))))
    correctness = found["correctness"]
    assert (correctness.status, correctness.points, correctness.measured) == (Status.FAIL, 0, 5)
    assert correctness.message.startswith(
        "Case M=1, N=1, K=1, alpha=-0.5: line 25, block (1, 2, 0), thread (3, 4, 0): load of 4"
    )
    assert "index 2, but the indices of A go from 0 to 0" in correctness.message
    assert [note.line for note in correctness.lines] == [25]
    assert found["hazards"].status is Status.NOT_RUN
    assert found["shared_wavefronts"].points is None


def test_a_fault_of_memcheck_belongs_to_the_case_that_was_launched(spec: ExerciseSpec) -> None:
    last = len(spec.cases) - 1
    message = checks(alone(spec, FakeGpu(found=Sanitized((), ((last, BEYOND),), {}))))["correctness"].message
    assert message.startswith("Case M=64, N=64, K=64: ")


def test_memcheck_gives_the_drivers_fault_its_place(spec: ExerciseSpec) -> None:
    gpu = FakeGpu(on_launch=faulty(1), found=Sanitized((), ((1, BEYOND),), {}))
    correctness = checks(alone(spec, gpu))["correctness"]
    assert "line 25, block (1, 2, 0), thread (3, 4, 0)" in correctness.message
    assert "cudaErrorIllegalAddress" not in correctness.message


def test_the_tools_do_not_wait_long_for_a_kernel_that_hangs_without_them(spec: ExerciseSpec) -> None:
    hanging, well = FakeGpu(on_launch=faulty(0, replace(FAULT, kind="no_forward_progress"))), FakeGpu()
    assert checks(alone(spec, hanging))["correctness"].status is Status.FAIL
    alone(spec, well)
    assert (hanging.patience, well.patience) == ([10], [60])


def test_no_tool_is_asked_about_a_launch_that_had_to_be_stopped_with_its_process(spec: ExerciseSpec) -> None:
    """The driver was formatting what the kernel had printed, for example: it would do so under every tool."""
    gpu = FakeGpu(stops={"launch": TimedOut("20 s")})
    found = checks(alone(spec, gpu, QuickBox()))
    assert found["correctness"].status is found["hazards"].status is Status.INCONCLUSIVE
    assert all("20 s" in found[name].message for name in ("correctness", "hazards"))
    assert not {"sanitize", "count"} & set(gpu.asked)


@pytest.mark.parametrize("kind", ["out_of_bounds", "misaligned", "trap", "no_forward_progress"])
def test_after_any_fault_on_the_gpu_the_other_cases_are_skipped(spec: ExerciseSpec, kind: str) -> None:
    gpu = FakeGpu(on_launch=faulty(2, replace(FAULT, kind=kind)))
    found = checks(alone(spec, gpu))
    assert len(gpu.launches) == 3
    assert (found["correctness"].status, found["correctness"].measured) == (Status.FAIL, 2)
    assert "not run, because" not in found["correctness"].message
    assert found["hazards"].status is Status.NOT_RUN
    ((requests, _),) = gpu.sanitized
    assert len(requests) == 3
    assert not {"enter", "turn", "count"} & set(gpu.asked)


def test_wrong_results_are_not_timed_but_checked_for_races(spec: ExerciseSpec) -> None:
    gpu = FakeGpu(spoiled=[0], found=Sanitized((RACE,), (), {}))
    found = checks(alone(spec, gpu))
    assert (found["correctness"].status, found["hazards"].status) == (Status.FAIL, Status.FAIL)
    assert (found["speed"].status, found["speed"].points) == (Status.NOT_RUN, None)
    assert found["shared_wavefronts"].measured == 12_024 and found["shared_wavefronts"].points is None
    assert "turn" not in gpu.asked


def test_a_gpu_that_was_asked_for_and_cannot_be_used_is_no_report(spec: ExerciseSpec) -> None:
    with pytest.raises(Unavailable, match="old_driver"):
        alone(spec, FakeGpu(stops={"facts": Unavailable("old_driver", "CUDA 12.4")}))


def test_on_the_gpu_alone_a_source_that_does_not_compile_fails(spec: ExerciseSpec) -> None:
    gpu = FakeGpu()
    graded = alone(spec, gpu, text="int")
    assert checks(graded)["compiles"].status is Status.FAIL
    assert graded.report.device == "NVIDIA H200 sm_90"
    assert not {"launch", "sanitize", "count"} & set(gpu.asked)


@pytest.mark.parametrize("method", ["turn", "sanitize", "count"])
@pytest.mark.parametrize("stopped", [TimedOut("300 s"), Crashed("SIGSEGV")])
def test_on_the_gpu_alone_a_process_that_ends_leaves_the_rest_judged(
    spec: ExerciseSpec, method: str, stopped: Exception
) -> None:
    found = checks(alone(spec, FakeGpu(stops={method: stopped}), QuickBox()))
    assert found["correctness"].status is (Status.INCONCLUSIVE if method == "sanitize" else Status.PASS)
    open_check = {"turn": "speed", "sanitize": "hazards"}.get(method)
    assert open_check is None or found[open_check].status is Status.INCONCLUSIVE


def test_a_race_is_told_even_where_no_launch_came_to_a_result(spec: ExerciseSpec) -> None:
    gpu = FakeGpu(stops={"launch": Crashed("SIGSEGV")}, found=Sanitized((RACE,), (), {}))
    assert checks(alone(spec, gpu))["hazards"].status is Status.FAIL


@pytest.mark.parametrize("graded", [on_both, alone])
def test_points_for_speed_are_within_reach_beside_a_gpu_whatever_fails(
    spec: ExerciseSpec, graded: Callable[..., Graded]
) -> None:
    assert graded(spec, FakeGpu(spoiled=[0])).report.max_score_here == 100
    assert graded(spec, FakeGpu(), text="int").report.max_score_here == 100
