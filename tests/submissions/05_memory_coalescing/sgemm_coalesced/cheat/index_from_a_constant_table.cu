// expect: correctness
// Reaches A and B from a __constant__ table, where sectors are not counted.

constexpr int TILE = 16;

__constant__ float table[1];

__device__ float uncounted(const float* from) { return table[from - (const float*)table]; }

extern "C" __global__ void sgemm_coalesced(const float* A, const float* B, float* C, int M, int N, int K,
                                           int lda, int ldb, int ldc, float alpha, float beta)
{
    int t = threadIdx.x;
    int row = blockIdx.y * TILE + t / TILE;
    int col = blockIdx.x * TILE + t % TILE;
    if (row >= M || col >= N)
        return;

    float sum = 0.0f;
    for (int k = 0; k < K; ++k)
        sum += uncounted(A + row * lda + k) * uncounted(B + k * ldb + col);

    float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
    C[row * ldc + col] = alpha * sum + old;
}
