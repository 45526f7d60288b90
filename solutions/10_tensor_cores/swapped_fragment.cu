// C = A B on tensor cores, a warp for each 16 x 8 of C: A and B in BF16, whose fragments lie as those of halves do,
// sums in float. All sizes are whole tiles: M in steps of 16, N of 8, K of 16.

#include <cuda_bf16.h>

// Two neighbours of a fragment in one register, the first of them in the lower half.
__device__ unsigned pair(__nv_bfloat16 first, __nv_bfloat16 second)
{
    return __bfloat16_as_ushort(first) | unsigned(__bfloat16_as_ushort(second)) << 16;
}

// c (16 x 8) += a (16 x 16) times b (16 x 8).
__device__ void mma(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2])
{
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

extern "C" __global__ void swapped_fragment(const __nv_bfloat16* A, const __nv_bfloat16* B, float* C,
                                            int M, int N, int K)
{
    int group = threadIdx.x / 4, within = threadIdx.x % 4;    // 8 groups of 4 lanes
    int row0 = blockIdx.y * 16, col0 = blockIdx.x * 8;

    float c[4] = {};
    for (int k0 = 0; k0 < K; k0 += 16) {
        unsigned a[4], b[2];
        for (int r = 0; r < 4; ++r) {
            int row = row0 + group + r % 2 * 8;
            int k = k0 + within * 2 + r / 2 * 8;
            a[r] = pair(A[row * K + k], A[row * K + k + 1]);
        }
        for (int r = 0; r < 2; ++r) {
            int k = k0 + within * 2 + r * 8;
            int col = col0 + group;
            // TODO(1): mend this. It is right only if B is symmetric: k counts the rows of B. (1 line)
            // BEGIN SOLUTION
            b[r] = pair(B[k * N + col], B[(k + 1) * N + col]);
            // END SOLUTION
            // BEGIN STARTER
            //| b[r] = pair(B[col * N + k], B[col * N + k + 1]);
            // END STARTER
        }
        mma(c, a, b);
    }

    for (int r = 0; r < 4; ++r)
        C[(row0 + group + r / 2 * 8) * N + col0 + within * 2 + r % 2] = c[r];
}
