// expect: correctness
// Without .rn ptxas would be free to join the two, but -fmad=false tells ptxas as well: an instruction that may
// be fused is not one that is.

extern "C" __global__ void fma_inline(const float* a, const float* b, const float* c, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    float x = a[i];
    float y = b[i];
    float z = c[i];
    float result;
    float product;
    asm("mul.f32 %0, %1, %2;" : "=f"(product) : "f"(x), "f"(y));
    asm("add.f32 %0, %1, %2;" : "=f"(result) : "f"(product), "f"(z));
    out[i] = result;
}
