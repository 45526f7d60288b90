// expect: correctness
// Inline PTX is no magic: mul.rn and add.rn are two instructions with two roundings, here as in C++.

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
    asm("mul.rn.f32 %0, %1, %2;" : "=f"(product) : "f"(x), "f"(y));
    asm("add.rn.f32 %0, %1, %2;" : "=f"(result) : "f"(product), "f"(z));
    out[i] = result;
}
