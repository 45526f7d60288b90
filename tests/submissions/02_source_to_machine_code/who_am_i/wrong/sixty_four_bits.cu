// expect: compiles
// %laneid has 32 bits, and so has mine.

// TODO(1)
    asm("mov.u64 %0, %%laneid;" : "=r"(mine));
