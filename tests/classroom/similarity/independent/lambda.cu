// A small function fetches an element, or zero outside.
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
        auto fetch = [](const float* from, int r, int c, int rows, int cols, int ld) {
            return r < rows && c < cols ? from[r * ld + c] : 0.0f;
        };
        tile_a[ty][tx] = fetch(A, row, k0 + tx, M, K, lda);
        tile_b[ty][tx] = fetch(B, k0 + ty, col, K, N, ldb);
        __syncthreads();
        for (int k = 0; k < TILE; k += 4) {
            sum += tile_a[ty][k] * tile_b[k][tx] + tile_a[ty][k + 1] * tile_b[k + 1][tx];
            sum += tile_a[ty][k + 2] * tile_b[k + 2][tx] + tile_a[ty][k + 3] * tile_b[k + 3][tx];
        }
        __syncthreads();
    }

    // beta = 0 means that C is only written: what it held before must not matter.
    if (row < M && col < N) {
        float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
        C[row * ldc + col] = alpha * sum + old;
    }
}
