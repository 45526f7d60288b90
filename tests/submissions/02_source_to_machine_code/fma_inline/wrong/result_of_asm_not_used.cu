// expect: correctness
// The assembly computes into a variable that nobody reads; it is not volatile, so the compiler deletes it, and what
// is stored was rounded twice.

// TODO(1)
    float fused;
    asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(fused) : "f"(x), "f"(y), "f"(z));
    result = x * y + z;
