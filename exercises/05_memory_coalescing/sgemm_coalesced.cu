// SGEMM with a one-dimensional block: C = alpha * A * B + beta * C, all row-major.
// The block's 256 threads own a 16 x 16 tile of C, one element a thread. They have no second index: which element is
// whose is yours to decide, and it decides what the 32 lanes of a warp ask of memory together.

constexpr int TILE = 16;

extern "C" __global__ void sgemm_coalesced(const float* A, const float* B, float* C, int M, int N, int K,
                                           int lda, int ldb, int ldc, float alpha, float beta)
{
    int t = threadIdx.x;    // 0 .. 255

    // TODO(1): derive the row and the column of this thread's element from t. Each of the 256 elements needs its
    // thread, and lanes that are neighbours should own elements that are neighbours in memory. (2 lines)
    int row = blockIdx.y * TILE + t % TILE;    // every element has its thread, and yet ...
    int col = blockIdx.x * TILE + t / TILE;

    if (row >= M || col >= N)
        return;

    float sum = 0.0f;
    for (int k = 0; k < K; ++k)
        sum += A[row * lda + k] * B[k * ldb + col];

    // beta = 0 means that C is only written: what it held before must not matter.
    float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
    C[row * ldc + col] = alpha * sum + old;
}
