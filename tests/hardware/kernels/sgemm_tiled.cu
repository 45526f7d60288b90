// Shared-memory tiled SGEMM. TILE: edge of the square block and of both tiles. PAD: extra columns of each tile.
#ifndef TILE
#define TILE 16
#endif
#ifndef PAD
#define PAD 0
#endif

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K,
                                       int lda, int ldb, int ldc, float alpha, float beta) {
    __shared__ float tile_a[TILE][TILE + PAD];
    __shared__ float tile_b[TILE][TILE + PAD];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    float sum = 0.0f;
    for (int start = 0; start < K; start += TILE) {
        tile_a[ty][tx] = row < M && start + tx < K ? A[row * lda + start + tx] : 0.0f;
        tile_b[ty][tx] = start + ty < K && col < N ? B[(start + ty) * ldb + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE; ++k) {
            sum += tile_a[ty][k] * tile_b[k][tx];
        }
        __syncthreads();
    }
    if (row < M && col < N) {
        C[row * ldc + col] = beta == 0.0f ? alpha * sum : alpha * sum + beta * C[row * ldc + col];
    }
}

// The A tile is stored transposed: its store walks down a column, its read along a row.
extern "C" __global__ void sgemm_tiled_transposed(const float* A, const float* B, float* C, int M, int N, int K,
                                                  int lda, int ldb, int ldc, float alpha, float beta) {
    __shared__ float tile_a[TILE][TILE + PAD];
    __shared__ float tile_b[TILE][TILE + PAD];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    float sum = 0.0f;
    for (int start = 0; start < K; start += TILE) {
        tile_a[tx][ty] = row < M && start + tx < K ? A[row * lda + start + tx] : 0.0f;
        tile_b[ty][tx] = start + ty < K && col < N ? B[(start + ty) * ldb + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE; ++k) {
            sum += tile_a[k][ty] * tile_b[k][tx];
        }
        __syncthreads();
    }
    if (row < M && col < N) {
        C[row * ldc + col] = beta == 0.0f ? alpha * sum : alpha * sum + beta * C[row * ldc + col];
    }
}

// The row of C runs along threadIdx.x: the lanes of a warp walk down columns of the A tile.
extern "C" __global__ void sgemm_tiled_swapped(const float* A, const float* B, float* C, int M, int N, int K,
                                               int lda, int ldb, int ldc, float alpha, float beta) {
    __shared__ float tile_a[TILE][TILE + PAD];
    __shared__ float tile_b[TILE][TILE + PAD];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE + tx;
    int col = blockIdx.x * TILE + ty;
    float sum = 0.0f;
    for (int start = 0; start < K; start += TILE) {
        tile_a[tx][ty] = row < M && start + ty < K ? A[row * lda + start + ty] : 0.0f;
        tile_b[tx][ty] = start + tx < K && col < N ? B[(start + tx) * ldb + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE; ++k) {
            sum += tile_a[tx][k] * tile_b[k][ty];
        }
        __syncthreads();
    }
    if (row < M && col < N) {
        C[row * ldc + col] = beta == 0.0f ? alpha * sum : alpha * sum + beta * C[row * ldc + col];
    }
}

// Rectangular tile: the depth of K differs from the block's edge.
#define DEPTH 8
extern "C" __global__ void sgemm_tiled_shallow(const float* A, const float* B, float* C, int M, int N, int K,
                                               int lda, int ldb, int ldc, float alpha, float beta) {
    __shared__ float tile_a[TILE][DEPTH + PAD];
    __shared__ float tile_b[DEPTH][TILE + PAD];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    float sum = 0.0f;
    for (int start = 0; start < K; start += DEPTH) {
        if (tx < DEPTH) tile_a[ty][tx] = row < M && start + tx < K ? A[row * lda + start + tx] : 0.0f;
        if (ty < DEPTH) tile_b[ty][tx] = start + ty < K && col < N ? B[(start + ty) * ldb + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < DEPTH; ++k) {
            sum += tile_a[ty][k] * tile_b[k][tx];
        }
        __syncthreads();
    }
    if (row < M && col < N) {
        C[row * ldc + col] = beta == 0.0f ? alpha * sum : alpha * sum + beta * C[row * ldc + col];
    }
}
