// expect: atomics
// Each warp takes room for itself: right, and eight atomics where one is enough.

constexpr int WARPS = 8;
constexpr int EACH = 8;
constexpr unsigned ALL = 0xffffffff;

extern "C" __global__ void compact_block(const float* in, float* out, int* count, int n)
{
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
    int place = lane == 0 ? atomicAdd(count, of_warp) : 0;
    place = __shfl_sync(ALL, place, 0);
    for (int k = 0; k < EACH; ++k) {
        if (x[k] > 0.0f)
            out[place + __popc(votes[k] & ((1u << lane) - 1))] = x[k];
        place += __popc(votes[k]);
    }
}
