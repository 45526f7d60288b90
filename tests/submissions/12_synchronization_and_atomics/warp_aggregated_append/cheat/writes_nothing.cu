// expect: correctness
// No atomics at all.

constexpr int EACH = 4;

extern "C" __global__ void warp_aggregated_append(const float* in, float* out, int* count, int n)
{
    int lane = threadIdx.x % 32;
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
}
