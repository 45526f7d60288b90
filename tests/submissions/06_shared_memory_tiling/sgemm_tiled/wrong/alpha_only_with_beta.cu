// expect: correctness
// The branch for beta = 0 keeps C from being read, and forgets alpha.

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
        int a_col = k0 + tx;
        int b_row = k0 + ty;
        tile_a[ty][tx] = row < M && a_col < K ? A[row * lda + a_col] : 0.0f;
        tile_b[ty][tx] = b_row < K && col < N ? B[b_row * ldb + col] : 0.0f;

        __syncthreads();
        for (int k = 0; k < TILE; ++k)
            sum += tile_a[ty][k] * tile_b[k][tx];
        __syncthreads();
    }

    if (row < M && col < N) {
        if (beta == 0.0f)
            C[row * ldc + col] = sum;
        else
            C[row * ldc + col] = alpha * sum + beta * C[row * ldc + col];
    }
}
