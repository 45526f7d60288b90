// The last step of a scan of many segments. scan_block has left in `out` the exclusive scan of each segment of 1,024
// elements, and in totals[b] the sum of segment b. Block b adds to its segment the sum of all segments before it, so that
// out becomes the exclusive scan of everything. `out` begins at a multiple of 16 bytes.

constexpr int BLOCK = 256;
constexpr int WARPS = BLOCK / 32;
constexpr int SEGMENT = 4 * BLOCK;
constexpr unsigned int ALL_LANES = 0xffffffff;

// The sum of the warp's 32 values, in lane 0, as in reduce_shuffle. All 32 lanes call this.
__device__ int warp_sum(int value)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_down_sync(ALL_LANES, value, distance);
    return value;
}

extern "C" __global__ void scan_add_offsets(int* out, const int* totals, int n)
{
    __shared__ int sums[WARPS];
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;

    // TODO(1): this thread's share of the totals before the block's own: number threadIdx.x, and every 256th after it.
    // (2 lines)
    int sum = 0;

    // TODO(2): add up the shares of all threads. Every thread needs the sum. (about 6 lines)
    int offset = 0;

    // TODO(3): add the offset to this thread's four elements, by one load and one store of 16 bytes, or one by one where the
    // last element comes before the fourth. (about 7 lines)
    int i = blockIdx.x * SEGMENT + 4 * threadIdx.x;
}
