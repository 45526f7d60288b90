// expect: machine_code
// Right here, where a double holds every bit of the sum, but in double precision: wider instructions, slower on most GPUs.

extern "C" __global__ void fma_inline(const float* a, const float* b, const float* c, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    float x = a[i];
    float y = b[i];
    float z = c[i];
    float result;
    result = (float)((double)x * y + z);
    out[i] = result;
}
