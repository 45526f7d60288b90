// expect: atomics
// Each lane takes room for its own four: one request, in which up to 32 lanes take turns.

constexpr int EACH = 4;

extern "C" __global__ void warp_aggregated_append(const float* in, float* out, int* count, int n)
{
    int lane = threadIdx.x % 32;
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;

    int kept = 0;
    float x[EACH];
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
