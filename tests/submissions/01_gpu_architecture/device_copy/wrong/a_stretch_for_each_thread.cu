// expect: global_sectors
// Gives each thread a stretch of its own, as on a CPU: the lanes of a warp are then far apart, one sector each.

extern "C" __global__ void device_copy(const float* __restrict__ in, float* __restrict__ out, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;    // the number of this thread in the grid
    int stride = gridDim.x * blockDim.x;                  // how many threads the grid has

    int length = (n + stride - 1) / stride;
    for (int i = first * length; i < (first + 1) * length && i < n; ++i)
        out[i] = in[i];
}
