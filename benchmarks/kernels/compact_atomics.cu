// Compactions without order, one element a thread: an atomic for each kept element as the hardware has it, the same
// gathered by the compiler, which sees that one address and one amount are meant, and an atomic for each warp by hand.

constexpr unsigned ALL = 0xffffffff;

extern "C" __global__ void compact_plain(const float* in, float* out, int* count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0.0f)
        out[atomicAdd(count + (in[i] > 2.0f), 1)] = in[i];    // all are below 1, which no compiler knows
}

extern "C" __global__ void compact_gathered(const float* in, float* out, int* count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0.0f)
        out[atomicAdd(count, 1)] = in[i];
}

extern "C" __global__ void compact_one_each(const float* in, float* out, int* count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    float x = i < n ? in[i] : 0.0f;
    unsigned votes = __ballot_sync(ALL, x > 0.0f);
    int first = 0;
    if (lane == 0 && votes != 0)
        first = atomicAdd(count, __popc(votes));
    first = __shfl_sync(ALL, first, 0);
    if (x > 0.0f)
        out[first + __popc(votes & ((1u << lane) - 1))] = x;
}
