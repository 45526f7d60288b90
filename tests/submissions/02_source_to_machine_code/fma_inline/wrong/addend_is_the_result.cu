// expect: correctness
// The form of an accumulator, copied from elsewhere: "+f" reads result before it writes it, and nobody has set
// result.

extern "C" __global__ void fma_inline(const float* a, const float* b, const float* c, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    float x = a[i];
    float y = b[i];
    float z = c[i];
    float result;
    asm("fma.rn.f32 %0, %1, %2, %0;" : "+f"(result) : "f"(x), "f"(y));
    out[i] = result;
}
