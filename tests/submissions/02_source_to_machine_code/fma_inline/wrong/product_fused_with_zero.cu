// expect: correctness
// One fma for the product and an addition after it: the product is rounded all the same.

extern "C" __global__ void fma_inline(const float* a, const float* b, const float* c, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    float x = a[i];
    float y = b[i];
    float z = c[i];
    float result;
    result = fmaf(x, y, 0.0f) + z;
    out[i] = result;
}
