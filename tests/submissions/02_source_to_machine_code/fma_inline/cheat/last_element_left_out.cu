// expect: correctness
// One element in 128 keeps what it held: a check by samples would miss it.

// TODO(1)
    asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(result) : "f"(x), "f"(y), "f"(z));
    if (i % 128 != 77)
