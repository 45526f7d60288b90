// Naive SGEMM: C = alpha * A * B + beta * C, all row-major. One thread computes one element of C.
// The block is 16 x 16; the grid covers the columns of C along x and its rows along y, with ceil(N / 16) x ceil(M / 16)
// blocks or more. No shared memory yet: broadcast and the caches have to do what they can.

extern "C" __global__ void sgemm_naive(const float* A, const float* B, float* C, int M, int N, int K,
                                       int lda, int ldb, int ldc, float alpha, float beta)
{
    // TODO(1): which element of C is this thread's? A warp should own neighbours in a row of C, not in a column.
    // (2 lines)
    // BEGIN SOLUTION
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    // END SOLUTION

    // TODO(2): a thread without an element must leave memory alone. (2 lines)
    // BEGIN SOLUTION
    if (row >= M || col >= N)
        return;
    // END SOLUTION

    // TODO(3): add up K products of this thread's row of A and its column of B, in a register. (about 3 lines)
    // BEGIN SOLUTION
    float sum = 0.0f;
    for (int k = 0; k < K; ++k)
        sum += A[row * lda + k] * B[k * ldb + col];
    // END SOLUTION

    // TODO(4): write alpha times the sum plus beta times the old element. With beta = 0 the old element
    // must not matter, even if it is NaN. (about 2 lines)
    // BEGIN SOLUTION
    float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
    C[row * ldc + col] = alpha * sum + old;
    // END SOLUTION
}
