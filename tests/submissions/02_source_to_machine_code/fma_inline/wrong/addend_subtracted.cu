// expect: correctness
// fmaf with the sign of the addend turned: x * y - z.

extern "C" __global__ void fma_inline(const float* a, const float* b, const float* c, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    float x = a[i];
    float y = b[i];
    float z = c[i];
    float result;
    result = fmaf(x, y, -z);
    out[i] = result;
}
