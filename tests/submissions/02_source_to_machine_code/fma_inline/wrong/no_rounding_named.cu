// expect: correctness
// Without .rn ptxas would be free to join the two, but -fmad=false tells ptxas as well: an instruction that may
// be fused is not one that is.

// TODO(1)
    float product;
    asm("mul.f32 %0, %1, %2;" : "=f"(product) : "f"(x), "f"(y));
    asm("add.f32 %0, %1, %2;" : "=f"(result) : "f"(product), "f"(z));
