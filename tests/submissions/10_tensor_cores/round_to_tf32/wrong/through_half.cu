// expect: correctness
// Goes through FP16: as many bits behind the point, but a smaller range, and ties to even.

// TODO(1)
    unsigned short half;
    float back;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half) : "f"(in[i]));
    asm("cvt.f32.f16 %0, %1;" : "=f"(back) : "h"(half));
    bits = __float_as_uint(back);
