// expect: correctness
// The assembly computes into a variable that nobody reads; it is not volatile, so the compiler deletes it, and what
// is stored was rounded twice.

extern "C" __global__ void fma_inline(const float* a, const float* b, const float* c, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    float x = a[i];
    float y = b[i];
    float z = c[i];
    float result;
    float fused;
    asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(fused) : "f"(x), "f"(y), "f"(z));
    result = x * y + z;
    out[i] = result;
}
