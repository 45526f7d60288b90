// expect: correctness, hazards
// Threads outside the matrix skip the barrier that the others wait at.

#include <cuda_pipeline.h>

constexpr int TILE = 16;

// Starts the copy of one float; where there is none (`inside` is false) a 0 is written instead, and nothing is read.
__device__ void copy_async(float* to, const float* from, bool inside)
{
    __pipeline_memcpy_async(to, from, sizeof(float), inside ? 0 : sizeof(float));
}

extern "C" __global__ void async_copy_tiles(const float* A, const float* B, float* C, int M, int N, int K,
                                            int lda, int ldb, int ldc, float alpha, float beta)
{
    __shared__ float tile_a[2][TILE][TILE];
    __shared__ float tile_b[2][TILE][TILE];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;

    // Starts the copies of the tiles at k0 into one of the two buffers, and closes them as one group.
    auto fetch = [&](int buffer, int k0) {
        copy_async(&tile_a[buffer][ty][tx], &A[row * lda + k0 + tx], row < M && k0 + tx < K);
        copy_async(&tile_b[buffer][ty][tx], &B[(k0 + ty) * ldb + col], k0 + ty < K && col < N);
        __pipeline_commit();
    };

    float sum = 0.0f;
    int now = 0;
    fetch(now, 0);
    for (int k0 = 0; k0 < K; k0 += TILE) {
        __pipeline_wait_prior(0);
        if (row < M && col < N)
            __syncthreads();
        if (k0 + TILE < K)
            fetch(now ^ 1, k0 + TILE);

        for (int k = 0; k < TILE; ++k)
            sum += tile_a[now][ty][k] * tile_b[now][k][tx];
        now ^= 1;
    }

    if (row < M && col < N) {
        float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
        C[row * ldc + col] = alpha * sum + old;
    }
}
