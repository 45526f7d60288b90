// expect: correctness
// Adds up a whole warp in the bin of its first lane: right for a picture of one colour.

constexpr int BINS = 256;

extern "C" __global__ void histogram_per_warp(const unsigned* in, unsigned* hist, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned here = __activemask();
        unsigned sum = __reduce_add_sync(here, in[i] & 255);
        if (threadIdx.x % 32 == 0)
            atomicAdd(&hist[in[i] >> 24], sum);
    }
}
