// C = alpha A B + beta C in row-major order, a ladder from one product a thread to copies that overlap the arithmetic.
#include <cuda/pipeline>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <stdint.h>

struct Problem {
    int m, n, k;
    float alpha, beta;

    // Without beta the old C is not even looked at: it may be anything.
    __device__ void finish(float* C, int row, int col, float product) const {
        if (row >= m || col >= n) return;
        float& c = C[row * n + col];
        c = beta == 0.0f ? alpha * product : fmaf(beta, c, alpha * product);
    }
};

// A matrix that is 0 outside.
struct Padded {
    const float* data;
    int rows, cols;
    __device__ float operator()(int r, int c) const { return r < rows && c < cols ? __ldg(data + r * cols + c) : 0.0f; }
};

// Rung 1: neighbouring threads have neighbouring rows, so that a warp reads a column of A.
extern "C" __global__ void naive(const float* A, const float* B, float* C, Problem p) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= p.m || col >= p.n) return;
    const float* a = A + row * p.k;
    const float* b = B + col;
    float sum = 0.0f;
    for (int left = p.k; left > 0; --left, b += p.n) sum += *a++ * *b;
    p.finish(C, row, col, sum);
}

// Rung 2: neighbouring threads have neighbouring columns, wherever the rows end.
extern "C" __global__ void coalesced(const float* A, const float* B, float* C, Problem p) {
    for (int at = blockIdx.x * blockDim.x + threadIdx.x; at < p.m * p.n; at += gridDim.x * blockDim.x) {
        const int row = at / p.n, col = at - row * p.n;
        float sum = 0.0f;
        #pragma unroll 4
        for (int k = 0; k < p.k; ++k) sum += A[row * p.k + k] * B[k * p.n + col];
        p.finish(C, row, col, sum);
    }
}

// Rung 3: square tiles in dynamic shared memory; the block says how large they are.
extern "C" __global__ void shared_tiles(const float* A, const float* B, float* C, Problem p) {
    extern __shared__ float room[];
    const int edge = blockDim.x, x = threadIdx.x, y = threadIdx.y;
    float* a = room;
    float* b = room + edge * edge;
    const Padded left{A, p.m, p.k}, right{B, p.k, p.n};
    const int row = blockIdx.y * edge + y, col = blockIdx.x * edge + x;
    float sum = 0.0f;
    for (int start = 0; start < p.k; start += edge) {
        a[y * edge + x] = left(row, start + x);
        b[y * edge + x] = right(start + y, col);
        __syncthreads();
        for (int k = 0; k < edge; ++k) sum = fmaf(a[y * edge + k], b[k * edge + x], sum);
        __syncthreads();
    }
    p.finish(C, row, col, sum);
}

// All threads of a block bring ROWS x COLS of a padded matrix, lines of PITCH apart.
template <int ROWS, int COLS, int PITCH>
__device__ __forceinline__ void bring(float (&tile)[ROWS][PITCH], const Padded& from, int row, int col, int threads) {
    for (int i = threadIdx.x; i < ROWS * COLS; i += threads)
        tile[i / COLS][i % COLS] = from(row + i / COLS, col + i % COLS);
}

// Rung 4: a thread has HEIGHT numbers of one column, a value of B serves them all.
template <int ROWS, int COLS, int DEPTH, int HEIGHT>
__device__ __forceinline__ void one_dimensional(const float* A, const float* B, float* C, const Problem& p) {
    constexpr int THREADS = ROWS / HEIGHT * COLS, APART = ROWS / HEIGHT;
    static_assert(ROWS % HEIGHT == 0, "every thread has as many rows");
    __shared__ float a[ROWS][DEPTH + 1], b[DEPTH][COLS];
    const Padded left{A, p.m, p.k}, right{B, p.k, p.n};
    const int row0 = blockIdx.y * ROWS, col0 = blockIdx.x * COLS;
    const int my_row = threadIdx.x / COLS, my_col = threadIdx.x % COLS;
    float sums[HEIGHT] = {};
    for (int start = 0; start < p.k; start += DEPTH) {
        bring<ROWS, DEPTH>(a, left, row0, start, THREADS);
        bring<DEPTH, COLS>(b, right, start, col0, THREADS);
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < DEPTH; ++k) {
            const float shared_by_all = b[k][my_col];
            #pragma unroll
            for (int h = 0; h < HEIGHT; ++h) sums[h] = fmaf(a[my_row + h * APART][k], shared_by_all, sums[h]);
        }
        __syncthreads();
    }
    for (int h = 0; h < HEIGHT; ++h) p.finish(C, row0 + my_row + h * APART, col0 + my_col, sums[h]);
}

extern "C" __global__ void __launch_bounds__(128) register_column(const float* A, const float* B, float* C, Problem p) {
    one_dimensional<32, 16, 8, 4>(A, B, C, p);
}

// A patch of C in registers; what is added to it is the outer product of two short vectors.
template <int H, int W>
struct Patch {
    float sums[H][W] = {};

    template <typename Column, typename Row>
    __device__ __forceinline__ void add_outer(Column column, Row row) {
        float of_row[W];
        #pragma unroll
        for (int w = 0; w < W; ++w) of_row[w] = row(w);
        #pragma unroll
        for (int h = 0; h < H; ++h) {
            const float factor = column(h);
            #pragma unroll
            for (int w = 0; w < W; ++w) sums[h][w] = fmaf(factor, of_row[w], sums[h][w]);
        }
    }

    template <typename Visit>
    __device__ __forceinline__ void each(Visit visit) const {
        #pragma unroll
        for (int h = 0; h < H; ++h)
            #pragma unroll
            for (int w = 0; w < W; ++w) visit(h, w, sums[h][w]);
    }
};

// Rung 5: patches of H x W, their rows and columns spread over the tile so that a warp meets no bank twice.
template <int ROWS, int COLS, int DEPTH, int H, int W>
__global__ void __launch_bounds__((ROWS / H) * (COLS / W), 2) register_patch(const float* A, const float* B, float* C,
                                                                             Problem p) {
    constexpr int HIGH = ROWS / H, WIDE = COLS / W;
    __shared__ float a[ROWS][DEPTH], b[DEPTH][COLS];
    const Padded left{A, p.m, p.k}, right{B, p.k, p.n};
    const int row0 = blockIdx.y * ROWS, col0 = blockIdx.x * COLS, x = threadIdx.x % WIDE, y = threadIdx.x / WIDE;
    Patch<H, W> patch;
    for (int start = 0; start < p.k; start += DEPTH) {
        bring<ROWS, DEPTH>(a, left, row0, start, HIGH * WIDE);
        bring<DEPTH, COLS>(b, right, start, col0, HIGH * WIDE);
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < DEPTH; ++k)
            patch.add_outer([&](int h) { return a[y + h * HIGH][k]; }, [&](int w) { return b[k][x + w * WIDE]; });
        __syncthreads();
    }
    patch.each([&](int h, int w, float sum) { p.finish(C, row0 + y + h * HIGH, col0 + x + w * WIDE, sum); });
}

// Rung 6: vectors of four wherever memory is touched; A is turned on its way in. n and k are multiples of four.
extern "C" __global__ void __launch_bounds__(64) vectors(const float* __restrict__ A, const float* __restrict__ B,
                                                         float* __restrict__ C, Problem p) {
    constexpr int EDGE = 32, DEPTH = 16, PITCH = EDGE + 4;  // a multiple of four keeps the vectors aligned
    __shared__ __align__(16) float turned[DEPTH][PITCH], b[DEPTH][EDGE];
    const int row0 = blockIdx.y * EDGE, col0 = blockIdx.x * EDGE, x = threadIdx.x % 8 * 4, y = threadIdx.x / 8 * 4;
    Patch<4, 4> patch;
    for (int start = 0; start < p.k; start += DEPTH) {
        #pragma unroll
        for (int i = threadIdx.x; i < EDGE * DEPTH / 4; i += 64) {
            const int r = i % EDGE, c = i / EDGE * 4;
            float4 v{};
            if (row0 + r < p.m && start + c < p.k)
                v = *reinterpret_cast<const float4*>(A + (row0 + r) * p.k + start + c);
            turned[c][r] = v.x, turned[c + 1][r] = v.y, turned[c + 2][r] = v.z, turned[c + 3][r] = v.w;
        }
        #pragma unroll
        for (int i = threadIdx.x; i < EDGE * DEPTH / 4; i += 64) {
            const int r = i / (EDGE / 4), c = i % (EDGE / 4) * 4;
            const bool inside = start + r < p.k && col0 + c < p.n;
            *reinterpret_cast<float4*>(&b[r][c]) =
                inside ? *reinterpret_cast<const float4*>(B + (start + r) * p.n + col0 + c) : float4{};
        }
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < DEPTH; ++k) {
            const float4 column = *reinterpret_cast<const float4*>(&turned[k][y]);
            const float4 row = *reinterpret_cast<const float4*>(&b[k][x]);
            const auto part = [](const float4& v, int i) { return i < 2 ? (i ? v.y : v.x) : (i == 2 ? v.z : v.w); };
            patch.add_outer([&](int h) { return part(column, h); }, [&](int w) { return part(row, w); });
        }
        __syncthreads();
    }
    if (col0 + x >= p.n) return;
    for (int h = 0; h < 4 && row0 + y + h < p.m; ++h) {
        float4& c = *reinterpret_cast<float4*>(C + (row0 + y + h) * p.n + col0 + x);
        float4 old{};
        if (p.beta != 0.0f) old = c;
        const float(&s)[4] = patch.sums[h];
        c = make_float4(fmaf(p.beta, old.x, p.alpha * s[0]), fmaf(p.beta, old.y, p.alpha * s[1]),
                        fmaf(p.beta, old.z, p.alpha * s[2]), fmaf(p.beta, old.w, p.alpha * s[3]));
    }
}

// Who does what in a block: warps have tiles, lanes have patches, and patches are repeated over the warp's tile.
struct WarpPlan {
    static constexpr int WARPS_DOWN = 2, WARPS_ACROSS = 2, LANES_DOWN = 8, LANES_ACROSS = 4;
    static constexpr int H = 2, W = 4, TIMES_DOWN = 2, TIMES_ACROSS = 1, DEPTH = 8;
    static constexpr int WARP_ROWS = LANES_DOWN * H * TIMES_DOWN, WARP_COLS = LANES_ACROSS * W * TIMES_ACROSS;
    static constexpr int ROWS = WARPS_DOWN * WARP_ROWS, COLS = WARPS_ACROSS * WARP_COLS;
    static constexpr int THREADS = 32 * WARPS_DOWN * WARPS_ACROSS;
    static_assert(LANES_DOWN * LANES_ACROSS == 32, "a warp");
};

// Rung 7.
template <typename Plan>
__device__ __forceinline__ void in_warp_tiles(const float* A, const float* B, float* C, const Problem& p) {
    __shared__ float a[Plan::ROWS][Plan::DEPTH + 1], b[Plan::DEPTH][Plan::COLS];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int row = warp / Plan::WARPS_ACROSS * Plan::WARP_ROWS + lane / Plan::LANES_ACROSS * Plan::H;
    const int col = warp % Plan::WARPS_ACROSS * Plan::WARP_COLS + lane % Plan::LANES_ACROSS * Plan::W;
    constexpr int DOWN = Plan::LANES_DOWN * Plan::H, ACROSS = Plan::LANES_ACROSS * Plan::W;
    const Padded left{A, p.m, p.k}, right{B, p.k, p.n};
    const int row0 = blockIdx.y * Plan::ROWS, col0 = blockIdx.x * Plan::COLS;
    Patch<Plan::H, Plan::W> patches[Plan::TIMES_DOWN][Plan::TIMES_ACROSS];
    for (int start = 0; start < p.k; start += Plan::DEPTH) {
        bring<Plan::ROWS, Plan::DEPTH>(a, left, row0, start, Plan::THREADS);
        bring<Plan::DEPTH, Plan::COLS>(b, right, start, col0, Plan::THREADS);
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < Plan::DEPTH; ++k)
            #pragma unroll
            for (int d = 0; d < Plan::TIMES_DOWN; ++d)
                #pragma unroll
                for (int e = 0; e < Plan::TIMES_ACROSS; ++e)
                    patches[d][e].add_outer([&](int h) { return a[row + d * DOWN + h][k]; },
                                            [&](int w) { return b[k][col + e * ACROSS + w]; });
        __syncthreads();
    }
    for (int d = 0; d < Plan::TIMES_DOWN; ++d)
        for (int e = 0; e < Plan::TIMES_ACROSS; ++e)
            patches[d][e].each([&](int h, int w, float sum) {
                p.finish(C, row0 + row + d * DOWN + h, col0 + col + e * ACROSS + w, sum);
            });
}

extern "C" __global__ void __launch_bounds__(WarpPlan::THREADS) warp_tiles(const float* A, const float* B, float* C,
                                                                           Problem p) {
    in_warp_tiles<WarpPlan>(A, B, C, p);
}

// Rung 8: while one buffer is multiplied the other is filled; what lies outside is filled with zeros by the copy.
extern "C" __global__ void __launch_bounds__(64) double_buffered(const float* __restrict__ A,
                                                                 const float* __restrict__ B, float* C, Problem p) {
    constexpr int EDGE = 32, DEPTH = 8;
    __shared__ __align__(16) float a[2][EDGE][DEPTH], b[2][DEPTH][EDGE];
    const int row0 = blockIdx.y * EDGE, col0 = blockIdx.x * EDGE, x = threadIdx.x % 8, y = threadIdx.x / 8;
    const auto copy = [](float* to, const float* base, int row, int col, int rows, int cols) {
        const bool inside = row < rows && col < cols;
        __pipeline_memcpy_async(to, inside ? base + row * cols + col : base, 16, inside ? 0 : 16);
    };
    const auto fetch = [&](int buffer, int start) {
        const int t = threadIdx.x;
        copy(&a[buffer][t / 2][t % 2 * 4], A, row0 + t / 2, start + t % 2 * 4, p.m, p.k);
        copy(&b[buffer][t / 8][t % 8 * 4], B, start + t / 8, col0 + t % 8 * 4, p.k, p.n);
        __pipeline_commit();
    };
    Patch<4, 4> patch;
    const int steps = (p.k + DEPTH - 1) / DEPTH;
    fetch(0, 0);
    for (int step = 0; step < steps; ++step) {
        if (step + 1 < steps) {
            fetch((step + 1) & 1, (step + 1) * DEPTH);
            __pipeline_wait_prior(1);
        } else {
            __pipeline_wait_prior(0);
        }
        __syncthreads();
        const int now = step & 1;
        #pragma unroll
        for (int k = 0; k < DEPTH; ++k)
            patch.add_outer([&](int h) { return a[now][y + 8 * h][k]; }, [&](int w) { return b[now][k][x + 8 * w]; });
        __syncthreads();
    }
    patch.each([&](int h, int w, float sum) { p.finish(C, row0 + y + 8 * h, col0 + x + 8 * w, sum); });
}

// Rung 9: a pipeline of STAGES in C++; A is turned by copies of one float. m, n and k are multiples of the tiles.
template <int EDGE, int DEPTH, int STAGES>
__device__ __forceinline__ void through_a_pipeline(const float* A, const float* B, float* C, const Problem& p) {
    struct Stage {
        alignas(16) float turned[DEPTH][EDGE];
        alignas(16) float b[DEPTH][EDGE];
    };
    __shared__ Stage stages[STAGES];
    constexpr int THREADS = EDGE * EDGE / 4;  // of two rows and two columns each
    const int row0 = blockIdx.y * EDGE, col0 = blockIdx.x * EDGE;
    const int x = threadIdx.x % (EDGE / 2) * 2, y = threadIdx.x / (EDGE / 2) * 2;
    auto pipeline = cuda::make_pipeline();
    const int steps = p.k / DEPTH;
    int asked = 0;
    const auto ask = [&] {
        pipeline.producer_acquire();
        if (asked < steps) {
            Stage& s = stages[asked % STAGES];
            for (int i = threadIdx.x; i < EDGE * DEPTH; i += THREADS)
                cuda::memcpy_async(&s.turned[i % DEPTH][i / DEPTH],
                                   A + (row0 + i / DEPTH) * p.k + asked * DEPTH + i % DEPTH, sizeof(float), pipeline);
            for (int i = threadIdx.x; i < EDGE * DEPTH / 4; i += THREADS)
                cuda::memcpy_async(reinterpret_cast<float4*>(s.b) + i,
                                   reinterpret_cast<const float4*>(B + (asked * DEPTH + i / (EDGE / 4)) * p.n + col0) +
                                       i % (EDGE / 4),
                                   cuda::aligned_size_t<16>(16), pipeline);
        }
        pipeline.producer_commit();  // an empty batch at the end, so that the count of batches is the same
        ++asked;
    };
    while (asked < STAGES - 1) ask();
    Patch<2, 2> patch;
    for (int step = 0; step < steps; ++step) {
        ask();
        cuda::pipeline_consumer_wait_prior<STAGES - 1>(pipeline);
        __syncthreads();
        const Stage& s = stages[step % STAGES];
        #pragma unroll
        for (int k = 0; k < DEPTH; ++k)
            patch.add_outer([&](int h) { return s.turned[k][y + h]; }, [&](int w) { return s.b[k][x + w]; });
        pipeline.consumer_release();
        __syncthreads();
    }
    patch.each([&](int h, int w, float sum) { p.finish(C, row0 + y + h, col0 + x + w, sum); });
}

extern "C" __global__ void __launch_bounds__(64) staged(const float* A, const float* B, float* C, Problem p) {
    through_a_pipeline<16, 8, 3>(A, B, C, p);
}

// Rung 10: the long sum is cut over blockIdx.z; whoever is ready adds to C.
extern "C" __global__ void split_k(const float* A, const float* B, float* C, Problem p) {
    __shared__ float a[8][8], b[8][8];
    const Padded left{A, p.m, p.k}, right{B, p.k, p.n};
    const int share = (p.k + gridDim.z - 1) / gridDim.z, begin = blockIdx.z * share, end = min(begin + share, p.k);
    const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 8 + y, col = blockIdx.x * 8 + x;
    float sum = 0.0f;
    for (int start = begin; start < end; start += 8) {
        a[y][x] = start + x < end ? left(row, start + x) : 0.0f;
        b[y][x] = start + y < end ? right(start + y, col) : 0.0f;
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < 8; ++k) sum += a[y][k] * b[k][x];
        __syncthreads();
    }
    if (row < p.m && col < p.n) atomicAdd(C + row * p.n + col, p.alpha * sum);
}

// Rung 11: the parts go to a workspace, and the last block of a tile adds them up, always in one order.
extern "C" __global__ void split_k_in_order(const float* A, const float* B, float* C, float* workspace,
                                            unsigned* arrived, Problem p) {
    __shared__ bool last;
    const int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    const bool inside = row < p.m && col < p.n;
    const int64_t part = int64_t(p.m) * p.n;
    if (inside) {
        float sum = 0.0f;
        for (int k = blockIdx.z; k < p.k; k += gridDim.z) sum = fmaf(A[row * p.k + k], B[k * p.n + col], sum);
        __stcg(workspace + blockIdx.z * part + row * p.n + col, sum);
    }
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0)
        last = atomicAdd(arrived + blockIdx.y * gridDim.x + blockIdx.x, 1u) == gridDim.z - 1;
    __syncthreads();
    if (!last || !inside) return;
    float sum = 0.0f;
    for (unsigned z = 0; z < gridDim.z; ++z) sum += __ldcg(workspace + z * part + row * p.n + col);
    p.finish(C, row, col, sum);
}

// Many products at once, each `strides` after the one before; halves go in and out, and floats add up between.
struct Strides {
    int64_t a, b, c;
};

extern "C" __global__ void __launch_bounds__(64) batched_halves(const __half* __restrict__ A,
                                                                const __half* __restrict__ B, __half* __restrict__ C,
                                                                Problem p, Strides strides) {
    constexpr int EDGE = 16, DEPTH = 16;
    __shared__ __half2 a[EDGE][DEPTH / 2 + 1];  // pairs along k
    __shared__ __half2 b[DEPTH][EDGE / 2];      // pairs along n, which is even
    A += blockIdx.z * strides.a;
    B += blockIdx.z * strides.b;
    C += blockIdx.z * strides.c;
    const int row0 = blockIdx.y * EDGE, col0 = blockIdx.x * EDGE, x = threadIdx.x % 8, y = threadIdx.x / 8;
    float2 sums[2] = {};
    for (int start = 0; start < p.k; start += DEPTH) {
        for (int i = threadIdx.x; i < EDGE * DEPTH / 2; i += 64) {
            const int r = i / (DEPTH / 2), k = start + i % (DEPTH / 2) * 2;
            const __half* from = A + int64_t(row0 + r) * p.k + k;
            const __half none = __float2half(0.0f);
            const bool in = row0 + r < p.m;
            a[r][i % (DEPTH / 2)] = __halves2half2(in && k < p.k ? from[0] : none, in && k + 1 < p.k ? from[1] : none);
        }
        for (int i = threadIdx.x; i < DEPTH * EDGE / 2; i += 64) {
            const int k = i / (EDGE / 2), pair = i % (EDGE / 2);
            const bool in = start + k < p.k && col0 + 2 * pair < p.n;
            const __half2* from = reinterpret_cast<const __half2*>(B + int64_t(start + k) * p.n + col0);
            b[k][pair] = in ? from[pair] : __half2half2(__ushort_as_half(0));
        }
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < DEPTH; k += 2) {
            const float2 above = __half22float2(b[k][x]), below = __half22float2(b[k + 1][x]);
            #pragma unroll
            for (int r = 0; r < 2; ++r) {
                const float2 f = __half22float2(a[y + 8 * r][k / 2]);
                sums[r].x += f.x * above.x + f.y * below.x;
                sums[r].y += f.x * above.y + f.y * below.y;
            }
        }
        __syncthreads();
    }
    for (int r = 0; r < 2; ++r) {
        const int row = row0 + y + 8 * r, col = col0 + 2 * x;
        if (row >= p.m || col >= p.n) continue;
        __half2* to = reinterpret_cast<__half2*>(C + int64_t(row) * p.n + col);
        const float2 old = p.beta != 0.0f ? __half22float2(*to) : float2{};
        *to = __floats2half2_rn(p.alpha * sums[r].x + p.beta * old.x, p.alpha * sums[r].y + p.beta * old.y);
    }
}
