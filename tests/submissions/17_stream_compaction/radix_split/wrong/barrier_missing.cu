// expect: hazards, stable
// The zeros of other warps are read before they are there.

constexpr int BLOCK = 256;
constexpr unsigned ALL = 0xffffffff;

extern "C" __global__ void radix_split(const unsigned* in, unsigned* out, int bit, int n)
{
    __shared__ int zeros[8];
    int tid = threadIdx.x;
    int begin = blockIdx.x * BLOCK;
    bool exists = begin + tid < n;
    unsigned key = exists ? in[begin + tid] : 0;
    bool is_zero = exists && (key >> bit & 1) == 0;
    int warp = tid / 32, lane = tid % 32, WARPS = 8;
    unsigned votes = __ballot_sync(ALL, is_zero);
    if (lane == 0)
        zeros[warp] = __popc(votes);
    int zeros_before = 0, all_zeros = 0;
    zeros_before = __popc(votes & ((1u << lane) - 1));
    for (int w = 0; w < WARPS; ++w) {
        zeros_before += w < warp ? zeros[w] : 0;
        all_zeros += zeros[w];
    }
    int place = is_zero ? zeros_before : all_zeros + tid - zeros_before;
    if (exists)
        out[begin + place] = key;
}
