// expect: work, barriers
// Scans the flags of zeros by doubling, with two barriers in each of eight steps.

constexpr int BLOCK = 256;
constexpr unsigned ALL = 0xffffffff;

extern "C" __global__ void radix_split(const unsigned* in, unsigned* out, int bit, int n)
{
    __shared__ int scan[BLOCK];
    int tid = threadIdx.x;
    int begin = blockIdx.x * BLOCK;
    bool exists = begin + tid < n;
    unsigned key = exists ? in[begin + tid] : 0;
    bool is_zero = exists && (key >> bit & 1) == 0;
    scan[tid] = is_zero;
    __syncthreads();
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        int sum = scan[tid] + (tid >= distance ? scan[tid - distance] : 0);
        __syncthreads();
        scan[tid] = sum;
        __syncthreads();
    }
    int zeros_before = scan[tid] - is_zero, all_zeros = scan[BLOCK - 1];
    int place = is_zero ? zeros_before : all_zeros + tid - zeros_before;
    if (exists)
        out[begin + place] = key;
}
