// expect: correctness
// mine is named as an input: nobody says that it is written.

// TODO(1)
    asm("mov.u32 %0, %%laneid;" :: "r"(mine));
