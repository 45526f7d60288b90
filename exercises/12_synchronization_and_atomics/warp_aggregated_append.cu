// Appends the positive elements of `in` to the list in `out`, in any order. count[0] is how long the list is, before and
// behind it. A warp looks at 4 x 32 neighbouring elements, each lane at four of them, and takes room for all that the warp
// keeps at once: with one atomic.

constexpr int EACH = 4;
constexpr unsigned ALL = 0xffffffff;

extern "C" __global__ void warp_aggregated_append(const float* in, float* out, int* count, int n)
{
    int lane = threadIdx.x % 32;
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;

    // This lane's elements, and which lanes keep theirs: bit l of votes[k] is set if lane l keeps its element x[k].
    float x[EACH];
    unsigned votes[EACH];
    for (int k = 0; k < EACH; ++k) {
        int i = (warp * EACH + k) * 32 + lane;
        x[k] = i < n ? in[i] : 0.0f;
        votes[k] = __ballot_sync(ALL, x[k] > 0.0f);
    }

    // TODO(1): count what the warp keeps, let one lane take so much room at the end of the list, and tell all lanes where
    // it begins. (about 7 lines)
    int first = 0;

    // TODO(2): store this lane's elements that are kept. The place of each is `first` and as many further as elements are
    // kept before it: of earlier k, and of lanes below this one. (about 5 lines)
}
