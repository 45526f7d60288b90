// Atomics on global memory: which words the lanes of a warp meet on, which operation, and whether its result is used.
#include <cuda_fp16.h>

#define GID ((int)(blockIdx.x * blockDim.x + threadIdx.x))

typedef unsigned long long u64;

// Everybody counts on one word; nobody looks at the result.
extern "C" __global__ void one_word_count(unsigned* count, int n)
{
    int i = GID;
    if (i < n) atomicAdd(count, 1u);
}

// Everybody adds a value of its own to one word.
extern "C" __global__ void one_word_sum(const int* __restrict__ x, int* sum, int n)
{
    int i = GID;
    if (i < n) atomicAdd(sum, x[i]);
}

// Everybody takes a number; the numbers taken are 0 to n - 1 in some order, so their sum and xor are known.
extern "C" __global__ void one_word_numbers(unsigned* count, u64* sum, unsigned* parity, int n)
{
    int i = GID;
    if (i >= n) return;
    unsigned mine = atomicAdd(count, 1u);
    atomicAdd(sum, (u64)mine);
    atomicXor(parity, mine);
}

// Neighbours take turns over k words that lie apart.
extern "C" __global__ void k_words(unsigned* words, int k, int apart, int n)
{
    int i = GID;
    if (i < n) atomicAdd(&words[(i % k) * apart], 1u);
}

// The same with values from memory, and a subtraction on the next word.
extern "C" __global__ void k_words_value(const int* __restrict__ x, int* words, int k, int apart, int n)
{
    for (int i = GID; i < n; i += gridDim.x * blockDim.x) {
        atomicAdd(&words[(i % k) * apart], x[i]);
        atomicSub(&words[(i % k) * apart + 1], 2);
    }
}

// The result is used: each word hands out numbers, and what was handed out is summed up.
extern "C" __global__ void k_words_result(unsigned* words, unsigned* sums, int k, int apart)
{
    int w = (threadIdx.x % 32) % k;
    unsigned old = atomicAdd(words + w * apart, 3u);
    atomicAdd(sums + w, old);
}

// Runs of neighbouring lanes share a word, as in a segmented sum.
extern "C" __global__ void runs_of_lanes(const int* __restrict__ x, int* words, int run, int apart, int n)
{
    int i = GID;
    if (i >= n) return;
    atomicAdd(words + (threadIdx.x / run) * apart, x[i] + 1);
}

// A warp has a single sector, but each lane picks one of its eight words by data.
extern "C" __global__ void words_of_a_sector(const int* __restrict__ x, int* words, int n)
{
    int i = GID;
    if (i >= n) return;
    int warp = i / 32;
    atomicAdd(&words[warp * 8 + (x[i] & 7)], 1);
}

// Lane l meets word l * stride modulo m, so wide strides wrap around.
extern "C" __global__ void strided_wrap(const int* __restrict__ x, int* words, int stride, int m, int n)
{
    int i = GID;
    if (i < n) atomicAdd(words + (i * stride) % m, x[i]);
}

// A word to each lane, backwards, so nobody meets; the old value is kept.
extern "C" __global__ void private_words(int* words, int* before, int n)
{
    int i = GID;
    if (i >= n) return;
    int w = n - 1 - i;
    before[i] = atomicAdd(words + w, 10 * i);
}

// Smallest and largest of every class, without results.
extern "C" __global__ void min_max_classes(const int* __restrict__ x, int* low, int* high, int classes, int n)
{
    int i = GID;
    if (i >= n) return;
    int c = i % classes;
    atomicMin(&low[c], x[i]);
    atomicMax(&high[c], x[i]);
}

// Unsigned extremes through the bits of negative numbers, everybody on two words.
extern "C" __global__ void min_max_unsigned(const int* __restrict__ x, unsigned* extremes, int n)
{
    int i = GID;
    if (i < n) {
        unsigned v = (unsigned)(x[i] - 500);
        atomicMax(extremes, v);
        atomicMin(extremes + 1, v ^ 0x5555u);
    }
}

// And, or and xor of one bit each, over k words.
extern "C" __global__ void bit_words(const unsigned* __restrict__ x, unsigned* ands, unsigned* ors, unsigned* xors, int k, int n)
{
    int i = GID;
    if (i >= n) return;
    unsigned bit = 1u << (x[i] & 31);
    int w = i % k;
    atomicAnd(ands + w, ~bit);
    atomicOr(ors + w, bit);
    atomicXor(xors + w, bit);
}

// How many flags were set for the first time, told by the old value of an or.
extern "C" __global__ void first_time_flags(const unsigned* __restrict__ x, unsigned* flags, unsigned* fresh, int n)
{
    int i = GID;
    if (i >= n) return;
    unsigned v = x[i];
    unsigned bit = 1u << (v & 31);
    unsigned old = atomicOr(flags + (v >> 5), bit);
    atomicAdd(fresh, (old & bit) ? 0u : 1u);
}

// A chain of exchanges in a block's own k slots: everything put in comes out once or is left at the end.
extern "C" __global__ void exchange_chain(unsigned* slots, unsigned* parity, int k)
{
    unsigned* mine = slots + blockIdx.x * k;
    unsigned out = atomicExch(&mine[threadIdx.x % k], GID + 1u);
    atomicXor(parity, out);
    __syncthreads();
    if (threadIdx.x < k) atomicXor(parity, atomicExch(&mine[threadIdx.x], 0u));
}

// Exchange with a word that nobody else wants: a permutation of the array, step coprime to m.
extern "C" __global__ void exchange_private(int* x, int* old, int step, int m)
{
    int i = GID;
    if (i >= m) return;
    old[i] = atomicExch(x + (int)((unsigned)i * step % m), i);
}

// A warp's lanes race for k flags of their warp; as many win as there are flags.
extern "C" __global__ void race_for_flags(int* flags, int* winners, int k)
{
    int lane = threadIdx.x & 31, warp = GID >> 5;
    if (atomicCAS(flags + warp * k + lane % k, 0, 1 + warp) == 0) atomicAdd(winners, 1);
}

// Compare-and-swap that never succeeds but for one expected value, each lane on its own word.
extern "C" __global__ void swap_expected(int* x, int* seen, int expected, int fresh, int n)
{
    int i = GID;
    if (i < n) seen[i] = atomicCAS(x + i, expected, fresh);
}

// Counters that wrap: up to a top and down to zero again.
extern "C" __global__ void wrapping_counters(unsigned* up, unsigned* down, unsigned* sums, unsigned top, int k)
{
    int w = threadIdx.x % k;
    atomicAdd(sums + 0, atomicInc(up + w, top));
    atomicAdd(sums + 1, atomicDec(down + w, top));
}

// Wrapping counters whose results nobody wants, in a guard by data.
extern "C" __global__ void wrapping_quiet(const int* __restrict__ x, unsigned* up, unsigned* down, int n)
{
    int i = GID;
    if (i >= n) return;
    if (x[i] % 3 == 0) atomicInc(up, 6u);
    else atomicDec(down + x[i] % 4, 4u);
}

// 64-bit words: sums, extremes and bits, k words apart by some words.
extern "C" __global__ void wide_words(const int* __restrict__ x, u64* words, int k, int apart, int n)
{
    int i = GID;
    if (i >= n) return;
    u64* w = words + (i % k) * apart * 4;
    u64 v = (u64)x[i] * 0x100000001ull;
    atomicAdd(w, v);
    atomicMax(w + 1, v);
    atomicXor(w + 2, v << (i & 7));
    atomicOr(w + 3, 1ull << (x[i] & 63));
}

// 64-bit numbers handed out from one word, signed minimum kept.
extern "C" __global__ void wide_numbers(u64* next, u64* sum, long long* low, int n)
{
    int i = GID;
    if (i >= n) return;
    u64 mine = atomicAdd(next, (1ull << 32) + 2);
    atomicAdd(sum, mine);
    atomicMin(low, (long long)(i * 7 % 50) - 40);
}

// Whole numbers as float and as double, so that every order gives the same sum.
extern "C" __global__ void exact_floats(const int* __restrict__ x, float* f, double* d, int k, int apart, int n)
{
    int i = GID;
    if (i >= n) return;
    int w = (i % k) * apart;
    atomicAdd(f + w, (float)(x[i] & 63));
    atomicAdd(d + w, (double)x[i]);
}

// Float sums with the result used.
extern "C" __global__ void exact_float_result(float* f, float* total, int k)
{
    int i = GID;
    float old = atomicAdd(&f[i % k], 1.0f);
    atomicAdd(total, old);
}

// Pairs of halves, small whole numbers.
extern "C" __global__ void half_pairs_add(const int* __restrict__ x, __half2* words, int k, int n)
{
    int i = GID;
    if (i < n) atomicAdd(words + i % k, __floats2half2_rn((float)(x[i] & 3), 1.0f));
}

// Vectors of floats in one operation, two and four at a time.
extern "C" __global__ void float_vectors_add(const int* __restrict__ x, float4* quads, float2* pairs, int k, int n)
{
    int i = GID;
    if (i >= n) return;
    float v = (float)(x[i] & 15);
    atomicAdd(quads + i % k, make_float4(v, 1.0f, 2.0f, -v));
    atomicAdd(pairs + (i >> 2) % k, make_float2(1.0f, v));
}

// Odd lanes count in one buffer and even lanes in another, through a selected pointer.
extern "C" __global__ void two_buffers_select(const int* __restrict__ x, int* a, int* b, int k, int n)
{
    int i = GID;
    if (i >= n) return;
    int* p = (x[i] & 1) ? a : b;
    atomicAdd(p + i % k, x[i]);
}

// The same by a branch, with another operation in each side.
extern "C" __global__ void two_buffers_branch(const int* __restrict__ x, int* a, int* b, int k, int n)
{
    int i = GID;
    if (i >= n) return;
    int v = x[i];
    if (v % 3 == 0) atomicAdd(a + v % k, v);
    else if (v % 3 == 1) atomicMax(b + v % k, v);
    else atomicSub(a + v % k, 1);
}

// Sum, count, least and greatest in records of five words, as a group-by does.
extern "C" __global__ void group_records(const int* __restrict__ key, const int* __restrict__ x, int* records, int n)
{
    for (int i = GID; i < n; i += gridDim.x * blockDim.x) {
        int* r = records + key[i] * 5;
        int v = x[i];
        atomicAdd(r + 0, v);
        atomicAdd(r + 1, 1);
        atomicMin(r + 2, -v);
        atomicMax(r + 3, v);
        atomicOr(r + 4, 1 << (v & 15));
    }
}

// Rounds over words that move on, so contention changes from round to round.
extern "C" __global__ void rotating_words(unsigned* words, int m, int rounds)
{
    int i = GID;
    for (int r = 0; r < rounds; ++r)
        atomicAdd(words + (unsigned)(i * (r + 1) + r * 5) % m, (unsigned)r + 1u);
}

// Sums of the rows and of the columns of a matrix, blocks of two dimensions.
extern "C" __global__ void rows_and_columns(const int* __restrict__ a, int* rows, int* columns, int height, int width)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int v = a[y * width + x];
    atomicAdd(&rows[y], v);
    atomicAdd(&columns[x], v);
}

// Counters of one byte, four in a word; no byte reaches 256.
extern "C" __global__ void byte_counters(const int* __restrict__ x, unsigned* packed, int n)
{
    int i = GID;
    if (i >= n) return;
    int b = x[i];
    atomicAdd(packed + (b >> 2), 1u << (8 * (b & 3)));
}

// A plain histogram with values straight from memory.
extern "C" __global__ void plain_histogram(const int* __restrict__ x, unsigned* bins, int n)
{
    for (int i = GID; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[x[i]], 1u);
}

// A skewed histogram: half of the values fall into bin 0, a quarter into bin 1 and so on.
extern "C" __global__ void skewed_histogram(const unsigned* __restrict__ x, unsigned* bins, int n)
{
    for (int i = GID; i < n; i += gridDim.x * blockDim.x) {
        int b = __ffs(x[i] | 0x8000u) - 1;
        atomicAdd(bins + b, 1u);
    }
}

// Scopes of the classic functions: block, device and system.
extern "C" __global__ void scoped_classics(const int* __restrict__ x, int* of_block, int* of_device, int* of_system, int n)
{
    int i = GID;
    if (i >= n) return;
    atomicAdd_block(of_block + blockIdx.x, x[i]);
    atomicMax(of_device + (i & 3), x[i]);
    atomicAdd_system(of_system, 1);
    atomicXor_system(of_system + 1, x[i]);
}
