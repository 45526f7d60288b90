// Large tables: from some KB to 48 KB, walked over, searched, followed, asked at random. BIG: entries of the largest.
#ifndef BIG
#define BIG 12288
#endif

__device__ __forceinline__ unsigned mix(unsigned v)
{
    v ^= v >> 15;
    v *= 0x2c1b3c6du;
    v ^= v >> 12;
    return v;
}

// Tables that the compiler computes.
struct __align__(16) Words {
    unsigned v[BIG];
};
struct Shorts {
    unsigned short v[1280];
};
struct __align__(16) Floats {
    float v[768];
};
struct Ring {
    unsigned short next[1024];
};
struct Squares {
    int v[20][24];
};

constexpr Words words_of(unsigned seed)
{
    Words t = {};
    for (int k = 0; k < BIG; ++k) {
        seed = seed * 1664525u + 1013904223u;
        t.v[k] = seed >> 8;
    }
    return t;
}

constexpr Shorts shorts_of()
{
    Shorts t = {};
    for (int k = 0; k < 1280; ++k) t.v[k] = (unsigned short)(k * k % 4099);
    return t;
}

constexpr Floats floats_of()
{
    Floats t = {};
    for (int k = 0; k < 768; ++k) t.v[k] = (float)((k * 37) % 256 - 128) * 0.0078125f;
    return t;
}

// One ring through all the entries.
constexpr Ring ring_of(unsigned step)
{
    Ring t = {};
    for (unsigned k = 0; k < 1024; ++k) t.next[k] = (unsigned short)((k * 5 + step) & 1023);
    return t;
}

constexpr Squares squares_of()
{
    Squares t = {};
    for (int r = 0; r < 20; ++r)
        for (int c = 0; c < 24; ++c) t.v[r][c] = (r * 31 + c * c) % 101 - 50;
    return t;
}

__constant__ Words big = words_of(2463534242u);
__constant__ Shorts heights = shorts_of();
__constant__ Floats wave = floats_of();
__constant__ Ring ring = ring_of(7);
__constant__ Squares board = squares_of();

__device__ __forceinline__ int me() { return blockIdx.x * blockDim.x + threadIdx.x; }

// All lanes walk over 3 KB, from the first entry to the last.
extern "C" __global__ void large_walk(const float* x, float* y, int n)
{
    int i = me();
    if (i >= n) return;
    float sum = x[i];
    for (int k = 0; k < 768; ++k) sum = fmaf(sum, 0.9921875f, wave.v[k]);
    y[i] = sum;
}

// A part of it that the host chooses.
extern "C" __global__ void large_walk_of_a_part(const float* x, float* y, int from, int to, int n)
{
    int i = me();
    if (i >= n) return;
    float sum = 0.0f, v = x[i];
#pragma unroll 1
    for (int k = from; k < to; ++k) sum += wave.v[k] * v;
    y[i] = sum;
}

// Every block has its part.
extern "C" __global__ void large_walk_of_blocks(int* y, int part)
{
    int sum = 0;
    for (int k = 0; k < part; ++k) sum ^= heights.v[blockIdx.x * part + k] * (k + (int)threadIdx.x);
    y[me()] = sum;
}

// The whole 48 KB in steps, uniformly: a new line each time.
extern "C" __global__ void big_walk_in_steps(unsigned* y, int step)
{
    unsigned sum = threadIdx.x;
    for (int k = 0; k < BIG; k += step) sum = sum * 3 + big.v[k];
    y[me()] = sum;
}

// Twice over the same part: the second time it is near.
extern "C" __global__ void big_walk_twice(unsigned* y, int entries)
{
    unsigned sum = 1;
    for (int round = 0; round < 2; ++round)
#pragma unroll 4
        for (int k = 0; k < entries; ++k) sum += big.v[k] ^ (sum + threadIdx.x);
    y[me()] = sum;
}

// Each thread its own entry.
extern "C" __global__ void big_by_thread(unsigned* y, int first, int n)
{
    int i = me();
    if (i < n) y[i] = big.v[first + i];
}

// Lanes lie apart; the farther, the more lines.
extern "C" __global__ void big_by_stride(unsigned* y, int stride)
{
    int i = me();
    y[i] = big.v[i * stride % BIG] + big.v[blockIdx.x * 64];
}

// At random by data.
extern "C" __global__ void big_by_data(const int* __restrict__ at, unsigned* y, int n)
{
    int i = me();
    if (i < n) y[i] = big.v[at[i]] ^ big.v[at[n - 1 - i]];
}

// At random by a hash of the thread, several times.
extern "C" __global__ void big_by_hash(unsigned* y, int rounds, int n)
{
    int i = me();
    if (i >= n) return;
    unsigned h = i * 0x9e3779b9u;
    for (int r = 0; r < rounds; ++r) h = mix(h) + big.v[mix(h + r) % BIG];
    y[i] = h;
}

// At random, but the same place for a warp.
extern "C" __global__ void big_by_warp(unsigned* y, int rounds)
{
    int warp = me() / 32;
    unsigned sum = threadIdx.x & 31;
    for (int r = 0; r < rounds; ++r) sum += big.v[mix(warp * 97 + r) % BIG] >> (r & 7);
    y[me()] = sum;
}

// Sixteen bytes at once.
extern "C" __global__ void big_as_fours(const int* at, uint4* y, int n)
{
    int i = me();
    if (i >= n) return;
    uint4 a = reinterpret_cast<const uint4*>(big.v)[at[i]];
    float4 b = reinterpret_cast<const float4*>(wave.v)[threadIdx.x & 63];
    y[i] = make_uint4(a.x ^ (unsigned)i, a.y + __float_as_uint(b.x), a.z, a.w - __float_as_uint(b.w));
}

// Around a ring of indices, every lane from its own entry.
extern "C" __global__ void ring_of_lanes(int* y, int links, int n)
{
    int i = me();
    if (i >= n) return;
    int at = i & 1023;
    for (int k = 0; k < links; ++k) at = ring.next[at];
    y[i] = at;
}

// Around it together; whoever has reached the goal drops out.
extern "C" __global__ void ring_until(const int* goal, int* y, int most, int n)
{
    int i = me();
    if (i >= n) return;
    int at = 0, k = 0;
    while (k < most && at != goal[i]) {
        at = ring.next[at];
        ++k;
    }
    y[i] = k;
}

// Interpolation between neighbours of a long curve.
extern "C" __global__ void interpolated(const float* x, float* y, int n)
{
    int i = me();
    if (i >= n) return;
    float t = (x[i] + 1.0f) * 383.0f;
    int k = (int)t;
    float f = t - (float)k;
    y[i] = wave.v[k] + f * (wave.v[k + 1] - wave.v[k]);
}

// Samples of a wave with a phase of one's own, as a synthesizer reads them.
extern "C" __global__ void synthesizer(const unsigned* pitch, float* y, int samples, int n)
{
    int i = me();
    if (i >= n) return;
    unsigned phase = 0;
    float sum = 0.0f;
    for (int s = 0; s < samples; ++s) {
        sum = fmaf(sum, 0.75f, wave.v[(phase >> 8) % 768]);
        phase += pitch[i];
    }
    y[i] = sum;
}

// A board: the row is the block's and the column the lane's, or the other way around.
extern "C" __global__ void board_by_rows(int* y)
{
    int c = threadIdx.x % 24;
    y[me()] = board.v[blockIdx.x][c] * 2 + board.v[blockIdx.x + 12][c];
}

extern "C" __global__ void board_by_columns(int* y)
{
    int r = threadIdx.x % 20;
    y[me()] = board.v[r][blockIdx.x] + board.v[19 - r][23 - blockIdx.x];
}

// A window on the board, by threads of a plane.
extern "C" __global__ void board_windows(int* y)
{
    int r = threadIdx.y, c = threadIdx.x, sum = 0;
    for (int dr = 0; dr < 3; ++dr)
        for (int dc = 0; dc < 3; ++dc) sum = sum * 2 + board.v[r + dr][c + dc];
    y[(blockIdx.x * blockDim.y + r) * blockDim.x + c] = sum;
}

// Copied to shared memory together, then read at random from there.
extern "C" __global__ void copied_first(const int* at, int* y, int n)
{
    __shared__ unsigned short near[1280];
    for (int k = threadIdx.x; k < 1280; k += blockDim.x) near[k] = heights.v[k];
    __syncthreads();
    int i = me();
    if (i < n) y[i] = near[at[i]] - heights.v[at[i]] + near[(at[i] + 1) % 1280];
}

// The first place where the sum passes a limit: a bisection by eye, lanes part early.
extern "C" __global__ void passes(const int* limit, int* y, int n)
{
    int i = me();
    if (i >= n) return;
    int sum = 0, k = 0;
    for (; k < 1280; ++k) {
        sum += heights.v[k] & 15;
        if (sum > limit[i]) break;
    }
    y[i] = k;
}

// Half of the lanes ask far away, the others stay with the loop.
extern "C" __global__ void near_and_far(const int* at, unsigned* y, int rounds, int n)
{
    int i = me();
    if (i >= n) return;
    unsigned sum = 0;
    for (int r = 0; r < rounds; ++r) {
        if ((i + r) & 1) sum += big.v[(at[i] + r * 64) % BIG];
        else sum ^= big.v[r];
    }
    y[i] = sum;
}
