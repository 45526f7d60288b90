// Each block splits its 256 keys, or as many as there are, by one bit: first those where bit `bit` is 0, the zeros,
// then the ones, and both keep their order. Such a split is stable. Sixteen of them, from bit 0 upwards, sort 256 keys
// of 16 bits.

constexpr int BLOCK = 256;
constexpr int WARPS = BLOCK / 32;
constexpr unsigned ALL = 0xffffffff;

extern "C" __global__ void radix_split(const unsigned* in, unsigned* out, int bit, int n)
{
    __shared__ int zeros[WARPS];           // of each warp
    int tid = threadIdx.x;
    int warp = tid / 32, lane = tid % 32;
    int begin = blockIdx.x * BLOCK;        // of the block's keys, in `in` and in `out`
    bool exists = begin + tid < n;
    unsigned key = exists ? in[begin + tid] : 0;

    // TODO(1): find out whether this thread's key is a zero (a key that does not exist is none), which lanes of the
    // warp have one, and leave in zeros[warp] how many they are. (about 4 lines)
    bool is_zero = false;
    unsigned votes = 0;
    // BEGIN SOLUTION
    is_zero = exists && (key >> bit & 1) == 0;
    votes = __ballot_sync(ALL, is_zero);
    if (lane == 0)
        zeros[warp] = __popc(votes);
    // END SOLUTION
    __syncthreads();

    // TODO(2): count the zeros before this thread's key: of lower lanes, and of the warps before. And all zeros of the
    // block. (about 6 lines)
    int zeros_before = 0, all_zeros = 0;
    // BEGIN SOLUTION
    zeros_before = __popc(votes & ((1u << lane) - 1));
    for (int w = 0; w < WARPS; ++w) {
        zeros_before += w < warp ? zeros[w] : 0;
        all_zeros += zeros[w];
    }
    // END SOLUTION

    // TODO(3): store the key at its place in the block. Who knows the zeros before a key knows the ones before it, too:
    // one scan gives the places of both. (about 3 lines)
    // BEGIN SOLUTION
    int place = is_zero ? zeros_before : all_zeros + tid - zeros_before;
    if (exists)
        out[begin + place] = key;
    // END SOLUTION
}
