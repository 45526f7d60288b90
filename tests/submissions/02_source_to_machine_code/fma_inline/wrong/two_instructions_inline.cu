// expect: correctness
// Inline PTX is no magic: mul.rn and add.rn are two instructions with two roundings, here as in C++.

// TODO(1)
    float product;
    asm("mul.rn.f32 %0, %1, %2;" : "=f"(product) : "f"(x), "f"(y));
    asm("add.rn.f32 %0, %1, %2;" : "=f"(result) : "f"(product), "f"(z));
