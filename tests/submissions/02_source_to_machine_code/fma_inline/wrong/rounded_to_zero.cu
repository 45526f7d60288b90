// expect: correctness
// .rz cuts off what .rn rounds to the nearest: one rounding, but the wrong one for half of the elements.

extern "C" __global__ void fma_inline(const float* a, const float* b, const float* c, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    float x = a[i];
    float y = b[i];
    float z = c[i];
    float result;
    asm("fma.rz.f32 %0, %1, %2, %3;" : "=f"(result) : "f"(x), "f"(y), "f"(z));
    out[i] = result;
}
