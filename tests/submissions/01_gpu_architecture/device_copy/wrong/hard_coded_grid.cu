// expect: correctness
// The stride of the usual launch is built in: another grid leaves gaps.

extern "C" __global__ void device_copy(const float* __restrict__ in, float* __restrict__ out, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;    // the number of this thread in the grid

#pragma unroll 4
    for (int i = first; i < n; i += 4 * 256)
        out[i] = in[i];
}
