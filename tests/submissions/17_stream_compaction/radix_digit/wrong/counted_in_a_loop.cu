// expect: work
// Each thread compares its digit with all before it in the block.

constexpr int BLOCK = 256;
constexpr int WARPS = BLOCK / 32;
constexpr int DIGITS = 16;
constexpr unsigned ALL = 0xffffffff;

extern "C" __global__ void radix_digit(const unsigned* in, unsigned* out, const int* offsets, int shift, int n)
{
    __shared__ int digits[BLOCK];
    int tid = threadIdx.x;
    int i = blockIdx.x * BLOCK + tid;
    bool exists = i < n;
    unsigned key = exists ? in[i] : 0;
    int digit = exists ? key >> shift & (DIGITS - 1) : DIGITS;
    digits[tid] = digit;
    __syncthreads();
    int before = 0;
    for (int k = 0; k < BLOCK; ++k)
        before += k < tid && digits[k] == digit;
    if (exists)
        out[offsets[digit * gridDim.x + blockIdx.x] + before] = key;
}
