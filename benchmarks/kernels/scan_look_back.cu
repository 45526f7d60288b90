// Variants of scan_single_pass, whose text explains what happens here: how each came out is told in modules/16_scan/deeper.
// BLOCK, ROWS: a tile has BLOCK x ROWS x 4 elements. AT_ONCE: blocks for which a multiprocessor must have registers.
// ONE_LANE: one lane looks back, not the warp. TICKET 0: tiles by blockIdx, which may wait for ever: what does a ticket cost?
// EARLY: the own sum is published before the rows are scanned.
// STREAM: loads and stores that ask the caches to keep nothing.
// scan_look_back: a block for each tile. scan_look_back_loop: blocks take tile after tile and draw the next one early;
// PREFETCH: they load it, too, before they look back. scan_look_back_ahead: they publish its sum, too, as the solution does.

#ifndef BLOCK
#define BLOCK 256
#endif
#ifndef ROWS
#define ROWS 4
#endif
#ifndef AT_ONCE
#define AT_ONCE 1
#endif
#ifndef ONE_LANE
#define ONE_LANE 0
#endif
#ifndef TICKET
#define TICKET 1
#endif
#ifndef EARLY
#define EARLY 0
#endif
#ifndef STREAM
#define STREAM 0
#endif
#ifndef PREFETCH
#define PREFETCH 0
#endif

constexpr int WARPS = BLOCK / 32;
constexpr int TILE = BLOCK * ROWS * 4;
constexpr unsigned int ALL_LANES = 0xffffffff;

using Status = unsigned long long;
constexpr Status NOTHING = 0;
constexpr Status OWN_SUM = 1;
constexpr Status PREFIX = 2;

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

__device__ uint4 load4(const unsigned int* in, int i, int n)
{
    if (i + 3 < n) {
        const uint4* four = reinterpret_cast<const uint4*>(in + i);
        return STREAM ? __ldcs(four) : *four;
    }
    return {i < n ? in[i] : 0, i + 1 < n ? in[i + 1] : 0, i + 2 < n ? in[i + 2] : 0, 0};
}

__device__ void store4(unsigned int* out, int i, int n, uint4 four)
{
    if (i + 3 < n) {
        uint4* to = reinterpret_cast<uint4*>(out + i);
        if (STREAM)
            __stcs(to, four);
        else
            *to = four;
        return;
    }
    if (i < n)
        out[i] = four.x;
    if (i + 1 < n)
        out[i + 1] = four.y;
    if (i + 2 < n)
        out[i + 2] = four.z;
}

__device__ unsigned int look_back(const Status* status, int tile)
{
    int lane = threadIdx.x % 32;
    unsigned int before = 0;
    if (ONE_LANE) {
        for (int nearest = tile - 1; lane == 0;) {
            Status told = read_status(&status[nearest]);
            if (told >> 32 == NOTHING)
                continue;
            before += static_cast<unsigned int>(told);
            if (told >> 32 == PREFIX)
                break;
            --nearest;
        }
        return __shfl_sync(ALL_LANES, before, 0);
    }
    for (int nearest = tile - 1;; nearest -= 32) {
        Status told;
        do
            told = nearest >= lane ? read_status(&status[nearest - lane]) : PREFIX << 32;
        while (__any_sync(ALL_LANES, told >> 32 == NOTHING));
        unsigned int prefixes = __ballot_sync(ALL_LANES, told >> 32 == PREFIX);
        int last = prefixes != 0 ? __ffs(prefixes) - 1 : 31;
        before += __reduce_add_sync(ALL_LANES, lane <= last ? static_cast<unsigned int>(told) : 0);
        if (prefixes != 0)
            return before;
    }
}

// The warp's rows, scanned; what comes back is their sum.
__device__ unsigned int scan_rows(uint4 (&x)[ROWS])
{
    unsigned int sum = 0;
#pragma unroll
    for (int row = 0; row < ROWS; ++row) {
        uint4 four = x[row];
        unsigned int own = four.x + four.y + four.z + four.w;
        unsigned int upto = warp_inclusive(own);
        unsigned int before = sum + upto - own;
        x[row] = {before, before + four.x, before + four.x + four.y, before + four.x + four.y + four.z};
        sum += __shfl_sync(ALL_LANES, upto, 31);
    }
    return sum;
}

__device__ void load_tile(uint4 (&x)[ROWS], const unsigned int* in, int first, int n)
{
#pragma unroll
    for (int row = 0; row < ROWS; ++row)
        x[row] = load4(in, first + row * 128, n);
}

__device__ void store_tile(const uint4 (&x)[ROWS], unsigned int before, unsigned int* out, int first, int n)
{
#pragma unroll
    for (int row = 0; row < ROWS; ++row)
        store4(out, first + row * 128, n, {before + x[row].x, before + x[row].y, before + x[row].z, before + x[row].w});
}

// By warp 0: turns the sums of the warps into what comes before each of them in the whole vector.
__device__ void exchange(Status* status, int tile, unsigned int* sums)
{
    int lane = threadIdx.x % 32;
    unsigned int own = lane < WARPS ? sums[lane] : 0;
    unsigned int upto = warp_inclusive(own);
    unsigned int tile_sum = __shfl_sync(ALL_LANES, upto, 31);
    unsigned int before = 0;
    if (lane == 0)
        publish(&status[tile], tile == 0 ? PREFIX : OWN_SUM, tile_sum);
    if (tile > 0) {
        before = look_back(status, tile);
        if (lane == 0)
            publish(&status[tile], PREFIX, before + tile_sum);
    }
    if (lane < WARPS)
        sums[lane] = before + upto - own;
}

__device__ bool finished_last(unsigned int* counters)
{
    __threadfence();
    bool last = atomicAdd(&counters[1], 1) == gridDim.x - 1;
    __threadfence();
    return last;
}

__device__ void put_back(Status* status, unsigned int* counters, int tiles)
{
    for (int t = threadIdx.x; t < tiles; t += BLOCK)
        status[t] = NOTHING;
    if (threadIdx.x < 2)
        counters[threadIdx.x] = 0;
}

__device__ unsigned int sum_of(const uint4 (&x)[ROWS])
{
    unsigned int sum = 0;
#pragma unroll
    for (int row = 0; row < ROWS; ++row)
        sum += x[row].x + x[row].y + x[row].z + x[row].w;
    return __reduce_add_sync(ALL_LANES, sum);
}

extern "C" __global__ void __launch_bounds__(BLOCK, AT_ONCE)
scan_look_back(const unsigned int* in, unsigned int* out, Status* status, unsigned int* counters, int n)
{
    __shared__ unsigned int sums[WARPS];
    __shared__ int drawn;
    __shared__ bool last;
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    if (threadIdx.x == 0)
        drawn = TICKET ? atomicAdd(&counters[0], 1) : blockIdx.x;
    __syncthreads();
    int tile = drawn;
    int first = tile * TILE + warp * (TILE / WARPS) + lane * 4;
    uint4 x[ROWS];
    load_tile(x, in, first, n);
    unsigned int sum = EARLY ? sum_of(x) : scan_rows(x);
    if (lane == 0)
        sums[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        exchange(status, tile, sums);
        if (lane == 0)
            last = finished_last(counters);
    }
    if (EARLY)
        scan_rows(x);
    __syncthreads();
    store_tile(x, sums[warp], out, first, n);
    if (last)
        put_back(status, counters, gridDim.x);
}

extern "C" __global__ void __launch_bounds__(BLOCK, AT_ONCE)
scan_look_back_loop(const unsigned int* in, unsigned int* out, Status* status, unsigned int* counters, int n)
{
    __shared__ unsigned int sums[WARPS];
    __shared__ int drawn;
    __shared__ bool last;
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    int tiles = (n + TILE - 1) / TILE;
    if (threadIdx.x == 0)
        drawn = atomicAdd(&counters[0], 1);
    __syncthreads();
    int tile = drawn;
    __syncthreads();
    int place = warp * (TILE / WARPS) + lane * 4;
    uint4 x[ROWS];
    if (PREFETCH && tile < tiles)
        load_tile(x, in, tile * TILE + place, n);
    while (tile < tiles) {
        if (!PREFETCH)
            load_tile(x, in, tile * TILE + place, n);
        if (threadIdx.x == 0)
            drawn = atomicAdd(&counters[0], 1);
        unsigned int sum = EARLY ? sum_of(x) : scan_rows(x);
        if (lane == 0)
            sums[warp] = sum;
        __syncthreads();
        int next = drawn;
        uint4 y[ROWS];
        if (PREFETCH && next < tiles)
            load_tile(y, in, next * TILE + place, n);
        if (warp == 0)
            exchange(status, tile, sums);
        if (EARLY)
            scan_rows(x);
        __syncthreads();
        store_tile(x, sums[warp], out, tile * TILE + place, n);
        __syncthreads();
        if (PREFETCH)
#pragma unroll
            for (int row = 0; row < ROWS; ++row)
                x[row] = y[row];
        tile = next;
    }
    if (threadIdx.x == 0)
        last = finished_last(counters);
    __syncthreads();
    if (last)
        put_back(status, counters, tiles);
}

// The next tile is not only loaded but published before the look-back of this one.
extern "C" __global__ void __launch_bounds__(BLOCK, AT_ONCE)
scan_look_back_ahead(const unsigned int* in, unsigned int* out, Status* status, unsigned int* counters, int n)
{
    __shared__ unsigned int sums[3][WARPS];
    __shared__ unsigned int before_tile;
    __shared__ int drawn[2];
    __shared__ bool last;
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    int tiles = (n + TILE - 1) / TILE;
    if (threadIdx.x < 2)
        drawn[threadIdx.x] = atomicAdd(&counters[0], 1);
    __syncthreads();
    int tile = drawn[0] < drawn[1] ? drawn[0] : drawn[1];
    int next = drawn[0] < drawn[1] ? drawn[1] : drawn[0];
    int place = warp * (TILE / WARPS) + lane * 4;
    uint4 x[ROWS], y[ROWS];
    auto tell = [&](const uint4 (&of)[ROWS], int t, unsigned int* sums_of_warps) {
        unsigned int sum = sum_of(of);
        if (lane == 0)
            sums_of_warps[warp] = sum;
        __syncthreads();
        if (warp == 0) {
            unsigned int all = __reduce_add_sync(ALL_LANES, lane < WARPS ? sums_of_warps[lane] : 0);
            if (lane == 0)
                publish(&status[t], t == 0 ? PREFIX : OWN_SUM, all);
        }
    };
    if (tile < tiles) {
        load_tile(x, in, tile * TILE + place, n);
        tell(x, tile, sums[0]);
    }
    for (int side = 0; tile < tiles; side = side == 2 ? 0 : side + 1) {
        if (next < tiles)
            load_tile(y, in, next * TILE + place, n);
        scan_rows(x);
        if (next < tiles)
            tell(y, next, sums[side == 2 ? 0 : side + 1]);
        if (warp == 0) {
            unsigned int own = lane < WARPS ? sums[side][lane] : 0, before = 0;
            unsigned int all = __reduce_add_sync(ALL_LANES, own);
            if (tile > 0) {
                before = look_back(status, tile);
                if (lane == 0)
                    publish(&status[tile], PREFIX, before + all);
            }
            if (lane == 0) {
                before_tile = before;
                drawn[0] = atomicAdd(&counters[0], 1);
            }
        }
        __syncthreads();
        unsigned int before = before_tile + __reduce_add_sync(ALL_LANES, lane < warp ? sums[side][lane] : 0);
        store_tile(x, before, out, tile * TILE + place, n);
        tile = next;
        next = drawn[0];
#pragma unroll
        for (int row = 0; row < ROWS; ++row)
            x[row] = y[row];
    }
    if (threadIdx.x == 0)
        last = finished_last(counters);
    __syncthreads();
    if (last)
        put_back(status, counters, tiles);
}
