// rank[i]: how many lanes below this one, in its warp, have a positive element, too. -1 where in[i] is not positive.
// This is how a warp hands out places: the lanes that have something to store get 0, 1, 2 ... in the order of the lanes.

constexpr unsigned EVERYBODY = 0xffffffffu;

extern "C" __global__ void ballot_rank(const float* in, int* rank, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    bool holds = i < n && in[i] > 0.0f;
    int mine = -1;

    // TODO(1): where the condition holds, put into `mine` how many lanes below this one it holds for. Ask the whole warp
    // once, while all of its lanes are here. (about 4 lines)
    // BEGIN SOLUTION
    unsigned holders = __ballot_sync(EVERYBODY, holds);    // bit l: what lane l said
    unsigned below = (1u << lane) - 1;                     // bits 0 to lane - 1
    if (holds)
        mine = __popc(holders & below);
    // END SOLUTION

    if (i < n)
        rank[i] = mine;
}
