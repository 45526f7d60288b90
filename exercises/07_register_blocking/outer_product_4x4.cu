// C = alpha * A * B + beta * C, all row-major, by outer products: each thread computes 4 x 4 neighbouring values of C.
// A block of 16 x 16 threads computes 64 x 64 values. There is no shared memory here: what is kept for reuse is kept in
// registers, for one step of k.

constexpr int TM = 4, TN = 4;    // a thread's tile of C

extern "C" __global__ void outer_product_4x4(const float* A, const float* B, float* C, int M, int N, int K,
                                             int lda, int ldb, int ldc, float alpha, float beta)
{
    int row = (blockIdx.y * 16 + threadIdx.y) * TM;    // the first of this thread's rows of C
    int col = (blockIdx.x * 16 + threadIdx.x) * TN;    // the first of its columns

    float sum[TM][TN] = {};
    for (int k = 0; k < K; ++k) {
        // TODO(1): read the fragments, four values of column k of A and four of row k of B, each of them once. Outside
        // its matrix a value counts as 0. Then add all sixteen products to sum. Indices of register arrays must be
        // known to the compiler: unroll every loop. (about 11 lines)
    }

    // beta = 0 means that C is only written: what it held before must not matter.
#pragma unroll
    for (int m = 0; m < TM; ++m) {
#pragma unroll
        for (int n = 0; n < TN; ++n) {
            if (row + m < M && col + n < N) {
                float* c = &C[(row + m) * ldc + col + n];
                *c = alpha * sum[m][n] + (beta == 0.0f ? 0.0f : beta * *c);
            }
        }
    }
}
