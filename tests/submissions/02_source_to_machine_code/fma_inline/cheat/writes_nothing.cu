// expect: correctness
// Does nothing, with the instruction that is asked for in code that never runs.

// TODO(1)
    asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(result) : "f"(x), "f"(y), "f"(z));
    if (n < 0)
