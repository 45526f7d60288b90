// expect: shared_wavefronts, global_sectors
// Every lane walks over global memory.

extern "C" __global__ void dynamic_shared(const float2* points, const float* masses, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 me = points[i];
    float sum = 0.0f;
    for (int j = 0; j < n; ++j) {
        float dx = me.x - points[j].x;
        float dy = me.y - points[j].y;
        sum += masses[j] * (dx * dx + dy * dy);
    }
    out[i] = sum;
}
