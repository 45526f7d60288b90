// Pointers walk along the row of A and the column of B.
constexpr int TILE = 16;

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K,
                                       int lda, int ldb, int ldc, float alpha, float beta)
{
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;

    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE) {
        const float* a = A + row * lda + k0;
        const float* b = B + k0 * ldb + col;
        int left = K - k0;
        tile_a[ty][tx] = (row >= M || tx >= left) ? 0.0f : a[tx];
        tile_b[ty][tx] = (col >= N || ty >= left) ? 0.0f : b[ty * ldb];
        __syncthreads();
        const float* mine = tile_a[ty];
        for (int step = 0; step != TILE; ++step, ++mine)
            sum += *mine * tile_b[step][tx];
        __syncthreads();
    }

    // beta = 0 means that C is only written: what it held before must not matter.
    if (row < M && col < N) {
        float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
        C[row * ldc + col] = alpha * sum + old;
    }
}
