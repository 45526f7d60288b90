// expect: work
// No branch, as every thread works out both; the second warp does the first one's work again.

__constant__ float C[8] = {1, 2, 3, 4, 5, 6, 7, 8};

extern "C" __global__ void even_warps(const float* in, float* value, float* slope, int n)
{
    int i = blockIdx.x * 32 + threadIdx.x % 32;
    if (i >= n)
        return;
    float x = in[i], v = 0.0f, s = 0.0f;
    for (int k = 7; k >= 0; --k)
        v = v * x + C[k];
    for (int k = 7; k >= 1; --k)
        s = s * x + k * C[k];
    value[i] = v;
    slope[i] = s;
}
