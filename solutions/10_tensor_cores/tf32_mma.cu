// GEMM on tensor cores for floats: C = alpha A B + beta C. The factors are rounded to TF32, 10 bits behind the point,
// and the sums are floats. A warp makes 16 x 8 of C by mma.sync.m16n8k8: 8 columns of A at a time, one float a
// register. All sizes are whole tiles: M in steps of 16, N and K of 8.

// c (16 x 8) += a (16 x 8) times b (8 x 8), the fragments of the whole warp.
__device__ void mma(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2])
{
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

__device__ unsigned to_tf32(float x)
{
    unsigned bits = __float_as_uint(x);
    // TODO(1): round it. The tensor core only ignores the last 13 bits. (1 line)
    // BEGIN SOLUTION
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
    // END SOLUTION
    return bits;
}

extern "C" __global__ void tf32_mma(const float* A, const float* B, float* C, int M, int N, int K,
                                    int lda, int ldb, int ldc, float alpha, float beta)
{
    int group = threadIdx.x / 4, within = threadIdx.x % 4;    // 8 groups of 4 lanes
    int row0 = blockIdx.y * 16, col0 = blockIdx.x * 8;

    float c[4] = {};
    for (int k0 = 0; k0 < K; k0 += 8) {
        unsigned a[4] = {}, b[2] = {};
        // TODO(2): the fragments, rounded. A register holds one value here, so a lane has one column where it had a
        // pair, and the next register along K is 4 further on, not 8. (about 10 lines)
        // BEGIN SOLUTION
        for (int r = 0; r < 4; ++r) {
            int row = row0 + group + r % 2 * 8;
            int k = k0 + within + r / 2 * 4;
            a[r] = to_tf32(A[row * lda + k]);
        }
        for (int r = 0; r < 2; ++r) {
            int k = k0 + within + r * 4;
            int col = col0 + group;
            b[r] = to_tf32(B[k * ldb + col]);
        }
        // END SOLUTION
        mma(c, a, b);
    }

    for (int r = 0; r < 4; ++r) {    // the accumulator lies as that of halves does
        float* to = &C[(row0 + group + r / 2 * 8) * ldc + col0 + within * 2 + r % 2];
        *to = alpha * c[r] + (beta == 0.0f ? 0.0f : beta * *to);
    }
}
