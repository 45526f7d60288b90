// Double-buffered SGEMM: while a block multiplies one pair of tiles, the next pair is already on its way.
// 256 threads make a 128 x 128 tile of C, 8 x 8 values each, in steps of 8 along K.
// A block whose tile lies inside C, on aligned rows, loads without guards: for such blocks the loop over K is compiled
// once more (INSIDE). At 4096 x 4096 that is every block.

constexpr int BM = 128, BN = 128, BK = 8;
constexpr int HALF = 64;    // a thread's rows lie in two halves of the tile, 64 apart, and so do its columns
constexpr int PAD = 4;      // rows of the transposed tile of A start four banks apart and stay 16-byte aligned

__shared__ __align__(16) float tile_a[2][BK][BM + PAD];    // transposed: tile_a[buffer][k][row]
__shared__ __align__(16) float tile_b[2][BK][BN];

// Four neighbouring values of a row of which `left` remain; 0 beyond its end.
template <bool INSIDE>
__device__ float4 load4(const float* from, int left)
{
    if (INSIDE || (left >= 4 && reinterpret_cast<size_t>(from) % 16 == 0))
        return *reinterpret_cast<const float4*>(from);
    return float4{left > 0 ? from[0] : 0.0f, left > 1 ? from[1] : 0.0f, left > 2 ? from[2] : 0.0f,
                  left > 3 ? from[3] : 0.0f};
}

// Four neighbouring results: to = alpha * sum + beta * to, as many as remain in the row.
__device__ void store4(float* to, int left, const float* sum, float alpha, float beta)
{
    if (left >= 4 && reinterpret_cast<size_t>(to) % 16 == 0) {
        float4 old = beta == 0.0f ? float4{} : *reinterpret_cast<const float4*>(to);
        *reinterpret_cast<float4*>(to) = float4{alpha * sum[0] + beta * old.x, alpha * sum[1] + beta * old.y,
                                                alpha * sum[2] + beta * old.z, alpha * sum[3] + beta * old.w};
        return;
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        if (i < left)
            to[i] = alpha * sum[i] + (beta == 0.0f ? 0.0f : beta * to[i]);
}

// The sums of this thread over all of K. row, col: where in the block's tile its rows and columns begin.
template <bool INSIDE>
__device__ void add_up(const float* A, const float* B, int M, int N, int K, int lda, int ldb, int row, int col,
                       float (&sum)[8][8])
{
    int thread = threadIdx.y * 16 + threadIdx.x;

    // What this thread loads: four values of one row of A, four of one row of B.
    int a_row = thread / 2, a_col = thread % 2 * 4;
    int b_row = thread / 32, b_col = thread % 32 * 4;
    int left_a = blockIdx.y * BM + a_row < M ? K - a_col : 0;
    int left_b = N - (blockIdx.x * BN + b_col);
    const float* from_a = A + (blockIdx.y * BM + a_row) * lda + a_col;
    const float* from_b = B + b_row * ldb + blockIdx.x * BN + b_col;

    float4 a_in = load4<INSIDE>(from_a, left_a);
    float4 b_in = load4<INSIDE>(from_b, b_row < K ? left_b : 0);
    int now = 0;
#pragma unroll (INSIDE ? 2 : 1)    // inside, two rounds are one turn of the loop: `now` is a constant in each of them
    for (int k0 = 0; k0 < K; k0 += BK) {
        // TODO(1): put what arrived into buffer `now` (A transposed), let everybody finish that, then move on both
        // pointers and send for the next pair of tiles, if there is one: nobody waits for it before the multiplying is
        // done. All 128 registers are taken. (about 12 lines)

#pragma unroll
        for (int k = 0; k < BK; ++k) {
            float a[8], b[8];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                a[i] = tile_a[now][k][row + i];
                a[i + 4] = tile_a[now][k][row + HALF + i];
                b[i] = tile_b[now][k][col + i];
                b[i + 4] = tile_b[now][k][col + HALF + i];
            }
#pragma unroll
            for (int m = 0; m < 8; ++m)
#pragma unroll
                for (int n = 0; n < 8; ++n)
                    sum[m][n] += a[m] * b[n];
        }

        // TODO(2): which buffer is next? (1 line)
    }
}

extern "C" __global__ void __launch_bounds__(256, 2)
sgemm_double_buffered(const float* A, const float* B, float* C, int M, int N, int K,
                      int lda, int ldb, int ldc, float alpha, float beta)
{
    // What this thread computes: rows row .. row + 3 and 64 further, columns col .. col + 3 and 64 further.
    // Neighbouring lanes share their columns, lanes two apart their rows.
    int thread = threadIdx.y * 16 + threadIdx.x;
    int row = (thread / 32 * 2 + thread % 2) * 4;
    int col = thread / 2 % 16 * 4;
    float sum[8][8] = {};

    bool whole = (blockIdx.y + 1) * BM <= M && (blockIdx.x + 1) * BN <= N && K % BK == 0;
    bool aligned = lda % 4 == 0 && ldb % 4 == 0;
    if (whole && aligned)
        add_up<true>(A, B, M, N, K, lda, ldb, row, col, sum);
    else
        add_up<false>(A, B, M, N, K, lda, ldb, row, col, sum);

#pragma unroll
    for (int m = 0; m < 8; ++m) {
        int c_row = blockIdx.y * BM + row + m % 4 + m / 4 * HALF;
#pragma unroll
        for (int n = 0; n < 8; n += 4) {
            int c_col = blockIdx.x * BN + col + n / 4 * HALF;
            if (c_row < M)
                store4(&C[c_row * ldc + c_col], N - c_col, &sum[m][n], alpha, beta);
        }
    }
}
