// expect: barriers
// Warps take their turns, with a barrier after each: right, and seven barriers too many.

constexpr int WARPS = 8;
constexpr int EACH = 8;
constexpr unsigned ALL = 0xffffffff;

extern "C" __global__ void compact_block(const float* in, float* out, int* count, int n)
{
    __shared__ int kept[WARPS], first_of_block;
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    int begin = (blockIdx.x * WARPS + warp) * EACH * 32;
    int of_warp = 0;
    float x[EACH];
    unsigned votes[EACH];
    for (int k = 0; k < EACH; ++k) {
        int i = begin + k * 32 + lane;
        x[k] = i < n ? in[i] : 0.0f;
        votes[k] = __ballot_sync(ALL, x[k] > 0.0f);
        of_warp += __popc(votes[k]);
    }
    int of_block = 0, before = 0;
    if (lane == 0)
        kept[warp] = of_warp;
    for (int w = 0; w < WARPS; ++w) {
        __syncthreads();
        before += w < warp ? kept[w] : 0;
        of_block += kept[w];
    }
    if (threadIdx.x == 0)
        first_of_block = atomicAdd(count, of_block);
    __syncthreads();
    int place = first_of_block + before;
    for (int k = 0; k < EACH; ++k) {
        if (x[k] > 0.0f)
            out[place + __popc(votes[k] & ((1u << lane) - 1))] = x[k];
        place += __popc(votes[k]);
    }
}
