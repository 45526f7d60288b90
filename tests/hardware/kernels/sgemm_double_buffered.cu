// Tiled SGEMM with two tiles of each operand: the next tile is fetched while the present one is used. One barrier a
// tile. TILE: edge of block and tiles. M, N and K are multiples of TILE.
#ifndef TILE
#define TILE 16
#endif

extern "C" __global__ void sgemm_double_buffered(const float* A, const float* B, float* C, int M, int N, int K,
                                                 int lda, int ldb, int ldc, float alpha, float beta) {
    __shared__ float tile_a[2][TILE][TILE];
    __shared__ float tile_b[2][TILE][TILE];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    tile_a[0][ty][tx] = A[row * lda + tx];
    tile_b[0][ty][tx] = B[ty * ldb + col];
    __syncthreads();
    float sum = 0.0f;
    int now = 0;
    for (int start = 0; start < K; start += TILE) {
        int next = start + TILE;
        float a_next = 0.0f, b_next = 0.0f;
        if (next < K) {
            a_next = A[row * lda + next + tx];
            b_next = B[(next + ty) * ldb + col];
        }
        for (int k = 0; k < TILE; ++k) {
            sum += tile_a[now][ty][k] * tile_b[now][k][tx];
        }
        if (next < K) {
            tile_a[now ^ 1][ty][tx] = a_next;
            tile_b[now ^ 1][ty][tx] = b_next;
        }
        __syncthreads();
        now ^= 1;
    }
    C[row * ldc + col] = beta == 0.0f ? alpha * sum : alpha * sum + beta * C[row * ldc + col];
}

// 64 x 64 block of C, 4 x 4 values a thread, transposed A tile, float4, double buffered. Multiples of 64 (K: of 16).
constexpr int EDGE = 64, DEPTH = 16;

extern "C" __global__ void sgemm_double_buffered_float4(const float* A, const float* B, float* C, int M, int N, int K,
                                                        int lda, int ldb, int ldc, float alpha, float beta) {
    __shared__ __align__(16) float tile_a[2][DEPTH][EDGE];
    __shared__ __align__(16) float tile_b[2][DEPTH][EDGE];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int tid = ty * 16 + tx;
    int a_row = tid / 4, a_col = tid % 4 * 4;
    int b_row = tid / 16, b_col = tid % 16 * 4;
    const float* a_from = A + (blockIdx.y * EDGE + a_row) * lda + a_col;
    const float* b_from = B + b_row * ldb + blockIdx.x * EDGE + b_col;
    float sum[4][4] = {};
    float4 a4 = *reinterpret_cast<const float4*>(a_from);
    float4 b4 = *reinterpret_cast<const float4*>(b_from);
    for (int start = 0, now = 0; start < K; start += DEPTH, now ^= 1) {
        tile_a[now][a_col + 0][a_row] = a4.x;
        tile_a[now][a_col + 1][a_row] = a4.y;
        tile_a[now][a_col + 2][a_row] = a4.z;
        tile_a[now][a_col + 3][a_row] = a4.w;
        *reinterpret_cast<float4*>(&tile_b[now][b_row][b_col]) = b4;
        __syncthreads();
        if (start + DEPTH < K) {
            a_from += DEPTH;
            b_from += DEPTH * ldb;
            a4 = *reinterpret_cast<const float4*>(a_from);
            b4 = *reinterpret_cast<const float4*>(b_from);
        }
        for (int k = 0; k < DEPTH; ++k) {
            float4 a = *reinterpret_cast<float4*>(&tile_a[now][k][ty * 4]);
            float4 b = *reinterpret_cast<float4*>(&tile_b[now][k][tx * 4]);
            float a_row4[4] = {a.x, a.y, a.z, a.w};
            float b_col4[4] = {b.x, b.y, b.z, b.w};
            for (int m = 0; m < 4; ++m)
                for (int n = 0; n < 4; ++n) sum[m][n] += a_row4[m] * b_col4[n];
        }
    }
    for (int m = 0; m < 4; ++m) {
        int at = (blockIdx.y * EDGE + ty * 4 + m) * ldc + blockIdx.x * EDGE + tx * 4;
        for (int n = 0; n < 4; ++n) {
            C[at + n] = beta == 0.0f ? alpha * sum[m][n] : alpha * sum[m][n] + beta * C[at + n];
        }
    }
}
