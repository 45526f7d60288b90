// expect: correctness
// .rz cuts off what .rn rounds to the nearest: one rounding, but the wrong one for half of the elements.

// TODO(1)
    asm("fma.rz.f32 %0, %1, %2, %3;" : "=f"(result) : "f"(x), "f"(y), "f"(z));
