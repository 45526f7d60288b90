// A block of 256 threads scans a segment of 1,024 elements, four of them in each thread: out[i] is the sum of the segment's
// elements before element i, and totals[b] the sum of segment b. `in` and `out` begin at multiples of 16 bytes.

constexpr int BLOCK = 256;
constexpr int WARPS = BLOCK / 32;
constexpr int SEGMENT = 4 * BLOCK;
constexpr unsigned int ALL_LANES = 0xffffffff;

// As in scan_warp.
__device__ int warp_inclusive(int value)
{
    for (int distance = 1; distance < 32; distance *= 2) {
        int below = __shfl_up_sync(ALL_LANES, value, distance);
        if (threadIdx.x % 32 >= distance)
            value += below;
    }
    return value;
}

// Elements i to i + 3, by one load of 16 bytes where all of them exist; those behind the last one count as 0.
__device__ int4 load4(const int* in, int i, int n)
{
    if (i + 3 < n)
        return *reinterpret_cast<const int4*>(in + i);
    return {i < n ? in[i] : 0, i + 1 < n ? in[i + 1] : 0, i + 2 < n ? in[i + 2] : 0, 0};
}

__device__ void store4(int* out, int i, int n, int4 four)
{
    if (i + 3 < n) {
        *reinterpret_cast<int4*>(out + i) = four;
        return;
    }
    if (i < n)
        out[i] = four.x;
    if (i + 1 < n)
        out[i + 1] = four.y;
    if (i + 2 < n)
        out[i + 2] = four.z;
}

extern "C" __global__ void scan_block(const int* in, int* out, int* totals, int n)
{
    __shared__ int sums[WARPS];
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    int i = blockIdx.x * SEGMENT + 4 * threadIdx.x;
    int4 four = load4(in, i, n);

    // TODO(1): scan the sums of the threads' four elements over the warp, and let the warp leave its sum in sums[warp].
    // (about 4 lines)
    int own = 0;     // the sum of this thread's elements
    int upto = 0;    // the sum of the warp's elements up to and with this thread's

    // TODO(2): let one warp scan the sums of the warps, with all of its lanes. Afterwards every thread may read sums.
    // (about 7 lines)

    // TODO(3): what comes before this thread's first element: the warps before, and the lanes below. Write the four results
    // by store4, and let one thread write the segment's total. (about 5 lines)
}
