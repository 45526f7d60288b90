// expect: atomics
// Each lane that keeps something takes room for its own: lanes wait for each other, and their stores lie apart.

constexpr int EACH = 8;
constexpr unsigned ALL = 0xffffffff;

extern "C" __global__ void compact_warp(const float* in, float* out, int* count, int n)
{
    int lane = threadIdx.x % 32;
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;

    float x[EACH];
    int kept = 0;
    for (int k = 0; k < EACH; ++k) {
        int i = (warp * EACH + k) * 32 + lane;
        x[k] = i < n ? in[i] : 0.0f;
        kept += x[k] > 0.0f;
    }
    int first = kept > 0 ? atomicAdd(count, kept) : 0;
    for (int k = 0; k < EACH; ++k)
        if (x[k] > 0.0f)
            out[first++] = x[k];
}
