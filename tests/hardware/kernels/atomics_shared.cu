// Atomics on shared memory: kinds of operation, patterns of banks, and histograms in many layouts.
#include <cuda_fp16.h>

#ifndef COPIES
#define COPIES 8
#endif
#ifndef PAD
#define PAD 1
#endif

typedef unsigned long long u64;

// One counter a block, by ones.
extern "C" __global__ void block_count(const int* __restrict__ x, int* out, int n)
{
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] % 2) atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = count;
}

// One sum a block, by values.
extern "C" __global__ void block_sum_values(const int* __restrict__ x, int* out, int n)
{
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&sum, x[i]);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(out, sum);
}

// k words that lie apart; the amounts differ.
extern "C" __global__ void shared_k_words(int* out, int k, int apart)
{
    __shared__ int words[2048];
    for (int w = threadIdx.x; w < 2048; w += blockDim.x) words[w] = 0;
    __syncthreads();
    atomicAdd(&words[(threadIdx.x % k) * apart], (int)threadIdx.x + 1);
    __syncthreads();
    for (int w = threadIdx.x; w < k; w += blockDim.x) out[blockIdx.x * k + w] = words[w * apart];
}

// Word t * stride modulo m, results used.
extern "C" __global__ void shared_strides(unsigned* out, int stride, int m)
{
    __shared__ unsigned words[1024];
    __shared__ unsigned handed;
    int t = threadIdx.x;
    for (int w = t; w < 1024; w += blockDim.x) words[w] = 0;
    if (t == 0) handed = 0;
    __syncthreads();
    unsigned old = atomicAdd(words + t * stride % m, 5u);
    __syncthreads();
    atomicAdd(&handed, old);
    __syncthreads();
    if (t == 0) out[blockIdx.x] = handed;
}

// Every 32-bit operation once, over eight words each.
extern "C" __global__ void shared_kinds(const int* __restrict__ x, int* out, int n)
{
    __shared__ int add[8], sub[8], low[8], high[8], both[8], any[8], odd[8];
    __shared__ unsigned up[8], down[8];
    int t = threadIdx.x;
    if (t < 8) {
        add[t] = sub[t] = any[t] = odd[t] = 0;
        low[t] = 0x7fffffff; high[t] = -0x7fffffff; both[t] = -1;
        up[t] = down[t] = 0;
    }
    __syncthreads();
    int i = blockIdx.x * blockDim.x + t;
    if (i < n) {
        int v = x[i], w = v & 7;
        atomicAdd(&add[w], v);
        atomicSub(&sub[w], v);
        atomicMin(&low[w], v);
        atomicMax(&high[w], v);
        atomicAnd(&both[w], v | 0x100);
        atomicOr(&any[w], v);
        atomicXor(&odd[w], v);
        atomicInc(&up[w], 4u);
        atomicDec(&down[w], 6u);
    }
    __syncthreads();
    if (t < 8) {
        int* o = out + blockIdx.x * 72 + t * 9;
        o[0] = add[t]; o[1] = sub[t]; o[2] = low[t]; o[3] = high[t]; o[4] = both[t];
        o[5] = any[t]; o[6] = odd[t]; o[7] = (int)up[t]; o[8] = (int)down[t];
    }
}

// A warp takes numbers from its own dispenser by inc, and slots by exchange.
extern "C" __global__ void warp_dispensers(unsigned* out, int k)
{
    __shared__ unsigned next[32 * 4], slot[32 * 4], sum[32];
    int t = threadIdx.x, warp = t >> 5, lane = t & 31;
    for (int w = t; w < 128; w += blockDim.x) next[w] = slot[w] = 0;
    if (t < 32) sum[t] = 0;
    __syncthreads();
    unsigned number = atomicInc(&next[warp * 4 + lane % k], 9u);
    unsigned left = atomicExch(&slot[warp * 4 + lane % k], lane + 1u);
    atomicAdd(&sum[warp], number + left);
    __syncthreads();
    if (lane < k) atomicAdd(&sum[warp], slot[warp * 4 + lane]);
    __syncthreads();
    if (lane == 0) out[(blockIdx.x * blockDim.x + t) >> 5] = sum[warp];
}

// 64-bit sums in shared memory, each warp with words of its own.
extern "C" __global__ void shared_wide_sums(const int* __restrict__ x, u64* out, int k)
{
    __shared__ u64 words[8 * 16];
    int t = threadIdx.x, warp = t / 32;
    for (int w = t; w < 128; w += blockDim.x) words[w] = 0;
    __syncthreads();
    atomicAdd(&words[warp * 16 + t % k], (u64)(x[blockIdx.x * blockDim.x + t] + 1) << 20);
    __syncthreads();
    for (int w = t; w < 128; w += blockDim.x) out[blockIdx.x * 128 + w] = words[w];
}

// 64-bit extremes and bits in shared memory; blocks of one warp.
extern "C" __global__ void shared_wide_extremes(const int* __restrict__ x, u64* out)
{
    __shared__ u64 word[4];
    int t = threadIdx.x;
    if (t < 4) word[t] = t == 1 ? ~0ull : 0ull;
    __syncthreads();
    u64 v = ((u64)x[blockIdx.x * blockDim.x + t] << 32) | (u64)(t * 3);
    atomicOr(&word[2], v);
    atomicXor(&word[3], v);
    atomicExch(&word[0], 77ull);
    __syncthreads();
    if (t < 4) out[blockIdx.x * 4 + t] = word[t];
}

// The largest 64-bit pair of key and index by a compare-and-swap in the compiler's hands.
extern "C" __global__ void shared_wide_max(const int* __restrict__ x, u64* out, int n)
{
    __shared__ u64 best;
    if (threadIdx.x == 0) best = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicMax(&best, ((u64)x[i] << 32) | (unsigned)i);
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = best;
}

// Floats, whole numbers; each warp has its own words.
extern "C" __global__ void warp_floats(const int* __restrict__ x, float* out, int k)
{
    __shared__ float words[8][32];
    int t = threadIdx.x, warp = t / 32;
    for (int w = t; w < 256; w += blockDim.x) words[w / 32][w % 32] = 0.0f;
    __syncthreads();
    atomicAdd(&words[warp][t % k], (float)(x[blockIdx.x * blockDim.x + t] + 1));
    __syncthreads();
    if (t % 32 < k) atomicAdd(&out[t % 32], words[warp][t % 32]);
}

// Floats, whole numbers, all warps of the block on the same words.
extern "C" __global__ void block_floats(const int* __restrict__ x, float* out, int k)
{
    __shared__ float words[32];
    int t = threadIdx.x;
    if (t < 32) words[t] = 0.0f;
    __syncthreads();
    atomicAdd(&words[t % k], (float)x[blockIdx.x * blockDim.x + t]);
    __syncthreads();
    if (t < k) out[blockIdx.x * k + t] = words[t];
}

// Doubles and pairs of halves in shared memory; blocks of one warp.
extern "C" __global__ void warp_doubles_halves(const int* __restrict__ x, double* d_out, __half2* h_out, int k)
{
    __shared__ double d[32];
    __shared__ __half2 h[32];
    int t = threadIdx.x;
    d[t] = 0.0;
    h[t] = __floats2half2_rn(0.0f, 0.0f);
    __syncthreads();
    int v = x[blockIdx.x * blockDim.x + t] + 1;
    atomicAdd(&d[t % k], (double)v);
    atomicAdd(&h[t / 4], __floats2half2_rn((float)(v & 7), 2.0f));
    __syncthreads();
    if (t < k) { d_out[blockIdx.x * k + t] = d[t]; h_out[blockIdx.x * k + t] = h[t]; }
}

// Histogram with one private copy a block.
extern "C" __global__ void hist_one_copy(const unsigned char* __restrict__ x, unsigned* bins, int n)
{
    __shared__ unsigned mine[256];
    for (int b = threadIdx.x; b < 256; b += blockDim.x) mine[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&mine[x[i]], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        if (mine[b]) atomicAdd(&bins[b], mine[b]);
}

// Histogram with a copy a warp, in dynamic shared memory.
extern "C" __global__ void hist_warp_copies(const int* __restrict__ x, int* bins, int nbins, int n)
{
    extern __shared__ int copies[];
    int warps = (blockDim.x + 31) / 32;
    for (int b = threadIdx.x; b < warps * nbins; b += blockDim.x) copies[b] = 0;
    __syncthreads();
    int* mine = copies + (threadIdx.x / 32) * nbins;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(mine + x[i], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < nbins; b += blockDim.x) {
        int total = 0;
        for (int w = 0; w < warps; ++w) total += copies[w * nbins + b];
        atomicAdd(bins + b, total);
    }
}

// Copies by lane one after the other, with PAD words between them; bins a power of two.
extern "C" __global__ void hist_copies_padded(const int* __restrict__ x, int* bins, int n)
{
    __shared__ int copies[COPIES * (32 + PAD)];
    for (int b = threadIdx.x; b < COPIES * (32 + PAD); b += blockDim.x) copies[b] = 0;
    __syncthreads();
    int base = (threadIdx.x % COPIES) * (32 + PAD);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&copies[base + (x[i] & 31)], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < 32; b += blockDim.x) {
        int total = 0;
        for (int c = 0; c < COPIES; ++c) total += copies[c * (32 + PAD) + b];
        atomicAdd(&bins[b], total);
    }
}

// Copies side by side: the same bin of all copies lies in neighbouring banks.
extern "C" __global__ void hist_copies_interleaved(const int* __restrict__ x, int* bins, int n)
{
    __shared__ int copies[64 * COPIES];
    for (int b = threadIdx.x; b < 64 * COPIES; b += blockDim.x) copies[b] = 0;
    __syncthreads();
    int copy = threadIdx.x % COPIES;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int v = x[i];
        atomicAdd(&copies[(v & 63) * COPIES + copy], 1 + (v >> 6));
    }
    __syncthreads();
    if (threadIdx.x < 64) {
        int total = 0;
        for (int c = 0; c < COPIES; ++c) total += copies[threadIdx.x * COPIES + c];
        atomicAdd(&bins[threadIdx.x], total);
    }
}

// Four bytes a load, the letters of a text and everything else.
extern "C" __global__ void hist_letters(const uchar4* __restrict__ text, int* bins, int quads)
{
    __shared__ int mine[27];
    if (threadIdx.x < 27) mine[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < quads) {
        uchar4 q = text[i];
        unsigned char c[4] = {q.x, q.y, q.z, q.w};
        for (int k = 0; k < 4; ++k) {
            int letter = (c[k] | 32) - 'a';
            atomicAdd(&mine[letter >= 0 && letter < 26 ? letter : 26], 1);
        }
    }
    __syncthreads();
    if (threadIdx.x < 27) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

// Lanes with the same value find each other, and the first of them adds for all.
extern "C" __global__ void hist_matched(const int* __restrict__ x, int* bins)
{
    __shared__ int mine[64];
    if (threadIdx.x < 64) mine[threadIdx.x] = 0;
    __syncthreads();
    int v = x[blockIdx.x * blockDim.x + threadIdx.x] & 63;
    unsigned peers = __match_any_sync(0xffffffffu, v);
    if ((threadIdx.x & 31) == __ffs(peers) - 1) atomicAdd(&mine[v], __popc(peers));
    __syncthreads();
    if (threadIdx.x < 64 && mine[threadIdx.x] > 0) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

// A joint histogram of two variables, blocks of two dimensions.
extern "C" __global__ void hist_joint(const int* __restrict__ a, const int* __restrict__ b, int* bins, int width, int height)
{
    __shared__ int joint[12][13];
    int t = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
    for (int w = t; w < 12 * 13; w += threads) joint[w / 13][w % 13] = 0;
    __syncthreads();
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) atomicAdd(&joint[a[y * width + x]][b[y * width + x]], 1);
    __syncthreads();
    for (int w = t; w < 144; w += threads) atomicAdd(&bins[w], joint[w / 12][w % 12]);
}

// Sixteen-bit counters, two in a word, by adds of 1 or 65536.
extern "C" __global__ void hist_packed_halves(const int* __restrict__ x, unsigned* bins, int n)
{
    __shared__ unsigned packed[64];
    if (threadIdx.x < 64) packed[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int v = x[blockIdx.x * n + i] & 127;
        atomicAdd(&packed[v >> 1], (v & 1) ? 65536u : 1u);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < 128; b += blockDim.x)
        atomicAdd(&bins[b], (packed[b >> 1] >> (16 * (b & 1))) & 0xffffu);
}

// Counting sort of small keys by one warp: equal keys may change places, nobody sees it.
extern "C" __global__ void counting_sort(const int* __restrict__ x, int* sorted, int n)
{
    __shared__ int start[17];
    int t = threadIdx.x;
    const int* mine = x + blockIdx.x * n;
    if (t < 17) start[t] = 0;
    __syncwarp();
    for (int i = t; i < n; i += 32) atomicAdd(&start[mine[i] + 1], 1);
    __syncwarp();
    if (t == 0) for (int b = 1; b < 17; ++b) start[b] += start[b - 1];
    __syncwarp();
    for (int i = t; i < n; i += 32) {
        int key = mine[i];
        sorted[blockIdx.x * n + atomicAdd(&start[key], 1)] = key;
    }
}

// Sieve of Eratosthenes in a bit set: composites are struck out with and.
extern "C" __global__ void sieve_bits(unsigned* out, int limit)
{
    __shared__ unsigned prime[32];
    int t = threadIdx.x;
    if (t < 32) prime[t] = t == 0 ? 0xfffffffcu : 0xffffffffu;
    __syncthreads();
    int p = t + 2;
    if (p * p < limit)
        for (int m = p * p; m < limit; m += p) atomicAnd(&prime[m >> 5], ~(1u << (m & 31)));
    __syncthreads();
    if (t < 32) out[t] = prime[t];
}

// Connected labels on a ring of n cells: each round takes the least label of the neighbours of the last round.
extern "C" __global__ void ring_labels(const int* __restrict__ wall, int* out, int n, int rounds)
{
    __shared__ int now[256], next[256];
    int t = threadIdx.x;
    bool in = t < n;
    if (in) now[t] = next[t] = t + 1;
    __syncthreads();
    for (int r = 0; r < rounds; ++r) {
        if (in && wall[t]) {
            int right = t + 1 == n ? 0 : t + 1;
            atomicMin(&next[right], now[t]);
            atomicMin(&next[t], now[right]);
        }
        __syncthreads();
        if (in) now[t] = next[t];
        __syncthreads();
    }
    if (in) out[t] = now[t];
}
