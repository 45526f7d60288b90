// expect: correctness
// .rp always rounds up: a bound for interval arithmetic, not the nearest value.

// TODO(1)
    asm("fma.rp.f32 %0, %1, %2, %3;" : "=f"(result) : "f"(x), "f"(y), "f"(z));
