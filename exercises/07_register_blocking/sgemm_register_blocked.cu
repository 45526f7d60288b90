// Register-blocked SGEMM: C = alpha * A * B + beta * C, all row-major.
// A block of 16 x 16 threads computes 128 x 128 values of C, 8 x 8 neighbours each, in steps of 8 along K.
// Global memory is read and written four floats at a time wherever a row is aligned and wide enough.

constexpr int BM = 128, BN = 128, BK = 8;    // a block's tile of C, and how deep its tiles of A and B are
constexpr int TM = 8, TN = 8;                // a thread's tile of C

// Four neighbours of a row, of which only the first `left` belong to the matrix: the others are 0.
__device__ float4 load4(const float* from, int left)
{
    if (left >= 4 && reinterpret_cast<size_t>(from) % 16 == 0)
        return *reinterpret_cast<const float4*>(from);
    return float4{left > 0 ? from[0] : 0.0f, left > 1 ? from[1] : 0.0f,
                  left > 2 ? from[2] : 0.0f, left > 3 ? from[3] : 0.0f};
}

__device__ void store4(float* to, float4 value, int left)
{
    if (left >= 4 && reinterpret_cast<size_t>(to) % 16 == 0) {
        *reinterpret_cast<float4*>(to) = value;
        return;
    }
    if (left > 0) to[0] = value.x;
    if (left > 1) to[1] = value.y;
    if (left > 2) to[2] = value.z;
    if (left > 3) to[3] = value.w;
}

// Four neighbours of C. beta = 0 means that C is only written: what it held before must not matter.
__device__ void update4(float* c, const float* sum, int left, float alpha, float beta)
{
    float4 old = beta == 0.0f ? float4{} : load4(c, left);
    store4(c, float4{alpha * sum[0] + beta * old.x, alpha * sum[1] + beta * old.y,
                     alpha * sum[2] + beta * old.z, alpha * sum[3] + beta * old.w}, left);
}

extern "C" __global__ void __launch_bounds__(256, 2)
sgemm_register_blocked(const float* A, const float* B, float* C, int M, int N, int K,
                       int lda, int ldb, int ldc, float alpha, float beta)
{
    __shared__ __align__(16) float tile_a[BM][BK];
    __shared__ __align__(16) float tile_b[BK][BN];

    int tx = threadIdx.x;
    int ty = threadIdx.y;

    // What this thread loads of every tile: four neighbours of A, two threads a row; four of B, 32 threads a row.
    int thread = ty * 16 + tx;
    int a_row = thread / 2, a_col = thread % 2 * 4;
    int b_row = thread / 32, b_col = thread % 32 * 4;
    int row = blockIdx.y * BM + a_row;
    int col = blockIdx.x * BN + b_col;
    const float* from_a = A + row * lda + a_col;
    const float* from_b = B + b_row * ldb + col;

    float sum[TM][TN] = {};
    for (int k0 = 0; k0 < K; k0 += BK) {
        float4 of_a = load4(from_a + k0, row < M ? K - k0 - a_col : 0);
        float4 of_b = load4(from_b + k0 * ldb, k0 + b_row < K ? N - col : 0);
        *reinterpret_cast<float4*>(&tile_a[a_row][a_col]) = of_a;
        *reinterpret_cast<float4*>(&tile_b[b_row][b_col]) = of_b;

        // TODO(1): for each k of the tiles, 0 ... BK - 1, copy two fragments into arrays of this thread: TM floats of
        // column k of tile_a, its rows from ty * TM on, and TN floats of row k of tile_b, its columns from tx * TN on.
        // Then add each product of a value of the one and a value of the other to its place in sum. Put #pragma unroll
        // before every loop: the arrays stay in registers only if the compiler knows all of their indices. And at two
        // places all threads of the block have to wait for each other, as in sgemm_tiled. (about 16 lines)
    }

#pragma unroll
    for (int m = 0; m < TM; ++m) {
        int c_row = blockIdx.y * BM + ty * TM + m;
#pragma unroll
        for (int n = 0; n < TN; n += 4) {
            int c_col = blockIdx.x * BN + tx * TN + n;
            update4(C + c_row * ldc + c_col, &sum[m][n], c_row < M ? N - c_col : 0, alpha, beta);
        }
    }
}
