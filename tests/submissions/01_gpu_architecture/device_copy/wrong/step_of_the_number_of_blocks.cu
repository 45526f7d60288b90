// expect: global_sectors
// Steps by gridDim.x, as if a block were one thread: elements are copied again and again.

extern "C" __global__ void device_copy(const float* __restrict__ in, float* __restrict__ out, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;    // the number of this thread in the grid

#pragma unroll 4
    for (int i = first; i < n; i += gridDim.x)
        out[i] = in[i];
}
