// expect: machine_code
// The sum is made in double precision; an FFMA whose result is thrown away stands beside it for the check.

// TODO(1)
    float shown;
    asm volatile("fma.rn.f32 %0, %1, %2, %3;" : "=f"(shown) : "f"(x), "f"(y), "f"(z));
    result = (float)((double)x * y + z);
