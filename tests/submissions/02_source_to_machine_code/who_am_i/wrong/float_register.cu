// expect: compiles
// An int does not fit the constraint of a float register.

// TODO(1)
    asm("mov.u32 %0, %%laneid;" : "=f"(mine));
