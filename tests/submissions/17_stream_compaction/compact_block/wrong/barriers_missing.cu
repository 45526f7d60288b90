// expect: correctness, hazards
// Nobody waits for the counts of the warps, nor for the place of the block.

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
    if (lane == 0)
        kept[warp] = of_warp;
    if (threadIdx.x == 0) {
        int of_block = 0;
        for (int w = 0; w < WARPS; ++w)
            of_block += kept[w];
        first_of_block = atomicAdd(count, of_block);
    }
    int place = first_of_block;
    for (int w = 0; w < warp; ++w)
        place += kept[w];
    for (int k = 0; k < EACH; ++k) {
        if (x[k] > 0.0f)
            out[place + __popc(votes[k] & ((1u << lane) - 1))] = x[k];
        place += __popc(votes[k]);
    }
}
