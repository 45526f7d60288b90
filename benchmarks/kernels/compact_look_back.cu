// The compaction in order of module 17, in variants: how many threads a block has (BLOCK), how many elements a thread
// (EACH), how many tiles a lane looks at in one step (WORDS), whether kept elements meet in shared memory first, so
// that a block stores side by side (STAGED), whether a lane loads four neighbours at once (WIDE), and whether a block
// stays for many tiles and loads the next one before it looks back (STAYS). status: 0 before, as in the exercise.

#ifndef BLOCK
#define BLOCK 512
#endif
#ifndef EACH
#define EACH 16
#endif
#ifndef WORDS
#define WORDS 1
#endif
#ifndef STAGED
#define STAGED 0
#endif
#ifndef WIDE
#define WIDE 0
#endif
#ifndef STAYS
#define STAYS 0
#endif

constexpr int WARPS = BLOCK / 32;
constexpr int TILE = BLOCK * EACH;
constexpr unsigned ALL = 0xffffffff;
constexpr int ALONE = 1, UP_TO = 2;

using Word = unsigned long long;

__device__ void tell(Word* status, int tile, int what, int kept)
{
    Word word = static_cast<Word>(what) << 32 | kept;
    __nv_atomic_store_n(&status[1 + tile], word, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

__device__ Word look_at(Word* status, int tile)
{
    if (tile < 0)
        return static_cast<Word>(UP_TO) << 32;
    return __nv_atomic_load_n(&status[1 + tile], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

__device__ int kept_before(Word* status, int tile)
{
    int lane = threadIdx.x % 32;
    int before = 0;
    unsigned complete = 0;
    for (int nearest = tile - 1; complete == 0; nearest -= 32 * WORDS) {
        Word word[WORDS];
        bool missing;
        do {
            missing = false;
#pragma unroll
            for (int k = 0; k < WORDS; ++k) {
                word[k] = look_at(status, nearest - 32 * k - lane);
                missing |= word[k] >> 32 == 0;
            }
        } while (__any_sync(ALL, missing));
#pragma unroll
        for (int k = 0; k < WORDS; ++k)
            if (complete == 0) {
                complete = __ballot_sync(ALL, word[k] >> 32 == UP_TO);
                int last = complete ? __ffs(complete) - 1 : 31;
                before += __reduce_add_sync(ALL, lane <= last ? static_cast<int>(word[k]) : 0);
            }
    }
    return before;
}

// The lane's elements of a tile: of round k, or of group k / 4 if it loads four neighbours at once.
__device__ void load(float (&x)[EACH], const float* in, int tile, int n)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int begin = tile * TILE + warp * 32 * EACH;
#if WIDE
#pragma unroll
    for (int k = 0; k < EACH; k += 4) {
        int i = begin + k * 32 + lane * 4;
        float4 four = {0.0f, 0.0f, 0.0f, 0.0f};
        if (i + 3 < n)
            four = *reinterpret_cast<const float4*>(in + i);
        else if (i < n)
            four = {in[i], i + 1 < n ? in[i + 1] : 0.0f, i + 2 < n ? in[i + 2] : 0.0f, 0.0f};
        x[k] = four.x;
        x[k + 1] = four.y;
        x[k + 2] = four.z;
        x[k + 3] = four.w;
    }
#else
#pragma unroll
    for (int k = 0; k < EACH; ++k) {
        int i = begin + k * 32 + lane;
        x[k] = i < n ? in[i] : 0.0f;
    }
#endif
}

// Stores what the warp keeps from `place` on.
__device__ void store(const float (&x)[EACH], float* to, int place)
{
    int lane = threadIdx.x % 32;
    unsigned below = (1u << lane) - 1;
#if WIDE
#pragma unroll
    for (int k = 0; k < EACH; k += 4) {
        int mine = place;
#pragma unroll
        for (int c = 0; c < 4; ++c) {
            unsigned votes = __ballot_sync(ALL, x[k + c] > 0.0f);
            mine += __popc(votes & below);
            place += __popc(votes);
        }
#pragma unroll
        for (int c = 0; c < 4; ++c)
            if (x[k + c] > 0.0f)
                to[mine++] = x[k + c];
    }
#else
#pragma unroll
    for (int k = 0; k < EACH; ++k) {
        unsigned votes = __ballot_sync(ALL, x[k] > 0.0f);
        if (x[k] > 0.0f)
            to[place + __popc(votes & below)] = x[k];
        place += __popc(votes);
    }
#endif
}

extern "C" __global__ void __launch_bounds__(BLOCK)
    compact_look_back(const float* in, float* out, int* count, Word* status, int n)
{
    __shared__ int kept[WARPS], tile_of_block, tile_after, before_tile, of_tile;
#if STAGED
    __shared__ float stage[TILE];
#endif
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int tiles = max(1, (n + TILE - 1) / TILE);
    if (threadIdx.x == 0)
        tile_of_block = static_cast<int>(atomicAdd(&status[0], 1));
    __syncthreads();
    int tile = tile_of_block;
    float x[EACH];
    if (tile < tiles)
        load(x, in, tile, n);

    while (tile < tiles) {
        int of_warp = 0;
#pragma unroll
        for (int k = 0; k < EACH; ++k)
            of_warp += __popc(__ballot_sync(ALL, x[k] > 0.0f));
        if (lane == 0)
            kept[warp] = of_warp;
        int next = tiles;
#if STAYS
        if (threadIdx.x == 0)
            tile_after = static_cast<int>(atomicAdd(&status[0], 1));
#endif
        __syncthreads();
#if STAYS
        next = tile_after;
        float y[EACH];
        if (next < tiles)
            load(y, in, next, n);
#endif
        if (warp == 0) {
            int own = __reduce_add_sync(ALL, lane < WARPS ? kept[lane] : 0);
            if (lane == 0)
                tell(status, tile, ALONE, own);
            int before = kept_before(status, tile);
            if (lane == 0) {
                tell(status, tile, UP_TO, before + own);
                before_tile = before;
                of_tile = own;
                if (tile == tiles - 1)
                    *count = before + own;
            }
        }
        int place = 0;
        for (int w = 0; w < warp; ++w)
            place += kept[w];
#if STAGED
        store(x, stage, place);
        __syncthreads();
        for (int i = threadIdx.x; i < of_tile; i += BLOCK)
            out[before_tile + i] = stage[i];
#else
        __syncthreads();
        store(x, out, before_tile + place);
#endif
#if STAYS
        __syncthreads();    // before the counts of the next tile are stored
#pragma unroll
        for (int k = 0; k < EACH; ++k)
            x[k] = y[k];
#endif
        tile = next;
    }
}
