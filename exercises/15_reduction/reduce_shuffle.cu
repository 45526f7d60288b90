// out[b] is the sum of the 256 elements of `in` that belong to block b, or of as many as there are. The lanes of a warp add
// through their registers; only the sums of the eight warps meet in shared memory.

constexpr int BLOCK = 256;
constexpr int WARPS = BLOCK / 32;
constexpr unsigned int ALL_LANES = 0xffffffff;

// The sum of the warp's 32 values; what lanes other than 0 return does not matter. All 32 lanes call this.
__device__ float warp_sum(float value)
{
    // TODO(1): add up the values of the lanes in five steps, without shared memory. (about 3 lines)
    return value;
}

extern "C" __global__ void reduce_shuffle(const float* in, float* out, int n)
{
    __shared__ float sums[WARPS];
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    int i = blockIdx.x * BLOCK + threadIdx.x;
    float sum = warp_sum(i < n ? in[i] : 0.0f);

    // TODO(2): bring the warps' sums together in shared memory, and let the first warp, with all of its lanes, add them up
    // and write the block's sum. (about 8 lines)
}
