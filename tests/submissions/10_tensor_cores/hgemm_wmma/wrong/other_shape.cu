// expect: global_sectors
// Tiles of 8 x 32, by m8n32k16, where m16n16k16 is asked for: right, but half of each tile of A is loaded for nothing.

#include <mma.h>
using namespace nvcuda::wmma;
template <int M_, int N_>
__device__ void make(const half* A, const half* B, float* C, int K, int lda, int ldb, int ldc, float alpha, float beta)
{
    fragment<accumulator, M_, N_, 16, float> acc, old;
    fill_fragment(acc, 0.f); fill_fragment(old, 0.f);
    for (int k = 0; k < K; k += 16) {
        fragment<matrix_a, M_, N_, 16, half, row_major> a;
        fragment<matrix_b, M_, N_, 16, half, row_major> b;
        load_matrix_sync(a, A + k, lda);
        load_matrix_sync(b, B + k * ldb, ldb);
        mma_sync(acc, a, b, acc);
    }
    if (beta != 0) load_matrix_sync(old, C, ldc, mem_row_major);
#pragma unroll
    for (int i = 0; i < acc.num_elements; ++i) acc.x[i] = alpha * acc.x[i] + beta * old.x[i];
    store_matrix_sync(C, acc, ldc, mem_row_major);
}
extern "C" __global__ void hgemm_wmma(const __half* A, const __half* B, float* C, int M, int N, int K,
    int lda, int ldb, int ldc, float alpha, float beta)
{
    int warp = threadIdx.x / 32, row = blockIdx.y * 16 + warp % 2 * 8, col = blockIdx.x * 64 + warp / 2 * 32;
    if (col >= N) return;
    if (col + 32 <= N) make<8, 32>(A + row * lda, B + col, C + row * ldc + col, K, lda, ldb, ldc, alpha, beta);
    else if (warp % 2 == 0) make<16, 16>(A + row * lda, B + col, C + row * ldc + col, K, lda, ldb, ldc, alpha, beta);
}
