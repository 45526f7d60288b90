// expect: compiles
// Names of C++ mean nothing inside the string.

// TODO(1)
    asm("mov.u32 mine, %%laneid;" : "=r"(mine));
