// Every warp scans its 32 elements, without shared memory: inclusive[i] is the sum of the warp's elements up to and with
// element i, exclusive[i] that of the ones before it.

constexpr unsigned int ALL_LANES = 0xffffffff;

// The sum of the values of lanes 0 to this one. All 32 lanes call this.
__device__ int warp_inclusive(int value)
{
    int lane = threadIdx.x % 32;
    // TODO(1): five steps, in which each lane takes what the lane `distance` below it has; distance is 1, 2, 4, 8, 16. Where
    // there is no such lane, a shuffle returns the lane's own value: that must not be added. (about 5 lines)
    return value;
}

// The sum of the values of the lanes below this one, if `inclusive` is the inclusive scan. All 32 lanes call this.
__device__ int warp_exclusive(int inclusive)
{
    int lane = threadIdx.x % 32;
    // TODO(2): what the neighbour below has; nothing is below lane 0. (2 lines)
    return lane;
}

extern "C" __global__ void scan_warp(const int* in, int* inclusive, int* exclusive, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int upto = warp_inclusive(i < n ? in[i] : 0);
    int before = warp_exclusive(upto);
    if (i < n) {
        inclusive[i] = upto;
        exclusive[i] = before;
    }
}
