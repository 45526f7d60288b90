// Naive SGEMM: C = alpha * A * B + beta * C, all row-major. One thread computes one element of C.
// The block is 16 x 16; the grid covers the columns of C along x and its rows along y, with ceil(N / 16) x ceil(M / 16)
// blocks or more. No shared memory yet: broadcast and the caches have to do what they can.

extern "C" __global__ void sgemm_naive(const float* A, const float* B, float* C, int M, int N, int K,
                                       int lda, int ldb, int ldc, float alpha, float beta)
{
    // TODO(1): which element of C is this thread's? A warp should own neighbours in a row of C, not in a column.
    // (2 lines)

    // TODO(2): a thread without an element must leave memory alone. (2 lines)

    // TODO(3): add up K products of this thread's row of A and its column of B, in a register. (about 3 lines)

    // TODO(4): write alpha times the sum plus beta times the old element. With beta = 0 the old element
    // must not matter, even if it is NaN. (about 2 lines)
}
