// expect: shared_wavefronts, machine_code
// Fragments straight from global memory: no conflict, and no tile.

#include <mma.h>

using namespace nvcuda;

extern "C" __global__ void ldmatrix_swizzled(const __half* A, const __half* B, float* C, int M, int N, int K,
                                             int lda, int ldb, int ldc, float alpha, float beta)
{
    for (int t = threadIdx.x / 32; t < 16; t += 4) {
        int row = blockIdx.y * 64 + t / 4 * 16, col = blockIdx.x * 64 + t % 4 * 16;
        wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum, old;
        wmma::fill_fragment(sum, 0.0f);
        wmma::fill_fragment(old, 0.0f);
        for (int k = 0; k < K; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b;
            wmma::load_matrix_sync(a, &A[row * lda + k], lda);
            wmma::load_matrix_sync(b, &B[k * ldb + col], ldb);
            wmma::mma_sync(sum, a, b, sum);
        }
        float* tile = &C[row * ldc + col];
        for (int i = 0; i < sum.num_elements; ++i)
            sum.x[i] = alpha * sum.x[i];
        if (beta != 0.0f) {
            wmma::load_matrix_sync(old, tile, ldc, wmma::mem_row_major);
            for (int i = 0; i < sum.num_elements; ++i)
                sum.x[i] += beta * old.x[i];
        }
        wmma::store_matrix_sync(tile, sum, ldc, wmma::mem_row_major);
    }
}
