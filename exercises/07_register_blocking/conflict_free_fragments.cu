// Register-blocked SGEMM without bank conflicts: C = alpha * A * B + beta * C, all row-major.
// Do sgemm_register_blocked first: its kernel stands here, finished. One addition: a block whose tile lies inside C, on
// aligned rows, loads without guards, and for such blocks the loop over K is compiled once more (INSIDE).
// Only one question is left: which eight columns does a thread own? With eight neighbours, tx * 8 ... tx * 8 + 7, the
// result is right, but the lanes of a warp collide when they read tile_b.

constexpr int BM = 128, BN = 128, BK = 8;    // a block's tile of C, and how deep its tiles of A and B are
constexpr int TM = 8, TN = 8;                // a thread's tile of C

__shared__ __align__(16) float tile_a[BM][BK];
__shared__ __align__(16) float tile_b[BK][BN];

// Four neighbours of a row, of which only the first `left` belong to the matrix: the others are 0.
template <bool INSIDE = false>
__device__ float4 load4(const float* from, int left)
{
    if (INSIDE || (left >= 4 && reinterpret_cast<size_t>(from) % 16 == 0))
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

// The sums of this thread over all of K.
template <bool INSIDE>
__device__ void add_up(const float* A, const float* B, int M, int N, int K, int lda, int ldb, float (&sum)[TM][TN])
{
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

#pragma unroll 2
    for (int k0 = 0; k0 < K; k0 += BK) {
        float4 of_a = load4<INSIDE>(from_a + k0, row < M ? K - k0 - a_col : 0);
        float4 of_b = load4<INSIDE>(from_b + k0 * ldb, k0 + b_row < K ? N - col : 0);
        *reinterpret_cast<float4*>(&tile_a[a_row][a_col]) = of_a;
        *reinterpret_cast<float4*>(&tile_b[b_row][b_col]) = of_b;

        __syncthreads();

#pragma unroll
        for (int k = 0; k < BK; ++k) {
            float a[TM], b[TN];
#pragma unroll
            for (int m = 0; m < TM; ++m)
                a[m] = tile_a[ty * TM + m][k];
#pragma unroll
            for (int n = 0; n < TN; ++n) {
                // TODO(1): read this thread's n-th column of row k of tile_b. Lanes tx = 0, 1, 2 ... should meet in no
                // bank, and four values must still be neighbours, so that one instruction can fetch them. (1 line)
                b[n] = tile_b[k][tx * TN + n];
            }
#pragma unroll
            for (int m = 0; m < TM; ++m)
#pragma unroll
                for (int n = 0; n < TN; ++n)
                    sum[m][n] += a[m] * b[n];
        }
        __syncthreads();
    }
}

extern "C" __global__ void __launch_bounds__(256, 2)
conflict_free_fragments(const float* A, const float* B, float* C, int M, int N, int K,
                        int lda, int ldb, int ldc, float alpha, float beta)
{
    bool whole = (blockIdx.y + 1) * BM <= M && (blockIdx.x + 1) * BN <= N && K % BK == 0;
    bool aligned = lda % 4 == 0 && ldb % 4 == 0;
    float sum[TM][TN] = {};
    if (whole && aligned)
        add_up<true>(A, B, M, N, K, lda, ldb, sum);
    else
        add_up<false>(A, B, M, N, K, lda, ldb, sum);

    int tx = threadIdx.x;
    int ty = threadIdx.y;
#pragma unroll
    for (int m = 0; m < TM; ++m) {
        int c_row = blockIdx.y * BM + ty * TM + m;
#pragma unroll
        for (int n = 0; n < TN; n += 4) {
            // TODO(2): the column of C in which the sums n ... n + 3 of this thread belong (n is 0 or 4). (1 line)
            int c_col = blockIdx.x * BN + tx * TN + n;
            update4(C + c_row * ldc + c_col, &sum[m][n], c_row < M ? N - c_col : 0, alpha, beta);
        }
    }
}
