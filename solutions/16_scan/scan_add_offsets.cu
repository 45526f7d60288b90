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
    // BEGIN SOLUTION
    for (int b = threadIdx.x; b < blockIdx.x; b += BLOCK)
        sum += totals[b];
    // END SOLUTION

    // TODO(2): add up the shares of all threads. Every thread needs the sum. (about 6 lines)
    int offset = 0;
    // BEGIN SOLUTION
    sum = warp_sum(sum);
    if (lane == 0)
        sums[warp] = sum;
    __syncthreads();
    for (int w = 0; w < WARPS; ++w)
        offset += sums[w];
    // END SOLUTION

    // TODO(3): add the offset to this thread's four elements, by one load and one store of 16 bytes, or one by one where the
    // last element comes before the fourth. (about 7 lines)
    int i = blockIdx.x * SEGMENT + 4 * threadIdx.x;
    // BEGIN SOLUTION
    if (i + 3 < n) {
        int4* four = reinterpret_cast<int4*>(out + i);
        int4 old = *four;
        *four = {old.x + offset, old.y + offset, old.z + offset, old.w + offset};
    } else {
        for (int k = i; k < n; ++k)
            out[k] += offset;
    }
    // END SOLUTION
}
