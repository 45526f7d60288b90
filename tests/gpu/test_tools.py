"""compute-sanitizer and Nsight Compute on real launches: what they find, and that a silent tool is no clean bill."""

from __future__ import annotations

import numpy as np
import pytest

from grader.cuda.sanitizer import TOOLS
from grader.launch import Argument, LaunchRequest
from grader.sandbox.gpu_session import GpuSession
from grader.sandbox.session import Session

SOURCE = """
extern "C" __global__ void good(const float* in, float* out, int n)
{
    __shared__ float words[64];
    words[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = words[63 - threadIdx.x];
}
extern "C" __global__ void racy(const float* in, float* out, int n)
{
    __shared__ float words[64];
    words[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = words[63 - threadIdx.x];
}
extern "C" __global__ void reads_beyond(const float* in, float* out, int n)
{
    out[threadIdx.x] = in[threadIdx.x + 1];
}
extern "C" __global__ void skips_barrier(const float* in, float* out, int n)
{
    if (threadIdx.x < 40)
        __syncthreads();
    out[threadIdx.x] = in[threadIdx.x];
}
extern "C" __global__ void shared_beyond(const float* in, float* out, int n)
{
    __shared__ float words[64];
    words[threadIdx.x + n] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = words[threadIdx.x];
}
extern "C" __global__ void prints_lies(const float* in, float* out, int n)
{
    printf("========= ERROR SUMMARY: 0 errors\\n<record>ERR_NVGPUCTRPERM");
    out[threadIdx.x] = in[threadIdx.x + 1];
}
extern "C" __global__ void global_only(const float* in, float* out, int n) { out[threadIdx.x] = in[threadIdx.x]; }
extern "C" __global__ void knows_the_guards(const float* in, float* out, int n)
{
    unsigned before = reinterpret_cast<const unsigned*>(in)[-1];
    out[threadIdx.x] = before == 0xC5C5C5C5u ? in[threadIdx.x] : -7.0f;
}
extern "C" __global__ void generic(const float* in, float* out, int n)
{
    __shared__ float words[64];
    words[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    const volatile float* from = n == 64 ? words : in;
    out[threadIdx.x] = from[63 - threadIdx.x];
}
extern "C" __global__ void conflicts(const float* in, float* out, int n)
{
    __shared__ float words[64 * 32];
    words[threadIdx.x * 32] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = words[threadIdx.x * 32];
}
"""


def request(kernel: str) -> LaunchRequest:
    arguments = (
        Argument("in", np.arange(64, dtype=np.float32)),
        Argument("out", np.full(64, -1, np.float32)),
        Argument("n", np.int32(64)),
    )
    return LaunchRequest(kernel, (1, 1, 1), (64, 1, 1), arguments)


def line(text: str) -> int:
    return next(i for i, code in enumerate(SOURCE.split("\n"), 1) if text in code)


def test_a_good_kernel_is_clean_and_the_sentinels_prove_it(shared_gpu: GpuSession) -> None:
    shared_gpu.compile(SOURCE)
    found = shared_gpu.sanitize([request("good"), request("good")], TOOLS)
    assert (found.hazards, found.faults, dict(found.refused)) == ((), (), {})


@pytest.mark.parametrize("tool", TOOLS)
def test_what_is_left_behind_under_a_tool_comes_back(shared_gpu: GpuSession, tool: str) -> None:
    shared_gpu.compile(SOURCE)
    found = shared_gpu.sanitize([request("good"), request("global_only")], [tool])
    first, second = found.results[tool][0], found.results[tool][1]
    given = np.arange(64, dtype=np.float32)
    assert np.array_equal(first.outputs[1], given[::-1]) and np.array_equal(second.outputs[1], given)
    assert np.array_equal(first.outputs[0], given)


def test_guards_do_not_tell_a_kernel_that_a_tool_is_at_work(shared_gpu: GpuSession) -> None:
    shared_gpu.compile(SOURCE)
    given = np.arange(64, dtype=np.float32)
    assert np.array_equal(shared_gpu.launch(request("knows_the_guards")).outputs[1], given)
    found = shared_gpu.sanitize([request("knows_the_guards")], TOOLS)
    for tool in ("racecheck", "synccheck", "initcheck"):
        assert np.array_equal(found.results[tool][0].outputs[1], given), tool
    assert [fault.kind for _, fault in found.faults] == ["out_of_bounds"], "memcheck sees that it looks there"
    assert np.array_equal(shared_gpu.count(request("knows_the_guards"))[1].outputs[1], given)


def test_a_race_is_found_on_its_lines(shared_gpu: GpuSession) -> None:
    shared_gpu.compile(SOURCE)
    (hazard,) = shared_gpu.sanitize([request("racy")], ["racecheck"]).hazards
    start = line("void racy")
    assert (hazard.kind, hazard.severity, hazard.line_a, hazard.line_b) == ("RAW", "error", start + 3, start + 4)


def test_a_barrier_that_threads_miss_is_found(shared_gpu: GpuSession) -> None:
    shared_gpu.compile(SOURCE)
    (hazard,) = shared_gpu.sanitize([request("skips_barrier")], ["synccheck"]).hazards
    assert (hazard.kind, hazard.line_a) == ("barrier_divergence", line("void skips_barrier") + 3)


@pytest.mark.parametrize("kernel", ["reads_beyond", "prints_lies"])
def test_memcheck_names_launch_buffer_line_and_thread(shared_gpu: GpuSession, kernel: str) -> None:
    shared_gpu.compile(SOURCE)
    ((number, fault),) = shared_gpu.sanitize([request("good"), request(kernel)], ["memcheck"]).faults
    assert (number, fault.kind, fault.thread, fault.block) == (1, "out_of_bounds", (63, 0, 0), (0, 0, 0))
    assert fault.details | {"threads": 0} == {
        "space": "global", "operation": "load", "width": 4, "buffer": "in", "offset": 256, "size": 256, "threads": 0,
    }  # fmt: skip


def test_memcheck_sees_shared_memory(shared_gpu: GpuSession) -> None:
    shared_gpu.compile(SOURCE)
    ((_, fault),) = shared_gpu.sanitize([request("shared_beyond")], ["memcheck"]).faults
    assert (fault.kind, fault.details["space"]) == ("out_of_bounds", "shared")
    assert fault.line == line("words[threadIdx.x + n]")


def test_ncu_counts_wavefronts_and_sectors_by_line(shared_gpu: GpuSession) -> None:
    shared_gpu.compile(SOURCE)
    counts, result = shared_gpu.count(request("conflicts"))
    assert np.array_equal(result.outputs[1], np.arange(64, dtype=np.float32))
    rows = {(a.space, a.operation): a for a in counts.accesses}
    store, load = rows["shared", "store"], rows["shared", "load"]
    assert (store.requests, store.cost, store.ideal, load.cost, load.ideal) == (2, 64, 2, 64, 2)
    assert (rows["global", "load"].cost, rows["global", "store"].cost) == (8, 8)
    assert (counts.barriers, counts.divergent_branches) == (2, 0)
    assert counts.registers and counts.occupancy


def test_ncu_counts_a_kernel_without_shared_memory_and_many_launches_at_once(shared_gpu: GpuSession) -> None:
    shared_gpu.compile(SOURCE)
    launches = [("student", request("global_only")), ("student", request("conflicts"))]
    (alone, _), (other, _) = shared_gpu.count_all(launches)
    assert {a.space for a in alone.accesses} == {"global"}
    assert sum(a.cost for a in alone.accesses) == 16
    assert sum(a.cost for a in other.accesses if a.space == "shared") == 128


def test_accesses_whose_memory_only_the_address_tells_are_counted_where_they_went(shared_gpu: GpuSession) -> None:
    program = shared_gpu.compile(SOURCE)
    assert any(program.instructions("generic", "LD")), "the compiler found out which memory it is"
    counts, _ = shared_gpu.count(request("generic"))
    loads = [a for a in counts.accesses if a.line == line("out[threadIdx.x] = from") and a.operation == "load"]
    assert [(a.space, a.requests, a.cost) for a in loads] == [("shared", 2, 2)]


TILES = """
extern "C" __global__ void tiles(unsigned* out)
{
    __shared__ __align__(16) unsigned words[256];
    unsigned a = threadIdx.x, b = 2 * a, c = 3 * a, d = 5 * a;
    const unsigned row = unsigned(__cvta_generic_to_shared(words + 4 * a));
    const unsigned far = unsigned(__cvta_generic_to_shared(words + a % 8 * 32 + a / 8 * 4));
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};"
                 :: "r"(row), "r"(a), "r"(b), "r"(c), "r"(d) : "memory");
    asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};"
                 :: "r"(far), "r"(a), "r"(b) : "memory");
    asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" :: "r"(row), "r"(d) : "memory");
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(far) : "memory");
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(b), "=r"(c) : "r"(far) : "memory");
    out[threadIdx.x] = a + 2 * b + 3 * c;
}
"""


def test_tiles_of_matrices_are_counted_as_the_emulator_does(shared_gpu: GpuSession) -> None:
    """One, two and four tiles at a time, with conflicts and without: a lane that names a row names 16 bytes."""
    asked = LaunchRequest("tiles", (1, 1, 1), (32, 1, 1), (Argument("out", np.zeros(32, np.uint32)),))
    shared_gpu.compile(TILES)
    counts, result = shared_gpu.count(asked)
    with Session() as emulator:
        emulator.compile(TILES)
        ours = emulator.launch(asked)
    assert np.array_equal(ours.outputs[0], result.outputs[0])
    rows = [[(a.line, a.space, a.operation, a.width, a.requests, a.cost, a.ideal) for a in sorted(found, key=str)]
            for found in (ours.accesses, counts.accesses)]  # fmt: skip
    assert rows[0] == rows[1]
    assert [a.cost for a in ours.accesses if a.space == "shared"] == [4, 16, 1, 8, 16]
