// Warp-tiled SGEMM: between the tile of the block and the results of a thread stands the tile of a warp.
// 256 threads make a 128 x 128 tile of C, each of the 8 warps 32 x 64 of it, each thread 8 x 8, in steps of 8 along K.
// Two pipelines, one in the other: tiles come as in module 08, and the fragments of a k while those before it multiply.

constexpr int BM = 128, BN = 128, BK = 8;    // the block's tile
constexpr int WM = 32, WN = 64;              // a warp's tile
constexpr int TM = 8, TN = 8;                // a thread's results, in pieces of 4 x 4
constexpr int LANES_DOWN = WM / TM, LANES_ACROSS = WN / TN;    // 4 x 8 lanes: a piece of each makes 16 x 32 results
constexpr int PAD = 4;                       // rows of the transposed tile of A start four banks apart, and aligned
constexpr int GROUP = 8;                     // rows of blocks that are walked together

__shared__ __align__(16) float tile_a[2][BK][BM + PAD];    // transposed: tile_a[buffer][k][row]
__shared__ __align__(16) float tile_b[2][BK][BN];

// What a thread multiplies for one k: the values of its rows and of its columns.
struct Fragments {
    float a[TM], b[TN];
};

// Four neighbouring values of a row of which `left` remain; 0 beyond its end.
__device__ float4 load4(const float* from, int left)
{
    if (left >= 4 && reinterpret_cast<size_t>(from) % 16 == 0)
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

// Four neighbouring k of one row of A go to four rows of the transposed tile.
__device__ void store_a(int buffer, int a_row, int a_col, float4 in)
{
    tile_a[buffer][a_col + 0][a_row] = in.x;
    tile_a[buffer][a_col + 1][a_row] = in.y;
    tile_a[buffer][a_col + 2][a_row] = in.z;
    tile_a[buffer][a_col + 3][a_row] = in.w;
}

// The fragments of a thread for one k. a_row, b_row: the rows of the two tiles for this k; row, col: where in the
// block's tile the thread's first piece lies. Its next one begins LANES_DOWN * 4 rows further down, LANES_ACROSS * 4
// columns to the right.
__device__ void read(Fragments& f, const float* a_row, const float* b_row, int row, int col)
{
    // TODO(1): f.a[m] belongs to piece m / 4 and there to row m % 4; f.b[n] to piece n / 4 and there to column n % 4.
    // (6 lines)
    // BEGIN SOLUTION
#pragma unroll
    for (int m = 0; m < TM; ++m)
        f.a[m] = a_row[row + m / 4 * (LANES_DOWN * 4) + m % 4];
#pragma unroll
    for (int n = 0; n < TN; ++n)
        f.b[n] = b_row[col + n / 4 * (LANES_ACROSS * 4) + n % 4];
    // END SOLUTION
}

// sum[m][n] += f.a[m] * f.b[n], down one column of the thread's results and up the next: one of two factors stays.
__device__ void multiply(const Fragments& f, float (&sum)[TM][TN])
{
#pragma unroll
    for (int n = 0; n < TN; ++n)
#pragma unroll
        for (int i = 0; i < TM; ++i) {
            int m = n % 2 == 0 ? i : TM - 1 - i;
            sum[m][n] += f.a[m] * f.b[n];
        }
}

// The sums of this thread over all of K, for a block whose tile lies inside C, on aligned rows: no guards. A, B: where
// the rows and the columns of the block begin.
__device__ void add_up(const float* A, const float* B, int K, int lda, int ldb, int row, int col, float (&sum)[TM][TN])
{
    // What this thread loads: four values of one row of A, four of one row of B.
    int thread = threadIdx.x;
    int a_row = thread / 2, a_col = thread % 2 * 4;
    int b_row = thread / 32, b_col = thread % 32 * 4;
    const float* from_a = A + a_row * lda + a_col;
    const float* from_b = B + b_row * ldb + b_col;

    float4 a_in = *reinterpret_cast<const float4*>(from_a);
    float4 b_in = *reinterpret_cast<const float4*>(from_b);
    store_a(0, a_row, a_col, a_in);
    *reinterpret_cast<float4*>(&tile_b[0][b_row][b_col]) = b_in;
    __syncthreads();

    Fragments f[2];
    read(f[0], tile_a[0][0], tile_b[0][0], row, col);
    int now = 0;
#pragma unroll 2    // two rounds are one turn of the loop: `now` is a constant in each of them
    for (int k0 = 0; k0 < K; k0 += BK) {
        bool more = k0 + BK < K;
        int then = now ^ int(more);    // behind the last tile this one again: no branch around the reads
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            if (k == 0 && more) {
                from_a += BK;
                from_b += BK * ldb;
                a_in = *reinterpret_cast<const float4*>(from_a);
                b_in = *reinterpret_cast<const float4*>(from_b);
            }
            // Apart, and not last: half of the multiplying hides the loads, and no store stands before the barrier.
            if (k == 4 && more)
                store_a(now ^ 1, a_row, a_col, a_in);
            if (k == 6 && more)
                *reinterpret_cast<float4*>(&tile_b[now ^ 1][b_row][b_col]) = b_in;

            // TODO(2): the fragments of the next k into f[(k + 1) % 2]. Behind the last k of a tile comes the first of
            // the tile in buffer `then`, which must be complete. (6 lines)
            // BEGIN SOLUTION
            if (k + 1 < BK) {
                read(f[(k + 1) % 2], tile_a[now][k + 1], tile_b[now][k + 1], row, col);
            } else {
                __syncthreads();
                read(f[0], tile_a[then][0], tile_b[then][0], row, col);
            }
            // END SOLUTION
            multiply(f[k % 2], sum);
        }
        now ^= 1;
    }
}

// The same for all other blocks: guards, one buffer, two barriers a tile.
__device__ void add_up_guarded(const float* A, const float* B, int rows, int cols, int K, int lda, int ldb, int row,
                               int col, float (&sum)[TM][TN])
{
    int thread = threadIdx.x;
    int a_row = thread / 2, a_col = thread % 2 * 4;
    int b_row = thread / 32, b_col = thread % 32 * 4;

    for (int k0 = 0; k0 < K; k0 += BK) {
        int left_a = a_row < rows ? K - k0 - a_col : 0;
        int left_b = k0 + b_row < K ? cols - b_col : 0;
        store_a(0, a_row, a_col, load4(A + a_row * lda + k0 + a_col, left_a));
        *reinterpret_cast<float4*>(&tile_b[0][b_row][b_col]) = load4(B + (k0 + b_row) * ldb + b_col, left_b);
        __syncthreads();
#pragma unroll 1
        for (int k = 0; k < BK; ++k) {
            Fragments f;
            read(f, tile_a[0][k], tile_b[0][k], row, col);
            multiply(f, sum);
        }
        __syncthreads();
    }
}

// The results of this thread: C = alpha * sum + beta * C. C: where the block's tile begins, of which rows x cols exist.
__device__ void write(float* C, int rows, int cols, int ldc, int row, int col, float alpha, float beta,
                      const float (&sum)[TM][TN])
{
#pragma unroll
    for (int m = 0; m < TM; ++m) {
        int c_row = row + m / 4 * (LANES_DOWN * 4) + m % 4;
#pragma unroll
        for (int n = 0; n < TN; n += 4) {
            int c_col = col + n / 4 * (LANES_ACROSS * 4);
            if (c_row < rows)
                store4(&C[c_row * ldc + c_col], cols - c_col, &sum[m][n], alpha, beta);
        }
    }
}

extern "C" __global__ void __launch_bounds__(256, 2)
sgemm_warp_tiled(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int M, int N, int K,
                 int lda, int ldb, int ldc, float alpha, float beta)
{
    // The block's tile: in groups of GROUP rows of tiles, column by column.
    int number = blockIdx.y * gridDim.x + blockIdx.x;
    int above = number / (GROUP * gridDim.x) * GROUP;
    int group_rows = min(int(gridDim.y) - above, GROUP);
    int within = number - above * gridDim.x;
    int block_row = (above + within % group_rows) * BM;
    int block_col = within / group_rows * BN;

    // What this thread computes: its first piece, in the block's tile.
    // TODO(3): the place of the warp among the warps, and of the lane among the lanes of the warp, so that lane ^ 1 has
    // the same columns and lane ^ 2 the same rows. (5 lines)
    // BEGIN SOLUTION
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int lane_row = lane % 2 + lane / 4 % 2 * 2;
    int lane_col = lane / 2 % 2 + lane / 8 * 2;
    int row = warp / (BN / WN) * WM + lane_row * 4;
    int col = warp % (BN / WN) * WN + lane_col * 4;
    // END SOLUTION
    // BEGIN STARTER
    //| int row = 0;
    //| int col = 0;
    // END STARTER
    float sum[TM][TN] = {};

    const float* a_rows = A + block_row * lda;
    const float* b_cols = B + block_col;
    C += block_row * ldc + block_col;
    bool whole = block_row + BM <= M && block_col + BN <= N && K % BK == 0;
    bool aligned = lda % 4 == 0 && ldb % 4 == 0;
    if (whole && aligned) {    // up to its end, so that the compiler need not hold registers for both kinds of blocks
        add_up(a_rows, b_cols, K, lda, ldb, row, col, sum);
        write(C, M - block_row, N - block_col, ldc, row, col, alpha, beta, sum);
        return;
    }
    add_up_guarded(a_rows, b_cols, M - block_row, N - block_col, K, lda, ldb, row, col, sum);
    write(C, M - block_row, N - block_col, ldc, row, col, alpha, beta, sum);
}
