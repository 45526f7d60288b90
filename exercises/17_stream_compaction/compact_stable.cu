// out: the positive elements of `in`, without gaps and in their order; count[0]: how many they are. One launch: a block
// takes a tile of 8,192 elements, whose places begin where those of the tiles before it end. How many these keep it
// finds out by decoupled look-back, as in module 16. status[0] counts the tiles that are drawn, and status[1 + t] is
// the word of tile t. Whoever launches the kernel clears them all.

constexpr int BLOCK = 512;
constexpr int WARPS = BLOCK / 32;
constexpr int EACH = 16;                   // rounds of a warp, and elements of a lane
constexpr int TILE = BLOCK * EACH;
constexpr unsigned ALL = 0xffffffff;

// What a tile has told of itself: a flag in the upper 32 bits of a word, a number of elements in the lower ones.
// Whoever reads the word reads both, so that no fence is needed between them.
using Word = unsigned long long;
constexpr Word NOTHING = 0;    // not even its own number yet
constexpr Word OWN = 1;        // how many elements the tile keeps
constexpr Word PREFIX = 2;     // how many are kept up to the tile's last one

// Relaxed accesses of the whole GPU: in one piece, and to L2, where all blocks meet.
__device__ void publish(Word* status, int tile, Word flag, int kept)
{
    __nv_atomic_store_n(&status[1 + tile], flag << 32 | kept, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

// The word of a tile as it is now. In front of tile 0 nothing is kept, and that is known.
__device__ Word read_status(Word* status, int tile)
{
    if (tile < 0)
        return PREFIX << 32;
    return __nv_atomic_load_n(&status[1 + tile], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

// How many elements are kept in all tiles before `tile`, in every lane. All 32 lanes call this.
__device__ int look_back(Word* status, int tile)
{
    int lane = threadIdx.x % 32;
    int before = 0;

    // TODO(1): look at 32 tiles at once: lane l at the one that is l before `nearest`. Read until none of them says
    // NOTHING. Add up the numbers from the nearest to the first that is a PREFIX; if there is none, add all 32 and go
    // on with the 32 before. (about 10 lines)
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

    // TODO(3): let the first warp find out how many elements the tile keeps, publish that at once, so that others need
    // not wait, look back, and then publish the PREFIX that follows from it. (about 6 lines)
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
