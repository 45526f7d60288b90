// expect: global_sectors
// Numbers threads with the block fastest: neighbouring lanes are gridDim.x elements apart.

extern "C" __global__ void device_copy(const float* __restrict__ in, float* __restrict__ out, int n)
{
    int stride = gridDim.x * blockDim.x;                  // how many threads the grid has

#pragma unroll 4
    for (int i = threadIdx.x * gridDim.x + blockIdx.x; i < n; i += stride)
        out[i] = in[i];
}
