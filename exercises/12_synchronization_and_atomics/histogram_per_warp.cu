// Weighted histogram of the reds of a picture: add to bin r of hist the alphas of all pixels that have red r.
// Where a picture has one colour, all 32 lanes of a warp want the same bin, and an addition of anything but 1 takes turns.
// So the lanes of a warp share out COPIES copies of the bins. They help only if the copies of a bin lie in different banks.

constexpr int BINS = 256;
constexpr int COPIES = 8;

__device__ int red_of(unsigned pixel) { return pixel >> 24; }
__device__ unsigned alpha_of(unsigned pixel) { return pixel & 255; }

// TODO(1): say in which word a bin of a copy lies, and how many words all copies need. The eight copies of one bin should
// lie in eight banks; no two bins may share a word. (2 lines)
constexpr int WORDS = COPIES * BINS;
__device__ int place(int copy, int bin) { return copy * BINS + bin; }

extern "C" __global__ void histogram_per_warp(const unsigned* in, unsigned* hist, int n)
{
    __shared__ unsigned bins[WORDS];

    for (int w = threadIdx.x; w < WORDS; w += blockDim.x)
        bins[w] = 0;
    __syncthreads();

    // TODO(2): choose the copy that this thread adds to, so that each copy has four lanes of every warp. (1 line)
    int copy = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[place(copy, red_of(in[i]))], alpha_of(in[i]));

    // TODO(3): add up the copies of each bin, and add the sum to hist. (about 6 lines)
}
