// out: the positive elements of `in`, without gaps; count[0]: how many they are, 0 before the launch. A warp looks at 8
// x 32 neighbours and takes room for all that it keeps with one atomic. Whichever warp comes first takes the
// first room: the order is lost, and not asked for.

constexpr int EACH = 8;                    // rounds of a warp, and elements of a lane
constexpr unsigned ALL = 0xffffffff;

extern "C" __global__ void compact_warp(const float* in, float* out, int* count, int n)
{
    int lane = threadIdx.x % 32;
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    float x[EACH];
    for (int k = 0; k < EACH; ++k) {
        int i = (warp * EACH + k) * 32 + lane;
        x[k] = i < n ? in[i] : 0.0f;
    }

    // TODO(1): find out which lanes keep their element, in each round: bit l of votes[k] is set if lane l keeps its
    // x[k]. Count in `kept` what the whole warp keeps. (about 4 lines)
    unsigned votes[EACH];
    int kept = 0;
    // BEGIN SOLUTION
    for (int k = 0; k < EACH; ++k) {
        votes[k] = __ballot_sync(ALL, x[k] > 0.0f);
        kept += __popc(votes[k]);
    }
    // END SOLUTION

    // TODO(2): let one lane take room for all of them, and tell all lanes where it begins. (about 3 lines)
    int first = 0;
    // BEGIN SOLUTION
    if (lane == 0 && kept > 0)
        first = atomicAdd(count, kept);
    first = __shfl_sync(ALL, first, 0);
    // END SOLUTION

    // TODO(3): store what is kept, round after round: in each, the lanes that keep something store side by side. (about
    // 5 lines)
    // BEGIN SOLUTION
    for (int k = 0; k < EACH; ++k) {
        if (x[k] > 0.0f)
            out[first + __popc(votes[k] & ((1u << lane) - 1))] = x[k];
        first += __popc(votes[k]);
    }
    // END SOLUTION
}
