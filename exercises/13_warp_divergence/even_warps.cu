// For each in[i] the value and the slope of a polynomial of degree 7. A block of 64 threads takes 32 elements: half of its
// threads work out values, the other half slopes.

__constant__ float C[8] = {1, 2, 3, 4, 5, 6, 7, 8};

__device__ float value_at(float x)
{
    float sum = 0.0f;
    for (int k = 7; k >= 0; --k)
        sum = sum * x + C[k];
    return sum;
}

__device__ float slope_at(float x)
{
    float sum = 0.0f;
    for (int k = 7; k >= 1; --k)
        sum = sum * x + k * C[k];
    return sum;
}

extern "C" __global__ void even_warps(const float* in, float* value, float* slope, int n)
{
    // TODO(1): mend these two lines. They are right, but even lanes work out values and odd lanes slopes, so every warp does
    // both. Give one warp of the block the values and the other the slopes, of the same 32 elements. (2 lines)
    int job = threadIdx.x % 2;
    int element = threadIdx.x / 2;

    int i = blockIdx.x * 32 + element;
    if (i < n) {
        if (job == 0)
            value[i] = value_at(in[i]);
        else
            slope[i] = slope_at(in[i]);
    }
}
