// out is the exclusive scan of the n elements of `in`, modulo 2^32: out[i] = in[0] + ... + in[i - 1]. One launch, in which
// every element is read once and written once. Blocks draw tiles of 4,096 elements, as long as there are any, and find out
// from the tiles before what comes before: decoupled look-back, after Merrill and Garland. While a block looks back for one
// tile, its next one is loaded already, and the others know its sum. `in` and `out` begin at multiples of 16 bytes.
// status has a word for each tile, counters[0] counts what was drawn, counters[1] the blocks that have finished. All of
// them are 0 before a launch, and must be 0 behind it, for the next one.

constexpr int BLOCK = 256;
constexpr int WARPS = BLOCK / 32;
constexpr int ROWS = 4;                      // a warp takes 512 neighbours, as four rows of 32 times 16 bytes
constexpr int TILE = BLOCK * ROWS * 4;
constexpr unsigned int ALL_LANES = 0xffffffff;

// What a tile has told of itself: a flag in the upper 32 bits of a word, a sum in the lower ones. Whoever reads the word
// reads both, so that a sum is never older than its flag, and no fence is needed between them.
using Status = unsigned long long;
constexpr Status NOTHING = 0;    // not even its own sum yet
constexpr Status OWN_SUM = 1;    // the sum of the tile's elements
constexpr Status PREFIX = 2;     // the sum of all elements up to the tile's last one

// Relaxed accesses: in one piece and to L2, where all blocks meet; they order no other accesses.
__device__ Status read_status(const Status* word)
{
    Status told;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(told) : "l"(word) : "memory");
    return told;
}

__device__ void publish(Status* word, Status flag, unsigned int sum)
{
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(word), "l"(flag << 32 | sum) : "memory");
}

__device__ unsigned int warp_inclusive(unsigned int value)
{
    for (int distance = 1; distance < 32; distance *= 2) {
        unsigned int below = __shfl_up_sync(ALL_LANES, value, distance);
        if (threadIdx.x % 32 >= distance)
            value += below;
    }
    return value;
}

// The elements i to i + 3; those behind the last one count as 0.
__device__ uint4 load4(const unsigned int* in, int i, int n)
{
    if (i + 3 < n)
        return *reinterpret_cast<const uint4*>(in + i);
    return {i < n ? in[i] : 0, i + 1 < n ? in[i + 1] : 0, i + 2 < n ? in[i + 2] : 0, 0};
}

__device__ void store4(unsigned int* out, int i, int n, uint4 four)
{
    if (i + 3 < n) {
        *reinterpret_cast<uint4*>(out + i) = four;
        return;
    }
    if (i < n)
        out[i] = four.x;
    if (i + 1 < n)
        out[i + 1] = four.y;
    if (i + 2 < n)
        out[i + 2] = four.z;
}

// The sum of all tiles before `tile`, in every lane. All 32 lanes call this; tile is 1 or more.
__device__ unsigned int look_back(const Status* status, int tile)
{
    int lane = threadIdx.x % 32;
    unsigned int before = 0;

    // TODO(1): look at 32 tiles at once: lane l at the l-th before the nearest that is still missing, and before tile 0
    // there is a PREFIX of 0. Read until none of the 32 says NOTHING. Add up the sums from the nearest to the first that is
    // a PREFIX; if there is none, add all 32 and go on with the 32 before them. (about 9 lines)
    return before;
}

// The warp's 512 elements of a tile, from `first` on for this lane.
__device__ void load_rows(uint4 (&x)[ROWS], const unsigned int* in, int first, int n)
{
#pragma unroll
    for (int row = 0; row < ROWS; ++row)
        x[row] = load4(in, first + row * 128, n);
}

__device__ void store_rows(const uint4 (&x)[ROWS], unsigned int before, unsigned int* out, int first, int n)
{
#pragma unroll
    for (int row = 0; row < ROWS; ++row)
        store4(out, first + row * 128, n, {before + x[row].x, before + x[row].y, before + x[row].z, before + x[row].w});
}

// Each element becomes the sum of those before it in the warp's rows, as in scan_block.
__device__ void scan_rows(uint4 (&x)[ROWS])
{
    unsigned int sum = 0;    // of the rows so far
#pragma unroll
    for (int row = 0; row < ROWS; ++row) {
        uint4 four = x[row];
        unsigned int own = four.x + four.y + four.z + four.w;
        unsigned int upto = warp_inclusive(own);
        unsigned int before = sum + upto - own;
        x[row] = {before, before + four.x, before + four.x + four.y, before + four.x + four.y + four.z};
        sum += __shfl_sync(ALL_LANES, upto, 31);
    }
}

// Adds up the tile and tells the other blocks, unless there is no such tile. All threads call this. Lane l of the first warp
// gets the sum of warp l; `sums` is room for that.
__device__ unsigned int tell_own_sum(const uint4 (&x)[ROWS], int tile, int tiles, unsigned int* sums, Status* status)
{
    int lane = threadIdx.x % 32;
    unsigned int own = 0;
#pragma unroll
    for (int row = 0; row < ROWS; ++row)
        own += x[row].x + x[row].y + x[row].z + x[row].w;
    unsigned int of_warp = __reduce_add_sync(ALL_LANES, own);
    if (lane == 0)
        sums[threadIdx.x / 32] = of_warp;
    __syncthreads();
    if (threadIdx.x >= 32)
        return 0;
    unsigned int of_lane = lane < WARPS ? sums[lane] : 0;
    unsigned int tile_sum = __reduce_add_sync(ALL_LANES, of_lane);
    if (tile < tiles) {
        // TODO(2): let lane 0 publish it: tile 0 as its PREFIX, any other one as its OWN_SUM. (2 lines)
    }
    return of_lane;
}

// The number of the next tile that nobody has yet. All tiles before it were drawn before, by blocks that have begun.
__device__ int draw(unsigned int* counters)
{
    // TODO(3): a ticket from counters[0]. (1 line)
    return 1 << 18;    // more than there are
}

// Four blocks at once on a multiprocessor: two tiles in registers take many.
extern "C" __global__ void __launch_bounds__(BLOCK, 4) scan_single_pass(const unsigned int* in, unsigned int* out,
                                                                        Status* status, unsigned int* counters, int n)
{
    __shared__ unsigned int sums[WARPS], starts[WARPS];
    __shared__ int drawn[2];
    __shared__ bool last;
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    int place = warp * (TILE / WARPS) + lane * 4;    // in each tile
    int tiles = (n + TILE - 1) / TILE;

    if (threadIdx.x == 0) {
        drawn[0] = draw(counters);
        drawn[1] = draw(counters);
    }
    __syncthreads();
    int tile = drawn[0];
    int next = drawn[1];
    uint4 x[ROWS], y[ROWS];
    load_rows(x, in, tile * TILE + place, n);
    unsigned int own = tell_own_sum(x, tile, tiles, sums, status);
    __syncthreads();

    while (tile < tiles) {
        // Before it waits for anybody, the block tells what others may wait for: the sum of its next tile.
        load_rows(y, in, next * TILE + place, n);
        scan_rows(x);
        unsigned int own_next = tell_own_sum(y, next, tiles, sums, status);

        if (warp == 0) {
            unsigned int tile_sum = __reduce_add_sync(ALL_LANES, own);
            unsigned int before = 0;
            // TODO(4): for every tile but tile 0, let all lanes look back, and lane 0 publish the PREFIX that follows from
            // it. (about 5 lines)
            unsigned int upto = warp_inclusive(own);
            if (lane < WARPS)
                starts[lane] = before + upto - own;    // what comes before each warp
            if (lane == 0)
                drawn[1] = draw(counters);
        }
        __syncthreads();
        store_rows(x, starts[warp], out, tile * TILE + place, n);

        tile = next;
        next = drawn[1];
        own = own_next;
#pragma unroll
        for (int row = 0; row < ROWS; ++row)
            x[row] = y[row];
    }

    // TODO(5): let thread 0 count the block as finished, after everything that it has published, and find out whether it is
    // the last of the grid. (about 5 lines)
    last = false;
    __syncthreads();

    // Nobody looks back any more: the last block leaves everything as the next launch wants to find it.
    if (last) {
        for (int t = threadIdx.x; t < tiles; t += BLOCK)
            status[t] = NOTHING;
        if (threadIdx.x < 2)
            counters[threadIdx.x] = 0;
    }
}
