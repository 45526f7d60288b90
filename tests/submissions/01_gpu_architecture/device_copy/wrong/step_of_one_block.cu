// expect: global_sectors
// Steps by the threads of its own block: from its start on, each block copies again what others copy. Right, many times over.

extern "C" __global__ void device_copy(const float* __restrict__ in, float* __restrict__ out, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;    // the number of this thread in the grid

#pragma unroll 4
    for (int i = first; i < n; i += blockDim.x)
        out[i] = in[i];
}
