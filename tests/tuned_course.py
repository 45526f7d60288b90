"""A small course with one exercise to tune: an SGEMM whose tiles are parameters, and whose `MODE` breaks it at will."""

from __future__ import annotations

from pathlib import Path

MODULE, EXERCISE = "09_warp_tiling", "tune_tiles"
ID = f"{MODULE}/{EXERCISE}"

# MODE: 0 right, 1 wrong results, 2 no barrier, 3 does not compile, 4 bounds of a launch that are not met, 5 out of
# bounds, 6 an array in local memory, 7 more static shared memory than there is, 8 more registers than 1,024 threads may
# have, 9 asks where it runs.
KERNEL = """\
// C = alpha A B + beta C by tiles of BM x BN, TM results of a column a thread.
#ifndef BM
#define BM 16
#endif
#ifndef TM
#define TM 2
#endif
#ifndef MODE
#define MODE 0
#endif
constexpr int BN = 16, BK = 8;
constexpr int THREADS = BM / TM * BN;
static_assert(MODE != 3, "this mode does not compile");
#if MODE == 4
#define BOUNDS __launch_bounds__(THREADS / 2)
#elif MODE == 6
#define BOUNDS __launch_bounds__(1024, 2)
#else
#define BOUNDS
#endif

extern "C" __global__ void BOUNDS sgemm_tuned(const float* A, const float* B, float* C, int M, int N, int K,
                                              int lda, int ldb, int ldc, float alpha, float beta)
{
    __shared__ float tile_a[BM][BK];
    __shared__ float tile_b[BK][BN];
#if MODE == 7
    __shared__ volatile float more[20000];
    more[threadIdx.x] = 0.0f;
#endif
    int row = blockIdx.y * BM, col = blockIdx.x * BN, tx = threadIdx.x % BN, ty = threadIdx.x / BN;
    float sum[TM] = {};
    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = threadIdx.x; i < BM * BK; i += THREADS)
            tile_a[i / BK][i % BK] = A[(row + i / BK) * lda + k0 + i % BK];
        for (int i = threadIdx.x; i < BK * BN; i += THREADS)
            tile_b[i / BN][i % BN] = B[(k0 + i / BN) * ldb + col + i % BN];
#if MODE != 2
        __syncthreads();
#endif
        for (int k = 0; k < BK; ++k)
            for (int m = 0; m < TM; ++m)
                sum[m] += tile_a[ty * TM + m][k] * tile_b[k][tx];
        __syncthreads();
    }
#if MODE == 6
    float kept[40];
#pragma unroll 1
    for (int i = 0; i < 40; ++i) kept[i] = A[i % K];
    sum[0] += kept[K % 40] * 0.0f;
#elif MODE == 8
    float kept[100];
#pragma unroll
    for (int i = 0; i < 100; ++i) kept[i] = static_cast<const volatile float*>(A)[i];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 100; ++i) sum[0] += kept[i] * tile_a[i % BM][0] * 0.0f;
#endif
#if MODE == 9
    unsigned where;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(where));
    if (where > 1u << 20) sum[0] = 0.0f;
#endif
    for (int m = 0; m < TM; ++m) {
        float* to = C + (row + ty * TM + m + (MODE == 5 ? 1 << 20 : 0)) * ldc + col + tx;
        *to = alpha * sum[m] + (beta == 0.0f ? 0.0f : beta * *to) + (MODE == 1 ? 1.0f : 0.0f);
    }
}
"""

FILE = """\
title: {ko: 타일 고르기, en: Choose the tiles}
kernel: sgemm_tuned
problem: sgemm
launch: {block: [128], tile: {N: 16, M: 16}}
starter_fails: correctness
hints: {ko: [생각, API, 줄], en: [idea, API, line]}
cases:
  - {M: 32, N: 32, K: 16}
checks:
  correctness: {points: 100}
tune:
  parameters: {BM: [16, 32, 4096], TM: [1, 2, 3, 4], MODE: [0]}
  requires: ["BM % TM == 0", "BM <= 32 or TM == 1"]
  launch: {block: ["BM // TM * 16"], tile: {N: 16, M: BM}}
  case: {M: 32, N: 32, K: 16}
  size: {M: 64, N: 64, K: 32}
"""
COURSE = f"""\
title: {{ko: 과정, en: Course}}
modules:
  - name: {MODULE}
    title: {{ko: 워프 타일링, en: Warp tiling}}
"""


def write_tuned_course(root: Path) -> Path:
    """Write the course into a folder; returns the student's kernel."""
    folder = root / "exercises" / MODULE
    folder.mkdir(parents=True)
    (root / "course.yaml").write_text(COURSE, "utf-8")
    (folder / f"{EXERCISE}.yaml").write_text(FILE, "utf-8")
    kernel = folder / f"{EXERCISE}.cu"
    kernel.write_text(KERNEL, "utf-8")
    return kernel
