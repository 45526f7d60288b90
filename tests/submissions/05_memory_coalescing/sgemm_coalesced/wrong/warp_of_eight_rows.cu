// expect: global_sectors
// A warp owns eight rows of four columns: half of every sector of B is thrown away, and A lies in eight rows.

constexpr int TILE = 16;

extern "C" __global__ void sgemm_coalesced(const float* A, const float* B, float* C, int M, int N, int K,
                                           int lda, int ldb, int ldc, float alpha, float beta)
{
    int t = threadIdx.x;    // 0 .. 255

    int warp = t / 32;
    int lane = t % 32;
    int row = blockIdx.y * TILE + warp / 4 * 8 + lane / 4;
    int col = blockIdx.x * TILE + warp % 4 * 4 + lane % 4;

    if (row >= M || col >= N)
        return;

    float sum = 0.0f;
    for (int k = 0; k < K; ++k)
        sum += A[row * lda + k] * B[k * ldb + col];

    // beta = 0 means that C is only written: what it held before must not matter.
    float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
    C[row * ldc + col] = alpha * sum + old;
}
