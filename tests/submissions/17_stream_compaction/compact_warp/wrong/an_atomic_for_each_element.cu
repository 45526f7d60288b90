// expect: atomics
// The compiler gathers a warp's additions of 1, but there is one in each of eight rounds.

constexpr int EACH = 8;
constexpr unsigned ALL = 0xffffffff;

extern "C" __global__ void compact_warp(const float* in, float* out, int* count, int n)
{
    int lane = threadIdx.x % 32;
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;

    for (int k = 0; k < EACH; ++k) {
        int i = (warp * EACH + k) * 32 + lane;
        if (i < n && in[i] > 0.0f)
            out[atomicAdd(count, 1)] = in[i];
    }
}
