"""Both engines on one launch: PTX judges hazards and faults, the machine code counts where it can run."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import cache
from time import process_time
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from grader.grading.profile import Profile
from grader.grading.profiling import Wanted, emulated
from grader.launch import AccessLine, Argument, Instructions, LaunchRequest, LaunchResult
from grader.report.profile_json import profile_json
from grader.report.profile_view import profile_view
from grader.simt import arbiter, emulator
from grader.simt.launch_state import Limits
from grader.simt.machine import launching
from grader.toolchain import Program, compile_source
from tests.simt.running import line_of

SOURCE = r"""
__device__ int seen[32];

extern "C" __global__ void copy(const float* in, float* out)
{
    __shared__ float tile[32];
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = tile[31 - threadIdx.x];
}
extern "C" __global__ void half_of_a_warp(const float* in, float* out)
{
    if (threadIdx.x < 16)
        out[threadIdx.x] = in[threadIdx.x];
}
extern "C" __global__ void races(int* out)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    for (int step = 32; step > 0; step /= 2)
        if (threadIdx.x < step)
            s[threadIdx.x] += s[threadIdx.x + step];
    out[threadIdx.x] = s[0];
}
extern "C" __global__ void beyond(const float* in, float* out)
{
    out[threadIdx.x + 1] = in[threadIdx.x];  // beyond
}
extern "C" __global__ void rounds(int n)
{
    for (int i = 0; i < n; i++)
        seen[threadIdx.x] += i;
}
"""
ONLY_MACHINE_CODE = r"""
#include <mma.h>

struct Shape { __device__ virtual float area(float x) const = 0; };
struct Square : Shape { __device__ float area(float x) const override { return x * x; } };
struct Twice : Shape { __device__ float area(float x) const override { return x + x; } };

extern "C" __global__ void virtual_calls(float* out)
{
    Square square;
    Twice twice;
    const Shape* shapes[2] = {&square, &twice};
    out[threadIdx.x] = shapes[threadIdx.x % 2]->area(float(threadIdx.x));
}

__device__ float up(float x) { return x + 1.0f; }
__device__ float down(float x) { return x - 1.0f; }
__device__ float (*table[2])(float) = {up, down};

extern "C" __global__ void function_pointers(float* out)
{
    out[threadIdx.x] = table[threadIdx.x % 2](float(threadIdx.x));
}

using namespace nvcuda::wmma;

extern "C" __global__ void matrices(float* out)
{
    fragment<matrix_a, 16, 16, 16, half, row_major> a;
    fragment<matrix_b, 16, 16, 16, half, col_major> b;
    fragment<accumulator, 16, 16, 16, float> c;
    fill_fragment(a, __float2half(1.0f));
    fill_fragment(b, __float2half(2.0f));
    fill_fragment(c, 0.0f);
    mma_sync(c, a, b, c);
    store_matrix_sync(out, c, 16, mem_row_major);
}
"""
POINTER = "a call through a function pointer"
EVERY = np.arange(32, dtype=np.float32)
ODD = np.arange(32) % 2 == 1
REFUSED = [
    pytest.param("virtual_calls", POINTER, np.where(ODD, EVERY * 2, EVERY**2), id="virtual_calls"),
    pytest.param("function_pointers", POINTER, np.where(ODD, EVERY - 1, EVERY + 1), id="function_pointers"),
    pytest.param("matrices", "wmma.mma.sync", np.full(32, 32.0), id="matrices"),
]  # fmt: skip
FIT = Limits(seconds=60)


@cache
def compiled(source: str = SOURCE, arch: str = "sm_90") -> Program:
    return compile_source(source, arch=arch)


def request(kernel: str, *values: Any, block: int = 32, **wishes: bool) -> LaunchRequest:
    arguments = tuple(Argument(f"argument {at}", value) for at, value in enumerate(values))
    return LaunchRequest(kernel, (1, 1, 1), (block, 1, 1), arguments, **wishes)


def copied(kernel: str = "copy", **wishes: bool) -> LaunchRequest:
    return request(kernel, EVERY, np.zeros(32, np.float32), **wishes)


def run(asked: LaunchRequest, program: Program | None = None) -> LaunchResult:
    return arbiter.launch(arbiter.Loaded(program or compiled(), asked.kernel), asked, FIT)


def by_ptx(asked: LaunchRequest, program: Program | None = None) -> LaunchResult:
    return emulator.launch(emulator.load(program or compiled(), asked.kernel), asked, FIT)


def told(result: LaunchResult) -> LaunchResult:
    """The result without its outputs, which do not compare."""
    return replace(result, outputs={})


def costs(rows: tuple[AccessLine, ...]) -> list[tuple[int, str, str, int, int]]:
    return sorted((row.line, row.space, row.operation, row.requests, row.cost) for row in rows)


def test_a_launch_is_counted_in_the_machine_code_and_judged_in_ptx() -> None:
    asked = copied(executed=True)
    found, ptx = run(asked), by_ptx(asked)
    machine_code = launching.launch(launching.load(compiled(), "copy"), asked, FIT)
    assert found.accesses == machine_code.accesses and found.executed == machine_code.executed != ()
    assert found.outputs[1].tolist() == EVERY[::-1].tolist()
    assert (found.hazards, found.faults, found.hazards_unknown) == ((), (), "")
    assert found.thread_instructions == ptx.thread_instructions and found.barriers == ptx.barriers == 1
    assert costs(found.accesses) == costs(ptx.accesses)
    assert {row.line for row in found.executed} >= {row.line for row in found.accesses}


def test_a_branch_that_became_a_predicate_does_not_diverge() -> None:
    asked = copied("half_of_a_warp")
    assert by_ptx(asked).divergent_branches == 1
    assert run(asked).divergent_branches == 0


def test_instructions_are_listed_only_for_who_asks() -> None:
    assert run(copied()).executed == ()
    assert run(copied()).accesses == run(copied(executed=True)).accesses


def test_a_launch_that_nobody_counts_stays_with_ptx() -> None:
    asked = copied("half_of_a_warp", counted=False, executed=True)
    loaded = arbiter.Loaded(compiled(), "half_of_a_warp")
    found = arbiter.launch(loaded, asked, FIT)
    assert told(found) == told(by_ptx(asked)) and found.divergent_branches == 1
    assert found.outputs[1].tolist() == [*range(16), *[0] * 16]
    assert "machine_code" not in vars(loaded), "read for nothing"


@pytest.mark.parametrize("share", [0, 0.01, 0.5, None], ids=["none", "header", "half", "other"])
def test_a_damaged_cubin_leaves_the_launch_to_ptx(share: float | None) -> None:
    whole = compiled().cubin
    damaged = b"damaged" * 100 if share is None else whole[: int(len(whole) * share)]
    program, asked = replace(compiled(), cubin=damaged), copied(executed=True)
    found = run(asked, program)
    assert told(found) == told(by_ptx(asked, program)) and found.executed == ()
    assert found.outputs[1].tolist() == EVERY[::-1].tolist()


@pytest.mark.parametrize("arch", ["sm_75", "sm_80", "sm_89", "sm_100", "sm_120"])
def test_a_kernel_of_another_architecture_is_left_to_ptx(arch: str) -> None:
    program, asked = compiled(arch=arch), copied(executed=True)
    found = run(asked, program)
    assert told(found) == told(by_ptx(asked, program)) and found.executed == ()
    assert found.outputs[1].tolist() == EVERY[::-1].tolist()


def test_the_parameters_of_another_architecture_are_not_read_where_sm_90_has_them() -> None:
    program, asked = compiled(arch="sm_80"), request("rounds", np.int32(7), executed=True)
    assert run(asked, program).executed == ()
    assert run(asked, program).accesses == by_ptx(asked, program).accesses


@pytest.mark.parametrize("arch", ["sm_75", "sm_80"])
def test_what_ptx_refuses_stays_refused_on_another_architecture(arch: str) -> None:
    asked = request("function_pointers", np.zeros(32, np.float32), executed=True)
    found = run(asked, compiled(ONLY_MACHINE_CODE, arch=arch))
    assert [fault.kind for fault in found.faults] == ["unsupported"]
    assert POINTER in found.faults[0].message and found.hazards_unknown == ""


def test_a_race_keeps_the_outputs_of_ptx_which_are_those_of_its_findings() -> None:
    asked = request("races", np.zeros(64, np.int32), block=64, executed=True)
    found, ptx = run(asked), by_ptx(asked)
    machine_code = launching.launch(launching.load(compiled(), "races"), asked, FIT)
    assert {hazard.kind for hazard in ptx.hazards} == {"RAW"} and found.hazards == ptx.hazards
    assert machine_code.outputs[0].tolist() != ptx.outputs[0].tolist() == found.outputs[0].tolist()
    assert found.executed and costs(found.accesses) == costs(machine_code.accesses)


def test_a_graded_kernel_that_races_is_counted_as_it_was_judged() -> None:
    """Otherwise a kernel that knows its engine by the clock could be right in one and cheap in the other."""
    source = """extern "C" __global__ void k(int* out, int* note)
{
    long long begin = clock64();
    int first = threadIdx.x + 1;
#pragma unroll 1
    for (int i = 0; i < 40; ++i) first = first * 3 / (threadIdx.x + i);
    long long took = clock64() - begin;
    __shared__ int last;
    last = threadIdx.x;
    note[0] = last;
    if (first != -1) out[threadIdx.x] = int(took);
}
"""
    program, asked = compiled(source), request("k", np.zeros(64, np.int32), np.zeros(1, np.int32), block=64)
    found, ptx = run(asked, program), by_ptx(asked, program)
    assert "WAW" in {hazard.kind for hazard in ptx.hazards}
    machine_code = launching.launch(launching.load(program, "k"), asked, FIT)
    assert machine_code.outputs[0].tolist() != ptx.outputs[0].tolist(), "the clocks differ"
    assert found.outputs[0].tolist() == ptx.outputs[0].tolist() and found.accesses == ptx.accesses


def test_a_fault_is_that_of_ptx_and_nothing_was_executed() -> None:
    asked = copied("beyond", executed=True)
    found, ptx = run(asked), by_ptx(asked)
    assert told(found) == told(ptx) and found.executed == ()
    (fault,) = found.faults
    assert (fault.kind, fault.line, fault.thread) == ("out_of_bounds", line_of(SOURCE, "// beyond"), (31, 0, 0))


def test_a_fault_of_the_machine_code_alone_is_not_the_student_s(monkeypatch: pytest.MonkeyPatch) -> None:
    fault = by_ptx(copied("beyond")).faults
    stops = LaunchResult({}, (), (), fault, 0, 0, 0)
    monkeypatch.setattr(launching, "launch", lambda *_, **__: stops)
    assert told(run(copied(executed=True))) == told(by_ptx(copied(executed=True)))


@pytest.mark.parametrize(("kernel", "construct", "values"), REFUSED)
def test_what_ptx_refuses_runs_for_who_asks_what_was_executed(kernel: str, construct: str, values: Any) -> None:
    asked = request(kernel, np.zeros(256, np.float32), executed=True)
    found = run(asked, compiled(ONLY_MACHINE_CODE))
    assert found.faults == () and construct in found.hazards_unknown
    assert found.outputs[0][:32].tolist() == values.tolist()
    assert Instructions.of(found.executed).warp > 0
    assert found.thread_instructions is None and found.hazards == ()


@pytest.mark.parametrize(("kernel", "construct"), [each.values[:2] for each in REFUSED])
def test_what_ptx_refuses_ends_every_other_launch(kernel: str, construct: str) -> None:
    found = run(request(kernel, np.zeros(256, np.float32)), compiled(ONLY_MACHINE_CODE))
    (fault,) = found.faults
    assert fault.kind == "unsupported" and construct in fault.message
    assert (found.hazards_unknown, found.executed) == ("", ())


def test_what_ptx_refuses_ends_a_launch_whose_cubin_is_damaged() -> None:
    program = replace(compiled(ONLY_MACHINE_CODE), cubin=b"")
    found = run(request("virtual_calls", np.zeros(32, np.float32), executed=True), program)
    assert [fault.kind for fault in found.faults] == ["unsupported"]


IMPOSSIBLE = [{"shared_bytes": 300_000}, {"block": (2048, 1, 1)}, {"grid": (1, 70_000, 1)}, {"grid": (0, 1, 1)}]


@pytest.mark.parametrize("changes", IMPOSSIBLE, ids=str)
@pytest.mark.parametrize("kernel", [
    "copy",
    "function_pointers",
])  # fmt: skip
def test_a_launch_that_no_gpu_accepts_is_refused(kernel: str, changes: dict[str, Any]) -> None:
    every = np.zeros(4096, np.float32)
    program = compiled(SOURCE if kernel == "copy" else ONLY_MACHINE_CODE)
    asked = request(kernel, *[every] * (2 if kernel == "copy" else 1), executed=True)
    assert [fault.kind for fault in run(replace(asked, **changes), program).faults] == ["launch_configuration"]


def test_both_engines_together_take_no_more_than_the_time_of_the_launch(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[float] = []

    def last(_: object, __: object, limits: Limits, **___: object) -> LaunchResult:
        left.append(limits.seconds)
        return _after(0)

    monkeypatch.setattr(emulator, "launch", lambda *_: _after(0.2))
    monkeypatch.setattr(launching, "launch", last)
    arbiter.launch(arbiter.Loaded(compiled(), "copy"), copied(), Limits(seconds=1.0))
    assert all(seconds <= 0.81 for seconds in left)


def _after(seconds: float) -> LaunchResult:
    """An empty result, after so much work."""
    began = process_time()
    while process_time() - began < seconds:
        pass
    return LaunchResult({}, (), (), (), 0, 0, 0)


class Box:
    """The sandbox's work in this process."""

    def __enter__(self) -> Box:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def compile(self, source: str, **options: Any) -> Program:
        self.program = compile_source(source, **options)
        return self.program

    def launch(self, asked: LaunchRequest) -> LaunchResult:
        return run(asked, self.program)


def profiled(lang: str, kernel: str, source: str = ONLY_MACHINE_CODE, arch: str = "sm_90") -> Profile:
    arguments = (Argument("out", np.zeros(256, np.float32)),)
    wanted = Wanted(source, "k.cu", kernel, arch, {}, (1, 1, 1), (32, 1, 1), 0, arguments)
    return emulated(wanted, Box, lang)


NOTES = {
    "en": f"Nobody looked for hazards: the part of the emulator that does has no {POINTER}.",
    "ko": f"해저드는 검사하지 못했습니다. 해저드를 검사하는 에뮬레이터 부분이 {POINTER} 구문을 지원하지 않습니다.",
}


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("kernel", ["virtual_calls", "function_pointers"])
def test_a_profile_without_a_look_for_hazards_says_so(lang: str, kernel: str) -> None:
    profile = profiled(lang, kernel)
    document = profile_json(profile)
    assert document["hazards"] is None and document["notes"] == [NOTES[lang]] and document["faults"] == []
    assert "error" not in document
    totals: Any = document["totals"]
    assert totals["thread_instructions"] is None and totals["instructions"]["warp"] > 0
    shown = Console(width=200, file=io.StringIO(), record=True)
    shown.print(profile_view(profile, lang))
    text = shown.export_text()
    assert NOTES[lang] in text and {"en": "No hazards", "ko": "해저드 없음"}[lang] not in text


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_rest_of_a_profile_has_no_note(lang: str) -> None:
    profile = profiled(lang, "one", 'extern "C" __global__ void one(float* out) { out[threadIdx.x] = 1.0f; }')
    document = profile_json(profile)
    assert document["hazards"] == [] and "notes" not in document
    machine_code: Any = document["machine_code"]
    totals: Any = document["totals"]
    assert sum(row["inst_executed"] for row in machine_code) == totals["instructions"]["warp"]
