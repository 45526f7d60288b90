"""What a launch counts: requests, wavefronts, sectors and ideals by source line; instructions, barriers, branches."""

from __future__ import annotations

import numpy as np
import pytest

from grader.launch import AccessLine, LaunchResult
from tests.simt.running import Value, access_of, line_of, run

I4, F4 = np.int32, np.float32

SOURCE = r"""
extern "C" __global__ void stride(float* out, const float* in, int step, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i * step];                            // strided
}
extern "C" __global__ void columns(float* out, int pitch) {
    extern __shared__ float s[];
    s[threadIdx.x * pitch] = threadIdx.x;                 // column store
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x * pitch]             // column load
                     + s[0];                              // broadcast
}
extern "C" __global__ void vectors(float4* out, const float4* in) {
    __shared__ float4 s[64];
    s[threadIdx.x] = in[threadIdx.x];                     // in and in
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x ^ 1];                // out and out
}
extern "C" __global__ void uniform(float* out, const float* in, int at) {
    out[threadIdx.x] = in[at];                            // uniform
}
extern "C" __global__ void quiet(float* out, int n) {
    float a[16];
    for (int i = 0; i < 16; ++i) a[i] = i * out[threadIdx.x];  // only this is counted
    out[threadIdx.x] = a[n & 15];                         // and this
}
extern "C" __global__ void twice_in_a_line(float* out, const float* in, const double* wide) {
    int t = threadIdx.x;
    out[t] = in[t] + in[t + 32] + (float)wide[t]; out[t + 32] = 0;  // many
}
extern "C" __global__ void generic(float* out, float* far) {
    __shared__ float near[64];
    near[threadIdx.x] = near[threadIdx.x + 32] = 1;
    __syncwarp();
    const float* p = threadIdx.x % 2 ? near : far;
    out[threadIdx.x] = p[threadIdx.x] + p[threadIdx.x + 10] + p[threadIdx.x + 20];  // either
}
extern "C" __global__ void straight(int* out) { out[threadIdx.x] = 7; }
extern "C" __global__ void branches(int* out) {
    int t = threadIdx.x;
    int x = out[t];
    if (t % 32 < 16) { __threadfence(); out[t + 64] = x; } else { __threadfence_block(); out[t + 128] = x * 3; }
    if (t < 32) { __threadfence(); out[t + 192] = x; } else { __threadfence_block(); out[t + 256] = x * 5; }
}
extern "C" __global__ void loops(int* out) {
    int sum = 0;
    for (int i = 0; i < out[threadIdx.x]; ++i) { sum += i * out[i]; __threadfence(); }
    out[threadIdx.x + 64] = sum;
}
"""


def launch(kernel: str, arguments: dict[str, Value], **options: object) -> LaunchResult:
    result = run(SOURCE, arguments, kernel=kernel, **options)  # type: ignore[arg-type]
    assert result.faults == ()
    return result


def at(result: LaunchResult, mark: str, space: str, operation: str) -> tuple[int, int, int]:
    """(requests, cost, ideal) of a line."""
    row = access_of(result, line_of(SOURCE, f"// {mark}"), space, operation)
    return row.requests, row.cost, row.ideal


@pytest.mark.parametrize(
    ("step", "n", "load", "store"),
    [
        (1, 256, (8, 32, 32), (8, 32, 32)),  # 4 sectors a warp
        (2, 256, (8, 64, 32), (8, 32, 32)),
        (8, 256, (8, 256, 32), (8, 32, 32)),
        (32, 256, (8, 256, 32), (8, 32, 32)),
        (0, 256, (8, 8, 8), (8, 32, 32)),  # a broadcast is ideal
        (1, 100, (4, 13, 13), (4, 13, 13)),  # three whole warps and four lanes
        (8, 33, (2, 33, 5), (2, 5, 5)),
        (1, 0, (0, 0, 0), (0, 0, 0)),
    ],
)
def test_sectors_of_strided_accesses(
    step: int, n: int, load: tuple[int, int, int], store: tuple[int, int, int]
) -> None:
    arguments: dict[str, Value] = {"out": np.zeros(256, F4), "in": np.zeros(256 * 32, F4), "step": step, "n": n}
    result = launch("stride", arguments, grid=4, block=64)
    if n:
        assert at(result, "strided", "global", "load") == load
        assert at(result, "strided", "global", "store") == store
    else:
        assert result.accesses == ()
    assert all(a.exact for a in result.accesses)


def test_a_buffer_starts_on_a_sector() -> None:
    result = launch("uniform", {"out": np.zeros(33, F4), "in": np.zeros(3, F4), "at": 1}, block=33)
    assert at(result, "uniform", "global", "store") == (2, 5, 5)


@pytest.mark.parametrize(("pitch", "wavefronts"), [(1, 1), (2, 2), (3, 1), (16, 16), (32, 32), (33, 1)])
def test_wavefronts_of_columns(pitch: int, wavefronts: int) -> None:
    result = launch("columns", {"out": np.zeros(64, F4), "pitch": pitch}, block=64, shared=64 * pitch * 4)
    assert at(result, "column store", "shared", "store") == (2, 2 * wavefronts, 2)
    assert at(result, "column load", "shared", "load") == (2, 2 * wavefronts, 2)
    assert at(result, "broadcast", "shared", "load") == (2, 2, 2)
    total = result.total("shared")
    assert (total.requests, total.cost, total.excess, total.exact) == (
        6,
        4 * wavefronts + 2,
        4 * (wavefronts - 1),
        True,
    )


def test_vector_accesses_are_one_request_of_their_width() -> None:
    result = launch("vectors", {"out": np.zeros(256, F4), "in": np.zeros(256, F4)}, block=64)
    for mark, space, operation, cost in (
        ("in and in", "global", "load", 32), ("in and in", "shared", "store", 8), ("out and out", "shared", "load", 8),
        ("out and out", "global", "store", 32),
    ):  # fmt: skip
        assert at(result, mark, space, operation) == (2, cost, cost)
        assert access_of(result, line_of(SOURCE, f"// {mark}"), space, operation).width == 16


def test_local_memory_is_not_counted() -> None:
    result = launch("quiet", {"out": np.zeros(32, F4), "n": 3})
    assert {a.space for a in result.accesses} == {"global"}
    assert at(result, "and this", "global", "store") == (1, 4, 4)


def test_one_row_for_a_line_space_operation_and_width() -> None:
    result = launch("twice_in_a_line", {"out": np.zeros(64, F4), "in": np.zeros(64, F4), "wide": np.zeros(32)})
    line = line_of(SOURCE, "// many")
    assert [(a.line, a.operation, a.width, a.requests, a.cost) for a in result.accesses] == [
        (line, "load", 4, 2, 8), (line, "load", 8, 1, 8), (line, "store", 4, 2, 8)]  # fmt: skip


def test_rows_come_in_source_order() -> None:
    result = launch("columns", {"out": np.zeros(64, F4), "pitch": 1}, block=64, shared=256)
    keys = [(a.line, a.space, a.operation, a.width) for a in result.accesses]
    assert keys == sorted(keys)


def test_generic_accesses_count_once_each_in_the_memory_they_reach() -> None:
    result = launch("generic", {"out": np.zeros(32, F4), "far": np.zeros(64, F4)})
    line = line_of(SOURCE, "// either")
    shared, everywhere = (access_of(result, line, space, "load") for space in ("shared", "global"))
    assert (shared.requests, everywhere.requests) == (3, 3)
    assert (shared.exact, everywhere.exact) == (True, True)  # the machine's accesses are as wide as those of the PTX
    assert 3 <= shared.cost <= 6


def test_totals_add_their_lines_and_are_exact_when_all_are() -> None:
    def row(cost: int, exact: bool, upper: int | None) -> AccessLine:
        return AccessLine(1, "shared", "load", 4, 10, cost, 10, exact, upper)

    def total(*rows: AccessLine) -> tuple[int, int, int, bool, int | None]:
        found = LaunchResult({}, rows, (), (), 0, 0, 0).total("shared")
        return found.requests, found.cost, found.excess, found.exact, found.upper

    assert total() == (0, 0, 0, True, 0)
    assert total(row(12, True, 12), row(20, True, 20)) == (20, 32, 12, True, 32)
    assert total(row(12, True, 12), row(20, False, 40)) == (20, 32, 12, False, 52)
    assert total(row(12, True, 12), row(20, False, None)) == (20, 32, 12, False, None)


def test_instructions_are_counted_per_thread() -> None:
    for block, grid in ((1, 1), (32, 1), (40, 3)):
        one = launch("straight", {"out": np.zeros(64, I4)}, block=1).thread_instructions
        found = launch("straight", {"out": np.zeros(64, I4)}, block=block, grid=grid)
        assert one is not None
        assert found.thread_instructions == one * block * grid


def test_only_branches_that_split_a_warp_are_divergent() -> None:
    # Of two branches only the first splits warps: both of a block of 64.
    result = launch("branches", {"out": np.zeros(512, I4)}, block=64)
    assert result.divergent_branches == 2
    assert launch("branches", {"out": np.zeros(512, I4)}, block=16).divergent_branches == 0


def test_a_loop_diverges_once_for_every_round_that_some_lane_leaves() -> None:
    counts = np.zeros(128, I4)
    counts[:32] = np.arange(32) % 4  # lanes leave after 0, 1, 2 and 3 rounds
    assert launch("loops", {"out": counts}).divergent_branches == 3
    assert launch("loops", {"out": np.full(128, 3, I4)}).divergent_branches == 0


SGEMM = r"""
#ifndef PAD
#define PAD 0
#endif
extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K,
                                       int lda, int ldb, int ldc, float alpha, float beta) {
    __shared__ float tile_a[16][16 + PAD];
    __shared__ float tile_b[16][16 + PAD];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0.0f;
    for (int start = 0; start < K; start += 16) {
        tile_a[ty][tx] = row < M && start + tx < K ? A[row * lda + start + tx] : 0.0f;
        tile_b[ty][tx] = start + ty < K && col < N ? B[(start + ty) * ldb + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < 16; ++k) sum += tile_a[ty][k] * tile_b[k][tx];
        __syncthreads();
    }
    if (row < M && col < N) C[row * ldc + col] = alpha * sum + beta * C[row * ldc + col];
}
"""
TRANSPOSE = r"""
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
    __shared__ float tile[32][32 + PAD];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < cols && y + j < rows) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * cols + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < rows && y + j < cols) out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
}
"""


@pytest.mark.parametrize(("pad", "wavefronts", "ideal"), [(0, 851_968, 851_968), (1, 1_179_648, 1_114_112)])
def test_a_tiled_product_costs_what_the_h200_measured(pad: int, wavefronts: int, ideal: int) -> None:
    n = 256
    a, b = (np.random.default_rng(i).integers(-4, 5, n * n).astype(F4) for i in range(2))
    c = np.ones(n * n, F4)
    arguments: dict[str, Value] = {"A": a, "B": b, "C": c, "M": n, "N": n, "K": n, "lda": n, "ldb": n, "ldc": n,
                                   "alpha": 1.0, "beta": 2.0}  # fmt: skip
    source = SGEMM.replace("#define PAD 0", f"#define PAD {pad}")
    result = run(source, arguments, kernel="sgemm_tiled", grid=(16, 16), block=(16, 16))
    assert (result.faults, result.hazards) == ((), ())
    shared, sectors = result.total("shared"), result.total("global")
    assert (shared.cost, shared.ideal, shared.exact) == (wavefronts, ideal, True)
    assert (sectors.cost, sectors.excess, sectors.exact) == (278_528, 0, True)
    assert result.outputs[2].tolist() == (a.reshape(n, n) @ b.reshape(n, n) + 2).ravel().tolist()


@pytest.mark.parametrize(("pad", "wavefronts"), [(0, 16_896), (1, 1_024)])
def test_a_transpose_costs_what_the_h200_measured(pad: int, wavefronts: int) -> None:
    n = 128
    values = np.arange(n * n, dtype=F4)
    arguments: dict[str, Value] = {"in": values, "out": np.zeros(n * n, F4), "rows": n, "cols": n}
    source = TRANSPOSE.replace("PAD", str(pad))
    result = run(source, arguments, kernel="transpose_tiled", grid=(4, 4), block=(32, 8))
    assert (result.faults, result.hazards) == ((), ())
    assert (result.total("shared").cost, result.total("shared").ideal) == (wavefronts, 1_024)
    assert (result.total("global").cost, result.total("global").excess) == (4_096, 0)
    assert result.outputs[1].reshape(n, n).tolist() == values.reshape(n, n).T.tolist()


def test_another_shape_of_blocks_is_counted_by_itself() -> None:
    """The one address is the same, the number of warps is not."""
    given = {"out": np.zeros(64, I4), "in": np.zeros(4, I4), "at": 0}
    sectors = [access_of(run(SOURCE, given, kernel="uniform", block=threads), line_of(SOURCE, "// uniform"), "global",
                         "load").cost for threads in (32, 64, 32)]  # fmt: skip
    assert sectors == [1, 2, 1]
