// expect: work
// Each thread counts the zeros before it, key by key.

constexpr int BLOCK = 256;
constexpr unsigned ALL = 0xffffffff;

extern "C" __global__ void radix_split(const unsigned* in, unsigned* out, int bit, int n)
{
    __shared__ bool zeros[BLOCK];
    int tid = threadIdx.x;
    int begin = blockIdx.x * BLOCK;
    bool exists = begin + tid < n;
    unsigned key = exists ? in[begin + tid] : 0;
    bool is_zero = exists && (key >> bit & 1) == 0;
    zeros[tid] = is_zero;
    __syncthreads();
    int zeros_before = 0, all_zeros = 0;
    for (int k = 0; k < BLOCK; ++k) {
        zeros_before += k < tid && zeros[k];
        all_zeros += zeros[k];
    }
    int place = is_zero ? zeros_before : all_zeros + tid - zeros_before;
    if (exists)
        out[begin + place] = key;
}
