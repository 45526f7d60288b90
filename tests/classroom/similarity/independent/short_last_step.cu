// The last step ends where the matrices do, so that nothing has to be zero.
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
        int steps = K - k0 < TILE ? K - k0 : TILE;
        if (row < M && tx < steps) tile_a[ty][tx] = A[row * lda + (tx + k0)];
        if (col < N && ty < steps) tile_b[ty][tx] = B[(ty + k0) * ldb + col];
        __syncthreads();
        if (row < M && col < N)
            for (int s = 0; s < steps; ++s)
                sum += tile_a[ty][s] * tile_b[s][tx];
        __syncthreads();
    }

    // beta = 0 means that C is only written: what it held before must not matter.
    if (row < M && col < N) {
        float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
        C[row * ldc + col] = alpha * sum + old;
    }
}
