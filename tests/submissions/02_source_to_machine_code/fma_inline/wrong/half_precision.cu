// expect: correctness
// The fused instruction of FP16: one rounding, but to 11 bits instead of 24.

// TODO(1)
    short hx, hy, hz, hr;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(hx) : "f"(x));
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(hy) : "f"(y));
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(hz) : "f"(z));
    asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(hr) : "h"(hx), "h"(hy), "h"(hz));
    asm("cvt.f32.f16 %0, %1;" : "=f"(result) : "h"(hr));
