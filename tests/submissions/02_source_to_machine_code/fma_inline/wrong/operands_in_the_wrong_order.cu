// expect: correctness
// The operands of fma are d, a, b, c with d = a * b + c: here z is a factor and x is added.

// TODO(1)
    asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(result) : "f"(z), "f"(y), "f"(x));
