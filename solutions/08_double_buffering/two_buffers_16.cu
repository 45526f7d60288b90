// Tiled SGEMM, 16 x 16, one tile ahead: C = alpha * A * B + beta * C, all row-major.
// While the block multiplies one pair of tiles, each thread's two elements of the next pair travel to registers. Two buffers for
// each tile, and one barrier a round.

constexpr int TILE = 16;

extern "C" __global__ void two_buffers_16(const float* A, const float* B, float* C, int M, int N, int K,
                                          int lda, int ldb, int ldc, float alpha, float beta)
{
    __shared__ float tile_a[2][TILE][TILE];
    __shared__ float tile_b[2][TILE][TILE];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;

    // This thread's elements of the tiles that begin at k0. What lies outside a matrix is 0, and is not read.
    auto element_a = [&](int k0) { return row < M && k0 + tx < K ? A[row * lda + k0 + tx] : 0.0f; };
    auto element_b = [&](int k0) { return k0 + ty < K && col < N ? B[(k0 + ty) * ldb + col] : 0.0f; };

    float a_in = element_a(0);    // the first pair has nothing to hide behind
    float b_in = element_b(0);
    float sum = 0.0f;
    int now = 0;
    for (int k0 = 0; k0 < K; k0 += TILE) {
        // TODO(1): put what has arrived at this thread's place in buffer `now` of both tiles, wait for each other, and send
        // for the elements of the next pair. In this order: why? (5 lines)
        // BEGIN SOLUTION
        tile_a[now][ty][tx] = a_in;
        tile_b[now][ty][tx] = b_in;
        __syncthreads();
        a_in = element_a(k0 + TILE);
        b_in = element_b(k0 + TILE);
        // END SOLUTION

        for (int k = 0; k < TILE; ++k)
            sum += tile_a[now][ty][k] * tile_b[now][k][tx];

        // TODO(2): which buffer is next? (1 line)
        // BEGIN SOLUTION
        now ^= 1;
        // END SOLUTION
    }

    if (row < M && col < N) {
        float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
        C[row * ldc + col] = alpha * sum + old;
    }
}
