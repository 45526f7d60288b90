// expect: correctness
// The form of an accumulator, copied from elsewhere: "+f" reads result before it writes it, and nobody has set
// result.

// TODO(1)
    asm("fma.rn.f32 %0, %1, %2, %0;" : "+f"(result) : "f"(x), "f"(y));
