// expect: stable
// Atomics in shared memory hand out the places: here in the order of the warps, but nothing says that they come so.

constexpr int BLOCK = 256;
constexpr unsigned ALL = 0xffffffff;

extern "C" __global__ void radix_split(const unsigned* in, unsigned* out, int bit, int n)
{
    __shared__ int zeros, ones;
    int tid = threadIdx.x;
    int begin = blockIdx.x * BLOCK;
    bool exists = begin + tid < n;
    unsigned key = exists ? in[begin + tid] : 0;
    bool is_zero = exists && (key >> bit & 1) == 0;
    if (tid == 0)
        zeros = ones = 0;
    __syncthreads();
    int place = exists ? atomicAdd(is_zero ? &zeros : &ones, 1) : 0;
    __syncthreads();
    if (exists)
        out[begin + (is_zero ? place : zeros + place)] = key;
}
