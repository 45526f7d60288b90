// expect: correctness
// One element in a hundred is skipped: a check by samples would miss it.

extern "C" __global__ void device_copy(const float* __restrict__ in, float* __restrict__ out, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;    // the number of this thread in the grid
    int stride = gridDim.x * blockDim.x;                  // how many threads the grid has

#pragma unroll 4
    for (int i = first; i < n; i += stride)
        if (i % 100 != 99 || n < 100)
            out[i] = in[i];
}
