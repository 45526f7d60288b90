// expect: correctness
// The fused instruction of FP16: one rounding, but to 11 bits instead of 24.

extern "C" __global__ void fma_inline(const float* a, const float* b, const float* c, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    float x = a[i];
    float y = b[i];
    float z = c[i];
    float result;
    short hx, hy, hz, hr;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(hx) : "f"(x));
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(hy) : "f"(y));
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(hz) : "f"(z));
    asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(hr) : "h"(hx), "h"(hy), "h"(hz));
    asm("cvt.f32.f16 %0, %1;" : "=f"(result) : "h"(hr));
    out[i] = result;
}
