// expect: correctness, hazards
// Each block writes the lengths of its own runs, and takes the start of the next one from a block that may not be there yet.

constexpr int BLOCK = 256;
constexpr int WARPS = BLOCK / 32;
constexpr unsigned ALL = 0xffffffff;

extern "C" __global__ void run_lengths(const int* in, const int* before, int* values, int* starts, int* lengths,
                                       int* count, int n)
{
    __shared__ int heads[WARPS];
    int tid = threadIdx.x;
    int warp = tid / 32, lane = tid % 32;
    int i = blockIdx.x * BLOCK + tid;
    bool head = i < n && (i == 0 || in[i] != in[i - 1]);
    unsigned votes = __ballot_sync(ALL, head);
    if (lane == 0)
        heads[warp] = __popc(votes);
    __syncthreads();
    int run = before[blockIdx.x];
    for (int w = 0; w < warp; ++w)
        run += heads[w];
    run += __popc(votes & ((1u << lane) - 1));
    if (head) {
        values[run] = in[i];
        starts[run] = i;
    }
    bool at_end = blockIdx.x == gridDim.x - 1;
    int runs = before[blockIdx.x];
    for (int w = 0; w < WARPS; ++w)
        runs += heads[w];
    if (at_end && tid == 0)
        *count = runs;
    __syncthreads();
    if (head)
        lengths[run] = (at_end && run + 1 == runs ? n : starts[run + 1]) - i;
}
