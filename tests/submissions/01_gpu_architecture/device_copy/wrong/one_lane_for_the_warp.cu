// expect: global_sectors
// Lane 0 copies for its whole warp while 31 lanes wait: 32 requests where one would do, a sector each.

extern "C" __global__ void device_copy(const float* __restrict__ in, float* __restrict__ out, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;    // the number of this thread in the grid
    int stride = gridDim.x * blockDim.x;                  // how many threads the grid has

    int lane = threadIdx.x % 32;
    for (int i = first; i - lane < n; i += stride)
        if (lane == 0)
            for (int k = i; k < i + 32 && k < n; ++k)
                out[k] = in[k];
}
