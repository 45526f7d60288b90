// Shared-memory tiled SGEMM: C = alpha * A * B + beta * C, all row-major.
// A block of 16 x 16 threads computes a 16 x 16 tile of C, one element a thread. It walks along K in steps of one
// tile: the block loads a tile of A and a tile of B together, then every thread reads sixteen values of each.

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
        // TODO(1): each thread loads one element of A into tile_a and one of B into tile_b.
        // What lies outside its matrix counts as 0. (about 4 lines)

        // TODO(2): add the products of this thread's row of tile_a and its column of tile_b to sum.
        // At two places all threads of the block must wait for each other: find them. (about 4 lines)
    }

    // beta = 0 means that C is only written: what it held before must not matter.
    if (row < M && col < N) {
        float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
        C[row * ldc + col] = alpha * sum + old;
    }
}
