// Two conditions, each with its else.
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
        if (row < M && k0 + tx < K)
            tile_a[ty][tx] = A[row * lda + k0 + tx];
        else
            tile_a[ty][tx] = 0.0f;
        if (k0 + ty < K && col < N)
            tile_b[ty][tx] = B[(k0 + ty) * ldb + col];
        else
            tile_b[ty][tx] = 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE; k++) {
            sum += tile_a[ty][k] * tile_b[k][tx];
        }
        __syncthreads();
    }

    // beta = 0 means that C is only written: what it held before must not matter.
    if (row < M && col < N) {
        float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
        C[row * ldc + col] = alpha * sum + old;
    }
}
