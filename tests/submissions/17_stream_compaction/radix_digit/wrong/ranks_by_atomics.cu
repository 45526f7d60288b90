// expect: stable
// An atomic in shared memory gives each key its rank: in the order in which the warps come, here by chance the right one.

constexpr int BLOCK = 256;
constexpr int WARPS = BLOCK / 32;
constexpr int DIGITS = 16;
constexpr unsigned ALL = 0xffffffff;

extern "C" __global__ void radix_digit(const unsigned* in, unsigned* out, const int* offsets, int shift, int n)
{
    __shared__ int counts[DIGITS];
    int tid = threadIdx.x;
    int i = blockIdx.x * BLOCK + tid;
    bool exists = i < n;
    unsigned key = exists ? in[i] : 0;
    int digit = exists ? key >> shift & (DIGITS - 1) : DIGITS;
    if (tid < DIGITS)
        counts[tid] = offsets[tid * gridDim.x + blockIdx.x];
    __syncthreads();
    if (exists)
        out[atomicAdd(&counts[digit], 1)] = key;
}
