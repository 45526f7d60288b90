// expect: atomics
// Four copies 256 words apart, a lane each: where one word had all lanes, four words of one bank do.

constexpr int BINS = 256;

__device__ int red_of(unsigned pixel) { return pixel >> 24; }

extern "C" __global__ void histogram_shared(const unsigned* in, unsigned* hist, int n)
{
    __shared__ unsigned bins[4 * BINS];
    for (int b = threadIdx.x; b < 4 * BINS; b += blockDim.x)
        bins[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[threadIdx.x % 4 * BINS + red_of(in[i])], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&hist[b], bins[b] + bins[BINS + b] + bins[2 * BINS + b] + bins[3 * BINS + b]);
}
