// Both elements are zero until a condition holds.
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
        float from_a = 0, from_b = 0;
        int ka = k0 + tx, kb = k0 + ty;
        if (ka < K && row < M) from_a = A[row * lda + ka];
        if (kb < K && col < N) from_b = B[kb * ldb + col];
        tile_a[ty][tx] = from_a;
        tile_b[ty][tx] = from_b;
        __syncthreads();
        int k = 0;
        while (k < TILE) {
            sum = fmaf(tile_a[ty][k], tile_b[k][tx], sum);
            k += 1;
        }
        __syncthreads();
    }

    // beta = 0 means that C is only written: what it held before must not matter.
    if (row < M && col < N) {
        float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
        C[row * ldc + col] = alpha * sum + old;
    }
}
