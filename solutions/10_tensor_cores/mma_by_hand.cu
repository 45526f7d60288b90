// HGEMM with one instruction: C = alpha A B + beta C, A and B in half precision, sums in float. A warp makes 16 x 8 of
// C by mma.sync.m16n8k16, and each lane fetches by hand what the instruction wants to find in its registers.
// All sizes are whole tiles: M in steps of 16, N of 8, K of 16; A has an even leading dimension, B and C have any.

#include <cuda_fp16.h>

// Two neighbours of a fragment in one register, the first of them in the lower half.
__device__ unsigned pair(__half first, __half second)
{
    return __half_as_ushort(first) | unsigned(__half_as_ushort(second)) << 16;
}

// c (16 x 8) += a (16 x 16) times b (16 x 8), the fragments of the whole warp.
__device__ void mma(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2])
{
    // TODO(1): mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {four floats}, {four}, {two}, {the four floats
    // again}; the floats are read and written ("+f"), the registers of halves are read ("r"). (about 4 lines)
    // BEGIN SOLUTION
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    // END SOLUTION
}

extern "C" __global__ void mma_by_hand(const __half* A, const __half* B, float* C, int M, int N, int K,
                                       int lda, int ldb, int ldc, float alpha, float beta)
{
    int group = threadIdx.x / 4, within = threadIdx.x % 4;    // 8 groups of 4 lanes
    int row0 = blockIdx.y * 16, col0 = blockIdx.x * 8;

    float c[4] = {};
    for (int k0 = 0; k0 < K; k0 += 16) {
        unsigned a[4] = {}, b[2] = {};
        // TODO(2): what this lane holds of A and of B. Neighbours in a row of A are one load of 4 bytes; those in a
        // column of B are two loads and a pair(). (about 10 lines)
        // BEGIN SOLUTION
        for (int r = 0; r < 4; ++r) {
            int row = row0 + group + r % 2 * 8;
            int k = k0 + within * 2 + r / 2 * 8;
            a[r] = *reinterpret_cast<const unsigned*>(&A[row * lda + k]);
        }
        for (int r = 0; r < 2; ++r) {
            int k = k0 + within * 2 + r * 8;
            int col = col0 + group;
            b[r] = pair(B[k * ldb + col], B[(k + 1) * ldb + col]);
        }
        // END SOLUTION
        mma(c, a, b);
    }

    for (int r = 0; r < 4; ++r) {
        // TODO(3): where does c[r] belong? Registers 0 and 1 are neighbours in a row, 2 and 3 lie 8 rows below.
        // (2 lines)
        // BEGIN SOLUTION
        int row = row0 + group + r / 2 * 8;
        int col = col0 + within * 2 + r % 2;
        // END SOLUTION
        // BEGIN STARTER
        //| int row = row0, col = col0;
        // END STARTER
        float* to = &C[row * ldc + col];
        *to = alpha * c[r] + (beta == 0.0f ? 0.0f : beta * *to);
    }
}
