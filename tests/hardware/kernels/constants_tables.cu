// Tables in constant memory and who asks for which entry: blocks, loops, warps, lanes, data, and lanes that are off.

#define GID ((int)(blockIdx.x * blockDim.x + threadIdx.x))
#define LANE ((int)(threadIdx.x & 31))

__constant__ int primes[64] = {
    2,   3,   5,   7,   11,  13,  17,  19,  23,  29,  31,  37,  41,  43,  47,  53,  59,  61,  67,  71,  73,  79,
    83,  89,  97,  101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167, 173, 179, 181, 191, 193,
    197, 199, 211, 223, 227, 229, 233, 239, 241, 251, 257, 263, 269, 271, 277, 281, 283, 293, 307, 311};

__constant__ int squares[32] = {0,   1,   4,   9,   16,  25,  36,  49,  64,  81,  100, 121, 144, 169, 196, 225,
                                256, 289, 324, 361, 400, 441, 484, 529, 576, 625, 676, 729, 784, 841, 900, 961};

__constant__ float gains[8] = {0.5f, 1.0f, 1.5f, 2.0f, 0.25f, 4.0f, -1.0f, 0.125f};

__constant__ float weights[32] = {0.03125f, 0.0625f, 0.125f, 0.25f, 0.5f, 1.0f, 2.0f, 4.0f, 3.0f, 1.5f, 0.75f,
                                  0.375f,   5.0f,    2.5f,   1.25f, 7.0f, 3.5f, 1.75f, 9.0f, 4.5f, 2.25f, 11.0f,
                                  5.5f,     2.75f,   13.0f,  6.5f,  3.25f, 15.0f, 7.5f, 3.75f, 17.0f, 8.5f};

__constant__ int grid_offsets[3][4] = {{100, 200, 300, 400}, {-100, -200, -300, -400}, {10, 20, 30, 40}};

#define ROW(x) (x) * 7 % 256, (x) * 7 % 256 + 1, (x) * 11 % 256, (x) * 13 % 256
#define ROW4(x) ROW(x), ROW(x + 1), ROW(x + 2), ROW(x + 3)
#define ROW16(x) ROW4(x), ROW4(x + 4), ROW4(x + 8), ROW4(x + 12)
__constant__ int scrambled[256] = {ROW16(0), ROW16(16), ROW16(32), ROW16(48)};

// One gain for all threads of a block.
extern "C" __global__ void by_block(const float* x, float* y, int n)
{
    int i = GID;
    if (i < n) y[i] = gains[blockIdx.x] * x[i];
}

// A grid of blocks looks into a table of rows and columns.
extern "C" __global__ void by_block_of_grid(int* y)
{
    int block = blockIdx.y * gridDim.x + blockIdx.x;
    y[block * blockDim.x + threadIdx.x] = grid_offsets[blockIdx.y][blockIdx.x] + (int)threadIdx.x;
}

// Blocks share entries, and the last blocks wrap around.
extern "C" __global__ void by_block_wrapped(int* y, int period, int n)
{
    int i = GID;
    if (i >= n) return;
    y[i] = squares[(blockIdx.x * 5 + 3) % period] - i;
}

// A loop whose end is a parameter walks the table; every lane wants the same entry.
extern "C" __global__ void by_counter(const int* x, int* y, int terms, int n)
{
    int i = GID;
    if (i >= n) return;
    int sum = 0;
    for (int k = 0; k < terms; ++k) sum += primes[k] * x[(i + k) % n];
    y[i] = sum;
}

// The same with a known end, fully unrolled.
extern "C" __global__ void by_counter_unrolled(const int* x, int* y, int n)
{
    int i = GID;
    if (i >= n) return;
    int sum = 0, v = x[i];
#pragma unroll
    for (int k = 0; k < 16; ++k) sum ^= (v + k) * primes[k];
    y[i] = sum;
}

// Rolled on purpose, in steps that the host chooses, from a place that the host chooses.
extern "C" __global__ void by_counter_stepping(int* y, int first, int step, int n)
{
    int i = GID;
    if (i >= n) return;
    int sum = i;
#pragma unroll 1
    for (int k = first; k < 64; k += step) sum = sum * 3 + primes[k];
    y[i] = sum;
}

// Unrolled four times with a remainder.
extern "C" __global__ void by_counter_by_fours(const float* x, float* y, int terms, int n)
{
    int i = GID;
    if (i >= n) return;
    float sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < terms; ++k) sum = fmaf(weights[k], x[i], sum * 0.5f);
    y[i] = sum;
}

// From the end to the front.
extern "C" __global__ void by_counter_downwards(int* y, int terms, int n)
{
    int i = GID;
    if (i < n) {
        int sum = 1;
        for (int k = terms; k-- > 0;) sum = sum * (i & 3) + squares[k];
        y[i] = sum;
    }
}

// Each thread its own entry, as if it were an ordinary array.
extern "C" __global__ void by_thread(int* y, int n)
{
    int i = GID;
    if (i < n) y[i] = primes[threadIdx.x & 63] * 2;
}

// A period that is no power of two.
extern "C" __global__ void by_thread_modulo(const int* x, int* y, int period, int n)
{
    int i = GID;
    if (i < n) y[i] = x[i] + primes[i % period];
}

// A number for a warp.
extern "C" __global__ void by_warp(int* y, int n)
{
    int i = GID;
    if (i >= n) return;
    y[i] = squares[threadIdx.x / 32] + LANE;
}

// The warp's number through a shuffle, so that the compiler may see that it is the same everywhere.
extern "C" __global__ void by_warp_announced(int* y)
{
    int warp = __shfl_sync(0xffffffffu, (int)threadIdx.x / 32, 0);
    int sum = 0;
    for (int k = 0; k <= warp; ++k) sum += primes[warp * 8 + k];
    y[GID] = sum;
}

// Runs of lanes share an entry.
extern "C" __global__ void by_runs(int* y, int run)
{
    y[GID] = squares[LANE / run];
}

// The runs are known: pairs, and groups of eight.
extern "C" __global__ void by_known_runs(int* y, int n)
{
    int i = GID;
    if (i < n) y[i] = primes[LANE >> 1] * 1000 + primes[32 + (LANE >> 3)];
}

// Lanes take turns over k entries.
extern "C" __global__ void by_turns(float* y, int k)
{
    y[GID] = weights[LANE % k] + gains[LANE % 4];
}

// Backwards over the warp, and backwards over the block.
extern "C" __global__ void reversed(int* y)
{
    int back = blockDim.x - 1 - threadIdx.x;
    y[GID] = squares[31 - LANE] * 100000 + primes[back & 63];
}

// A permutation in global memory says where to look.
extern "C" __global__ void by_permutation(const int* __restrict__ order, int* y, int n)
{
    int i = GID;
    if (i < n) y[i] = scrambled[order[i]];
}

// The permutation is computed: multiplication by an odd number.
extern "C" __global__ void by_multiple(int* y, int factor, int n)
{
    int i = GID;
    if (i < n) y[i] = scrambled[(i * factor) & 255];
}

// Indices are data.
extern "C" __global__ void by_data(const int* __restrict__ at, int* y, int n)
{
    int i = GID;
    if (i < n) y[i] = primes[at[i]];
}

// Four indices in a thread, which walks over a long list.
extern "C" __global__ void by_data_long(const int* __restrict__ at, unsigned long long* y, int n)
{
    unsigned long long sum = 0;
    for (int i = GID; i < n; i += gridDim.x * blockDim.x) sum = sum * 31 + scrambled[at[i]];
    y[GID] = sum;
}

// Both sides of a branch have a table.
extern "C" __global__ void two_sides(const int* x, int* y, int n)
{
    int i = GID;
    if (i >= n) return;
    int v = x[i];
    if (v & 1) {
        int k = 0;
        while (v > primes[k]) ++k;
        y[i] = k;
    } else {
        y[i] = squares[v & 31] - squares[LANE / 4];
    }
}

// Four ways by the lane; one walks, one picks, one asks for the block's entry, one does without.
extern "C" __global__ void four_ways(int* y, int n)
{
    int i = GID;
    if (i >= n) return;
    int r = 0;
    switch (LANE & 3) {
    case 0:
        for (int k = 0; k < 5 + LANE / 8; ++k) r += squares[k];
        break;
    case 1:
        r = primes[LANE * 2];
        break;
    case 2:
        r = squares[blockIdx.x];
        break;
    default:
        r = -i;
    }
    y[i] = r;
}

// The first lanes only.
extern "C" __global__ void first_lanes(int* y, int m)
{
    int v = -1;
    if (LANE < m) v = primes[LANE];
    y[GID] = v;
}

// Lanes of a mask.
extern "C" __global__ void masked_lanes(const int* at, int* y, unsigned mask)
{
    int v = 0, j = at[GID];
    if ((mask >> LANE) & 1) v = primes[j];
    y[GID] = v + j;
}

// A choice of entry or zero; the compiler may load under a predicate.
extern "C" __global__ void entry_or_zero(const float* x, float* y, int n)
{
    int i = GID;
    if (i >= n) return;
    float v = x[i];
    y[i] = v > 0.0f ? weights[LANE] * v : (v < -0.5f ? gains[LANE & 7] : 0.0f);
}

// A choice of index, then one load.
extern "C" __global__ void chosen_index(const int* x, int* y, int a, int b, int n)
{
    int i = GID;
    if (i < n) y[i] = primes[x[i] > 50 ? a : b];
}

// Lower half of the warp here, upper half there.
extern "C" __global__ void half_warps(int* y, int here, int there)
{
    int k = LANE < 16 ? here : there;
    y[GID] = primes[k] + 7 * squares[LANE < 16 ? LANE : 16];
}

// Threads of a plane: rows are tables, columns are tables.
extern "C" __global__ void plane(const int* x, int* y, int width, int height)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c < width && r < height)
        y[r * width + c] = x[r * width + c] * squares[threadIdx.y] + primes[threadIdx.x];
}

// Threads of a cuboid.
extern "C" __global__ void cuboid(int* y)
{
    int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int size = blockDim.x * blockDim.y * blockDim.z;
    int a = primes[threadIdx.z], b = squares[threadIdx.y + 2 * threadIdx.z], c = primes[63 - threadIdx.x];
    y[blockIdx.x * size + t] = a * 10000 + b * 100 + c;
}

// Lane zero knows, the others hear.
extern "C" __global__ void told_by_a_lane(const int* at, int* y, int teller)
{
    int j = at[GID];
    j = __shfl_sync(0xffffffffu, j, teller);
    y[GID] = primes[j] + LANE;
}

// The index comes from global memory, one for a block.
extern "C" __global__ void told_by_memory(const int* __restrict__ at, int* y, int n)
{
    int i = GID;
    int j = at[blockIdx.x];
    if (i < n) y[i] = primes[j] - primes[j ^ 1];
}

// The index comes from shared memory; a thread writes it, all read it.
extern "C" __global__ void told_by_shared(const int* at, int* y)
{
    __shared__ int chosen;
    if (threadIdx.x == 0) chosen = at[blockIdx.x];
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < 4; ++k) sum = sum * 10 + squares[(chosen + k) & 31];
    y[GID] = sum;
}

// The index is a parameter.
extern "C" __global__ void by_parameter(int* y, int k, int n)
{
    int i = GID;
    if (i < n) y[i] = primes[k] * i + squares[k / 2];
}

// A parameter and the lane.
extern "C" __global__ void by_parameter_and_lane(int* y, int first, int n)
{
    int i = GID;
    if (i < n) y[i] = primes[first + LANE];
}

// Lanes lie stride entries apart and wrap around.
extern "C" __global__ void strided(int* y, int stride)
{
    y[GID] = scrambled[(LANE * stride) & 255];
}

// Partners of a butterfly.
extern "C" __global__ void butterfly(int* y)
{
    int sum = 0;
    for (int d = 16; d > 0; d >>= 1) sum = sum * 2 + squares[LANE ^ d];
    y[GID] = sum;
}

// Neighbours: two entries a lane.
extern "C" __global__ void differences(int* y, int n)
{
    int i = GID;
    if (i < n) y[i] = primes[(i & 31) + 1] - primes[i & 31];
}

// Bits of the lane backwards, and its Gray code.
extern "C" __global__ void bits_of_lanes(int* y)
{
    int backwards = __brev(threadIdx.x) >> 27;
    int gray = LANE ^ (LANE >> 1);
    y[GID] = squares[backwards] * 1000 + primes[gray];
}

// A warp reads the table together, one entry a lane and round.
extern "C" __global__ void together(int* y, int entries)
{
    int sum = 0;
    for (int k = LANE; k < entries; k += 32) sum += scrambled[k];
    y[GID] = sum;
}

// A triangle: all ask for the same, and lane by lane falls silent.
extern "C" __global__ void triangle(int* y)
{
    int sum = 0;
    for (int k = 0; k <= LANE; ++k) sum += squares[k] ^ k;
    y[GID] = sum;
}

// The other triangle: each lane goes down from its own entry.
extern "C" __global__ void triangle_downwards(int* y, int n)
{
    int i = GID;
    if (i >= n) return;
    int sum = 0;
    for (int k = 0; k <= LANE; k += 2) sum = sum * 5 + squares[LANE - k];
    y[i] = sum;
}

// Each lane starts at its own place and stops where the data say.
extern "C" __global__ void from_place_to_place(const int* from, const int* length, int* y, int n)
{
    int i = GID;
    if (i >= n) return;
    int sum = 0;
    for (int k = 0; k < length[i]; ++k) sum += primes[(from[i] + k) & 63];
    y[i] = sum;
}

// The number of votes is the index.
extern "C" __global__ void by_votes(const int* x, int* y)
{
    unsigned votes = __ballot_sync(0xffffffffu, x[GID] >= 50);
    int below = __popc(votes & ((1u << LANE) - 1));
    y[GID] = primes[__popc(votes)] * 100 + squares[below];
}

// Any lane decides for all.
extern "C" __global__ void by_any(const int* x, int* y, int limit)
{
    int k = __any_sync(0xffffffffu, x[GID] > limit) ? 40 : 20;
    y[GID] = primes[k + (int)blockIdx.x];
}

// A sum over blocks, warps and a parameter, of which the compiler sees what it sees.
extern "C" __global__ void mixed_uniform(int* y, int stride, int n)
{
    int i = GID;
    int base = blockIdx.x * stride + gridDim.x;
    int sum = 0;
    for (int k = 0; k < 6; ++k) {
        sum += primes[base + k];
        if (i & 1) sum ^= squares[(base + k * LANE) & 31];
    }
    if (i < n) y[i] = sum;
}

// A whole block that skips, a warp that skips, lanes that skip.
extern "C" __global__ void skips(const int* at, int* y)
{
    int v = 0;
    if (blockIdx.x != 1) v += primes[at[GID]];
    if (threadIdx.x / 32 != 1) v += squares[at[GID] & 31] * 1000;
    if (LANE % 5 != 1) v -= primes[LANE];
    y[GID] = v;
}

// A table in global memory of the program, of indices into constant memory.
__device__ unsigned char detour[32] = {3, 3, 3, 3, 7, 7, 7, 7, 1, 2, 1, 2, 1, 2, 1, 2,
                                       0, 31, 0, 31, 30, 29, 28, 27, 5, 5, 5, 5, 5, 5, 5, 5};

extern "C" __global__ void by_detour(int* y)
{
    y[GID] = primes[detour[LANE]] + squares[detour[threadIdx.x / 32]];
}
