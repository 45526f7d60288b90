// expect: barriers
// The warps add their counts one after the other, with a barrier for each: right, and eight barriers.

constexpr int BLOCK = 256;
constexpr int WARPS = BLOCK / 32;
constexpr int DIGITS = 16;
constexpr unsigned ALL = 0xffffffff;

extern "C" __global__ void radix_digit(const unsigned* in, unsigned* out, const int* offsets, int shift, int n)
{
    __shared__ int next[DIGITS + 1];
    int tid = threadIdx.x;
    int i = blockIdx.x * BLOCK + tid;
    bool exists = i < n;
    unsigned key = exists ? in[i] : 0;
    int digit = exists ? key >> shift & (DIGITS - 1) : DIGITS;
    int warp = tid / 32, lane = tid % 32;
    if (tid <= DIGITS)
        next[tid] = tid < DIGITS ? offsets[tid * gridDim.x + blockIdx.x] : 0;
    unsigned same = __match_any_sync(ALL, digit);
    int rank = __popc(same & ((1u << lane) - 1)), place = 0;
    for (int w = 0; w < WARPS; ++w) {
        __syncthreads();
        if (w == warp) {
            place = next[digit] + rank;
            __syncwarp();
            if (rank == 0)
                next[digit] += __popc(same);
        }
    }
    if (exists)
        out[place] = key;
}
