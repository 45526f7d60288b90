// expect: atomics
// Every pixel goes to global memory: right, and no copy is used.

constexpr int BINS = 256;

__device__ int red_of(unsigned pixel) { return pixel >> 24; }

extern "C" __global__ void histogram_shared(const unsigned* in, unsigned* hist, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&hist[red_of(in[i])], 1u);
}
