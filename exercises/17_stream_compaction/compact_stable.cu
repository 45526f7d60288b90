// out: the positive elements of `in`, without gaps and in their order; count[0]: how many they are. One launch of one
// block for each tile of 8,192 elements, whose places begin where those of the tiles before end: it looks back at what
// they have told. status[0] is a counter from which blocks draw their tiles, status[1 + t] what is known of tile t. All
// are 0 before.

constexpr int BLOCK = 512;
constexpr int WARPS = BLOCK / 32;
constexpr int EACH = 16;                   // elements of a lane
constexpr int TILE = BLOCK * EACH;
constexpr unsigned ALL = 0xffffffff;

using Word = unsigned long long;

// A status word holds how many elements are kept and, above bit 32, whose number that is: of NOTHING yet, of the tile
// ALONE, or of the tile and all tiles before it, UP_TO it. Both go with one store of 64 bits, so no reader can see one
// without the other.
constexpr int NOTHING = 0, ALONE = 1, UP_TO = 2;

__device__ int known(Word word)
{
    return static_cast<int>(word >> 32);
}

__device__ int kept_in(Word word)
{
    return static_cast<int>(word);
}

__device__ void tell(Word* status, int tile, int what, int kept)
{
    Word word = static_cast<Word>(what) << 32 | kept;
    __nv_atomic_store_n(&status[1 + tile], word, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

// The word of a tile as it is now. In front of tile 0 there is nothing to keep, and that is known.
__device__ Word look_at(Word* status, int tile)
{
    if (tile < 0)
        return static_cast<Word>(UP_TO) << 32;
    return __nv_atomic_load_n(&status[1 + tile], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

// How many elements are kept in all tiles before `tile`, in every lane. One whole warp calls this.
__device__ int kept_before(Word* status, int tile)
{
    int lane = threadIdx.x % 32;
    int before = 0;

    // TODO(1): look back, 32 tiles at a time: lane l at the one that is l before `nearest`. Wait until something is
    // known of all of them. Then add what the nearest tiles kept, as far as the first that knows the number UP_TO
    // itself; if there is none, go on with the 32 tiles before these. (about 10 lines)
    int nearest = tile - 1;
    return before;
}

extern "C" __global__ void __launch_bounds__(BLOCK)
    compact_stable(const float* in, float* out, int* count, unsigned long long* status, int n)
{
    __shared__ int kept[WARPS];
    __shared__ int tile_of_block, before_tile;
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;

    // TODO(2): draw the block's tile from the counter. Blocks start in any order, and one that waits for a tile whose
    // block has not started might wait for ever; whoever draws a tile knows that those of all lower ones have started.
    // (2 lines)
    if (threadIdx.x == 0)
        tile_of_block = 0;
    __syncthreads();
    int tile = tile_of_block;

    // The lane's elements: a warp has EACH rounds of 32 neighbours. All loads are under way before anybody waits for
    // one.
    int first = tile * TILE + warp * 32 * EACH + lane;
    float x[EACH];
#pragma unroll
    for (int k = 0; k < EACH; ++k)
        x[k] = first + k * 32 < n ? in[first + k * 32] : 0.0f;
    int of_warp = 0;
#pragma unroll
    for (int k = 0; k < EACH; ++k)
        of_warp += __popc(__ballot_sync(ALL, x[k] > 0.0f));
    if (lane == 0)
        kept[warp] = of_warp;
    __syncthreads();

    // TODO(3): let the first warp find out how many elements the tile keeps, tell it at once, so that others need not
    // wait, look back, and then tell the number up to here. (about 6 lines)
    if (warp == 0) {
        int before = 0, of_tile = 0;
        if (lane == 0) {
            before_tile = before;
            if (tile == gridDim.x - 1)
                *count = before + of_tile;
        }
    }
    __syncthreads();

    // TODO(4): store the warp's elements that are kept, in their order: behind those of the tiles before and of the
    // warps before. (about 7 lines)
    int place = before_tile;
}
