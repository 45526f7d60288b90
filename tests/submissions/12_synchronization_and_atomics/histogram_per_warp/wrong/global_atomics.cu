// expect: atomics
// Every pixel goes to global memory, and no copy is used.

constexpr int BINS = 256;

extern "C" __global__ void histogram_per_warp(const unsigned* in, unsigned* hist, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&hist[in[i] >> 24], in[i] & 255);
}
