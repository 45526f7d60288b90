// The warp-tiled SGEMM with its sizes to choose. 256 threads; the block's tile is BM x BN, in steps of BK along K; a
// warp's is WM x WN; a thread has TM x TN results in pieces of 4 x 4. A block takes one tile after the other, so that
// any grid will do. (One pipeline only, that of the tiles: every choice must compile in a second.)

// TODO(1): choose the sizes: as few wavefronts as possible, no more registers than a thread can have. 8 warps must
// cover the block's tile, 32 lanes the warp's; TM and TN are multiples of 4, and the numbers of lanes down and across a
// warp are even. `grader check` counts, `grader tune` compares. (7 numbers)
// BEGIN SOLUTION
#ifndef BM
#define BM 128     // rows of the block's tile
#endif
#ifndef BN
#define BN 256     // columns of it
#endif
#ifndef BK
#define BK 8       // steps of k that a tile holds
#endif
#ifndef WM
#define WM 64      // rows of a warp's tile
#endif
#ifndef WN
#define WN 64      // columns of it
#endif
#ifndef TM
#define TM 8       // rows of a thread's results
#endif
#ifndef TN
#define TN 16      // columns of them
#endif
// END SOLUTION
// BEGIN STARTER
//| #ifndef BM
//| #define BM 64      // rows of the block's tile
//| #endif
//| #ifndef BN
//| #define BN 64      // columns of it
//| #endif
//| #ifndef BK
//| #define BK 16      // steps of k that a tile holds
//| #endif
//| #ifndef WM
//| #define WM 16      // rows of a warp's tile
//| #endif
//| #ifndef WN
//| #define WN 32      // columns of it
//| #endif
//| #ifndef TM
//| #define TM 4       // rows of a thread's results
//| #endif
//| #ifndef TN
//| #define TN 4       // columns of them
//| #endif
// END STARTER

constexpr int THREADS = 256;
constexpr int LANES_DOWN = WM / TM, LANES_ACROSS = WN / TN;
constexpr int PAD = 4;
constexpr int A_FOURS = (BM * BK / 4 + THREADS - 1) / THREADS;    // loads of a thread for one tile of A, of B
constexpr int B_FOURS = (BK * BN / 4 + THREADS - 1) / THREADS;
constexpr int AT_ONCE = TM * TN > 192 ? 1 : BK;    // sums that spill take the compiler long enough for a single k

static_assert(TM % 4 == 0 && TN % 4 == 0 && BK % 4 == 0, "pieces are 4 x 4, and A is loaded four k at a time");
static_assert(WM % TM == 0 && WN % TN == 0 && LANES_DOWN * LANES_ACROSS == 32, "a warp has 32 lanes");
static_assert(LANES_DOWN % 2 == 0 && LANES_ACROSS % 2 == 0, "lanes go in pairs");
static_assert(BM % WM == 0 && BN % WN == 0 && (BM / WM) * (BN / WN) == THREADS / 32, "a block has 8 warps");

__shared__ __align__(16) float tile_a[2][BK][BM + PAD];    // transposed: tile_a[buffer][k][row]
__shared__ __align__(16) float tile_b[2][BK][BN];

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

struct Arriving { float4 a[A_FOURS], b[B_FOURS]; };

// Sends for what this thread loads of the tiles at k0: every THREADS-th four of A's tile, and of B's.
__device__ void fetch(Arriving& in, const float* A, const float* B, int M, int N, int K, int lda, int ldb,
                      int block_row, int block_col, int k0)
{
#pragma unroll
    for (int i = 0; i < A_FOURS; ++i) {
        int four = threadIdx.x + i * THREADS, row = block_row + four / (BK / 4), k = k0 + four % (BK / 4) * 4;
        in.a[i] = load4(A + row * lda + k, four < BM * BK / 4 && row < M ? K - k : 0);
    }
#pragma unroll
    for (int i = 0; i < B_FOURS; ++i) {
        int four = threadIdx.x + i * THREADS, k = k0 + four / (BN / 4), col = block_col + four % (BN / 4) * 4;
        in.b[i] = load4(B + k * ldb + col, four < BK * BN / 4 && k < K ? N - col : 0);
    }
}

// Puts what arrived into buffer `now`.
__device__ void put(const Arriving& in, int now)
{
#pragma unroll
    for (int i = 0; i < A_FOURS; ++i) {
        int four = threadIdx.x + i * THREADS, row = four / (BK / 4), k = four % (BK / 4) * 4;
        if (BM * BK / 4 % THREADS != 0 && four >= BM * BK / 4)
            break;
        tile_a[now][k + 0][row] = in.a[i].x;
        tile_a[now][k + 1][row] = in.a[i].y;
        tile_a[now][k + 2][row] = in.a[i].z;
        tile_a[now][k + 3][row] = in.a[i].w;
    }
#pragma unroll
    for (int i = 0; i < B_FOURS; ++i) {
        int four = threadIdx.x + i * THREADS;
        if (BK * BN / 4 % THREADS != 0 && four >= BK * BN / 4)
            break;
        *reinterpret_cast<float4*>(&tile_b[now][four / (BN / 4)][four % (BN / 4) * 4]) = in.b[i];
    }
}

extern "C" __global__ void __launch_bounds__(THREADS)
tune_tiles(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb, int ldc, float alpha,
           float beta)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = warp / (BN / WN) * WM + (lane / (2 * LANES_ACROSS) * 2 + lane % 2) * 4;
    int col = warp % (BN / WN) * WN + lane / 2 % LANES_ACROSS * 4;
    int across = (N + BN - 1) / BN, tiles = (M + BM - 1) / BM * across;

    for (int tile = blockIdx.y * gridDim.x + blockIdx.x; tile < tiles; tile += gridDim.x * gridDim.y) {
        int block_row = tile / across * BM, block_col = tile % across * BN;
        float sum[TM][TN] = {};
        Arriving in;
        fetch(in, A, B, M, N, K, lda, ldb, block_row, block_col, 0);
        int now = 0;
#pragma unroll 1
        for (int k0 = 0; k0 < K; k0 += BK) {
            put(in, now);
            __syncthreads();
            if (k0 + BK < K)
                fetch(in, A, B, M, N, K, lda, ldb, block_row, block_col, k0 + BK);
#pragma unroll AT_ONCE
            for (int k = 0; k < BK; ++k) {
                float a[TM], b[TN];
#pragma unroll
                for (int m = 0; m < TM; ++m)
                    a[m] = tile_a[now][k][row + m / 4 * (LANES_DOWN * 4) + m % 4];
#pragma unroll
                for (int n = 0; n < TN; ++n)
                    b[n] = tile_b[now][k][col + n / 4 * (LANES_ACROSS * 4) + n % 4];
#pragma unroll
                for (int m = 0; m < TM; ++m)
#pragma unroll
                    for (int n = 0; n < TN; ++n)
                        sum[m][n] += a[m] * b[n];
            }
            now ^= 1;
        }
        __syncthreads();    // the next tile of C begins with buffer 0 again

#pragma unroll
        for (int m = 0; m < TM; ++m) {
            int c_row = block_row + row + m / 4 * (LANES_DOWN * 4) + m % 4;
#pragma unroll
            for (int n = 0; n < TN; n += 4) {
                int c_col = block_col + col + n / 4 * (LANES_ACROSS * 4);
                if (c_row < M)
                    store4(&C[c_row * ldc + c_col], N - c_col, &sum[m][n], alpha, beta);
            }
        }
    }
}
