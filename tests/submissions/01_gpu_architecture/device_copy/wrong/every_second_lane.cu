// expect: global_sectors
// Even elements first, then odd ones: each sector is fetched twice for half of its bytes.

extern "C" __global__ void device_copy(const float* __restrict__ in, float* __restrict__ out, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;    // the number of this thread in the grid
    int stride = gridDim.x * blockDim.x;                  // how many threads the grid has

    for (int i = 2 * first; i < n; i += 2 * stride)
        out[i] = in[i];
    for (int i = 2 * first + 1; i < n; i += 2 * stride)
        out[i] = in[i];
}
