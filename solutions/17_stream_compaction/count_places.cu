// out[i] = in[i], by one block of 4 warps. On the way the block keeps every STEP-th element and hands out places in
// three ways. Predict first: put numbers for the question marks, then check. Leave the kernel as it is.
#define STEP 2    // 2, 4, 8 or 16. Each is a question of its own

// TODO(1): your predictions. A request is of one warp; a pass serves the lanes that do not meet at one address. (6
// numbers)
// BEGIN SOLUTION
// PREDICT(1): lanes of a warp at one address in A = 16
// PREDICT(2): passes of A, all warps together = 64
// PREDICT(3): passes of B, all warps together = 4
// PREDICT(4): passes of C, all warps together = 1
// PREDICT(5): sectors that D stores to, all warps together = 8
// PREDICT(6): sectors that E stores to, all warps together = 16
// END SOLUTION
// BEGIN STARTER
//| // PREDICT(1): lanes of a warp at one address in A = ?
//| // PREDICT(2): passes of A, all warps together = ?
//| // PREDICT(3): passes of B, all warps together = ?
//| // PREDICT(4): passes of C, all warps together = ?
//| // PREDICT(5): sectors that D stores to, all warps together = ?
//| // PREDICT(6): sectors that E stores to, all warps together = ?
// END STARTER

__device__ __align__(32) int counters[34];
__device__ __align__(128) float packed[128], spread[128];

extern "C" __global__ void count_places(const float* in, float* out, int n)    // n is 128
{
    int i = threadIdx.x;
    int lane = i % 32, warp = i / 32;
    float x = in[i];
    bool keep = i % STEP == 0;
    unsigned votes = __ballot_sync(0xffffffff, keep);
    int each = __popc(votes);                                // what a warp keeps: 32 / STEP
    int place = warp * each + __popc(votes & ((1u << lane) - 1));

    // One atomic for each kept element. All add to counters[0], but the compiler cannot know: it would gather them
    // itself.
    if (keep)
        atomicAdd(&counters[x < 3.0e38f ? 0 : lane], 1);    // A
    if (lane == 0)                                          // one for each warp
        atomicAdd(&counters[32], each);                     // B
    if (i == 0)                                             // one for the block
        atomicAdd(&counters[33], 4 * each);                 // C

    if (keep) {
        packed[place] = x;    // D
        spread[i] = x;        // E
    }
    out[i] = x;
}
