// expect: correctness
// The blocks start one element apart instead of one block apart.

extern "C" __global__ void device_copy(const float* __restrict__ in, float* __restrict__ out, int n)
{
    int stride = gridDim.x * blockDim.x;                  // how many threads the grid has

#pragma unroll 4
    for (int i = blockIdx.x + threadIdx.x; i < n; i += stride)
        out[i] = in[i];
}
