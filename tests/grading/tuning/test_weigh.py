"""One variant: what discards it, in the order of what costs least to know, and what is counted of the others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from grader.grading.tuning import model
from grader.grading.tuning.outcome import Costs, Weighed
from grader.grading.tuning.search import Subject
from grader.grading.tuning.weigh import weigh
from grader.launch import Fault, LaunchRequest, LaunchResult
from grader.sandbox.session import MemoryExceeded, TimedOut
from tests.grading.test_grade import Box


def weighed(subject: Subject, box: Any = None, **values: int) -> Weighed:
    of_all = {"BM": 16, "TM": 2, "MODE": 0} | values
    return weigh(subject.variant(of_all), subject.kernel.with_values(of_all), subject.file, box or Box())


@pytest.mark.parametrize(
    ("values", "fate", "words"),
    [
        ({"BM": 4096, "TM": 1}, "threads", "65,536 threads"),
        ({"MODE": 3}, "compile", 'line 13: static assertion failed with "this mode does not compile"'),
        ({"MODE": 7}, "shared", "the limit is 49,152 bytes"),
        ({"MODE": 6}, "spills", "160 bytes a thread lie in local memory"),
        ({"BM": 64, "TM": 1, "MODE": 8}, "registers", "times 1,024 threads"),
        ({"MODE": 4}, "launch", "__launch_bounds__ allows blocks of at most 64 threads"),
        ({"MODE": 5}, "fault", "outside C"),
        ({"MODE": 1}, "wrong", "the results of the case are wrong"),
        ({"MODE": 2}, "hazard", "no barrier between them"),
    ],
)
def test_a_variant_is_discarded_with_its_reason(
    subject: Subject, values: dict[str, int], fate: str, words: str
) -> None:
    found = weighed(subject, **values)
    assert found.fate == fate and found.costs is None
    assert found.why is not None and words in found.why.en
    assert found.why.ko != found.why.en


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ({"MODE": 5}, "out_of_bounds store global"),
        ({"MODE": 3}, "line 13"),
        ({"MODE": 2}, "RAW"),
        ({"MODE": 4}, "launch_configuration"),
        ({"MODE": 1}, None),
    ],
)
def test_a_reason_is_of_a_kind(subject: Subject, values: dict[str, int], kind: str | None) -> None:
    assert weighed(subject, **values).kind == kind


def test_a_kernel_that_is_stopped_is_of_another_kind_than_one_that_hangs(subject: Subject) -> None:
    def stopped(_: LaunchRequest) -> LaunchResult:
        raise TimedOut("30 s")

    assert weighed(subject, answering(stopped)).kind == "timed_out"


def test_too_much_dynamic_shared_memory_is_known_before_the_launch(subject: Subject) -> None:
    class NoLaunch(Box):
        def launch(self, request: LaunchRequest) -> LaunchResult:
            raise AssertionError("launched")

    spec = replace(subject.spec, launch=replace(subject.spec.launch, shared=232_448))
    found = weighed(Subject(spec, subject.tune, subject.kernel, subject.file), NoLaunch())
    assert found.fate == "shared" and found.why is not None and "at most 232,448" in found.why.en


def test_a_kernel_of_another_name_is_not_tuned(subject: Subject) -> None:
    spec = replace(subject.spec, kernel="sgemm_tunes")
    found = weighed(Subject(spec, subject.tune, subject.kernel, subject.file))
    assert found.fate == "compile" and found.why is not None and "sgemm_tuned" in found.why.en


def test_a_variant_that_is_left_has_its_room_and_its_costs(subject: Subject) -> None:
    found = weighed(subject, BM=32)
    assert found.fate == "counted" and found.why is None
    assert found.threads == 256 and found.local_bytes == 0
    assert found.shared_bytes == 4 * (32 * 8 + 8 * 16)
    assert found.warps == 8 * (found.blocks or 0) and found.limited_by
    assert found.costs is not None
    # 32 x 32 results, each of 16 products and beside them alpha: FFMA and FMUL by 32 lanes at a time.
    assert found.costs.ffma >= 32 * 32 * 16 // 32
    assert found.costs.instructions > found.costs.ffma
    # Each of 2 x 1 blocks reads, in 2 steps, 32 x 8 floats of A and 8 x 16 of B, and writes 32 x 16 of C.
    assert found.costs.sectors == 2 * (2 * (32 * 8 + 8 * 16) + 32 * 16) * 4 // 32
    assert found.costs.exact


@pytest.mark.parametrize(
    ("ended", "words"), [(TimedOut("30 s"), "did not finish in time"), (MemoryExceeded("700 MB"), "needs more memory")]
)
def test_a_compiler_that_is_stopped_says_nothing_about_the_kernel(
    subject: Subject, ended: Exception, words: str
) -> None:
    class Stopped(Box):
        def compile(self, source: str, **options: Any) -> Any:
            raise ended

    found = weighed(subject, Stopped())
    assert found.fate == "stopped" and found.why is not None and words in found.why.en


def answering(answer: Callable[[LaunchRequest], LaunchResult]) -> Box:
    class Answers(Box):
        def launch(self, request: LaunchRequest) -> LaunchResult:
            return answer(request)

    return Answers()


def test_what_the_emulator_cannot_run_is_not_called_a_fault(subject: Subject) -> None:
    def unsupported(_: LaunchRequest) -> LaunchResult:
        fault = Fault("unsupported", None, None, None, "no", {"construct": "wgmma"})
        return LaunchResult({}, (), (), (fault,), None, None, None)

    assert weighed(subject, answering(unsupported)).fate == "stopped"


def test_a_launch_that_is_stopped_is_not_called_wrong(subject: Subject) -> None:
    def stopped(_: LaunchRequest) -> LaunchResult:
        raise TimedOut("30 s")

    assert weighed(subject, answering(stopped)).fate == "stopped"


def costs(**numbers: int) -> Costs:
    return Costs(**{"ffma": 0, "instructions": 0, "wavefronts": 0, "excess": 0, "sectors": 0, "exact": True} | numbers)


# The kernels that docs and lessons bound with this model, a warp's work of one step: wavefronts, FFMAs, and the share
# of the peak that is left.
@pytest.mark.parametrize(
    ("wavefronts", "ffma", "percent"), [(26, 16, 15), (36, 16, 11), (168, 512, 76), (208, 512, 62)]
)
def test_shared_wavefronts_bound_the_ladder(wavefronts: int, ffma: int, percent: int) -> None:
    found = costs(ffma=ffma, instructions=ffma + 40, wavefronts=wavefronts)
    assert model.bound_by(found) == ("shared" if wavefronts > (ffma + 40) / 4 else "issue")
    share = model.peak_share(found)
    assert share is not None and round(100 * share) == percent


def test_instructions_bound_what_shared_memory_does_not() -> None:
    found = costs(ffma=64, instructions=80, wavefronts=16)
    assert (model.cycles(found), model.bound_by(found), model.peak_share(found)) == (20.0, "issue", 0.8)
    assert model.peak_share(costs(instructions=8)) is None and model.wavefronts_per_ffma(costs(wavefronts=8)) is None


def test_equal_bounds_are_ordered_by_global_memory() -> None:
    kernels = [costs(instructions=80, sectors=9), costs(instructions=80, sectors=8), costs(instructions=76, sectors=99)]
    assert sorted(kernels, key=model.rank) == [kernels[2], kernels[1], kernels[0]]
