// out: the positive elements of `in`, without gaps; count[0]: how many they are, 0 before the launch. A block of 256
// threads looks at 2,048 elements, 256 by each warp, and takes room for all that it keeps with one atomic. In which order
// they stand there is not asked for: between blocks it is lost anyway.

constexpr int BLOCK = 256;
constexpr int WARPS = BLOCK / 32;
constexpr int EACH = 8;                    // rounds of a warp, and elements of a lane
constexpr unsigned ALL = 0xffffffff;

extern "C" __global__ void compact_block(const float* in, float* out, int* count, int n)
{
    __shared__ int kept[WARPS];            // by each warp
    __shared__ int first_of_block;
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    int begin = (blockIdx.x * WARPS + warp) * EACH * 32;
    float x[EACH];
    unsigned votes[EACH];
    for (int k = 0; k < EACH; ++k) {
        int i = begin + k * 32 + lane;
        x[k] = i < n ? in[i] : 0.0f;
        votes[k] = __ballot_sync(ALL, x[k] > 0.0f);
    }

    // TODO(1): let each warp leave in kept[warp] how many elements it keeps. (about 5 lines)
    // BEGIN SOLUTION
    int of_warp = 0;
    for (int k = 0; k < EACH; ++k)
        of_warp += __popc(votes[k]);
    if (lane == 0)
        kept[warp] = of_warp;
    // END SOLUTION
    __syncthreads();

    // TODO(2): let one thread take room for all that the block keeps, and leave in first_of_block where it begins.
    // (about 6 lines)
    // BEGIN SOLUTION
    if (threadIdx.x == 0) {
        int of_block = 0;
        for (int w = 0; w < WARPS; ++w)
            of_block += kept[w];
        first_of_block = atomicAdd(count, of_block);
    }
    // END SOLUTION
    __syncthreads();

    // TODO(3): find out where this warp's part of the room begins: behind what the warps before it keep. (about 3
    // lines)
    int place = 0;
    // BEGIN SOLUTION
    place = first_of_block;
    for (int w = 0; w < warp; ++w)
        place += kept[w];
    // END SOLUTION

    // TODO(4): store what the warp keeps, round after round. (about 5 lines)
    // BEGIN SOLUTION
    for (int k = 0; k < EACH; ++k) {
        if (x[k] > 0.0f)
            out[place + __popc(votes[k] & ((1u << lane) - 1))] = x[k];
        place += __popc(votes[k]);
    }
    // END SOLUTION
}
