// expect: atomics
// The compiler makes one request of a warp's additions of 1, but there are four of them.

constexpr int EACH = 4;

extern "C" __global__ void warp_aggregated_append(const float* in, float* out, int* count, int n)
{
    int lane = threadIdx.x % 32;
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;

    for (int k = 0; k < EACH; ++k) {
        int i = (warp * EACH + k) * 32 + lane;
        if (i < n && in[i] > 0.0f)
            out[atomicAdd(count, 1)] = in[i];
    }
}
