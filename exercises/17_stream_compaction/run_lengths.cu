// Run-length encoding. A run is a stretch of equal neighbours: values[r] is what run r repeats and lengths[r] how
// often, and count[0] is how many runs there are. before[b] is known from a pass that counted: how many runs begin in
// the blocks before block b. A block has 256 elements. starts[r] is where run r begins: the kernel needs it for the
// lengths.

constexpr int BLOCK = 256;
constexpr int WARPS = BLOCK / 32;
constexpr unsigned ALL = 0xffffffff;

__device__ unsigned int finished = 0;      // blocks; 0 again after a launch

extern "C" __global__ void run_lengths(const int* in, const int* before, int* values, int* starts, int* lengths,
                                       int* count, int n)
{
    __shared__ int heads[WARPS];           // runs that begin in each warp
    __shared__ bool last;
    int tid = threadIdx.x;
    int warp = tid / 32, lane = tid % 32;
    int i = blockIdx.x * BLOCK + tid;

    // TODO(1): find out whether a run begins at this thread's element. The one before may belong to another warp or to
    // another block, and there may be none. (1 or 2 lines)
    bool head = false;

    unsigned votes = __ballot_sync(ALL, head);
    if (lane == 0)
        heads[warp] = __popc(votes);
    __syncthreads();

    // TODO(2): count in `run` the runs that begin before this element, which is the number of its own run if it begins
    // one. Then store the run's value and its start. (about 7 lines)
    int run = before[blockIdx.x];
    if (blockIdx.x == gridDim.x - 1 && tid == BLOCK - 1)
        *count = run + head;

    // The block that finishes last sees all starts: module 12.
    __syncthreads();
    if (tid == 0) {
        __threadfence();
        last = atomicAdd(&finished, 1) == gridDim.x - 1;
    }
    __syncthreads();

    if (last) {
        __threadfence();
        int runs = __ldcg(count);
        // TODO(3): let the threads of this block write the lengths of all runs. __ldcg(&starts[r]) reads what other
        // blocks stored. (about 4 lines)
        if (tid == 0)
            finished = 0;
    }
}
