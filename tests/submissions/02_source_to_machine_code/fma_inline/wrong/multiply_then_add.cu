// expect: correctness
// With -fmad=false this is a multiplication and an addition, and each of them rounds.

extern "C" __global__ void fma_inline(const float* a, const float* b, const float* c, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    float x = a[i];
    float y = b[i];
    float z = c[i];
    float result;
    result = x * y + z;
    out[i] = result;
}
