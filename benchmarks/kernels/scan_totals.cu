// The middle of a scan of many segments: one block turns the segments' sums into what comes before each segment. And the
// last step, by offsets that are known.
constexpr int BLOCK = 1024;
constexpr unsigned ALL_LANES = 0xffffffff;

__device__ unsigned warp_inclusive(unsigned value)
{
    for (int distance = 1; distance < 32; distance *= 2) {
        unsigned below = __shfl_up_sync(ALL_LANES, value, distance);
        if (threadIdx.x % 32 >= distance)
            value += below;
    }
    return value;
}

extern "C" __global__ void __launch_bounds__(BLOCK) scan_totals(unsigned* totals, int n)
{
    __shared__ unsigned sums[BLOCK / 32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    unsigned carry = 0;
    for (int first = 0; first < n; first += BLOCK) {
        int i = first + threadIdx.x;
        unsigned own = i < n ? totals[i] : 0, upto = warp_inclusive(own);
        if (lane == 31)
            sums[warp] = upto;
        __syncthreads();
        if (warp == 0)
            sums[lane] = warp_inclusive(sums[lane]);
        __syncthreads();
        unsigned before = carry + (warp ? sums[warp - 1] : 0) + upto - own;
        if (i < n)
            totals[i] = before;
        carry += sums[BLOCK / 32 - 1];
        __syncthreads();
    }
}

extern "C" __global__ void add_before(uint4* out, const unsigned* before, int groups, int groups_of_segment)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < groups) {
        unsigned add = before[i / groups_of_segment];
        uint4 four = out[i];
        out[i] = {four.x + add, four.y + add, four.z + add, four.w + add};
    }
}
