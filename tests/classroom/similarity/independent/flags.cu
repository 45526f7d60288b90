// What is inside is decided first, and the barrier before the loads waits for the step before.
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
        bool inside_a = row < M, inside_b = col < N;
        inside_a = inside_a && k0 + tx < K;
        inside_b = inside_b && k0 + ty < K;
        __syncthreads();
        tile_a[ty][tx] = inside_a ? A[lda * row + (k0 + tx)] : 0.f;
        tile_b[ty][tx] = inside_b ? B[ldb * (k0 + ty) + col] : 0.f;
        __syncthreads();
        float part = 0.f;
#pragma unroll
        for (int j = TILE - 1; j >= 0; --j)
            part += tile_b[j][tx] * tile_a[ty][j];
        sum += part;
    }

    // beta = 0 means that C is only written: what it held before must not matter.
    if (row < M && col < N) {
        float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
        C[row * ldc + col] = alpha * sum + old;
    }
}
