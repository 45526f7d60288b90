// expect: correctness
// The operands of fma are d, a, b, c with d = a * b + c: here z is a factor and x is added.

extern "C" __global__ void fma_inline(const float* a, const float* b, const float* c, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    float x = a[i];
    float y = b[i];
    float z = c[i];
    float result;
    asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(result) : "f"(z), "f"(y), "f"(x));
    out[i] = result;
}
