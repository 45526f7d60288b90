// steps[i]: how many Collatz steps it takes from first + i to 1. A step halves an even number and turns an odd one, v, into
// 3 v + 1. The number of steps jumps from one start to the next, so with one start a thread a warp waits for its slowest
// lane, and half of its lanes are idle on average. Here a warp has a batch of starts, and lanes that are done fetch new ones
// while the others go on. The queue is a single number, which all lanes know: nobody needs an atomic.

constexpr int BATCH = 512;     // starts of a warp
constexpr int AT_ONCE = 16;    // steps between two looks at who is done
constexpr unsigned EVERYBODY = 0xffffffffu;

// One step; 1 stays 1. The compiler selects, it does not branch.
__device__ unsigned long long next_value(unsigned long long v)
{
    unsigned long long after = v % 2 ? 3 * v + 1 : v / 2;
    return v == 1 ? 1 : after;
}

extern "C" __global__ void collatz_batches(int* steps, int first, int n)
{
    int lane = threadIdx.x % 32;
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int begin = warp * BATCH;
    int end = min(begin + BATCH, n);
    int next = begin + 32;    // the first start that no lane has taken: the same number in all lanes
    unsigned below = (1u << lane) - 1;

    int i = begin + lane;     // this lane's start; from `end` on there is none
    unsigned long long v = first + i;
    int count = 0;

    while (__any_sync(EVERYBODY, i < end)) {
        for (int k = 0; k < AT_ONCE; ++k) {
            count += v != 1;
            v = next_value(v);
        }
        // TODO(1): replace this: lanes that are done wait until all of them are. Who is done? Each lane that is writes its
        // steps, if its start is one of the batch, and takes a start of its own from the queue, with v and count anew. Then
        // all lanes move `next` on by as many. (about 9 lines)
        if (__all_sync(EVERYBODY, v == 1)) {
            if (i < end)
                steps[i] = count;
            i = next + lane;
            v = first + i;
            count = 0;
            next += 32;
        }
    }
}
