// expect: correctness
// .sat clamps the result to 0 .. 1, which images want and sums do not.

// TODO(1)
    asm("fma.rn.sat.f32 %0, %1, %2, %3;" : "=f"(result) : "f"(x), "f"(y), "f"(z));
