// The wmma interface straight from global memory: every shape of 16-bit operands, rows and columns crossed by macros.
#include <mma.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
using namespace nvcuda;
#ifndef SM
#define SM 16
#endif
#ifndef SN
#define SN 16
#endif
#ifndef TYPE
#define TYPE half
#endif
#ifndef SUM
#define SUM float
#endif
#ifndef A_COL
#define A_COL 0
#endif
#ifndef B_COL
#define B_COL 0
#endif
#ifndef C_COL
#define C_COL 0
#endif
#if A_COL
typedef wmma::col_major LA;
#else
typedef wmma::row_major LA;
#endif
#if B_COL
typedef wmma::col_major LB;
#else
typedef wmma::row_major LB;
#endif
#define LC (C_COL ? wmma::mem_col_major : wmma::mem_row_major)

// a warp a tile, tiles in rows
extern "C" __global__ void wmma_gemm(const TYPE* A, const TYPE* B, SUM* C, int M, int N, int K, int lda, int ldb,
    int ldc)
{
    int tile = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, across = N / SN;
    if (tile >= across * (M / SM)) return;
    int r = tile / across * SM, c = tile % across * SN;
    wmma::fragment<wmma::matrix_a, SM, SN, 16, TYPE, LA> a;
    wmma::fragment<wmma::matrix_b, SM, SN, 16, TYPE, LB> b;
    wmma::fragment<wmma::accumulator, SM, SN, 16, SUM> acc;
    wmma::fill_fragment(acc, SUM(0.f));
    for (int k = 0; k < K; k += 16) {
        wmma::load_matrix_sync(a, A_COL ? A + k * lda + r : A + r * lda + k, lda);
        wmma::load_matrix_sync(b, B_COL ? B + c * ldb + k : B + k * ldb + c, ldb);
        wmma::mma_sync(acc, a, b, acc);
    }
    wmma::store_matrix_sync(C_COL ? C + c * ldc + r : C + r * ldc + c, acc, ldc, LC);
}

// C is read first, as the beta of a GEMM that accumulates; two products a round
extern "C" __global__ void wmma_accumulate(const TYPE* A, const TYPE* B, SUM* C, int K)
{
    wmma::fragment<wmma::matrix_a, SM, SN, 16, TYPE, LA> a0, a1;
    wmma::fragment<wmma::matrix_b, SM, SN, 16, TYPE, LB> b0, b1;
    wmma::fragment<wmma::accumulator, SM, SN, 16, SUM> acc;
    SUM* mine = C + blockIdx.x * SM * SN;
    wmma::load_matrix_sync(acc, mine, C_COL ? SM : SN, LC);
    const TYPE* pa = A + blockIdx.x * SM * K;
    for (int k = 0; k < K; k += 32) {
        wmma::load_matrix_sync(a0, pa + k * SM, A_COL ? SM : 16);
        wmma::load_matrix_sync(b0, B + k * SN, B_COL ? 16 : SN);
        wmma::load_matrix_sync(a1, pa + (k + 16) * SM, A_COL ? SM : 16);
        wmma::load_matrix_sync(b1, B + (k + 16) * SN, B_COL ? 16 : SN);
        wmma::mma_sync(acc, a0, b0, acc);
        wmma::mma_sync(acc, a1, b1, acc);
    }
    wmma::store_matrix_sync(mine, acc, C_COL ? SM : SN, LC);
}

// every warp keeps 2 x 2 tiles, so each fragment is used twice
extern "C" __global__ void wmma_two_by_two(const TYPE* A, const TYPE* B, SUM* C, int N, int K)
{
    int w = threadIdx.x / 32, r = blockIdx.y * 2 * SM, c = (blockIdx.x * (blockDim.x / 32) + w) * 2 * SN;
    wmma::fragment<wmma::matrix_a, SM, SN, 16, TYPE, wmma::row_major> a[2];
    wmma::fragment<wmma::matrix_b, SM, SN, 16, TYPE, wmma::row_major> b[2];
    wmma::fragment<wmma::accumulator, SM, SN, 16, SUM> acc[2][2];
    for (int i = 0; i < 4; i++) wmma::fill_fragment(acc[i / 2][i % 2], SUM(0.f));
    for (int k = 0; k < K; k += 16) {
        for (int i = 0; i < 2; i++) wmma::load_matrix_sync(a[i], A + (r + i * SM) * K + k, K);
        for (int j = 0; j < 2; j++) wmma::load_matrix_sync(b[j], B + k * N + c + j * SN, N);
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++) wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::store_matrix_sync(C + (r + i * SM) * N + c + j * SN, acc[i][j], N, wmma::mem_row_major);
}
